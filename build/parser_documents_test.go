package build

import (
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// xmlContent is the production content of XML 1.0 with those that it needs, without external ones.
const xmlContent = `content ::= CharData? ((element | Reference | CDSect | PI | Comment) CharData?)*
element ::= EmptyElemTag | STag content ETag
EmptyElemTag ::= '<' Name (S Attribute)* S? '/>'
STag ::= '<' Name (S Attribute)* S? '>'
ETag ::= '</' Name S? '>'
Attribute ::= Name Eq AttValue
Eq ::= S? '=' S?
AttValue ::= '"' ([^<&"] | Reference)* '"' | "'" ([^<&'] | Reference)* "'"
Reference ::= '&' Name ';' | '&#' [0-9]+ ';'
CharData ::= [^<&]* - ([^<&]* ']]>' [^<&]*)
CDSect ::= '<![CDATA[' CData ']]>'
CData ::= (Char* - (Char* ']]>' Char*))
PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'
PITarget ::= Name - (('X' | 'x') ('M' | 'm') ('L' | 'l'))
Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'
Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
Name ::= [A-Za-z_] [A-Za-z0-9_.-]*
S ::= (#x20 | #x9 | #xD | #xA)+
`

func compileDocument(t *testing.T, name string) *Grammar {
	switch name {
	case "XML content":
		g, list := compileDialect(t, syntax.W3C, xmlContent)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		return g
	case "comments":
		return compileText(nestings[2].text)
	case "SPARQL":
		g, _ := compileWith(t, "documents/w3c-sparql.bnf", Options{Dialect: syntax.W3C, Rules: []string{"INTEGER"}})
		return g
	case "MessageFormat":
		g, _ := compileWith(t, "documents/messageformat2.abnf", Options{Rules: []string{"s"}})
		return g
	case "JSONPath":
		g, _ := compileWith(t, "grammars/node-abnf-jsonpath.abnf", Options{Rules: []string{"S"}})
		return g
	}
	return bundled(t, name)
}

// TestParserDocuments compares parsers for published grammars with the independent recognizer: with
// examples, random members and strings close to these.
func TestParserDocuments(t *testing.T) {
	random := rand.New(rand.NewPCG(66, 5))
	for i, tt := range []struct {
		name, rule       string
		members, strings []string
	}{
		{"rfc8259", "JSON-text", []string{`{"a": [1, -2.5e+3, "\u00e9"]}`, ` [ [] ] `}, []string{`{"a": [}`, `[01]`, ``}},
		{"SPARQL", "QueryUnit", []string{"SELECT*{}", "SELECT?x{?x<a>?y.{}}", "ASK{?a?b(?c[])}"},
			[]string{"SELECT{}", "ASK{{}"}},
		{"MessageFormat", "message", []string{"a {$b :c d=e} f", "{{ {|x|} }}", "{#a}{/a}"}, []string{"{", "{{}", "a}"}},
		{"JSONPath", "jsonpath-query", []string{"$", "$.a[?@.b==1&&!(@['c'])]", "$..[1:2,*]"}, []string{"$.", "$[?(@.a]"}},
		{"XML content", "content", []string{"a<b c='d'>e</b>", "<!-- - --><?a b?>", "<![CDATA[]]]]>", "&lt;x]]"},
			[]string{"a]]>", "<!----->", "<?xml?>", "<a></a", "&"}},
		{"xri30", "xri", []string{"=(a:b)", "=((()))"}, []string{"=(()"}},
		{"comments", "message", []string{"m(m(m)())", " (()m) m ()"}, []string{"(()m", ")("}},
	} {
		if !testkit.Sparse(2, i) && i != 1 {
			continue
		}
		g := compileDocument(t, tt.name)
		r := g.Rule(tt.rule)
		parsers := parsersOf(t, g, tt.rule)
		for _, s := range tt.members {
			parses(t, parsers, s, true)
		}
		for _, s := range tt.strings {
			parses(t, parsers, s, false)
		}
		twin, in, out := newRecognizer(g), 0, 0
		for range 20_000 {
			s, ok := twin.draw(r, random)
			if !ok || len([]rune(s)) > 40 || in+out > testkit.Fewest(2000) {
				continue
			}
			for _, s := range []string{s, nearMiss(random, s, []rune(s+`[]{}()<>"$ a`))} {
				want := twin.accepts(r, s, 0)
				if parses(t, parsers, s, want); want {
					in++
				} else {
					out++
				}
				if r.Table != "" && r.Table.Valid(s) != want {
					t.Errorf("%s: the table and the recognizer disagree about %q", tt.name, s)
				}
			}
		}
		t.Logf("%s: %d members, %d others", tt.name, in, out)
		if in < 20 || out < 10 {
			t.Errorf("%s: %d members, %d others: that means nothing", tt.name, in, out)
		}
	}
}

// TestParserJSON compares the parser with encoding/json, on JSON texts of any length and strings
// close to them.
func TestParserJSON(t *testing.T) {
	p, err := bundled(t, "rfc8259").Parser("JSON-text", DefaultWork)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(66, 6))
	var value func(depth int) any
	value = func(depth int) any {
		switch kind := random.IntN(6); {
		case kind < 2 && depth > 0:
			list := []any{}
			for range random.IntN(5) {
				list = append(list, value(depth-1))
			}
			return list
		case kind < 4 && depth > 0:
			return map[string]any{"a": value(depth - 1), testkit.RandomText(random, 3): value(depth - 1)}
		case kind == 4:
			return random.NormFloat64()
		}
		return testkit.RandomText(random, 5)
	}
	for range testkit.Fewer(3000) {
		b, err := json.Marshal(value(5))
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			s := string(b)
			if ok, _, err := p.Match(t.Context(), s); ok != json.Valid(b) || err != nil {
				t.Fatalf("%q: %v, %v", s, ok, err)
			}
			b = []byte(nearMiss(random, s, []rune(`[]{},:"\x1e-. `)))
		}
	}
}

// deepStrings are strings of about n characters for rules in which the parser takes linear time.
var deepStrings = []struct {
	name, text, rule string // text is that of the grammar, or its name without "="
	of               func(n int) string
}{
	{"JSON, nested", "rfc8259", "JSON-text", func(n int) string { return brackets("[", "]", n) }},
	{"JSON, flat", "rfc8259", "JSON-text", func(n int) string {
		return "[" + strings.Repeat(`{"abc": [1, 2.5, "x\n"], "d": null}, `, n/37) + "1]"
	}},
	{"SPARQL, nested", "SPARQL", "QueryUnit", func(n int) string { return "ASK{" + brackets("{", "}", n) + "}" }},
	{"SPARQL, flat", "SPARQL", "QueryUnit", func(n int) string {
		return "SELECT*{" + strings.Repeat("?x<urn:a>?y.", n/12) + "}"
	}},
	{"left", `a = a "x" / "x"`, "a", func(n int) string { return strings.Repeat("x", n) }},
	{"right", `a = "x" a / "x"`, "a", func(n int) string { return strings.Repeat("x", n) }},
	{"right, of two rules", "a = \"x\" b / \"\"\nb = [\"y\" / \"z\" a]", "a",
		func(n int) string { return strings.Repeat("xz", n/2) }},
	{"left, hidden", `a = [b] a "x" / "x"` + "\nb = \"\"", "a", func(n int) string { return strings.Repeat("x", n) }},
	{"nested", `a = "(" a ")" / "[" a "]" / ""`, "a", func(n int) string { return brackets("([", "])", n/2) }},
	{"counted", `a = 100000("x" / "y" a)`, "a", func(n int) string { return strings.Repeat("x", n) }},
}

func brackets(open, closing string, n int) string {
	return strings.Repeat(open, n/2) + strings.Repeat(closing, n/2)
}

// TestParserCost checks that a string ten times as long takes at most twelve times as many steps,
// and that 100,000 characters take less memory than 1 GiB.
func TestParserCost(t *testing.T) {
	for i, tt := range deepStrings {
		if !testkit.Sparse(3, i) {
			continue
		}
		g := compileText(tt.text)
		if !strings.Contains(tt.text, "=") {
			g = compileDocument(t, tt.text)
		}
		p, err := g.Parser(tt.rule, DefaultWork)
		if err != nil {
			t.Fatal(err)
		}
		var steps [2]int64
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i, n := range []int{10_000, 100_000} {
			ok, offset, err := p.Match(t.Context(), tt.of(n))
			if steps[i] = p.parser.Steps(); !ok && n > 10_000 || err != nil {
				t.Errorf("%s: %v at byte %d of %d: %v", tt.name, ok, offset, n, err)
			}
		}
		runtime.ReadMemStats(&after)
		allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
		t.Logf("%s: %d steps a character, %d MiB", tt.name, steps[1]/100_000, allocated)
		if steps[1] > 12*steps[0] || allocated > 1<<10 {
			t.Errorf("%s: %d steps, then %d; %d MiB", tt.name, steps[0], steps[1], allocated)
		}
	}
}

// TestParserLimit checks that a hostile rule and string end at the limit, with an error that names
// the place, and take the memory that the limit allows.
func TestParserLimit(t *testing.T) {
	for _, text := range []string{
		`a = a a / a a a / "x" / ""`, `a = *(1*3000("x" / a))`, `a = "x" / 1*a 1*a 1*a`, `a = 1*90000("x" [a])`,
	} {
		p, err := compileText(text).Parser("a", 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err = p.Match(t.Context(), strings.Repeat("x", 30_000))
		runtime.ReadMemStats(&after)
		e, ok := err.(*WorkError)
		if !ok || e.Limit != 1_000_000 || e.Offset < 0 || e.Offset >= 30_000 {
			t.Errorf("%s: %v", text, err)
		}
		if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 64 {
			t.Errorf("%s: %d MiB", text, mib)
		}
		if ok, _, err := p.Match(t.Context(), "x"); !ok || err != nil { // the parser can be used again
			t.Errorf("%s: %v, %v", text, ok, err)
		}
	}
}

// A rule that reaches an undefined one, prose, or a difference of itself has no parser, nor has one
// with PEG semantics.
func TestParserReasons(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a = b", "the rule a has no parser: the rule a refers to b, which is not defined"},
		{"a = \"x\" b\nb = c", "the rule b refers to c, which is not defined"},
		{"a = <prose>", "the rule a refers to <prose>, which is not defined"},
		{"a = b\nb = \"x\" *", "the definition of b could not be read"},
		{"a ::= 'x' | (a 'y' - a)", "a difference contains itself"},
		{"; @octets\na = %x100", "the rule a is wrong: its numbers are octets"},
	} {
		g, _ := compileDialect(t, hostile{text: tt.text}.dialect(), tt.text+"\r\n")
		if _, err := g.Parser("a", 1); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
	if _, err := compileOrderedText(t, "a = \"(\" a \")\" / \"x\"\n").Parser("a", 1); err == nil {
		t.Error("a rule with PEG semantics has a parser")
	}
	if _, err := compileText(`a = "x"`).Parser("b", 1); err == nil {
		t.Error("an unknown rule has a parser")
	}
}
