package text_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/explain"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

func TestFixCases(t *testing.T) {
	for _, c := range []struct {
		in, want string // "" if there is no result
		codes    string
	}{
		// Legal strings remain unchanged, even strange ones.
		{"http://example.org/a%20b?c#d", "http://example.org/a%20b?c#d", ""},
		{"http://h/%2E%2e/'\u00a0'?q='#'", "http://h/%2E%2e/'\u00a0'?q='#'", ""},
		{"a:", "a:", ""},
		{"http://127.0.0.1@evil/", "http://127.0.0.1@evil/", ""},
		// Around the IRI.
		{" http://h/", "http://h/", "blank-around"},
		{"http://h/ \t\r\n", "http://h/", "blank-around"},
		{"\u00a0http://h/\u2028", "http://h/\u2028", "blank-around"}, // U+2028 is legal in a path
		{"http://h/a b\u200b", "http://h/a%20b\u200b", "space"},      // so are U+00A0, U+200B and U+FEFF
		{"http://h/a b\u00a0", "http://h/a%20b\u00a0", "space"},
		{"http://h/a b\ufeff", "http://h/a%20b\ufeff", "space"},
		{"\ufeffhttp://h/", "http://h/", "blank-around"},
		{"\u200bhttp://h/\u0085", "http://h/", "blank-around blank-around"},
		{"<http://h/>", "http://h/", "delimiters-around delimiters-around"},
		{" < http://h/a > ", "http://h/a", "delimiters-around delimiters-around"},
		{`"http://h"`, "http://h", "delimiters-around delimiters-around"},
		{"'http://h/'", "http://h/", "delimiters-around delimiters-around"},
		{"`http://h/`", "http://h/", "delimiters-around delimiters-around"},
		{"“http://h/”", "http://h/", "delimiters-around delimiters-around"},
		{"„http://h/“", "http://h/", "delimiters-around delimiters-around"},
		{"‘http://h/’", "http://h/", "delimiters-around delimiters-around"},
		{"«http://h/»", "http://h/", "delimiters-around delimiters-around"},
		{"‚http://h/’", "http://h/", "delimiters-around delimiters-around"},
		{`"<http://h/a b>"`, "http://h/a%20b", "delimiters-around space delimiters-around"},
		{"\"http://h/”", "", ""}, // not a pair
		{`"http://h/`, "", ""},
		{`http://h/"`, "http://h/%22", "illegal-character"}, // may be data
		{`http://h/?q="a"`, "http://h/?q=%22a%22", "illegal-character illegal-character"},
		{"http://h/>", "http://h/%3E", "illegal-character"},
		{"(http://h/)", "", ""}, // parentheses are legal and common at the end
		{"''", "", ""},
		{"<>", "", ""},
		{" ", "", ""},
		{"", "", ""},
		// Percent-encodings.
		{"http://h/50%", "http://h/50%25", "percent"},
		{"http://h/%4", "http://h/%254", "percent"},
		{"http://h/%zz", "http://h/%25zz", "percent"},
		{"http://h/%%41", "http://h/%25%41", "percent"},
		{"http://h/%%%", "http://h/%25%25%25", "percent"},
		{"http://h/%é1", "http://h/%25é1", "percent"},
		{"http://h/% 20", "http://h/%25%2020", "percent space"},
		{"http://h/%u00e9", "http://h/%25u00e9", "percent"},
		{"http://h/?a=%&b=%#%", "http://h/?a=%25&b=%25#%25", "percent percent percent"},
		// Illegal characters in path, query and fragment.
		{"http://h/a b?c d#e f", "http://h/a%20b?c%20d#e%20f", "space space space"},
		{"http://h/a  b", "http://h/a%20%20b", "space"},
		{"http://h/a\tb\n", "http://h/ab", "control blank-around"},
		{"http://h/a\x00\x7f\u0080b", "http://h/a%00%7F%C2%80b", "control"},
		{"http://h/a\\b", "http://h/a%5Cb", "illegal-character"},
		{"http://h/\\evil", "http://h/%5Cevil", "illegal-character"}, // after the authority
		{"http://h?\\", "http://h?%5C", "illegal-character"},
		{"http://h/{x}|^`", "http://h/%7Bx%7D%7C%5E%60", "illegal-character illegal-character"},
		{"http://h/a[1]", "http://h/a%5B1%5D", "misplaced-character misplaced-character"},
		{"pubag:[%22509826%22,%20%22509826%22]", "pubag:%5B%22509826%22,%20%22509826%22%5D",
			"misplaced-character misplaced-character"}, // tentris/rdf4cpp#308
		{"http://h/?a[]=1", "http://h/?a%5B%5D=1", "misplaced-character"},
		{"http://h/#a#b", "http://h/#a%23b", "second-fragment"},
		{"http://h/##", "http://h/#%23", "second-fragment"},
		{"http://h/caf\xe9", "http://h/caf%E9", "not-utf8"},
		{"http://h/\xed\xa0\x80\xc3", "http://h/%ED%A0%80%C3", "not-utf8"},
		{"http://h/\ufffd\ufff9", "http://h/%EF%BF%BD%EF%BF%B9", "illegal-character"},
		{"http://h/\ufffe\ufdd0\U0001ffff", "http://h/%EF%BF%BE%EF%B7%90%F0%9F%BF%BF", "noncharacter"},
		{"http://h/\ue000?\ue000#\ue000", "http://h/%EE%80%80?\ue000#%EE%80%80", "private-use private-use"},
		{"http://h/a\U000e0041", "http://h/a%F3%A0%81%81", "illegal-character"},
		{"urn:a b:c", "urn:a%20b:c", "space"},
		{"mailto: joe", "mailto:%20joe", "space"},
		{"data:,<p>", "data:,%3Cp%3E", "illegal-character illegal-character"},
		{"file:///c:/a b", "file:///c:/a%20b", "space"},
		{"a:/ /h", "a:/%20/h", "space"},
		// A drive letter.
		{"file:///C|/a", "file:///C:/a", "illegal-character"},
		{"file:///C|", "file:///C:", "illegal-character"},
		{"FILE:/c|/a b|", "FILE:/c:/a%20b%7C", "illegal-character space illegal-character"},
		{"file:C|\r\n/a", "file:C:/a", "illegal-character control"},
		{" file://server/\nC\t|?q|", "file://server/C:?q%7C",
			"blank-around control control illegal-character illegal-character"},
		{"file:///C|a", "file:///C%7Ca", "illegal-character"},
		{"file:///a/C|/b", "file:///a/C%7C/b", "illegal-character"},
		{"http://h/C|/b", "http://h/C%7C/b", "illegal-character"},
		{"file://C|/a", "", ""}, // the authority
		// Fix keeps the scheme, or fails.
		{"ht tp://h/", "", ""},
		{"java\nscript:alert(1)", "", ""},
		{"1a:b", "", ""},
		{":a", "", ""},
		{"é:a", "", ""},
		{"a", "", ""},
		{"../a b", "", ""},
		{"//h/a b", "", ""},
		// Fix keeps the authority, or fails.
		{"http://exa mple/", "", ""},
		{"http://example.org /", "", ""},
		{"http://example.org >", "", ""},
		{"http://127.0.0.1\\@evil/", "", ""},
		{"http://h\\a", "", ""},
		{"http://h%/", "", ""},
		{"http://h%zz/", "", ""},
		{"http://a@b@c/", "", ""},
		{"http://h:80a/b c", "", ""},
		{"http://u:p/x@h", "", ""}, // "u:p%2Fx" would be a userinfo
		{"http://u:p?x@h", "", ""},
		{"http://[::1/", "", ""},
		{"http://[::1]x/", "", ""},
		{"http://[fe80::1%eth0]/", "", ""},
		{"http://[::1%25eth0]/", "", ""},
		{"http://h\xff/", "", ""},
		{"http://h\ufffd/", "", ""},
		{"http://h|/a b", "", ""},
		{"http://\ue000/", "", ""},
		// "\" where an authority may begin.
		{`http:\\h\a`, "", ""},
		{`http:/\h`, "", ""},
		{`http:\/h`, "", ""},
		{`http:///\h`, "", ""},
		{`http:////\h`, "", ""},
		{"http:\t\\h", "", ""}, // browsers drop tabs, LF and CR
		{"http:/\r\n/\\h", "", ""},
		{`C:\dir\file`, "", ""},
		{`C:/dir/a\b c`, "C:/dir/a%5Cb%20c", "illegal-character space"},
		{`file:\h\a`, "", ""},
		{`file:/\h/a`, "", ""},
		{`file:///a\b`, "file:///a%5Cb", "illegal-character"},
		// Browsers find an authority after any number of slashes.
		{`http:evil.example\x`, "", ""}, // the host of http:evil.example/x; they reject http:evil.example%5Cx
		{`HTTPS:evil.example\x`, "", ""},
		{`ws:/evil.example\x/y`, "", ""},
		{`ftp:///evil.example\@good.example/`, "", ""},
		{"http:///%\\h", "", ""},
		{"http:///a\t\\h", "", ""},
		{"http:[::1]/a b", "", ""}, // the host ::1; they reject http:%5B::1%5D
		{"http:h/a b", "http:h/a%20b", "space"},
		{`http:/h/a\b`, "http:/h/a%5Cb", "illegal-character"},
		{`http:?q\`, "http:?q%5C", "illegal-character"},
		{`urn:a\b`, "urn:a%5Cb", "illegal-character"}, // other schemes have no such authority
		{"foo:///h\\a[1]", "foo:///h%5Ca%5B1%5D", "illegal-character misplaced-character misplaced-character"},
		// Tabs and line breaks.
		{"https://a.b/long\npath", "https://a.b/longpath", "control"},
		{"https://a.b/long\r\n path", "https://a.b/long%20path", "control space"},
		{"https://a.b/a?q\t=\n1#f\rg\t", "https://a.b/a?q=1#fg", "control control control blank-around"},
		{"https://a.b/a\t?\nq\n#\r\nf", "https://a.b/a?q#f", "control control control control"},
		{"http://h/a%2\n0b", "http://h/a%20b", "control"}, // broken inside a percent-encoding
		{"http://h/a%\r\n20b", "http://h/a%20b", "control"},
		{"http://h/%\t\n", "http://h/%25", "percent blank-around"},
		{"http://h/%4\tz%\n%41", "http://h/%254z%25%41", "percent control percent control"},
		{"http://h/\x01\t\x02a", "http://h/%01%02a", "control"},
		{"http://h/.\t./a", "http://h/../a", "control"},
		{"http://h/caf\xc3\n\xa9", "http://h/caf%C3%A9", "not-utf8 control not-utf8"},
		{"http://h/a\v\fb\u0085c", "http://h/a%0B%0Cb%C2%85c", "control control"}, // browsers keep these
		{"urn:\ta\nb:c", "urn:ab:c", "control control"},
		{"data:text/plain,a\r\nb", "data:text/plain,ab", "control"},
		{"foo:\t/a", "foo:/a", "control"},
		{"http:\t//evil/", "", ""}, // http://evil/ to browsers
		{"http:\n//evil/", "", ""},
		{"http:/\t/evil/", "", ""},
		{"http:/\r/evil/", "", ""},
		{"http:\tevil/a b", "", ""},
		{"http:///\nevil/", "", ""},
		{"foo:/\r\n/evil/", "", ""},
		{"foo:/\t//x", "", ""}, // an empty authority
		{"file:\t//evil/", "", ""},
		{"http://\n/evil/", "", ""},
		{"http://ev\nil/", "", ""},
		{"http://evil\t/a", "", ""},
		{"http://evil\n?a", "", ""},
		{"ht\ntp://h/", "", ""},
		// Two IRIs with white space between them.
		{"http://a/\thttp://b/", "", ""},
		{"http://a/ http://b/", "", ""},
		{"http://a/x\r\n  urn://b", "", ""},
		{"See: http://h/a", "", ""},
		{"http://a/\t2026-01-01\thttps://b/?q", "", ""},
		{"http://a/ b:c", "http://a/%20b:c", "space"},
		{"http://a/ x/http://b/ y", "http://a/%20x/http://b/%20y", "space space"},
		{"http\r\n://h/", "", ""},
	} {
		i, changes, err := text.Fix(c.in)
		var codes []string
		for _, change := range changes {
			codes = append(codes, change.Code)
		}
		valid := iri.Valid(c.want)
		if i.String() != c.want || (err == nil) != valid || strings.Join(codes, " ") != c.codes {
			t.Errorf("Fix(%q) = %q, %q, %v; not %q, %q", c.in, i, codes, err, c.want, c.codes)
		}
		if valid {
			checkFix(t, rfc3987.IRI, c.in)
		}
		checkFix(t, rfc3987.IRIReference, c.in)
	}
}

func TestFixReferenceCases(t *testing.T) {
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{"../a b", "../a%20b", true},
		{"//h/a b", "//h/a%20b", true},
		{"//h h/a", "", false},
		{"a b/c:d", "a%20b/c:d", true},
		{"a b:c", "", false}, // meant as a scheme
		{"1a:b", "", false},
		{":a", "", false},
		{" a ", "a", true},
		{"<a>", "a", true},
		{`"a b"`, "a%20b", true},
		{"'a b'", "'a%20b'", true}, // legal quotes
		{"\u00a0a ", "\u00a0a", true},
		{" ", "", true},
		{"<>", "", true},
		{"", "", true},
		{`\\server\share`, "", false},
		{`/\evil`, "", false},
		{`///\evil`, "", false},
		{"/\t\\evil", "", false},
		{`\a`, "", false},
		{`a\b`, "a%5Cb", true},
		{`/a\b`, "/a%5Cb", true},
		{`//h/\b`, "//h/%5Cb", true},
		{"/\t/evil/x", "", false}, // http://evil/x to browsers
		{"/\n/evil/x", "", false},
		{"/\r/evil/x", "", false},
		{"/\r\n\t/evil", "", false},
		{"//\t/evil", "", false},
		{"//ev\til/", "", false},
		{"\t//h/\na", "//h/a", true},
		{"/\tevil/x", "/evil/x", true},
		{"/a\t/\n/b", "/a//b", true},
		{"a\t/b\r\n", "a/b", true},
		{"java\tscript:alert(1)", "", false}, // a scheme to browsers
		{"javascript\n:alert(1)", "", false},
		{"1\ta:b", "", false},
		{"a b\t:c", "", false},
		{"./java\tscript:a", "./javascript:a", true},
		{`///evil\x`, "", false}, // http://evil/x to browsers
		{`////evil\x/y`, "", false},
		{"///h/a b", "///h/a%20b", true},
		{`/h\x`, "/h%5Cx", true},
		{`..\..\a`, "..%5C..%5Ca", true},
		{"?a b#c d", "?a%20b#c%20d", true},
		{"http://h/a b", "http://h/a%20b", true},
		{"http://h h/a b", "", false},
		{"[a]", "%5Ba%5D", true},
		{"100%", "100%25", true},
	} {
		r, _, err := text.FixReference(c.in)
		if r.String() != c.want || (err == nil) != c.ok {
			t.Errorf("FixReference(%q) = %q, %v, not %q, %v", c.in, r, err, c.want, c.ok)
		}
		checkFix(t, rfc3987.IRIReference, c.in)
	}
}

// With KeepPlaceholders, strings that contain a placeholder remain unchanged, and all other strings
// are corrected as Fix would correct them.
func TestFixKeepsPlaceholders(t *testing.T) {
	for _, c := range []struct{ in, want string }{ // want is "" for a string with a placeholder
		{"https://h.example/{{ site.url }}/a", ""},
		{"https://h.example/{id}", ""},
		{"https://h.example/?q=${x}&r", ""},
		{"https://h.example/<id>/x", ""},
		{"https://h.example/%s", ""},
		{"https://h.example/a b/{id}", ""},
		{" <https://h.example/{id}> ", ""},
		{"https://h.example/<%= x %>", ""},
		{"https://h.example/#%(id)s", ""},
		{"{id}", ""},
		{"<urn:x>", "urn:x"},
		{"<https://h.example/a b>", "https://h.example/a%20b"},
		{"https://h.example/50%s", "https://h.example/50%25s"},
		{`https://h.example/?q={"id":1}`, "https://h.example/?q=%7B%22id%22:1%7D"},
		{"https://h.example/a{b", "https://h.example/a%7Bb"},
		{"https://h.example/%20", "https://h.example/%20"},
	} {
		f := text.Fixer{KeepPlaceholders: true}
		i, changes, err := f.Fix(c.in)
		r, more, also := f.FixReference(c.in)
		if i.String() != c.want || (err == nil) != (c.want != "") || r.String() != c.want || (also == nil) != (err == nil) {
			t.Errorf("Fix(%q) = %q, %v; FixReference = %q, %v; not %q", c.in, i, err, r, also, c.want)
		}
		_, all, _ := text.Fix(c.in)
		if err == nil && !slices.Equal(changes, all) || err != nil && len(changes)+len(more) > 0 {
			t.Errorf("Fix(%q) has the changes %v, not %v", c.in, changes, all)
		}
		var kept *text.PlaceholderError
		if err != nil && (!errors.As(err, &kept) || c.in[kept.Offset:][:len(kept.Text)] != kept.Text || err.Error() == "") {
			t.Errorf("Fix(%q): %v", c.in, err)
		}
	}
}

// The error reports the first mistake that cannot be corrected.
func TestFixErrors(t *testing.T) {
	for s, want := range map[string]string{
		" http://h:80a/a b":       `IRI-reference: column 14: "/" is not allowed in the authority`,
		"<https://exa mple.org/>": `IRI-reference: column 13: a space is not allowed in the authority`,
		"é ä 1a:b":                `IRI-reference: column 7: ":" is not allowed in the path`,
		"http://é\th/ x":          `IRI-reference: column 9: U+0009 is not allowed in the authority`,
		"http://h/a b http://x":   `IRI-reference: column 13: a space is not allowed in the path`,
		"(http://h:x/)":           `IRI-reference: column 6: ":" is not allowed in the path`,
	} {
		if _, changes, err := text.FixReference(s); err == nil || err.Error() != want || changes != nil {
			t.Errorf("%q: %v, %v, want %s", s, changes, err, want)
		}
	}
}

// checkFix checks the guarantees of Fix for one string. The result is valid and equals the string
// with the changes applied. A legal string gets no changes, each change replaces illegal
// characters, and the scheme and authority remain.
func checkFix(t *testing.T, rule tables.Rule, s string) (changed, ok bool) {
	t.Helper()
	result, changes, err := text.FixReference(s)
	if rule == rfc3987.IRI {
		var i iri.IRI
		i, changes, err = text.Fix(s)
		result = i.Reference()
	}
	if e, is := err.(*iri.SyntaxError); is && (e.Offset < rule.Check(s).(*iri.SyntaxError).Offset ||
		e.Offset > len(s) || e.Column != utf8.RuneCountInString(s[:e.Offset])+1) {
		t.Fatalf("%v: the error of %q is %v", rule, s, err)
	}
	switch ok = err == nil; {
	case rule.Valid(s) && (!ok || changes != nil || result.String() != s):
		t.Fatalf("%v: the member %q becomes %q, %v, %v", rule, s, result, changes, ok)
	case !ok && (changes != nil || result != iri.Reference{}):
		t.Fatalf("%v: %q becomes %q, %v, %v", rule, s, result, changes, ok)
	case !ok:
		return false, false
	case !rule.Valid(result.String()):
		t.Fatalf("%v: %q becomes %q", rule, s, result)
	}
	var made strings.Builder
	state, at, head := rule.Start(), 0, 0
	write := func(text string) {
		made.WriteString(text)
		state = rule.AdvanceString(state, text)
	}
	for _, c := range changes {
		if c.Offset < at || !strings.HasPrefix(s[c.Offset:], c.From) || c.From == "" {
			t.Fatalf("%v: %q becomes %q with %v", rule, s, result, changes)
		}
		write(s[at:c.Offset])
		checkChange(t, rule, s, state, c)
		if at = c.Offset + len(c.From); c.Component == 0 && c.Offset == 0 {
			head = at
		}
		write(c.To)
	}
	if write(s[at:]); made.String() != result.String() {
		t.Fatalf("%v: %q becomes %q, and not %q with %v", rule, s, result, made.String(), changes)
	}
	before := s[head:]
	if n := len(changes); n > 0 && changes[n-1].Component == 0 && changes[n-1].Offset >= head {
		before = s[head:changes[n-1].Offset]
	}
	group := appendixB.FindStringSubmatch(strings.ReplaceAll(before, "\n", "\t"))
	if got := result.Scheme(); group[authorityGroup] != result.Authority() || got != "" && got != group[schemeGroup] {
		t.Fatalf("%v: %q becomes %q, with another scheme or authority", rule, s, result)
	}
	if seenByBrowsers(before) != seenByBrowsers(result.String()) {
		t.Fatalf("%v: %q becomes %q, with another scheme or authority to browsers", rule, s, result)
	}
	if again, changes, err := text.FixReference(result.String()); again != result || changes != nil || err != nil {
		t.Fatalf("%v: %q becomes %q and then %q", rule, s, result, again)
	}
	return len(changes) > 0, true
}

// encoded percent-encodes all bytes.
func encoded(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// appendixB is the regular expression of RFC 3986, appendix B, as printed there.
var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// The groups of the components in appendixB.
const (
	schemeGroup    = 2
	authorityGroup = 4
)

// dropped removes the characters that browsers drop.
var dropped = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// seenByBrowsers returns the scheme and the authority that browsers find in a reference with an
// http base (WHATWG URL, section 4.4), using a regular expression for each kind of scheme.
func seenByBrowsers(s string) string {
	for _, kind := range browserAuthority {
		if m := kind.FindString(dropped.Replace(s)); m != "" {
			return strings.ReplaceAll(strings.ToLower(m), `\`, "/")
		}
	}
	return ""
}

var browserAuthority = []*regexp.Regexp{
	regexp.MustCompile(`^(?i:https?|wss?|ftp):[/\\]*[^/\\?#]*`),
	regexp.MustCompile(`^(?i:file):([/\\][/\\][^/\\?#]*)?`),
	regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:(//[^/?#]*)?`),
	regexp.MustCompile(`^[/\\][/\\]+[^/\\?#]*`),
}

// drive matches text before the "|" of a drive letter.
var drive = regexp.MustCompile(`(?i:file):(?://[^/?#]*/|/)?[A-Za-z]$`)

// checkChange checks one change to a string. The text before the change advances the rule to state.
func checkChange(t *testing.T, rule tables.Rule, s string, state tables.State, c text.Change) {
	t.Helper()
	if !slices.Contains(explain.Codes(), c.Code) || c.Component == 0 &&
		(c.To != "" || !strings.HasSuffix(c.Code, "-around")) {
		t.Fatalf("%v: %q has the change %+v", rule, s, c)
	}
	if c.Component == 0 {
		return
	}
	want := encoded(dropped.Replace(c.From))
	if drive.MatchString(dropped.Replace(s[:c.Offset])) && strings.HasPrefix(c.To, ":") { // TestDrive has the cases
		want = strings.Replace(want, "%7C", ":", 1)
	}
	if c.To != want {
		t.Fatalf("%v: %q has the change %+v, not to %q", rule, s, c, want)
	}
	for i := 0; i < len(c.From); {
		_, size := utf8.DecodeRuneInString(c.From[i:])
		char := c.From[i : i+size]
		if c.Code == "percent" {
			rest := dropped.Replace(s[c.Offset+i:])
			char = rest[:min(3, len(rest))]
		}
		if c.Code == "percent" && len(char) < 3 || c.Code == "not-utf8" {
			char += "-" // does not continue the sequence
		}
		if state.Dead() || !rule.AdvanceString(state, char).Dead() {
			t.Fatalf("%v: %q has the change %+v of the legal %q", rule, s, c, char)
		}
		state = rule.AdvanceString(state, encoded(dropped.Replace(c.From[i:i+size])))
		i += size
	}
}

func TestFixOfShortTexts(t *testing.T) {
	small := []string{"a", ":", "/", "?", "#", "%", "4", " ", "\\", "\"", "[", "\xff", "@", "\t", "\n"}
	changed, kept, refused, texts := 0, 0, 0, 0
	for _, rule := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference} {
		testkit.EachText(small, 4, func(s string) {
			if texts++; !testkit.OneIn(4, texts) {
				return
			}
			if rule == rfc3987.IRI {
				s = []string{"a:", "ws:"}[texts/4%2] + s
			}
			switch is, ok := checkFix(t, rule, s); {
			case !ok:
				refused++
			case is:
				changed++
			default:
				kept++
			}
		})
	}
	t.Logf("%d changed, %d kept, %d refused", changed, kept, refused)
	if min(changed, kept, refused) < testkit.Few(1000) {
		t.Error("one kind is rare")
	}
}

func TestFixRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3987))
	heads := []string{"http://h/", "http://h", "a:", "//h/", "", " <http://h/", "http://", "a:/", "http:", "/"}
	changed, rounds := 0, testkit.Cases(20_000)
	for range rounds {
		s := heads[r.IntN(len(heads))] + testkit.RandomText(r, 8)
		if r.IntN(4) == 0 {
			s += "> "
		}
		rule := []tables.Rule{rfc3987.IRI, rfc3987.IRIReference}[r.IntN(2)]
		if is, _ := checkFix(t, rule, s); is {
			changed++
		}
	}
	if changed < rounds/4 {
		t.Errorf("only %d of %d were changed", changed, rounds)
	}
}

// secondIRI matches an IRI with an authority after white space.
var secondIRI = regexp.MustCompile(`[ \t\r\n][A-Za-z][A-Za-z0-9+.-]*://`)

// After a complete authority, every text without a second IRI can be corrected.
func TestFixMendsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3987))
	heads := []string{"http://h/", "http://h?", "http://h#", "a:a", "a:/a", "a://h:80/"}
	for range testkit.Cases(20_000) {
		s := heads[r.IntN(len(heads))] + testkit.RandomText(r, 8)
		rule := []tables.Rule{rfc3987.IRI, rfc3987.IRIReference}[r.IntN(2)]
		if _, ok := checkFix(t, rule, s); ok == secondIRI.MatchString(s) {
			t.Fatalf("%v: %q is mended: %t", rule, s, ok)
		}
	}
}

// For a single mistake, Fix and package explain return the same code.
func TestCodesOfFix(t *testing.T) {
	x := explain.New(rfc3987.IRI, rfc3987.Lookup)
	for _, s := range []string{
		" http://h/", "<http://h/>", "http://h/a b", "http://h/%zz", "http://h/%", "http://h/a\x01b", "http://h/a\xffb",
		"http://h/\ufffe", "http://h/\ue000", "http://h/#a#b", "http://h/[", "http://h/]a", "http://h/{",
		"http://h/\ufffd", "http://h/\\",
	} {
		why, _ := x.Explain(s)
		if _, changes, err := text.Fix(s); err != nil || changes[0].Code != why.Code {
			t.Errorf("%q: %v, not the code %s", s, changes, why.Code)
		}
	}
}

func TestChangeString(t *testing.T) {
	_, changes, err := text.Fix("<http://h/a b\t?\nc\r\n#\rd>")
	got := make([]string, len(changes))
	for i, c := range changes {
		got[i] = c.String()
	}
	want := []string{
		`offset 0: "<" is removed (delimiters-around)`,
		`offset 11: " " in the path becomes "%20" (space)`,
		`offset 13: "\t" in the path is removed (control)`,
		`offset 15: "\n" in the query is removed (control)`,
		`offset 17: "\r\n" in the query is removed (control)`,
		`offset 20: "\r" in the fragment is removed (control)`,
		`offset 22: ">" is removed (delimiters-around)`,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, not %q", got, err, want)
	}
}

func FuzzFix(f *testing.F) {
	for _, s := range []string{
		"http://h/a b", " <http://h/%> ", `http:\\h`, "http://u:p/x@h", "a:/\xff#?#", "“a:”", "/\t/h", "http:%\n41\\",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkFix(t, rfc3987.IRI, s)
		checkFix(t, rfc3987.IRIReference, s)
	})
}

// The time that a change takes does not depend on the length of the authority: both benchmarks take
// about the same time.
func BenchmarkFixAfterAuthority(b *testing.B) {
	const n = 1 << 16
	for _, c := range []struct{ name, s string }{
		{"authority", "http://" + strings.Repeat("a", n) + "/" + strings.Repeat(" a", n)},
		{"path", "http://a/" + strings.Repeat("a", n) + strings.Repeat(" a", n)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, changes, err := text.Fix(c.s); err != nil || len(changes) != n {
					b.Fatal(len(changes), err)
				}
			}
		})
	}
}
