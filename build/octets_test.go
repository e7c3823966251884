package build

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// compileFine compiles ABNF without errors.
func compileFine(t *testing.T, text string, opt Options) *Grammar {
	t.Helper()
	opt.Name = "test"
	g, list := compileSource(t.Context(), syntax.NewSource("test.abnf", text), opt)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// The grammar of UTF-8 (RFC 3629, section 4) in octets matches any code point. It compiles to the
// same automaton as a single range of code points, from which the surrogates are removed.
const utf8ABNF = `; @octets
UTF8-octets = *( UTF8-char )
UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
UTF8-1      = %x00-7F
UTF8-2      = %xC2-DF UTF8-tail
UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
              %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
              %xF4 %x80-8F 2( UTF8-tail )
UTF8-tail   = %x80-BF
`

func TestUTF8InOctets(t *testing.T) {
	g := compileFine(t, utf8ABNF, Options{})
	any := compileFine(t, "all = *any\nany = %x0-10FFFF", Options{})
	for _, pair := range [][2]string{{"UTF8-char", "any"}, {"UTF8-octets", "all"}} {
		if s, equal := automaton.Equal(rule(t, g, pair[0]).made().DFA, rule(t, any, pair[1]).made().DFA); !equal {
			t.Errorf("%s and %s differ: %q", pair[0], pair[1], s)
		}
	}
	table := rule(t, g, "UTF8-char").Table
	members := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) {
			if table.Valid(string(r)) {
				members++
			}
		} else if table.Valid(string([]byte{0xED, byte(0x80 | r>>6&0x3F), byte(0x80 | r&0x3F)})) {
			t.Fatalf("the surrogate %X is a member", r)
		}
	}
	if members != 1_114_112-2048 {
		t.Errorf("%d members", members)
	}
	tail := rule(t, g, "UTF8-tail").Table
	for b := range 256 {
		if got := tail.Valid(string([]byte{byte(b)})); got != (0x80 <= b && b <= 0xBF) {
			t.Errorf("UTF8-tail has %02X: %t", b, got)
		}
	}
	// Read as code points, it is another language.
	text := strings.TrimPrefix(utf8ABNF, "; @octets\n")
	points := rule(t, compileFine(t, text, Options{}), "UTF8-2").Table
	if points.Valid("é") || !points.Valid("Ã©") {
		t.Error("UTF8-2 without a choice is not read as code points")
	}
}

// All ways to choose an encoding, and their precedence. Each rule matches either the byte 80 or the
// code point U+0080.
func TestChooseOctets(t *testing.T) {
	const rules = "r = %x80\np = %x80\ns = r p OCTET"
	for _, tt := range []struct {
		directives string
		option     []string
		octets     string // the rules read as octets
	}{
		{"", nil, ""},
		{"; @octets", nil, "r p OCTET"},
		{"; @octets r", nil, "r"},
		{"; @octets r P octet", nil, "r p OCTET"},
		{"; @octets r\n; @octets p", nil, "r p"},
		{"; @octets\n; @code-points p", nil, "r OCTET"},
		{"; @code-points p\n; @octets", nil, "r OCTET"},
		{"; @code-points\n; @octets p", nil, "p"},
		{"; @octets OCTET", nil, "OCTET"},
		{"", []string{"*"}, "r p OCTET"},
		{"", []string{"R", "octet"}, "r OCTET"},
		{"; @code-points r", []string{"*"}, "p OCTET"},
		{"; @code-points r", []string{"r"}, "r"},
		{"; @code-points", []string{"*"}, "r p OCTET"},
	} {
		g := compileFine(t, rules+"\n"+tt.directives, Options{Octets: tt.option})
		var got []string
		for _, name := range []string{"r", "p", "OCTET"} {
			d := rule(t, g, name).made().DFA
			if d.Accepts("\x80") == d.Accepts("\u0080") {
				t.Errorf("%q %q: %s is both or neither", tt.directives, tt.option, name)
			}
			if d.Accepts("\x80") {
				got = append(got, name)
			}
		}
		if got := strings.Join(got, " "); got != tt.octets {
			t.Errorf("%q %q: octets are %s, want %s", tt.directives, tt.option, got, tt.octets)
		}
	}
}

func TestOctetErrors(t *testing.T) {
	for _, tt := range []struct {
		text   string
		option []string
		want   string
	}{
		{"; @octets\na = %x80 / %x100 / b\nb = %xFF", nil,
			"2:12 error no-octet: 100 is greater than FF, the largest octet; numbers in the rule a are octets"},
		{"; @octets a\na = %xA0-D7FF", nil,
			"2:5 error no-octet: D7FF is greater than FF, the largest octet; numbers in the rule a are octets"},
		{"a = %x41.20AC", []string{"a"},
			"1:5 error no-octet: 20AC is greater than FF, the largest octet; numbers in the rule a are octets"},
		{"; @octets colour\ncolor = %x41", nil,
			"1:3 error bad-directive: @octets: there is no rule \"colour\"; similar: color"},
		{"; @octets x a y\na = %x80", nil, "1:3 error bad-directive: @octets: there is no rule \"x\""},
		{"a = %x80-FF", []string{"b"}, "1:1 error octets-rule: octets: there is no rule \"b\"\n1:5 warning octets: "},
		{"; @octets a\n; @code-points A\na = %x80-FF", nil,
			"2:3 error bad-directive: @code-points: this contradicts an earlier directive"},
		{"; @octets\n; @code-points\na = %x80-FF", nil,
			"2:3 error bad-directive: @code-points: this contradicts an earlier directive"},
		{"; @octets a b\n; @octets\na = %x80-FF\nb = OCTET", nil, ""},
		{"; @octets b\nb = OCTET", nil, "2:5 warning octets: "},
		{"; @code-points\na = %x80-FF OCTET", nil, ""},
		{"; @octets\na = %x80-FF\nb = nowhere\nc = a / nowhere / <words>", nil, ""}, // used to panic
		{"; @octets a\na = %x80-FF / %x0-FF\nb = %x80-BF", nil, "3:5 warning octets: "},
	} {
		_, list := compileSource(t.Context(), syntax.NewSource("test.abnf", tt.text), Options{Octets: tt.option})
		got := ""
		for line := range strings.Lines(diagnostics(list)) {
			if before, _, ok := strings.Cut(line, "warning octets: "); ok {
				line = before + "warning octets: "
			}
			if strings.Contains(line, "octet") || strings.Contains(line, "@code-points") {
				got += line
			}
		}
		if got = strings.TrimSuffix(got, "\n"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
	g, _ := compileABNF("; @octets a\na = %x100\nb = a")
	for name, want := range map[string]string{
		"a": "rule a: resolve: its numbers are octets, and one is greater than FF",
		"b": "rule b: resolve: cannot be compiled without a",
	} {
		if err := g.Rule(name).Err; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Octets, code points and text in one grammar, compared with a matcher that reads bytes.
func TestMixedDocument(t *testing.T) {
	g := compileFine(t, `; @octets obs raw
r    = *( obs / %xE9 / "x" )
obs  = %x80-BF / VCHAR
raw  = %xC3.28 / [ any ] %xFF
any  = %x0-10FFFF

`, Options{})
	for _, tt := range []struct {
		rule    string
		members []string
		others  []string
	}{
		{"r", []string{"", "x\x80x", "é", "é\xa9", "\xa9é", "é\xbf\x80é", "~"},
			[]string{"\xc3", "\xc3x", "\xff", "ê", "é\xc3"}},
		{"obs", []string{"\x80", "\xbf", "!"}, []string{"", "\u0080", "\x7f", "\xc0", "é"}},
		{"raw", []string{"\xc3(", "\xff", "é\xff", "\U0010ffff\xff"}, []string{"\u00c3(", "ÿ", "\xc3", "\xc3\xff", "éÿ"}},
		{"any", []string{"é", "ÿ"}, []string{"\xff"}},
	} {
		checkMembers(t, tt.rule, rule(t, g, tt.rule).Table, tt.members, tt.others)
	}
	if _, err := g.Regexp(t.Context(), "r", RE2); err == nil || !strings.Contains(err.Error(), "octets") {
		t.Error(err)
	}
}

// The field-value of HTTP (RFC 9110, section 5.5): obs-text is octets.
func TestHTTPFieldValue(t *testing.T) {
	g := compileFine(t, `; @octets obs-text
field-value   = *field-content
field-content = field-vchar [ 1*( SP / HTAB / field-vchar ) field-vchar ]
field-vchar   = VCHAR / obs-text
obs-text      = %x80-FF
`, Options{})
	value := rule(t, g, "field-value").Table
	for s, want := range map[string]bool{
		"": true, "text/html": true, "caf\xe9": true, "café": true, "\xff \xfe": true, "a \t b": true,
		" a": false, "a ": false, "a\x00b": false, "\x7f": false, "\xff\r": false,
	} {
		if value.Valid(s) != want {
			t.Errorf("%q is a member: %t", s, !want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"a\x00", `field-value: column 2: U+0000 is not allowed [field-vchar, a tab, a space]`},
		{"\xff\x7f", `field-value: column 2: U+007F is not allowed [field-vchar, a tab, a space]`},
		{"é \xff\x01", `field-value: column 4: U+0001 is not allowed [field-vchar, a tab, a space]`},
		{"\xe9 ", `field-value: column 3: unexpected end [field-vchar, a tab, a space]`},
	} {
		if err := value.Check(tt.text); err == nil || withWords(err) != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, withWords(err), tt.want)
		}
	}
}

// withWords returns the message of an error, followed in brackets by the expected words that the
// message leaves out.
func withWords(err error) string {
	text, e := err.Error(), err.(*tables.SyntaxError)
	if words := e.Expected(); !strings.Contains(text, ", expected ") && len(words) > 0 {
		text += " [" + strings.Join(words, ", ") + "]"
	}
	return text
}

// Messages for errors in and around bytes, and their positions.
func TestOctetMessages(t *testing.T) {
	g := compileFine(t, `; @octets tail unit raw seq pair not open half
tail = %x80-BF
unit = %x41 / %xF8-FB / %xFF
two  = tail "x"
many = *tail "!"
raw  = %xC0-C1 "x" / %x80-82 "y" / %xFF "z"
seq  = %xE1.80.C3 "x"
pair = %xC3 ( "x" / %xA9 "y" )
not  = %xC3.28
open = %xC3 *%x80-BF "x"
mix  = tail %xE9 "x"
half = %xC3 [ %xA9 ]
`, Options{})
	for _, tt := range []struct{ rule, text, want string }{
		{"tail", "x", `tail: column 1: "x" is not allowed [tail]`},
		{"tail", "", `tail: column 1: unexpected end [tail]`},
		{"tail", "é", `tail: column 1: "é" (U+00E9) is not allowed [tail]`},
		{"tail", "\xff", `tail: column 1: the byte 0xFF (not UTF-8) is not allowed [tail]`},
		{"tail", "\x80\x80", `tail: column 2: the byte 0x80 (not UTF-8) is not allowed, expected the end`},
		{"two", "\x80", `two: column 2: unexpected end, expected "x"`},
		{"two", "\x80é", `two: column 2: "é" (U+00E9) is not allowed, expected "x"`},
		{"many", "\x80\xbf?", `many: column 3: "?" is not allowed [tail, "!"]`},
		{"unit", "\xfc", `unit: column 1: the byte 0xFC (not UTF-8) is not allowed [unit]`},
		{"raw", "é",
			`raw: column 1: "é" (U+00E9) is not allowed [the byte 0x80, the byte 0x81, the byte 0x82, ` +
				`the byte 0xC0, the byte 0xC1, the byte 0xFF]`},
		{"raw", "\xffé", `raw: column 2: "é" (U+00E9) is not allowed, expected "z"`},
		{"seq", "\xe1\x80\xc3!", `seq: column 4: "!" is not allowed, expected "x"`},
		{"seq", "\xe1\x80\xc3", `seq: column 4: unexpected end, expected "x"`},
		{"seq", "\xe1\x80\xc3\xa9", `seq: column 4: the byte 0xA9 (not UTF-8) is not allowed, expected "x"`},
		{"pair", "é!", `pair: column 2: "!" is not allowed, expected "y"`},
		{"pair", "\xc3!", `pair: column 2: "!" is not allowed, expected "x" or the byte 0xA9`},
		{"pair", "\u00c3", `pair: column 2: the byte 0x83 (not UTF-8) is not allowed, expected "x" or the byte 0xA9`},
		{"pair", "\xc3", `pair: column 2: unexpected end, expected "x" or the byte 0xA9`},
		{"not", "\xc3", `not: column 2: unexpected end, expected "("`},
		{"not", "é", `not: column 2: the byte 0xA9 (not UTF-8) is not allowed, expected "("`},
		{"open", "\xc3\x80\x80?", `open: column 3: "?" is not allowed [tail, "x"]`},
		{"half", "\xc3x", `half: column 2: "x" is not allowed, expected the byte 0xA9 or the end`},
		{"half", "éx", `half: column 2: "x" is not allowed, expected the end`},
		{"mix", "\x80\xc3", `mix: column 2: unexpected end inside a UTF-8 sequence, expected U+00E9`},
		{"mix", "\x80ê", `mix: column 2: "ê" (U+00EA) is not allowed, expected U+00E9`},
	} {
		err := rule(t, g, tt.rule).Table.Check(tt.text)
		if err == nil || withWords(err) != tt.want {
			t.Errorf("%s %q:\n got %v\nwant %s", tt.rule, tt.text, withWords(err), tt.want)
		}
	}
	for _, r := range compiled(g) {
		if err := machine.Verify(r.Table); err != nil {
			t.Error(err)
		}
		checkErrors(t, r.Table)
	}
}

// fewBytes returns all strings of up to five items, or up to four outside CI. The items are a few
// bytes and one two-byte character.
var fewBytes = sync.OnceValue(func() []string {
	return testkit.Texts([]string{"x", "y", "(", "\x80", "\xa9", "\xc3", "\xe1", "\xff", "é"}, 4+testkit.Few(4)/4)
})

// checkErrors tries all strings of a few bytes. The string up to an error can be continued to a
// member; with the next code point or byte added, it cannot.
func checkErrors(t *testing.T, table tables.Rule) {
	t.Helper()
	m, err := machine.Of(table)
	if err != nil {
		t.Fatal(err)
	}
	walk := func(s string) uint16 {
		q := m.Start
		for i := range len(s) {
			q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
		}
		return q
	}
	for _, s := range fewBytes() {
		err, _ := table.Check(s).(*tables.SyntaxError)
		switch {
		case table.Valid(s) != (err == nil):
			t.Fatalf("%s: %q: %v", table.Name(), s, err)
		case err == nil:
		case walk(s[:err.Offset]) == 0, err.Column < 1, err.Column > err.Offset+1:
			t.Fatalf("%s: %q: offset %d is too late: %v", table.Name(), s, err.Offset, err)
		case err.Incomplete != (walk(s) != 0):
			t.Fatalf("%s: %q: incomplete: %v", table.Name(), s, err)
		case !err.Incomplete:
			if _, size := utf8.DecodeRuneInString(s[err.Offset:]); walk(s[:err.Offset+size]) != 0 && size > 1 {
				t.Fatalf("%s: %q: offset %d is too early: %v", table.Name(), s, err.Offset, err)
			}
		}
		if err != nil && len(err.Expected()) == 0 && !err.AtEnd {
			t.Fatalf("%s: %q: nothing is expected: %v", table.Name(), s, err)
		}
	}
}

// XRI's OCTET both ways: code points in the document by default, octets on request.
func TestOctetOfXRI(t *testing.T) {
	for _, tt := range []struct {
		name         string
		g            *Grammar
		byte, letter bool
	}{
		{"bundled", bundled(t, "xri30"), true, false},
		{"as it is", seed(t, 4), false, true},
		{"chosen", seed(t, 4, "OCTET"), true, false},
	} {
		table := rule(t, tt.g, "OCTET").Table
		for _, s := range []string{"\x80", "\xFF"} {
			if table.Valid(s) != tt.byte {
				t.Errorf("%s: the byte %q is a member: %t", tt.name, s, !tt.byte)
			}
		}
		if table.Valid("ÿ") != tt.letter || !table.Valid("\x00") || !table.Valid("\x7F") || table.Valid("\u0100") {
			t.Errorf("%s: ÿ is a member: %t", tt.name, !tt.letter)
		}
	}
}

func seed(t *testing.T, i int, octets ...string) *Grammar {
	t.Helper()
	opt := seeds[i].opt
	opt.Octets = octets
	g, _ := compileWith(t, seeds[i].pattern, opt)
	return g
}

// Every notation with numbers or classes supports octets, and a comment that selects them.
func TestOctetsInEveryNotation(t *testing.T) {
	for _, tt := range []struct {
		dialect         syntax.Dialect
		comment, text   string
		members, others []string
	}{
		{syntax.ABNF, "; @octets a\n", "a = %xC0-FF %d128 %b11111111.01\n", []string{"\xC0\x80\xFF\x01"},
			[]string{"À\u0080ÿ\x01"}},
		{syntax.AParse, "# @octets a\n", "a = %xC0-FF / %x80.81 ;\n", []string{"\xC0", "\x80\x81"}, []string{"À", "\x80"}},
		{syntax.W3C, "/* @octets a */\n", "a ::= [a#xC0-#xFF] | #x80 'é' | [^#x00-#x7F]\n",
			[]string{"\xC0", "a", "\x80é", "\x80"}, []string{"À", "\u0080é", "é", "\x00"}},
		{syntax.Treetop, "# @octets a\n", "grammar G\nrule a [\\u00C0-\\u00FF] / [^a-z] 'é' end\nend\n",
			[]string{"\xC0", "\x80é", "Aé"}, []string{"À", "bé", "Aé\x80"}},
	} {
		for _, text := range []string{tt.text, tt.comment + tt.text} {
			opt := Options{Dialect: tt.dialect, Octets: []string{"a"}}
			if text != tt.text {
				opt.Octets = nil
			}
			g, list := compileSource(t.Context(), syntax.NewSource("test", text), opt)
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			checkMembers(t, fmt.Sprintf("%s, %q", tt.dialect, text), rule(t, g, "a").Table, tt.members, tt.others)
		}
	}
}
