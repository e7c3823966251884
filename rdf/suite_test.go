package rdf_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// Each IRI in the tests of W3C's RDF groups is tried in every position of a quad that may hold an
// IRI.
func TestIRIsOfTheSuite(t *testing.T) {
	text := shared.Read(t, "conformance", "w3c-rdf-tests.tsv")
	counts := map[string]int{}
	for row := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		rule, ok := map[string]tables.Rule{"IRI": rfc3987.IRI, "IRI-reference": rfc3987.IRIReference}[fields[0]]
		if !ok || fields[2] == "-" {
			continue
		}
		var iri string
		if err := json.Unmarshal([]byte(fields[3]), &iri); err != nil {
			t.Fatal(err)
		}
		counts[fields[2]]++
		for _, line := range []string{"<*> <a:p> <a:o> .", "<a:s> <*> <a:o> .", "<a:s> <a:p> <*> .", `<a:s> <a:p> "o"^^<*> .`,
			"<a:s> <a:p> _:o <*> ."} {
			line = strings.Replace(line, "*", iri, 1)
			r := rdf.NewReader(strings.NewReader(line), rdf.NQuads)
			r.IRI = rule
			if _, err := r.Read(); (err == nil) != (fields[2] == "1") {
				t.Errorf("%s: %s: %v", fields[4], line, err)
			}
		}
	}
	if counts["0"] < 10 || counts["1"] < 400 {
		t.Errorf("the suite has %v rows", counts)
	}
	t.Logf("%v", counts)
}

// These are the cases in W3C's tests for N-Triples and N-Quads, with their names, but with lines
// that we wrote.
func TestCasesOfTheSuites(t *testing.T) {
	const ok, syntax = "", rdf.CodeSyntax
	for _, c := range []struct {
		name, text string
		want       string // of the first error
	}{
		{"nt-syntax-file-01", "", ok},
		{"nt-syntax-file-02", "# nothing but this", ok},
		{"nt-syntax-file-03", "# with lines\n\n  # and blanks\n\t\n", ok},
		{"nt-syntax-uri-01", "<http://a/s> <http://a/p> <http://a/o> .", ok},
		{"nt-syntax-uri-02", `<http://a/\u0053> <http://a/p> <http://a/o> .`, ok},
		{"nt-syntax-uri-03", `<http://a/\U00000053> <http://a/p> <http://a/o> .`, ok},
		{"nt-syntax-uri-04",
			"<scheme:!$%25&'()*+,-./0123456789:/@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~?#> <http://a/p> " +
				"<http://a/o> .", ok},
		{"nt-syntax-string-01", `<http://a/s> <http://a/p> "string" .`, ok},
		{"nt-syntax-string-02", `<http://a/s> <http://a/p> "string"@en .`, ok},
		{"nt-syntax-string-03", `<http://a/s> <http://a/p> "string"@en-uk .`, ok},
		{"nt-syntax-str-esc-01", `<http://a/s> <http://a/p> "a\n" .`, ok},
		{"nt-syntax-str-esc-02", `<http://a/s> <http://a/p> "a\u0020b" .`, ok},
		{"nt-syntax-str-esc-03", `<http://a/s> <http://a/p> "a\U00000020b" .`, ok},
		{"nt-syntax-bnode-01", "_:a <http://a/p> <http://a/o> .", ok},
		{"nt-syntax-bnode-02", "<http://a/s> <http://a/p> _:a .\n_:a <http://a/p> <http://a/o> .", ok},
		{"nt-syntax-bnode-03", "<http://a/s> <http://a/p> _:1a .\n_:1a <http://a/p> <http://a/o> .", ok},
		{"nt-syntax-datatypes-01", `<http://a/s> <http://a/p> "123"^^<http://www.w3.org/2001/XMLSchema#byte> .`, ok},
		{"nt-syntax-bad-uri-01", "<http://a/ s> <http://a/p> <http://a/o> .", syntax},
		{"nt-syntax-bad-uri-02", `<http://a/\u00ZZ11> <http://a/p> <http://a/o> .`, syntax},
		{"nt-syntax-bad-uri-03", `<http://a/\U00ZZ1111> <http://a/p> <http://a/o> .`, syntax},
		{"nt-syntax-bad-uri-04", `<http://a/\n> <http://a/p> <http://a/o> .`, syntax},
		{"nt-syntax-bad-uri-05", `<http://a/\/> <http://a/p> <http://a/o> .`, syntax},
		{"nt-syntax-bad-uri-06", "<s> <http://a/p> <http://a/o> .", rdf.CodeNoScheme},
		{"nt-syntax-bad-uri-07", "<http://a/s> <p> <http://a/o> .", rdf.CodeNoScheme},
		{"nt-syntax-bad-uri-08", "<http://a/s> <http://a/p> <o> .", rdf.CodeNoScheme},
		{"nt-syntax-bad-uri-09", `<http://a/s> <http://a/p> "foo"^^<dt> .`, rdf.CodeNoScheme},
		{"nt-syntax-bad-prefix-01", "@prefix : <http://a/> .", syntax},
		{"nt-syntax-bad-base-01", "@base <http://a/> .", syntax},
		{"nt-syntax-bad-struct-01", "<http://a/s> <http://a/p> <http://a/o>, <http://a/o2> .", syntax},
		{"nt-syntax-bad-struct-02", "<http://a/s> <http://a/p> <http://a/o>; <http://a/p2> <http://a/o2> .", syntax},
		{"nt-syntax-bad-lang-01", `<http://a/s> <http://a/p> "string"@1 .`, syntax},
		{"nt-syntax-bad-esc-01", `<http://a/s> <http://a/p> "a\zb" .`, syntax},
		{"nt-syntax-bad-esc-02", `<http://a/s> <http://a/p> "\uWXYZ" .`, syntax},
		{"nt-syntax-bad-esc-03", `<http://a/s> <http://a/p> "\U0000WXYZ" .`, syntax},
		{"nt-syntax-bad-string-01", `<http://a/s> <http://a/p> "abc' .`, syntax},
		{"nt-syntax-bad-string-02", `<http://a/s> <http://a/p> 1.0 .`, syntax},
		{"nt-syntax-bad-string-05", `<http://a/s> <http://a/p> """abc""" .`, syntax},
		{"nt-syntax-bad-string-07", `<http://a/s> <http://a/p> abc" .`, syntax},
		{"nt-syntax-bad-num-01", `<http://a/s> <http://a/p> 1 .`, syntax},
		{"nt-syntax-bad-bnode-01, which 1.2 refuses and the grammar of 1.1 has", "_::a <http://a/p> <http://a/o> .", ok},
		{"nt-syntax-bad-bnode-02, which 1.2 refuses and the grammar of 1.1 has", "_:abc:def <http://a/p> <http://a/o> .", ok},
		{"a label begins with a hyphen", "_:a- <http://a/p> _:-a .", syntax},
		{"ntriples12-bad-iri-1", "<//a/missing-scheme> <http://a/p> <http://a/o> .", rdf.CodeNoScheme},
		{"surrogates, which 1.2 refuses in words", `<http://a/s> <http://a/p> "\uD83C\uDCA1" .`, rdf.CodeSurrogate},
		{"nq-syntax-uri-01", "<http://a/s> <http://a/p> <http://a/o> <http://a/g> .", ok},
		{"nq-syntax-bnode-01", "<http://a/s> <http://a/p> <http://a/o> _:g .", ok},
		{"nq-syntax-bad-literal-01", `<http://a/s> <http://a/p> <http://a/o> "o" .`, syntax},
		{"nq-syntax-bad-literal-02", `<http://a/s> <http://a/p> <http://a/o> "o"@en .`, syntax},
		{"nq-syntax-bad-uri-01", "<http://a/s> <http://a/p> <http://a/o> <g> .", rdf.CodeNoScheme},
		{"nq-syntax-bad-quint-01", "<http://a/s> <http://a/p> <http://a/o> <http://a/g> <http://a/n> .", syntax},
		{"comment_following_triple", "<http://a/s> <http://a/p> _:o . # c\n<http://a/s> <http://a/p> \"o\"@en .# c", ok},
		{"minimal_whitespace",
			"<http://a/s><http://a/p>\"o\".\n_:s<http://a/p>_:o.\n<http://a/s><http://a/p>\"o\"^^<http://a/t>.", ok},
	} {
		for _, syntax := range []rdf.Syntax{rdf.NTriples, rdf.NQuads} {
			want := c.want
			if strings.HasPrefix(c.name, "nq-") && syntax == rdf.NTriples {
				want = rdf.CodeSyntax
			}
			var got string
			for _, err := range rdf.NewReader(strings.NewReader(c.text), syntax).Statements() {
				if wrong, ok := err.(*rdf.Error); ok && got == "" {
					got = wrong.Code
				}
			}
			if got != want {
				t.Errorf("%s: %q has the error %q, want %q", c.name, c.text, got, want)
			}
		}
	}
}
