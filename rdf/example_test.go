package rdf_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

const file = `# three people
<http://example.org/ann> <http://example.org/name> "Ann"@en .
<http://example.org/ann> <http://example.org/knows> <http://example.org/\u00E9mile> .

<http://example.org/bob> <http://example.org/age> "42"^^<http://www.w3.org/2001/XMLSchema#integer> .
_:carl <http://example.org/name> "Carl" .
<http://example.org/bob> <http://example.org/likes> <http://example.org/\u00E9t\u00E9[1]> .
<http://example.org/bob> knows _:carl .
<bob> <http://example.org/knows> _:carl .
`

// A loader reads the statements and handles invalid lines.
func ExampleReader_Statements() {
	for s, err := range rdf.NewReader(strings.NewReader(file), rdf.NTriples).Statements() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s | %s | %s\n", s.Subject.Value, s.Predicate.Value, s.Object.Value)
	}
	// Output:
	// http://example.org/ann | http://example.org/name | Ann
	// http://example.org/ann | http://example.org/knows | http://example.org/émile
	// http://example.org/bob | http://example.org/age | 42
	// carl | http://example.org/name | Carl
	// line 7, column 86: object: "[" is not allowed in the path
	// line 8, column 26: "k" is not allowed here; write an IRI between "<" and ">"
	// line 9, column 2: subject: the IRI is relative, but there is no base; start it with a scheme such as "http:"
}

// Counting statements by predicate copies only new predicates: the lookup counts[string(bytes)]
// does not copy.
func ExampleNewReader() {
	counts := map[string]int{}
	for s, err := range rdf.NewReader(strings.NewReader(file), rdf.NTriples).Statements() {
		if err == nil {
			counts[string(s.Predicate.Value)]++
		}
	}
	fmt.Println(counts)
	// Output:
	// map[http://example.org/age:1 http://example.org/knows:1 http://example.org/name:2]
}

// Read is for loaders that stop at the first error. The last N-Quads line here names a graph.
func ExampleReader_Read() {
	r := rdf.NewReader(strings.NewReader("<a:s> <a:p> \"o\"@en .\n<a:s> <a:p> \"1\"^^<a:t> <a:g> ."), rdf.NQuads)
	for {
		s, err := r.Read()
		if err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		fmt.Println(s.Object.Kind, s.Object, "and the graph:", s.Graph.Kind)
	}
	// Output:
	// literal "o"@en and the graph: absent
	// literal "1"^^<a:t> and the graph: IRI
}

// In RDF 1.2 the object may be a triple term, and a literal may have a base direction.
func ExampleReader_tripleTerms() {
	const text = `VERSION "1.2"
_:r <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( <a:s> <a:p> "o"@en--ltr )>> .
`
	for s, err := range rdf.NewReader(strings.NewReader(text), rdf.NTriples12).Statements() {
		if err != nil {
			panic(err)
		}
		o := s.Object.Triple.Object
		fmt.Println(s.Object.Kind, s.Object)
		fmt.Printf("%s %s %s\n", o.Value, o.Language, o.Direction)
	}
	// Output:
	// triple term <<( <a:s> <a:p> "o"@en--ltr )>>
	// o en ltr
}

// The offset of the error is an offset in the line, escapes included; the offset of its reason is
// an offset in the IRI.
func ExampleError() {
	r := rdf.NewReader(strings.NewReader(file), rdf.NTriples)
	for _, err := range r.Statements() {
		var wrong *rdf.Error
		var reason *tables.SyntaxError
		if errors.As(err, &wrong) && wrong.Code == rdf.CodeIRI && errors.As(err, &reason) {
			line, _, _ := r.Line()
			fmt.Printf("%s: line %d, byte %d, %q\n", wrong.Part, wrong.Line, wrong.Offset, line[wrong.Offset:])
			fmt.Printf("byte %d of the IRI: %s\n", reason.Offset, reason.Found())
		}
	}
	// Output:
	// object: line 7, byte 85, "[1]> ."
	// byte 24 of the IRI: "["
}

// Another rule replaces rfc3987.IRI: IRI-reference also matches relative IRIs.
func ExampleReader() {
	r := rdf.NewReader(strings.NewReader(file), rdf.NTriples)
	r.IRI = rfc3987.IRIReference
	for range r.Statements() {
	}
	fmt.Printf("%+v\n", r.Counts())
	// Output:
	// {Lines:9 Statements:5 Blank:2 Wrong:2 ByteOrderMark:false}
}

// With a base, the reader resolves relative IRIs, which Turtle allows but N-Triples does not. Raw
// is the text as written in the line.
func ExampleReader_base() {
	r := rdf.NewReader(strings.NewReader("<#me> <http://xmlns.com/foaf/0.1/knows> <../bob/> ."), rdf.NTriples)
	r.Base = iri.MustParse("http://example.org/ann/card")
	for s, err := range r.Statements() {
		fmt.Printf("%s %s %v\n", s.Subject.Value, s.Object.Value, err)
		fmt.Println(s.Subject, s.Object)
	}
	// Output:
	// http://example.org/ann/card#me http://example.org/bob/ <nil>
	// <#me> <../bob/>
}

// Prefixes shortens IRIs for people and for Turtle, and expands the names again.
func ExamplePrefixes() {
	var p rdf.Prefixes
	for prefix, namespace := range map[string]string{
		"":     "http://example.org/",
		"foaf": "http://xmlns.com/foaf/0.1/",
		"xsd":  "http://www.w3.org/2001/XMLSchema#",
	} {
		if err := p.Set(prefix, namespace); err != nil {
			panic(err)
		}
	}
	for _, s := range []string{
		"http://xmlns.com/foaf/0.1/name", "http://example.org/ann/card#me", "http://example.org/", "urn:isbn:0451450523",
	} {
		fmt.Println(p.Shorten(s))
	}
	fmt.Println(p.Expand("xsd:integer"))
	fmt.Println(p.Expand(`:ann\/card\#me`))
	// Output:
	// foaf:name true
	// :ann\/card\#me true
	// : true
	//  false
	// http://www.w3.org/2001/XMLSchema#integer <nil>
	// http://example.org/ann/card#me <nil>
}

// Errors show what is wrong and what to write.
func ExampleNameError() {
	var p rdf.Prefixes
	fmt.Println(p.Set("1a", "http://example.org/"))
	fmt.Println(p.Set("ex", "http://example.org/a b/"))
	fmt.Println(p.Set("ex", "http://example.org/"))
	_, err := p.Expand("ex:a/b")
	fmt.Println(err)
	var wrong *rdf.NameError
	if _, err = p.Expand("fo:a"); errors.As(err, &wrong) && wrong.Code == rdf.CodeUnknownPrefix {
		fmt.Println(err)
	}
	// Output:
	// the prefix "1a" is not allowed: a prefix starts with a letter, continues with letters, digits, "-", "_" and ".", and does not end with "."
	// the namespace of the prefix "ex" is not an IRI: column 21: a space is not allowed in the path
	// <nil>
	// "ex:a/b": "/" needs a backslash; write "\/"
	// the prefix "fo" is unknown; set its namespace first
}

// Shorten the values that a reader returns, without allocating.
func ExamplePrefixes_AppendShorten() {
	var p rdf.Prefixes
	if err := p.Set("ex", "http://example.org/"); err != nil {
		panic(err)
	}
	var name []byte
	for s, err := range rdf.NewReader(strings.NewReader(file), rdf.NTriples).Statements() {
		if err != nil {
			continue
		}
		if short, ok := p.AppendShorten(name[:0], s.Predicate.Value); ok {
			name = short
			fmt.Printf("%s ", name)
		}
	}
	fmt.Println()
	// Output: ex:name ex:knows ex:age ex:name
}

func ExampleReader_Line() {
	r := rdf.NewReader(strings.NewReader(file), rdf.NTriples)
	for s := range r.Statements() {
		if s != nil && s.Object.Kind == rdf.IRITerm {
			text, number, start := r.Line()
			fmt.Printf("line %d, at byte %d, of %d bytes\n", number, start, len(text))
		}
	}
	// Output:
	// line 3, at byte 77, of 85 bytes
}

// Decode the text between the quotes of a literal, and map an offset back to the undecoded text.
func ExampleAppendUnescaped() {
	raw := []byte(`caf\u00E9 \"\U0001F600\"`)
	text, err := rdf.AppendUnescaped(nil, raw)
	fmt.Printf("%s %v\n", text, err)
	at := strings.Index(string(text), "\U0001F600")
	fmt.Printf("%d is %d: %s\n", at, rdf.RawOffset(raw, at), raw[rdf.RawOffset(raw, at):])

	_, err = rdf.AppendUnescaped(nil, []byte(`\uD83D\uDE00`))
	fmt.Println(err)
	// Output:
	// café "😀" <nil>
	// 7 is 12: \U0001F600\"
	// \uD83D\uDE00 is a surrogate pair of UTF-16, not a character; write \U0001F600
}

// This example applies a custom rule for IRIs, and reports the offset of a violation in the line.
func ExampleTerm_LineOffset() {
	r := rdf.NewReader(strings.NewReader(`<http://a/\u00E9/index.PHP> <http://a/p> "x" .`), rdf.NTriples)
	for s := range r.Statements() {
		if at := strings.Index(string(s.Subject.Value), ".PHP"); at >= 0 {
			line, number, _ := r.Line()
			fmt.Printf("line %d, byte %d: %s\n", number, s.Subject.LineOffset(at), line[s.Subject.LineOffset(at):])
		}
	}
	// Output:
	// line 1, byte 22: .PHP> <http://a/p> "x" .
}

// One reader and its buffer can be reused for many files.
func ExampleReader_Reset() {
	r := rdf.NewReader(nil, rdf.NQuads)
	for _, text := range []string{"<a:s> <a:p> <a:o> .", "# no statement", "_:a <a:p> _:b _:g .\n_:b"} {
		r.Reset(strings.NewReader(text))
		for range r.Statements() {
		}
		fmt.Println(r.Counts().Statements, r.Counts().Blank, r.Counts().Wrong)
	}
	// Output:
	// 1 0 0
	// 0 1 0
	// 1 0 1
}
