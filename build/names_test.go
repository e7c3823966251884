package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

func compileDialect(t *testing.T, d syntax.Dialect, text string) (*Grammar, *syntax.List) {
	t.Helper()
	return compileSource(t.Context(), syntax.NewSource("test", text), Options{Name: "test", Dialect: d})
}

// The error for an undefined name lists the names or forms that may have been meant.
func TestUndefinedNames(t *testing.T) {
	for _, tt := range []struct {
		dialect    syntax.Dialect
		text, want string
	}{
		{syntax.W3C, "a ::= char\nChar ::= 'x'\n",
			"char is not defined; only ABNF includes the core rules of RFC 5234; names must match exactly in W3C's EBNF: Char"},
		{syntax.ABNF, "a = 2ALPAH\n", "ALPAH is not defined; similar: ALPHA"},
		{syntax.ABNF, "a = request\nreqest = %x41 / rqest\n",
			"request is not defined; similar: reqest; rqest is not defined; similar: reqest"},
		{syntax.ABNF, "a = [a-z] / [a-zA-Z0-9] / b-c-d\n",
			"a-z is not defined; ABNF has no character classes: write %x61-7A; " +
				"a-zA-Z0-9 is not defined; ABNF has no character classes: write %x61-7A / %x41-5A / %x30-39; b-c-d is not defined"},
		{syntax.ABNF, "a = tokn / token\n",
			"tokn is not defined; token is not defined; the bundled grammar rfc9110 defines it: add --import rfc9110"},
	} {
		g, list := compileDialect(t, tt.dialect, tt.text)
		var found []string
		for _, d := range list.Items {
			if d.Code == "undefined-rule" {
				found = append(found, d.Message)
			}
		}
		if got := strings.Join(found, "; "); got != tt.want {
			t.Errorf("%s: %q: %s, want %s", tt.dialect, tt.text, got, tt.want)
		}
		if r := g.Rules[0]; r.Table != "" {
			t.Errorf("%s: %q: %s has a table", tt.dialect, tt.text, r.Name)
		}
	}
}

// A rule of another grammar is read in the dialect of its own document, whatever that is.
func TestImports(t *testing.T) {
	words := Import{
		Source:  syntax.NewSource("words", "word ::= letter+\nletter ::= [a-z]\nloop ::= '(' loop? ')' | '[' loop? ']'\n"),
		Options: Options{Name: "words", Dialect: syntax.W3C},
	}
	octet := Import{
		Source:  syntax.NewSource("octet", "high = %x80-FF\n"),
		Options: Options{Name: "octet", Dialect: syntax.ABNF, Octets: []string{WholeDocument}},
	}
	g, list := compileSource(t.Context(),
		syntax.NewSource("test", "a = 2word\nb = word / high\nc = loop\nd = none\ne = digit\n"),
		Options{Name: "test", Imports: []Import{words, octet}})
	for rule, strings := range map[string][2]string{"a": {"abc", "a"}, "b": {"\xFF", "\u0080"}, "e": {"1", "a"}} {
		if r := g.Rule(rule); !r.Table.Valid(strings[0]) || r.Table.Valid(strings[1]) {
			t.Errorf("%s is wrong", rule)
		}
	}
	if r := g.Rule("word"); r.From != "words#word" || r.Own() || r.Table != "" {
		t.Errorf("word: %+v", r)
	} else if got := r.Reason(); got != "it is the imported rule words#word" {
		t.Errorf("word has no table: %s", got)
	} else if list := g.Contributions(g.Rule("a")); len(list) != 1 || list[0].Rule != r.names || list[0].Times != 2 {
		t.Errorf("two words are the contributions %+v", list)
	} else if list := g.Contributions(r); list != nil {
		t.Errorf("a word, defined elsewhere, has the contributions %+v", list)
	}
	const want = `3:5 error import: loop is imported, but the rule words#loop has no table: it is ` +
		`recursive (self-embedding): loop -> loop; one counter cannot tell what may follow loop inside loop, ` +
		`as with two kinds of brackets; abnf compiles it with --superset or --depth
4:5 error undefined-rule: none is not defined
`
	if got := withCodes(list, "import", "undefined-rule") + "\n"; got != want {
		t.Errorf("got %s", got)
	}
	if _, err := g.Regexp(t.Context(), "a", RE2); err == nil ||
		!strings.Contains(err.Error(), "the imported rule words#word") {
		t.Errorf("%v", err)
	}
}

// Rules cited in prose from an RFC that RFC 9110 replaced match the same strings there.
func TestRulesInRFC9110(t *testing.T) {
	const rfc7230 = `
OWS = *( SP / HTAB )
RWS = 1*( SP / HTAB )
BWS = OWS
token = 1*tchar
tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "` + "`" +
		`" / "|" / "~" / DIGIT / ALPHA
quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE
qdtext = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text
obs-text = %x80-FF
quoted-pair = "\" ( HTAB / SP / VCHAR / obs-text )
field-name = token
`
	// 1*<any CHAR except CTLs or separators>
	const rfc2616 = "token = 1*( %x21 / %x23-27 / %x2A-2B / %x2D-2E / %x30-39 / %x41-5A / %x5E-7A / %x7C / %x7E )\n"
	g := bundled(t, "rfc9110")
	texts := map[string]string{"rfc2616": rfc2616, "rfc7230": rfc7230}
	for document, rules := range names.InRFC9110 {
		old, err := Compile(t.Context(), syntax.NewSource(document, texts[document]),
			Options{Name: document, Octets: []string{WholeDocument}})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range rules {
			if c, err := Compare(old.referent(name), g.referent(name)); err != nil || c.Relation != Equal {
				t.Errorf("%s of %s: %+v, %v", name, document, c, err)
			}
		}
	}
}

// A rule in Options that is missing from the document is an error, even if the list contains none.
func TestUnknownRuleAsked(t *testing.T) {
	src := syntax.NewSource("test", "good = \"x\"\nbad = nowhere\n")
	const want = `the grammar test has no rule "gud"`
	for _, rules := range [][]string{{"gud"}, {"good", "gud"}} {
		if g, err := Compile(t.Context(), src, Options{Name: "test", Rules: rules}); g == nil || err == nil ||
			err.Error() != want {
			t.Errorf("%v: %v, want %s", rules, err, want)
		}
	}
	if _, err := Compile(t.Context(), src, Options{Name: "test", Rules: []string{"GOOD"}}); err != nil {
		t.Error(err)
	}
}

// If Options names rules, only errors in those rules count.
func TestErrorsOfOthers(t *testing.T) {
	const text = "good = \"x\"\nbad = ( \"y\"\nlost = nowhere / \"z\"\nuses = lost\ngood2 = good\ngood2 = \"w\"\n"
	for _, tt := range []struct {
		rules     string
		codes     string
		elsewhere int
	}{
		{"good", "", 3},
		{"good bad", "2:7 unterminated-group", 2},
		{"uses", "3:8 undefined-rule", 2},
		{"good2", "6:1 duplicate-rule", 2},
		{"inner", "1:9 foreign-text", 0}, // inner is defined in the foreign block
		{"after", "", 1},
	} {
		text := text
		if tt.rules == "inner" || tt.rules == "after" {
			text = "a = \"x\" !!!\n  [_, b] = values\n  inner = case b do\n    [] -> nil\n  end\n!!!\nafter = \"y\"\n"
		}
		g, err := Compile(t.Context(), syntax.NewSource("test", text), Options{Name: "test", Rules: strings.Fields(tt.rules)})
		var found []string
		for _, d := range g.Diagnostics.Items {
			if d.Severity == syntax.Error {
				at := g.Source.Position(d.Pos)
				found = append(found, fmt.Sprintf("%d:%d %s", at.Line, at.Column, d.Code))
			}
		}
		if got := strings.Join(found, ", "); got != tt.codes || g.Elsewhere != tt.elsewhere ||
			(err != nil) != (tt.codes != "") {
			t.Errorf("%s: %s, %d elsewhere, %v", tt.rules, got, g.Elsewhere, err)
		}
	}
}
