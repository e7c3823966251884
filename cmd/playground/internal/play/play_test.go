package play

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// ask sends a request and decodes the answer into a value of type T. The answer must not be an
// error.
func ask[T any](t *testing.T, s *Session, r Request) (answer T) {
	t.Helper()
	text := send(t, s, r)
	if f := decode[failure](t, text); f.Error != "" {
		t.Fatalf("%s %s %s: %s", r.Do, r.Rule, r.As, f.Error)
	}
	return decode[T](t, text)
}

// refuse sends a request and returns the error in the answer.
func refuse(t *testing.T, s *Session, r Request) string {
	t.Helper()
	f := decode[failure](t, send(t, s, r))
	if f.Error == "" {
		t.Errorf("%s %s %s: no error", r.Do, r.Rule, r.As)
	}
	return f.Error
}

func send(t *testing.T, s *Session, r Request) string {
	t.Helper()
	request, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return s.Answer(string(request))
}

func decode[T any](t *testing.T, text string) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return value
}

// compiledText compiles a text.
func compiledText(t *testing.T, s *Session, text string) compiled {
	t.Helper()
	return ask[compiled](t, s, Request{Do: "compile", Document: Document{File: "g.abnf", Text: text}})
}

// TestBundled sends every request about every bundled grammar.
func TestBundled(t *testing.T) {
	m := ask[menu](t, new(Session), Request{Do: "start"})
	if len(m.Grammars) != len(build.BundledGrammars()) || len(m.Languages) != len(port.Languages())+1 {
		t.Errorf("the menu has %d grammars and %d languages", len(m.Grammars), len(m.Languages))
	}
	for i, b := range build.BundledGrammars() {
		if !testkit.Sparse(3, i) {
			continue
		}
		t.Run(b.Name, func(t *testing.T) {
			s := new(Session)
			o := ask[opened](t, s, Request{Do: "open", Grammar: b.Name})
			c := ask[compiled](t, s, Request{Do: "compile", Document: Document{File: o.File, Text: o.Text}})
			if c.Errors > 0 || len(c.Rules) == 0 || c.Dialect != b.Dialect.String() {
				t.Errorf("%d errors, %d rules, read as %s", c.Errors, len(c.Rules), c.Dialect)
			}
			for _, row := range c.Rules {
				if row.Reason == "" && !row.Core && (row.States == 0 || row.Bytes == 0 || row.Exact == "") {
					t.Errorf("%+v", row)
				}
			}
			for _, member := range b.Members {
				if v := ask[verdict](t, s, Request{Do: "string", Rule: o.Rule, String: member}); !v.Valid || v.Picture == "" {
					t.Errorf("%q: %+v", member, v)
				}
			}
			for _, other := range b.Others {
				v := ask[verdict](t, s, Request{Do: "string", Rule: o.Rule, String: other})
				if v.Valid || v.Message == "" || v.Column == 0 {
					t.Errorf("%q: %+v", other, v)
				}
			}
			everyTab(t, s, o.Rule)
		})
	}
}

// everyTab sends the requests of all tabs for a rule.
func everyTab(t *testing.T, s *Session, rule string) {
	t.Helper()
	p := ask[picture](t, s, Request{Do: "railroad", Rule: rule, Width: 600})
	if !strings.Contains(p.SVG, "<svg") || !strings.HasPrefix(p.Text, rule+" = ") {
		t.Errorf("railroad: %.80q %.80q", p.SVG, p.Text)
	}
	table := s.grammar.Rule(rule).Table
	if table.Recursive() {
		refuse(t, s, Request{Do: "automaton", Rule: rule})
		return
	}
	p = ask[picture](t, s, Request{Do: "automaton", Rule: rule})
	if !strings.Contains(p.SVG, "<svg") || !strings.Contains(p.Text, "digraph") {
		t.Errorf("automaton: %.80q %.80q", p.SVG, p.Text)
	}
	a := ask[sampled](t, s, Request{Do: "samples", Rule: rule, Seed: 1})
	for _, x := range slices.Concat(a.Shortest, a.Readable, a.ASCII, a.Members) {
		if !table.Valid(restore(t, x)) {
			t.Errorf("the sample %+v is not a member", x)
		}
	}
	for _, x := range a.Misses {
		if table.Valid(restore(t, x.String)) {
			t.Errorf("the near miss %+v is a member", x)
		}
	}
	if len(a.Shortest) == 0 || len(a.Readable) == 0 ||
		len(a.ASCII)+len(a.Members) == 0 || len(a.Misses) == 0 && a.NoMiss == "" {
		t.Errorf("samples: %+v", a)
	}
	if d := ask[difference](t, s, Request{Do: "diff", Rule: rule, Other: rule}); d.Relation != "equal" {
		t.Errorf("%s differs from itself: %+v", rule, d)
	}
	for _, language := range append(port.Languages(), "go") {
		if p := ask[program](t, s, Request{Do: "code", Rule: rule, As: language}); len(p.Text) < 500 || p.File == "" {
			t.Errorf("%s: %+v", language, p)
		}
	}
	for _, engine := range build.Engines() { // an expression may be refused, with a reason
		text := send(t, s, Request{Do: "regexp", Rule: rule, As: string(engine)})
		if f := decode[failure](t, text); f.Error == "" && decode[program](t, text).Text == "" {
			t.Errorf("%s: no expression and no reason", engine)
		}
	}
}

// restore returns the string that is shown as x.
func restore(t *testing.T, x shown) string {
	t.Helper()
	if !x.Escaped {
		return x.Text
	}
	s, err := unescape(x.Text)
	if err != nil {
		t.Error(err)
	}
	return s
}

// TestSeeds compiles the shared documents as they are dropped on the page.
func TestSeeds(t *testing.T) {
	want := []struct {
		dialect      string
		rules, fewer int // with and without repairs
		rule, valid  string
	}{
		{"abnf", 42, 42, "IRI", "http://example.org/é"},
		{"treetop", 42, 11, "IRI", "http://example.org/"},
		{"rfc822", 40, 40, "URI-reference", "http://example.org/"},
		{"abnf", 39, 11, "IRI", "http://example.org/é"},
		{"aparse", 79, 79, "xri", "xri:=example"},
	}
	files := shared.Glob(t, "seeds/*.txt")
	if len(files) != len(want) {
		t.Fatalf("%d documents", len(files))
	}
	for i, file := range files {
		name := filepath.Base(file)
		text := shared.Read(t, "seeds", name)
		for _, repair := range []bool{false, true} {
			s := new(Session)
			d := Document{File: name, Text: text, Repair: repair}
			c := ask[compiled](t, s, Request{Do: "compile", Document: d})
			own := 0
			for _, r := range c.Rules {
				if !r.Core {
					own++
				}
			}
			rules := want[i].fewer
			if repair {
				rules = want[i].rules
			}
			if own != rules || c.Dialect != want[i].dialect || (c.Errors > 0) != (rules != want[i].rules) {
				t.Errorf("%s, repair %v: %d rules, %d errors, read as %s", name, repair, own, c.Errors, c.Dialect)
			}
			for _, x := range c.Diagnostics {
				if x.Line < 1 || x.Column < 1 || x.From < 0 || x.To < x.From || x.To > len(text) || x.Message == "" {
					t.Errorf("%s: %+v", name, x)
				}
			}
			if !repair {
				continue
			}
			if v := ask[verdict](t, s, Request{Do: "string", Rule: want[i].rule, String: want[i].valid}); !v.Valid {
				t.Errorf("%s: %s does not match %s", name, want[i].valid, want[i].rule)
			}
			everyTab(t, s, want[i].rule)
		}
	}
}

// Offsets count UTF-16 code units, as those of a text field do.
func TestOffsets(t *testing.T) {
	s := new(Session)
	c := compiledText(t, s, "; é 𝒢\na = nobody\n")
	if len(c.Diagnostics) != 1 {
		t.Fatalf("%+v", c.Diagnostics)
	}
	d := c.Diagnostics[0]
	if d.Code != "undefined-rule" || d.Line != 2 || d.Column != 5 || d.From != 11 || d.To != 17 {
		t.Errorf("%+v", d)
	}
}

// A document that contains a grammar is read like a grammar, and diagnostics refer to the document.
func TestExtract(t *testing.T) {
	c := compiledText(t, new(Session), "# A\n\n~~~ abnf\nb = %x61-7A c\n~~~\n\nMore.\n")
	if !strings.Contains(c.Notation, "line") || len(c.Diagnostics) == 0 || c.Diagnostics[0].Line != 4 {
		t.Errorf("%q, %+v", c.Notation, c.Diagnostics)
	}
}

// TestHostile checks that large and costly grammars end with the messages of abnf.
func TestHostile(t *testing.T) {
	many := strings.Repeat
	for name, test := range map[string]struct{ text, want string }{
		"over 1 MiB":   {"a = \"" + many("x", 1<<20) + "\"", "exceeds the limit of 1048576 bytes"},
		"over 4 MiB":   {many("a = \"x\"\n", 1<<19+1), "exceeds the limit of 1048576 bytes"},
		"exponential":  {`a = *("a"/"b") "a" 20("a"/"b")`, "200001 subset states exceed the limit of 200000"},
		"product":      {`a = 1000*1000(1000*1000("x"))`, "1000000 copies of a repeated element exceed the limit of 100000"},
		"nesting":      {"a = " + many("(", 251) + `"x"` + many(")", 251), "over the limit of 250"},
		"only quotes":  {many(`"`, testkit.Fewer(1<<20)), "the document has no rules"},
		"every line":   {many("a=*\n", testkit.Fewer(1<<18)), "needs an element directly after it"},
		"empty":        {"", "the document has no rules"},
		"not a string": {"a = \xff\x00\n", "NUL"},
	} {
		t.Run(name, func(t *testing.T) {
			s := new(Session)
			c := compiledText(t, s, test.text)
			found := c.More
			for _, d := range c.Diagnostics {
				found += d.Message
			}
			if !strings.Contains(found, test.want) || len(c.Diagnostics) > maxListed {
				t.Errorf("%d diagnostics: %.300s", len(c.Diagnostics), found)
			}
			if c.Rules == nil {
				t.Error("the rules are null")
			}
			for _, do := range []string{"railroad", "automaton", "string", "samples", "diff", "code", "regexp"} {
				send(t, s, Request{Do: do, Rule: "a", Other: "a", As: "re2"}) // does not panic
			}
		})
	}
}

// Rules without tables, and requests that make no sense, are refused with a reason.
func TestRefused(t *testing.T) {
	s := new(Session)
	for do := range requests {
		if do != "start" && do != "compile" {
			refuse(t, s, Request{Do: do, Rule: "a", Other: "a"})
		}
	}
	compiledText(t, s, "a = \"(\" [a] \")\" / \"[\" [a] \"]\"\nb = \"x\"\n")
	for _, r := range []Request{
		{Do: "nonsense"}, {Do: "string", Rule: "a"}, {Do: "samples", Rule: "a"}, {Do: "automaton", Rule: "a"},
		{Do: "diff", Rule: "b", Other: "a"}, {Do: "diff", Rule: "b", Other: "c"},
		{Do: "diff", Rule: "b", Other: "b", Grammar: "c"},
		{Do: "code", Rule: "b", As: "cobol"}, {Do: "regexp", Rule: "b", As: "go"}, {Do: "open", Grammar: "c"},
		{Do: "rules", Grammar: "c"}, {Do: "string", Rule: "b", String: `\q`, Escape: true}, {Do: "railroad", Rule: "c"},
	} {
		refuse(t, s, r)
	}
	if got := decode[failure](t, s.Answer("{")).Error; !strings.Contains(got, "not JSON") {
		t.Error(got)
	}
}

func TestRecursion(t *testing.T) {
	const text = "a = \"(\" [a] \")\" / \"[\" [a] \"]\"\n"
	for recursion, want := range map[string]string{"": "", "superset": "superset", "subset": "subset(3)"} {
		s := new(Session)
		d := Document{File: "g.abnf", Text: text, Recursion: recursion}
		c := ask[compiled](t, s, Request{Do: "compile", Document: d})
		if c.Rules[0].Exact != want || (c.Rules[0].Reason == "") != (want != "") {
			t.Errorf("%s: %+v", recursion, c.Rules[0])
		}
	}
	s := new(Session)
	compiledText(t, s, "a = \"(\" [a] \")\"\n") // a table that counts calls
	a := ask[sampled](t, s, Request{Do: "samples", Rule: "a", Seed: 1})
	if a.Depth != samplesDepth || len(a.Shortest) == 0 {
		t.Errorf("%+v", a)
	}
	v := ask[verdict](t, s, Request{Do: "string", Rule: "a", String: "((("})
	if v.Nearest == nil || v.Nearest.String.Text != "((()))" || v.Nearest.Edits != nil {
		t.Errorf("%+v", v)
	}
}

func TestImport(t *testing.T) {
	s := new(Session)
	d := Document{File: "g.abnf", Text: "a = b IPv4address date-time\nb = ucschar / iprivate / pct-encoded b\n"}
	c := ask[compiled](t, s, Request{Do: "compile", Document: d})
	want := []offer{{"rfc3987", 4, 5}, {"formats", 1, 5}, {"rfc3986", 2, 5}}
	if !slices.Equal(c.Offers, want) {
		t.Errorf("offers: %+v, want %+v", c.Offers, want)
	}
	for _, x := range c.Diagnostics {
		if strings.Contains(x.Message, "--") {
			t.Errorf("a message for the command line: %s", x.Message)
		}
	}
	d.Imports = []string{"rfc3987", "formats"}
	c = ask[compiled](t, s, Request{Do: "compile", Document: d})
	if c.Errors != 0 || c.Rules[0].States == 0 || len(c.Offers) != 0 {
		t.Errorf("%+v", c)
	}
	from := map[string]string{}
	for _, r := range c.Rules {
		from[r.Name] = r.From
	}
	if from["a"] != "" || from["ucschar"] != "rfc3987" || from["date-time"] != "formats" {
		t.Errorf("imported rules: %v", from)
	}
	c = compiledText(t, s, "a = date-time\n") // equally good offers: one grammar
	if len(c.Offers) != 1 || c.Offers[0].Grammar != "formats" {
		t.Errorf("offers: %+v", c.Offers)
	}
	c = compiledText(t, s, "a = pct-encoded\n") // in the same order as in the message
	if len(c.Offers) != 2 || c.Offers[0].Grammar != "rfc3986" {
		t.Errorf("offers: %+v", c.Offers)
	}
}

// TestRoots checks the fields with which the page chooses a rule and finds its definition.
func TestRoots(t *testing.T) {
	s := new(Session)
	c := compiledText(t, s, "a = \"x\"\n\nb = a / c\nc = \"y\" [c] DIGIT\nd = [d] \"z\"\n")
	want := map[string]ruleRow{
		"a": {Line: 1}, "b": {Root: true, Line: 3}, "c": {Line: 4}, "d": {Root: true, Line: 5}, "DIGIT": {},
	}
	for _, r := range c.Rules {
		if x, ok := want[r.Name]; !ok || r.Root != x.Root || r.Line != x.Line {
			t.Errorf("%+v", r)
		}
	}
	if x := ask[shown](t, s, Request{Do: "sample", Rule: "b"}); x.Text != "x" {
		t.Errorf("sample: %+v", x)
	}
}

// TestNearest checks the corrections of a string, the place where it fails and what was expected
// there, with excerpts of RFC 9557 and RFC 6570.
func TestNearest(t *testing.T) {
	s := new(Session)
	compiledText(t, s, `suffix = *("[" key "=" 1*ALPHA "]")
key = initial *(initial / DIGIT / "-")
initial = %x61-7A / "_"
template = "{" ["+"] name *("," name) "}"
name = 1*(ALPHA / DIGIT / "_") ["*"]
`)
	for _, c := range []struct {
		rule, text, nearest string
		edits               []edit
		path, expected      string
	}{
		{
			"suffix", "[U-CA=he]", "[u-ca=he]",
			[]edit{{"replace", "U", "u", 2}, {"replace", "C", "c", 4}, {"replace", "A", "a", 5}},
			"suffix key initial", "initial",
		},
		{
			"suffix", "[ab", "[a=b]", []edit{{"insert", "", "=", 3}, {"insert", "", "]", 4}},
			"suffix", `initial, a digit, "-", "="`,
		},
		{"template", "{+path,x-y*}", "{+path,x_y*}", []edit{{"replace", "-", "_", 9}}, "template name", ""},
		{"template", "{x} ", "{x}", []edit{{"delete", " ", "", 4}}, "template", ""},
	} {
		v := ask[verdict](t, s, Request{Do: "string", Rule: c.rule, String: c.text, Width: 400})
		if v.Nearest == nil || v.Nearest.String.Text != c.nearest || !slices.Equal(v.Nearest.Edits, c.edits) {
			t.Errorf("%q: nearest %+v, want %+v", c.text, v.Nearest, c)
		}
		if path := strings.Join(v.Path, " "); path != c.path {
			t.Errorf("%q fails inside %s, want %s", c.text, path, c.path)
		}
		if strings.Contains(v.Message, "expected") || strings.Contains(v.Picture, "Expected") {
			t.Errorf("%q: the expected characters are listed twice: %s", c.text, v.Message)
		}
		if got := strings.Join(v.Expected, ", "); c.expected != "" && got != c.expected {
			t.Errorf("%q: expected %s, want %s", c.text, got, c.expected)
		}
	}
	v := ask[verdict](t, s, Request{Do: "string", Rule: "suffix", String: ""})
	if !v.Valid || v.Nearest != nil || !slices.Contains(v.Expected, "the end") {
		t.Errorf("%+v", v)
	}
}

// TestVerdict checks what is said about a string that does not match, and the components of one
// that does.
func TestVerdict(t *testing.T) {
	s := new(Session)
	o := ask[opened](t, s, Request{Do: "open", Grammar: "rfc3986"})
	compiledText(t, s, o.Text)
	v := ask[verdict](t, s, Request{Do: "string", Rule: "URI", String: "http://h/a b"})
	if v.Valid || v.Column != 11 || v.Before != "http://h/a" || v.Fault != " " || v.After != "b" || v.Remedy == "" ||
		v.Repaired.Text != "http://h/a%20b" || v.Nearest.String.Text != "http://h/ab" {
		t.Errorf("%+v", v)
	}
	v = ask[verdict](t, s, Request{Do: "string", Rule: "relative-ref", String: "a:b"})
	if v.Valid || v.Accepted == "" {
		t.Errorf("%+v", v)
	}
	v = ask[verdict](t, s, Request{Do: "string", Rule: "URI", String: `a:\u0062`, Escape: true})
	if !v.Valid || v.Parts != nil {
		t.Errorf("%+v", v)
	}
	o = ask[opened](t, s, Request{Do: "open", Grammar: "rfc3987"})
	compiledText(t, s, o.Text)
	v = ask[verdict](t, s, Request{Do: "string", Rule: "IRI", String: "a://b?"})
	want := []part{{"scheme", "a:", false}, {"authority", "//b", false}, {"path", "", false}, {"query", "?", false},
		{"fragment", "", true}}
	if !v.Valid || !slices.Equal(v.Parts, want) || v.Path[0] != "IRI" {
		t.Errorf("%+v", v)
	}
}

func TestDiff(t *testing.T) {
	s := new(Session)
	o := ask[opened](t, s, Request{Do: "open", Grammar: "rfc3986"})
	compiledText(t, s, o.Text)
	d := ask[difference](t, s, Request{Do: "diff", Rule: "URI", Grammar: "rfc3987", Other: "IRI"})
	if d.Relation != "subset" || d.OnlyA != nil || d.OnlyB == nil || len(d.OnlyB.Path) < 2 {
		t.Errorf("%+v", d)
	}
	d = ask[difference](t, s, Request{Do: "diff", Rule: "port", Other: "h16"})
	if d.Relation != "incomparable" || d.OnlyA.String.Text != "" || d.OnlyB.String.Text != "a" {
		t.Errorf("%+v", d)
	}
	r := ask[compiled](t, s, Request{Do: "rules", Grammar: "rfc3987"})
	if len(r.Rules) < 39 || r.Rules[0].Name != "IRI" {
		t.Errorf("%d rules", len(r.Rules))
	}
}

// TestShow restores strings from what is shown.
func TestShow(t *testing.T) {
	for s, want := range map[string]string{
		"":            "",
		`a\b "c"`:     `a\b "c"`,
		"é日":          "é日",
		"a\r\n":       `a\r\n`,
		"\u202e\"\\":  `\u202e"\\`,
		"\x80\xffé":   `\x80\xffé`,
		"\U000e0001":  `\U000e0001`,
		"\u00a0\x00'": `\u00a0\x00'`,
	} {
		x := newShown(s)
		if x.Text != want || restore(t, x) != s {
			t.Errorf("%q is shown as %+v, and restored as %q", s, x, restore(t, x))
		}
	}
	for _, bad := range []string{`\`, `\q`, `\x4`, `\u00`, `a\`} {
		if s, err := unescape(bad); err == nil {
			t.Errorf("%q is decoded as %q", bad, s)
		}
	}
	if s, err := unescape(`say "é'` + "\n"); err != nil || s != "say \"é'\n" {
		t.Errorf("%q, %v", s, err)
	}
}

// FuzzAnswer sends arbitrary requests. Answers are JSON.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"Do":"compile","Text":"a = 1*\"x\"\n"}`, `{"Do":"string","Rule":"a","String":"xxy"}`)
	f.Add(`{"Do":"compile","Text":"a ::= [a-z]+","Dialect":"w3c"}`, `{"Do":"samples","Rule":"a"}`)
	f.Add(`{"Do":"compile","Text":"a = b","Repair":true,"Recursion":"subset"}`, `{"Do":"railroad","Rule":"a","Width":-1}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		if len(first)+len(second) > 1000 {
			return
		}
		s := new(Session)
		for _, request := range []string{first, second} {
			if answer := s.Answer(request); !json.Valid([]byte(answer)) {
				t.Errorf("%.200q", answer)
			}
		}
	})
}
