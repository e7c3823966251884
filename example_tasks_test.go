package iri_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/explain"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/tables/rfc9110"
	"github.com/irilex/iri/text"
)

// The code on the package page, in README.md and in cmd/abnf/README.md comes from these examples.
// TestCodeOfPages writes it there; run that test with IRI_UPDATE=1 after a change.

func Example_validate() {
	fmt.Println(iri.Valid("https://例え.テスト/引き割り?q=納豆"))
	fmt.Println(iri.Valid("http://[127.0.0.1]/"))     // brackets are for IPv6 and later
	fmt.Println(iri.ValidURI("https://例え.テスト/"))      // a URI is ASCII
	fmt.Println(iri.ValidReference("../a b"))         // a space must be "%20"
	fmt.Println(iri.ValidReference("../a%20b?q=1#f")) // a relative reference

	_, err := iri.Parse("https://example.org/50%")
	fmt.Println(err)
	// Output:
	// true
	// false
	// false
	// false
	// true
	// IRI: column 24: unexpected end in the path, expected a hex digit
}

func Example_readComponents() {
	i, err := iri.Parse("https://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
	fmt.Println(err)
	fmt.Println(i.Scheme())
	fmt.Println(i.Hostname()) // Host includes the brackets
	fmt.Println(i.HostKind())
	fmt.Println(i.PortNumber())
	fmt.Println(i.Path())
	fmt.Println(i.Query()) // Pairs returns keys and values
	fmt.Println(i.Offsets().Fragment)
	// Output:
	// <nil>
	// https
	// 2001:db8::7
	// IPv6address
	// 8042 true
	// /over/there
	// name=ferret
	// {55 59}
}

func Example_resolveAndRelativize() {
	base := iri.MustParse("https://例え.テスト/a/b?q")
	fmt.Println(base.ResolveString("../c#f"))
	fmt.Println(base.Resolve(iri.MustParseReference("?page=2")))
	fmt.Println(base.Relativize(iri.MustParse("https://例え.テスト/a/d")))

	strict := iri.Resolver{Base: base, NoUnderflow: true, EncodedDots: true}
	_, err := strict.ResolveString("%2e%2e/../../etc/passwd")
	fmt.Println(err != nil) // a *ResolveError, because ".." leads above the root
	// Output:
	// https://例え.テスト/c#f <nil>
	// https://例え.テスト/a/b?page=2
	// d true
	// true
}

func Example_compareAndNormalize() {
	a := iri.MustParse("HTTPS://EXAMPLE.org:443/a/../%7Eb")
	b := iri.MustParse("https://example.org/~b")
	fmt.Println(a == b) // the strings differ
	fmt.Println(a.Normalize(iri.SyntaxForm))
	fmt.Println(a.Normalize(iri.SyntaxForm | iri.DefaultPortForm))
	fmt.Println(iri.Equivalent(a, b, iri.SyntaxForm|iri.DefaultPortForm))
	fmt.Println(b.IsNormal(iri.SyntaxForm))
	// Output:
	// false
	// https://example.org:443/~b
	// https://example.org/~b
	// true
	// true
}

func Example_iriToURIAndBack() {
	i := iri.MustParse("https://例え.jp/é?q=50%25")
	fmt.Println(i.ToURI())
	fmt.Println(i.ToURI().ToUnicode())
	// Output:
	// https://%E4%BE%8B%E3%81%88.jp/%C3%A9?q=50%25
	// https://例え.jp/é?q=50%25
}

func Example_buildAndChange() {
	p := iri.Parts{Scheme: "https", Host: "例え.テスト", Path: "/files", Query: "v=1"}
	fmt.Println(p.IRI()) // or a *PartError with the part at fault

	i := iri.MustParse("https://example.org/files?v=1")
	p = i.Parts()
	p.Host, p.Port = "example.com", "8080"
	fmt.Println(p.IRI())
	fmt.Println(i.JoinPath("été", "a/b")) // as two segments
	fmt.Println(i.With(iri.Fragment, "page=5"))
	// Output:
	// https://例え.テスト/files?v=1 <nil>
	// https://example.com:8080/files?v=1 <nil>
	// https://example.org/files/été/a%2Fb?v=1 <nil>
	// https://example.org/files?v=1#page=5 <nil>
}

func Example_readAndChangeAQuery() {
	i := iri.MustParse("https://h/?q=caf%C3%A9&from=x&flag")
	q := i.Pairs()
	fmt.Println(q.Get("q"))
	fmt.Println(i.WithPairs(q.Set("q", "a&b").Add("p", "2")))
	fmt.Println(i.WithPairs(q.Delete("from", "flag")))

	known := func(p iri.Pair) bool { return p.Key != "from" }
	fmt.Println(iri.Normalizer{}.CacheKey(i, known)) // sorted
	// Output:
	// café true
	// https://h/?q=a%26b&from=x&flag&p=2
	// https://h/?q=caf%C3%A9
	// https://h/?flag&q=caf%C3%A9
}

func Example_escapeAndUnescape() {
	fmt.Println(iri.Escape("50% of a/b, été", iri.Segment))
	fmt.Println(iri.Escape("a&b=c", iri.QueryField)) // a key or a value of a query
	fmt.Println(iri.EscapeURI("été", iri.Segment))
	fmt.Println(iri.Unescape("%C3%A9t%C3%A9%20a%2Fb"))
	// Output:
	// 50%25%20of%20a%2Fb,%20été
	// a%26b%3Dc
	// %C3%A9t%C3%A9
	// été a/b <nil>
}

func Example_requestTargets() {
	target, err := iri.ParseTarget("GET", "//evil.example/x?q=1")
	fmt.Println(err)
	fmt.Println(target.Kind())
	fmt.Println(target.Path())
	fmt.Println(target.URI("https", "example.org"))

	_, err = iri.ParseTarget("GET", "/?a[]=1")
	fmt.Println(err)
	// Output:
	// <nil>
	// origin-form
	// //evil.example/x
	// https://example.org//evil.example/x?q=1 <nil>
	// request target: column 4, in the query: "[" is not allowed; percent-encode it
}

func Example_filePaths() {
	fmt.Println(iri.FromUnixPath("/tmp/a b"))
	fmt.Println(iri.FromWindowsPath(`C:\dir\a b`))
	fmt.Println(iri.MustParse("file://server/share/a%20b").WindowsPath())
	fmt.Println(iri.MustParse("file://localhost/tmp/100%25").UnixPath())

	_, err := iri.MustParse("file:///tmp/a%2Fb").UnixPath()
	fmt.Println(err)
	// Output:
	// file:///tmp/a%20b <nil>
	// file:///C:/dir/a%20b <nil>
	// \\server\share\a b <nil>
	// /tmp/100% <nil>
	// iri: a file name cannot contain "/" ("%2F")
}

func Example_jsonSQLAndLogs() {
	var page struct{ Home iri.IRI }
	err := json.Unmarshal([]byte(`{"Home":"https://me:secret@example.org/"}`), &page)
	fmt.Println(err)
	text, _ := json.Marshal(page)
	fmt.Println(string(text))
	fmt.Println(page.Home.Redacted())

	err = json.Unmarshal([]byte(`{"Home":"https://example.org/50%"}`), &page)
	fmt.Println(err)
	// Output:
	// <nil>
	// {"Home":"https://me:secret@example.org/"}
	// https://me:xxxxx@example.org/
	// IRI: column 24: unexpected end in the path, expected a hex digit
}

func Example_checkAPolicy() {
	p := policy.MustNew(policy.Config{
		Schemes: []string{"https"}, Hosts: []string{".example.org"}, Forbid: iri.Userinfo | iri.Port,
	})
	err := p.Check(iri.MustParse("http://www.example.org/"))
	fmt.Println(err)
	err = p.Check(iri.MustParse("https://www.example.org@evil.example/"))
	fmt.Println(err)
	err = p.Check(iri.MustParse("https://www.example.org/"))
	fmt.Println(err)
	// Output:
	// the scheme "http" is not allowed; allowed: https
	// the userinfo is not allowed; remove it and its delimiter
	// <nil>
}

func Example_lint() {
	for f := range lint.Findings(iri.MustParseReference("http://0x7f.1/a/../b")) {
		fmt.Println(f.Severity, f.Code, f.Text())
	}
	// Output:
	// note dot-segment ..
	// warning browser-ipv4 0x7f.1
}

func Example_findInText() {
	page := "See (http://example.org/wiki/Mercury_(planet)), or write to mailto:me@例え.テスト。"
	for s := range text.Find(page) {
		fmt.Println(page[s.Start:s.End])
	}
	// Output:
	// http://example.org/wiki/Mercury_(planet)
	// mailto:me@例え.テスト
}

func Example_mend() {
	i, changes, err := text.Fix(" <http://example.org/100%/a b>\n")
	fmt.Println(i)
	fmt.Println(err)
	for _, c := range changes {
		fmt.Println(c)
	}
	// Output:
	// http://example.org/100%25/a%20b
	// <nil>
	// offset 0: " <" is removed (delimiters-around)
	// offset 24: "%" in the path becomes "%25" (percent)
	// offset 27: " " in the path becomes "%20" (space)
	// offset 29: ">\n" is removed (delimiters-around)
}

func Example_loadNTriples() {
	file := strings.NewReader("<urn:a> <urn:p> \"caf\\u00E9\" .\n<urn:%zz> <urn:p> <urn:c> .\n")
	for s, err := range rdf.NewReader(file, rdf.NTriples).Statements() {
		if err != nil {
			fmt.Println(err)
			continue // with the next line
		}
		fmt.Printf("%s %s %s\n", s.Subject.Value, s.Predicate.Value, s.Object.Value)
	}
	// Output:
	// urn:a urn:p café
	// line 2, column 7: subject: "z" is not allowed in the path, expected a hex digit
}

func Example_manyStringsAtOnce() {
	batch := tables.NewBatch(rfc3987.IRI) // uses all cores
	fmt.Println(batch.AppendValid(nil, []string{"urn:a", "urn:a b"}))
	text := "urn:a\nurn:a b\nurn:c\n"
	fmt.Println(batch.CountLines([]byte(text))) // valid and invalid lines
	for line, err := range batch.Lines(strings.NewReader(text), '\n') {
		if err == nil && !line.Valid {
			fmt.Printf("line %d is wrong: %s\n", line.Number, line.Text())
		}
	}
	// Output:
	// [true false]
	// 2 1
	// line 2 is wrong: urn:a b
}

func Example_otherGrammars() {
	fmt.Println(rfc3987.IPv6address.Valid("2001:db8::7"))
	fmt.Println(rfc9110.MediaType.Valid("text/html; charset=utf-8"))
	fmt.Println(rfc3986.Scheme.Prefix("https://example.org"))    // the longest prefix, in bytes
	fmt.Println(rfc3987.IhostAlternatives.Classify("127.0.0.1")) // an IPv4address before an ireg-name
	// Output:
	// true
	// true
	// 5
	// [2 3]
}

func Example_explainAMistake() {
	_, err := iri.Parse("http://example.org:80a/")
	var e *iri.SyntaxError
	errors.As(err, &e)
	fmt.Println(e.Offset) // in bytes
	fmt.Println(e.Column) // in code points, from 1
	fmt.Println(e.Component())
	fmt.Println(e.Found())

	why, _ := explain.IRI("http://example.org:80a/")
	fmt.Println(why.Message)
	// Output:
	// 22
	// 23
	// authority
	// "/"
	// the port "80a" is not a number
}

func Example_theLibrary() {
	fmt.Println(iri.Valid("http://[127.0.0.1]/")) // brackets are for IPv6 and later
	i := iri.MustParse("https://EXAMPLE.org/a/./b?q=1")
	fmt.Println(i.Host())
	fmt.Println(i.ResolveString("../c#f"))
	fmt.Println(i.Normalize(iri.SyntaxForm))
	_, err := iri.Parse("https://example.org/50%")
	fmt.Println(err)
	// Output:
	// false
	// EXAMPLE.org
	// https://EXAMPLE.org/c#f <nil>
	// https://example.org/a/b?q=1
	// IRI: column 24: unexpected end in the path, expected a hex digit
}

func Example_otherRules() {
	fmt.Println(rfc3987.IPv6address.Valid("2001:db8::7"))
	fmt.Println(rfc3986.Scheme.Prefix("https://example.org")) // the longest prefix that is a scheme
	// A set is one table for several rules. It reports which of them match, and splits text into
	// tokens.
	fmt.Println(rfc3987.IhostAlternatives.Classify("127.0.0.1")) // an IPv4address before an ireg-name
	// A state represents the bytes read so far. Any number of walks may continue from it.
	q := rfc3987.IRI.AdvanceString(rfc3987.IRI.Start(), "http://example.org/names#")
	fmt.Println(rfc3987.IRI.Accepting(rfc3987.IRI.AdvanceString(q, "local")))
	// Reading from an io.Reader gives the same verdicts and errors as strings, in constant memory.
	fmt.Println(rfc3987.IRI.CheckReader(strings.NewReader("urn:a")))
	for l := ntriples.Token.Lexer("<urn:a>."); l.Next(); {
		fmt.Println(l.Text())
	}
	// Output:
	// true
	// 5
	// [2 3]
	// true
	// <nil>
	// <urn:a>
	// .
}

func Example_aLexerForYourFormat() {
	const grammar = `date   = 4DIGIT 2("-" 2DIGIT)
level  = "info" / "warn"
number = 1*DIGIT
word   = 1*ALPHA
space  = 1*SP
`
	g, err := build.Compile(context.Background(), syntax.NewSource("log.abnf", grammar), build.Options{})
	if err != nil {
		log.Fatal(err) // the mistakes in the grammar, with their positions
	}
	// If two rules match the same text, the first wins.
	token, err := g.Set("Token", "date", "level", "number", "word", "space")
	if err != nil {
		log.Fatal(err)
	}
	for l := token.Lexer("2026-11-29 warn disk 93%"); l.Next(); {
		switch name := token.RuleName(l.Rule()); name {
		case "space":
		case "": // no token begins here
			fmt.Printf("column %d: %s\n", l.Err().Column, l.Err().Message())
		default:
			fmt.Println(name, l.Text())
		}
	}
	// Output:
	// date 2026-11-29
	// level warn
	// word disk
	// number 93
	// column 24: "%" is not allowed, expected a letter, a digit or a space
}
