package fuzz

import (
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/nquads"
	"github.com/irilex/iri/tables/nquads12"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
)

// Kinds of lines.
const (
	wrong     = iota
	blank     // white space, a comment, both, or an empty line
	statement // a triple or a statement
)

// An rdfLine is a line with its kind in an N-Triples file and in an N-Quads file.
type rdfLine struct {
	section      string // of RDF 1.1 N-Triples, or of N-Quads if the number differs: "7, 4"
	line         string
	triple, quad int    // the kinds in N-Triples and in N-Quads
	riot         string // why riot's verdict differs; "" if it does not
}

// Reasons for differences between riot and the recommendations.
const (
	riotJoins    = "white space and line ends are one to riot: a statement may go over lines, and a line have several"
	riotBlanks   = "riot takes a form feed for white space, and skips a byte order mark"
	riotNoColon  = "riot has no \":\" in labels, as N-Triples 1.2: PN_CHARS_U of 1.1 has one"
	riotDots     = "riot reads a label with all its full stops, and gives back the last one alone"
	riotAbsolute = "riot refuses a relative IRI, as the prose of section 2.2 does: no grammar says it"
	riotLax      = "riot takes the character, with or without a warning"
)

var rdfLines = []rdfLine{
	// White space: sections 1, 2.1 and 7 of N-Triples; 1, 2.1 and 4 of N-Quads.
	{"2.1", `<http://a/b> <http://c/d> <http://e/f> .`, statement, statement, ""},
	{"2.1", "<http://a/b>\t<http://c/d>\t<http://e/f>\t.", statement, statement, ""},
	{"2.1", "<http://a/b>  \t <http://c/d> \t\t<http://e/f>   .", statement, statement, ""},
	{"7, 4", `<http://a/b><http://c/d><http://e/f>.`, statement, statement, ""},
	{"7, 4", `_:a<http://c/d>"x".`, statement, statement, ""},
	{"7, 4", `_:a<http://c/d>_:b.`, statement, statement, ""},
	{"7, 4", "  <http://a/b> <http://c/d> <http://e/f> .", statement, statement, ""},
	{"7, 4", "\t<http://a/b> <http://c/d> <http://e/f> .", statement, statement, ""},
	{"7, 4", "<http://a/b> <http://c/d> <http://e/f> . \t ", statement, statement, ""},
	{"7, 4", "<http://a/b> <http://c/d> <http://e/f>.\t", statement, statement, ""},
	{"7, 4", "<http://a/b>\u00A0<http://c/d> <http://e/f> .", wrong, wrong, ""},
	{"7, 4", "<http://a/b>\v<http://c/d> <http://e/f> .", wrong, wrong, ""},
	{"7, 4", "<http://a/b>\f<http://c/d> <http://e/f> .", wrong, wrong, riotBlanks},
	{"7, 4", "<http://a/b> <http://c/d>\r<http://e/f> .", wrong, wrong, riotJoins},
	{"7, 4", "<http://a/b> <http://c/d>\n<http://e/f> .", wrong, wrong, riotJoins},
	{"7, 4", "\uFEFF<http://a/b> <http://c/d> <http://e/f> .", wrong, wrong, riotBlanks},
	{"7, 4", `<http://a/ b> <http://c/d> <http://e/f> .`, wrong, wrong, ""},
	{"7, 4", `<http://a/b> <http://c/d> "a b" .`, statement, statement, ""},
	{"7, 4", "<http://a/b> <http://c/d> \"a\tb\" .", statement, statement, ""},

	// Comments, and lines without a statement: sections 1, 2 and 7 of N-Triples; 1, 2 and 4 of
	// N-Quads.
	{"2", ``, blank, blank, ""},
	{"2", ` `, blank, blank, ""},
	{"2", "\t \t", blank, blank, ""},
	{"2", `# a comment`, blank, blank, ""},
	{"2", "  \t# a comment", blank, blank, ""},
	{"2", `#`, blank, blank, ""},
	{"7, 4", `<http://a/b> <http://c/d> <http://e/f> . # a comment`, statement, statement, ""},
	{"7, 4", `<http://a/b> <http://c/d> <http://e/f> .#a comment`, statement, statement, ""},
	{"7, 4", `<http://a/b><http://c/d>_:b.# <http://a/b> "`, statement, statement, ""},
	{"7, 4", `<http://a/b#c> <http://c/d#e> "#f" .`, statement, statement, ""},
	{"7, 4", `<http://a/b> # <http://c/d> <http://e/f> .`, wrong, wrong, ""},
	{"7, 4", `<http://a/b> <http://c/d> <http://e/f> # .`, wrong, wrong, ""},
	{"7, 4", `<http://a/b> <http://c/d> "x"# .`, wrong, wrong, ""},
	{"7, 4", `; a comment`, wrong, wrong, ""},

	// Statements: section 2.1 of both.
	{"2.1", `<http://a/b> <http://c/d> <http://e/f>`, wrong, wrong, ""},
	{"2.1", `<http://a/b> <http://c/d> .`, wrong, wrong, ""},
	{"2.1", `.`, wrong, wrong, ""},
	{"2.1", `<http://a/b> <http://c/d> <http://e/f> . .`, wrong, wrong, ""},
	{"2.1", `<http://a/b> <http://c/d> <http://e/f> . <http://a/b> <http://c/d> <http://e/f> .`, wrong, wrong, riotJoins},
	{"2.1", `<http://a/b> <http://c/d> <http://e/f> ; <http://g/h> <http://i/j> .`, wrong, wrong, ""},
	{"2.1", `<http://a/b> <http://c/d> <http://e/f> , <http://i/j> .`, wrong, wrong, ""},
	{"2.1", `"a" <http://c/d> <http://e/f> .`, wrong, wrong, ""},
	{"2.1", `<http://a/b> _:c <http://e/f> .`, wrong, wrong, ""},
	{"2.1", `<http://a/b> "c" <http://e/f> .`, wrong, wrong, ""},
	{"7, 4", `@prefix a: <http://a/> .`, wrong, wrong, ""},
	{"7, 4", `<http://a/b> a <http://e/f> .`, wrong, wrong, ""},

	// Graphs: sections 2.1 and 4 of N-Quads.
	{"2.1", `<http://a/b> <http://c/d> <http://e/f> <http://g/h> .`, wrong, statement, ""},
	{"2.1", `<http://a/b><http://c/d><http://e/f><http://g/h>.`, wrong, statement, ""},
	{"2.1", "_:a <http://c/d> \"x\"@en\t_:g\t. # a comment", wrong, statement, ""},
	{"4", `_:a <http://c/d> "x"@en_:g.`, wrong, statement, ""},
	{"4", `_:a <http://c/d> "x"^^<http://d/t><http://g/h>.`, wrong, statement, ""},
	{"4", `_:a <http://c/d> _:b _:g .`, wrong, statement, ""},
	{"4", `_:a <http://c/d> _:b "g" .`, wrong, wrong, ""},
	{"4", `_:a <http://c/d> _:b <http://g/h> <http://g/h> .`, wrong, wrong, ""},
	{"4", `_:a <http://c/d> _:b_:g .`, statement, statement, riotNoColon}, // one label

	// IRIs: section 2.2 of both.
	{"2.2", `<http://a/\u00E9\U0001F600> <http://c/d> <http://é/日本> .`, statement, statement, ""},
	{"2.2", `<http://a/b> <http://c/d> <> .`, statement, statement, riotAbsolute},
	{"2.2", `<http://a/{b}> <http://c/d> <http://e/f> .`, wrong, wrong, riotLax},
	{"2.2", `<http://a/\n> <http://c/d> <http://e/f> .`, wrong, wrong, ""},
	{"2.2", `<http://a/\u00G9> <http://c/d> <http://e/f> .`, wrong, wrong, ""},

	// Literals: section 2.3 of both.
	{"2.3", `_:a <http://c/d> "x"^^<http://d/t> .`, statement, statement, ""},
	{"7, 4", `_:a <http://c/d> "x" ^^ <http://d/t> .`, statement, statement, ""},
	{"7, 4", "_:a <http://c/d> \"x\"^^\t<http://d/t>.", statement, statement, ""},
	{"2.3", `_:a <http://c/d> "x"@en-GB .`, statement, statement, ""},
	{"7, 4", `_:a <http://c/d> "x" @en .`, statement, statement, ""},
	{"7, 4", `_:a <http://c/d> "x"@en.`, statement, statement, ""},
	{"7, 4", `_:a <http://c/d> "x"@ en .`, wrong, wrong, ""},
	{"7, 4", `_:a <http://c/d> "x"^ ^<http://d/t> .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> "x"@1 .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> "x"@en^^<http://d/t> .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> "\t\b\n\r\f\"\'\\ \u00E9 \U0001F600" .`, statement, statement, ""},
	{"2.3", `_:a <http://c/d> "\x" .`, wrong, wrong, ""},
	{"2.3", "_:a <http://c/d> \"x\rx\" .", wrong, wrong, riotLax},
	{"2.3", `_:a <http://c/d> "x .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> 'x' .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> """x""" .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> 1 .`, wrong, wrong, ""},
	{"2.3", `_:a <http://c/d> true .`, wrong, wrong, ""},

	// Blank nodes: section 2.4 of both.
	{"2.4", `_:alice <http://c/d> _:1 .`, statement, statement, ""},
	{"2.4", `_:a.b.c <http://c/d> _:d-e·f .`, statement, statement, ""},
	{"2.4", `_:a <http://c/d> _:b.c.`, statement, statement, ""},
	{"2.4", `_:a <http://c/d> _:b.c`, wrong, wrong, ""},
	{"2.4", `_:a <http://c/d> _:b..`, wrong, wrong, riotDots},
	{"2.4", `_:a. <http://c/d> _:b .`, wrong, wrong, ""},
	{"2.4", `_: a <http://c/d> _:b .`, wrong, wrong, ""},
	{"2.4", `_:-a <http://c/d> _:b .`, wrong, wrong, ""},
	{"2.4", `[] <http://c/d> _:b .`, wrong, wrong, ""},
	{"7, 4", `_:a:b <http://c/d> _::c .`, statement, statement, riotNoColon},
}

// TestRDFLines checks that the rules and the reader assign each line the kind that the
// recommendations specify.
func TestRDFLines(t *testing.T) {
	counts := [2][3]int{}
	for _, c := range rdfLines {
		for i, g := range []struct {
			name                      string
			line, statement, document tables.Rule
			syntax                    rdf.Syntax
			want                      int
		}{
			{"ntriples", ntriples.Line, ntriples.Triple, ntriples.NtriplesDoc, rdf.NTriples, c.triple},
			{"nquads", nquads.Line, nquads.Statement, nquads.NquadsDoc, rdf.NQuads, c.quad},
		} {
			counts[i][g.want]++
			if got := g.line.Valid(c.line); got != (g.want != wrong) {
				t.Errorf("%s, section %s: %q is a line: %t", g.name, c.section, c.line, got)
			}
			if got := g.statement.Valid(c.line); got != (g.want == statement) {
				t.Errorf("%s, section %s: %q is a statement: %t", g.name, c.section, c.line, got)
			}
			if strings.ContainsAny(c.line, "\r\n") {
				continue
			}
			reader := rdf.NewReader(strings.NewReader("\n"+c.line), g.syntax)
			reader.IRI = "" // the grammar does not require absolute IRIs
			if s, err := reader.Read(); (s != nil) != (g.want == statement) ||
				(err != nil && err != io.EOF) != (g.want == wrong) {
				t.Errorf("%s, section %s: the reader reports %v for %q", g.name, c.section, err, c.line)
			}
			for _, text := range []string{c.line, c.line + "\n", "\n\r\n# c\n" + c.line + "\r\n_:a <b> _:c."} {
				if got := g.document.Valid(text); got != (g.want != wrong) {
					t.Errorf("%s: %q is a document: %t", g.name, text, got)
				}
			}
		}
	}
	for i, n := range counts {
		if n[wrong] < 25 || n[blank] < 5 || n[statement] < 25 {
			t.Errorf("grammar %d has %d wrong lines, %d blank ones and %d statements", i, n[wrong], n[blank], n[statement])
		}
	}
}

// TestRDFLinesByTokens splits lines into longest-match tokens, and decides from the tokens whether
// they form a statement or a blank line. This second interpretation of the recommendations must
// agree with the rules on lines assembled from pieces.
func TestRDFLinesByTokens(t *testing.T) {
	pieces := []string{
		"<a>", "<b>", "_:a", "_:b", ":", "_", ".", "-", `"x"`, `""`, "^^", "@en", "@", "-GB", " ", "\t", "#", "a",
		"1", "<", `"`, `\`, "<<(", ")>>", "VERSION", "--ltr",
	}
	r := rand.New(rand.NewPCG(9, 110))
	valid := 0
	check := func(s string) {
		for _, g := range []struct {
			line, statement tables.Rule
			tokens          tables.Set
			quads           bool
		}{
			{ntriples.Line, ntriples.Triple, ntriples.Token, false}, {nquads.Line, nquads.Statement, nquads.Token, true},
			{ntriples12.Line, ntriples12.Statement, ntriples12.Token, false},
			{nquads12.Line, nquads12.Statement, nquads12.Token, true},
		} {
			kind := kindOf(g.tokens, s, g.quads)
			if g.line.Valid(s) != (kind != wrong) || g.statement.Valid(s) != (kind == statement) {
				t.Fatalf("%q, quads %t: the tokens say %d, the rules %t and %t", s, g.quads, kind, g.line.Valid(s),
					g.statement.Valid(s))
			}
			if kind == statement {
				valid++
			}
		}
	}
	check(`VERSION "1.2"`)
	check(strings.Repeat("<a> <b> <<( ", 50) + "<a> <b> <c>" + strings.Repeat(" )>>", 50) + " .") // not a triple
	space := func() string { return []string{"", "", " ", "\t "}[r.IntN(4)] }
	term := func() string { // an object of RDF 1.2
		s := []string{"_:c", `"x"@en--ltr`, "<c>"}[r.IntN(3)]
		for range r.IntN(4) {
			s = "<<(" + space() + "<a>" + space() + "<b>" + space() + s + space() + ")>>"
		}
		return s
	}
	for range testkit.Few(200_000) {
		var line []string
		for _, terms := range [][]string{
			{"<a>", "_:a", "_:a.b"}, {"<b>"}, {"<c>", "_:c", `"x"`, `"x"@en`, `"x" ^^<d>`, `"x"^^ <d>`, `"x" @en`, term()},
			{"", "", "<g>", "_:g"}, {"."}, {"", "", "#c", "# ."},
		} {
			line = append(line, space(), terms[r.IntN(len(terms))])
		}
		if r.IntN(3) > 0 { // replace or remove one
			line[r.IntN(len(line))] = append(pieces, "")[r.IntN(len(pieces)+1)]
		}
		check(strings.Join(line, ""))
		line = line[:0]
		for range r.IntN(7) {
			line = append(line, pieces[r.IntN(len(pieces))])
		}
		check(strings.Join(line, ""))
	}
	if valid < testkit.Few(50_000) {
		t.Errorf("only %d statements", valid)
	}
}

// kindOf determines the kind of line s from its tokens other than white space.
func kindOf(set tables.Set, s string, quads bool) int {
	var tokens []string
	for l := set.Lexer(s); l.Next(); {
		if l.Rule() < 0 {
			return wrong
		}
		name := set.RuleName(l.Rule())
		switch name {
		case "EOL":
			return wrong
		case "WS":
		default:
			tokens = append(tokens, name)
		}
	}
	if n := len(tokens); n > 0 && tokens[n-1] == "COMMENT" {
		tokens = tokens[:n-1]
	}
	if len(tokens) == 0 {
		return blank
	}
	take := func(names ...string) bool {
		ok := len(tokens) > 0 && slices.Contains(names, tokens[0])
		if ok {
			tokens = tokens[1:]
		}
		return ok
	}
	if take("VERSION") {
		if take("STRING_LITERAL_QUOTE") && len(tokens) == 0 {
			return statement
		}
		return wrong
	}
	var triple func() bool
	triple = func() bool {
		switch {
		case !take("IRIREF", "BLANK_NODE_LABEL") || !take("IRIREF"):
			return false
		case take("BEGIN"):
			return triple() && take("END")
		case take("STRING_LITERAL_QUOTE"):
			return take("LANGTAG", "LANG_DIR") || !take("DATATYPE") || take("IRIREF")
		}
		return take("IRIREF", "BLANK_NODE_LABEL")
	}
	ok := triple()
	if quads && ok {
		take("IRIREF", "BLANK_NODE_LABEL")
	}
	if !ok || !take("DOT") || len(tokens) > 0 {
		return wrong
	}
	return statement
}

// TestRiotAgreesOnRDFLines compares the verdicts on lines with those of riot from Apache Jena. Riot
// reads each line from a separate file, in which a valid statement follows: if riot prints that
// statement, it has accepted the line.
func TestRiotAgreesOnRDFLines(t *testing.T) {
	if _, err := exec.LookPath("riot"); err != nil {
		t.Skip("needs riot of Apache Jena: .ci/riot installs it and runs this test")
	}
	for _, g := range []struct {
		syntax string
		want   func(rdfLine) int
	}{
		{"NT", func(c rdfLine) int { return c.triple }},
		{"NQ", func(c rdfLine) int { return c.quad }},
	} {
		differ := 0
		for i, took := range askRiot(t, g.syntax) {
			c := rdfLines[i]
			if differs := took != (g.want(c) != wrong); differs != (c.riot != "") {
				t.Errorf("%s, section %s: riot takes %q: %t; a known difference: %q", g.syntax, c.section, c.line, took, c.riot)
			} else if differs {
				differ++
			}
		}
		t.Logf("%s: %d lines, %d known differences", g.syntax, len(rdfLines), differ)
	}
}

// askRiot returns, for each line in rdfLines, whether riot accepts it.
func askRiot(t *testing.T, syntax string) []bool {
	t.Helper()
	dir := t.TempDir()
	const known = "http://known.example/"
	args := []string{"--syntax=" + syntax, "--output=" + syntax}
	for i, c := range rdfLines {
		name := filepath.Join(dir, strconv.Itoa(i))
		text := c.line + "\n<" + known + strconv.Itoa(i) + "> <http://p/> <http://o/> .\n"
		testkit.WriteFile(t, name, text)
		args = append(args, name)
	}
	out, _ := exec.Command("riot", args...).Output() // the exit status reflects the worst line
	took := make([]bool, len(rdfLines))
	n := 0
	for line := range strings.Lines(string(out)) {
		if rest, ok := strings.CutPrefix(line, "<"+known); ok {
			number, _, _ := strings.Cut(rest, ">")
			i, err := strconv.Atoi(number)
			if err != nil {
				t.Fatalf("riot prints %q", line)
			}
			took[i] = true
			n++
		}
	}
	if n == 0 {
		t.Fatalf("riot takes no line: %q", out)
	}
	return took
}
