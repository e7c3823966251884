package notation

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// asABNF returns the text of [PrintAs], and its list.
func asABNF(t *testing.T, text string, d syntax.Dialect) (string, *syntax.List) {
	t.Helper()
	g, l := Read(syntax.NewSource("test", text), d)
	if l.Errors() > 0 {
		t.Fatal(l)
	}
	var b strings.Builder
	l, err := PrintAs(&b, g, syntax.ABNF)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), l
}

func TestPrintAs(t *testing.T) {
	for _, tt := range []struct {
		d           syntax.Dialect
		text, want  string
		diagnostics string
	}{
		{syntax.W3C, "a ::= [a-z] | [_b#x20] | 'c'", "a = %x61-7A / \"_\" / %x62 / %x20 / %s\"c\"\n", ""},
		{syntax.W3C, "a ::= b [xy]", "a = b ( %x78 / %x79 )\n", ""},
		{syntax.W3C, "a ::= [xy]* [x]+ ([xy])?", "a = *( %x78 / %x79 ) 1*%x78 [ %x78 / %x79 ]\n", ""},
		{syntax.W3C, "a ::= [^#x1-#x10FFFF]", "a = %x00\n", ""},
		{syntax.W3C, "a ::= [^]", "a = %x00-D7FF / %xE000-10FFFF\n", ""},
		{syntax.W3C, "a ::= [^#xD000-#xF000]", "a = %x00-CFFF / %xF001-10FFFF\n", ""},
		{syntax.W3C, "a ::= [^#x0-#x10FFFF]\nb ::= a", "; a is omitted: empty-class\nb = a\n", "1:7 empty-class"},
		{syntax.W3C, "a ::= [b-e] - [c] - 'e'", "a = %x62 / %x64\n", ""},
		{syntax.W3C, "a ::= b - 'x'\nb ::= [w-z] | '!'", "a = \"!\" / %x77 / %x79-7A\nb = %x77-7A / \"!\"\n", ""},
		{syntax.W3C, "a ::= [b] - [b]", "; a is omitted: empty-class\n", "1:7 empty-class"},
		{syntax.W3C, "a ::= b* - 'x'\nc ::= d", "; a is omitted: difference\nc = d\n", "1:7 difference"},
		{syntax.W3C, "a ::= b - 'xy'", "; a is omitted: difference\n", "1:7 difference"},
		{syntax.W3C, "a ::= a - 'x'\nb ::= undefined - 'x'",
			"; a is omitted: difference\n; b is omitted: difference\n",
			"1:7 difference, 2:7 difference"},
		{syntax.W3C, "a ::= 'b' - c\nc ::= 'x'\nc ::= 'y'", "; a is omitted: difference\nc = %s\"x\"\nc = %s\"y\"\n",
			"1:7 difference"},
		{syntax.W3C, `a ::= "x" '' '"' 'é1' '12' 'x"'`, "a = %s\"x\" \"\" %x22 %xE9.31 \"12\" %x78.22\n", ""},
		{syntax.W3C, "a_b ::= c.d | a_b", "a-b = c-d / a-b\n", "1:1 name-changed note, 1:9 name-changed note"},
		{syntax.W3C, "a_b ::= x\na.b ::= y\nc ::= a-b",
			"a-b = x\n; a.b is omitted: name-collision\n; c is omitted: name-collision\n",
			"1:1 name-changed note, 2:1 name-collision, 3:7 name-collision"},
		{syntax.W3C, "Ab ::= x\naB ::= y", "Ab = x\n; aB is omitted: name-collision\n", "2:1 name-collision"},
		{syntax.W3C, "_a ::= x", "; _a is omitted: name-not-abnf\n", "1:1 name-not-abnf"},
		{syntax.W3C, "/* @components a: b */ a ::= b", "; @components a: b\n\na = b\n", ""},
		{syntax.W3C, "/* @octets */ a ::= 'é' b ::= [^x] c ::= [#xC0-#xFF]",
			"; @octets\n\n; a is omitted: octets-unclear\n; b is omitted: octets-unclear\nc = %xC0-FF\n",
			"1:21 octets-unclear, 1:31 octets-unclear"},
		{syntax.Treetop,
			"grammar G rule a_b 'x' / 'yz' end rule c [a-b\\d]+ (a_b / .)? \"\\n\" 'K'i 2..3 'M'i end rule a_b '' end end",
			"; a_b is defined again below\nc = 1*( %x61-62 / %x30-39 ) [ a-b / %x00-D7FF / %xE000-10FFFF ] %x0A 2*3( %x4B / " +
				"%x6B / %x212A ) \"M\"\na-b = \"\"\n",
			"1:16 name-changed note, 1:16 overridden-rule warning, 1:42 order-lost warning, 1:51 order-lost warning, 1:52 " +
				"order-lost warning"},
		{syntax.Treetop, "rule r 'a'? 'a' end", "r = [ %s\"a\" ] %s\"a\"\n", "1:8 order-lost warning"},
		{syntax.Treetop, "rule r 'ab' 1..2 .* 'c' end", "r = 1*2%s\"ab\" *( %x00-D7FF / %xE000-10FFFF ) %s\"c\"\n",
			"1:8 order-lost warning, 1:18 order-lost warning"},
		{syntax.Treetop, "rule r ('a' 'b'+)* end", "r = *( %s\"a\" 1*%s\"b\" )\n", "1:13 order-lost warning"},
		{syntax.Treetop, "rule r s 'a' end rule s 'b' t end rule t 'a'* end", "r = s %s\"a\"\ns = %s\"b\" t\nt = *%s\"a\"\n",
			"1:42 order-lost warning"},
		// no loss: at the end, a fixed number, other text after it
		{syntax.Treetop, "rule r 'a' s end rule s 'b'* / [c] end", "r = %s\"a\" s\ns = *%s\"b\" / %x63\n",
			"1:25 order-lost warning"},
		{syntax.Treetop, "rule r 'a' 2..2 'a' end", "r = 2%s\"a\" %s\"a\"\n", ""},
		{syntax.Treetop, "rule r 'ab'* ( 'b' / [c] 'a' ) end", "r = *%s\"ab\" ( %s\"b\" / %x63 %s\"a\" )\n",
			"1:16 order-lost warning"},
		{syntax.Treetop, "rule r d+ ('.' d+)? end rule d [0-9] end", "r = 1*d [ \".\" 1*d ]\nd = %x30-39\n", ""},
		{syntax.Treetop, "rule r d+ '.'? '1' end rule d [0-9] end", "r = 1*d [ \".\" ] \"1\"\nd = %x30-39\n",
			"1:8 order-lost warning"},
		{syntax.RFC822, "a_b = \"x\" | <y> | 2\"-\"", "a-b = %s\"x\" / <y> / 2\"-\"\n", "1:1 name-changed note"},
		{syntax.RFC822, "a_b = x\na-b = y", "a-b = x\n; a-b is omitted: name-collision\n",
			"1:1 name-changed note, 2:1 name-collision"},
		{syntax.AParse, "A = *1a / 'x' / \"x\" / %d65;\na =/ b;", "A = *1a / %s\"x\" / \"x\" / %x41\na =/ b\n", ""},
	} {
		text, l := asABNF(t, tt.text, tt.d)
		if text != tt.want || codes(l) != tt.diagnostics {
			t.Errorf("%s: %s\n got %s%s\nwant %s%s", tt.d, tt.text, text, codes(l), tt.want, tt.diagnostics)
		}
		if _, again := Read(syntax.NewSource("abnf", text), syntax.ABNF); again.Errors() > 0 && strings.Contains(text, "=") {
			t.Errorf("%s: %v", tt.text, again)
		}
	}
}

// Trees that no reader of a dialect builds.
func TestPrintAsByHand(t *testing.T) {
	a, x := &syntax.RuleName{Name: "a"}, &syntax.CharVal{Text: "x"}
	for _, tt := range []struct {
		x           syntax.Expr
		want, codes string
	}{
		{&syntax.Alternation{Items: []syntax.Expr{a, x}, Ordered: true}, "r = a / %s\"x\"\n", "1:1 order-lost warning"},
		{&syntax.Alternation{Items: []syntax.Expr{x, &syntax.Class{Negated: true}}, Ordered: true},
			"r = %s\"x\" / %x00-D7FF / %xE000-10FFFF\n", ""},
		{&syntax.CharVal{Text: "aé\u00e8b", Fold: true}, "r = \"a\" %xE9 %xE8 \"b\"\n", ""},
		{&syntax.Repetition{Min: 0, Max: 2, Item: &syntax.CharVal{Text: "a\n", Fold: true}}, "r = *2( \"a\" %x0A )\n", ""},
		{&syntax.Difference{Item: &syntax.CharVal{Text: "k", Fold: true},
			Except: &syntax.NumVal{Values: []rune{'k'}}}, "r = %x4B\n", ""},
		{&syntax.Option{Item: &syntax.NumRange{Lo: 1, Hi: 2}}, "r = [ %x01-02 ]\n", ""},
		{&syntax.ProseVal{Text: "a>b"}, "; r is omitted: no-abnf\n", "1:1 no-abnf"},
		{&syntax.Predicate{Item: &syntax.CharVal{Text: "a"}}, "; r is omitted: no-abnf\n", "1:1 no-abnf"},
	} {
		var b strings.Builder
		g := &syntax.Grammar{Source: syntax.NewSource("test", "r"), Dialect: syntax.Treetop,
			Rules: []*syntax.Rule{{Name: "r", Expr: tt.x}}}
		l, err := PrintAs(&b, g, syntax.ABNF)
		if err != nil || b.String() != tt.want || codes(l) != tt.codes {
			t.Errorf("got %s%s (%v)\nwant %s%s", b.String(), codes(l), err, tt.want, tt.codes)
		}
	}
}

func TestPrintAsWith(t *testing.T) {
	rewrite := func(x *syntax.Difference) (syntax.Expr, error) {
		switch name := x.Except.(*syntax.RuleName).Name; name {
		case "nothing":
			return nil, nil
		case "error":
			return nil, errors.New("no")
		default:
			return &syntax.Alternation{Items: []syntax.Expr{&syntax.CharVal{Text: name},
				&syntax.Class{Ranges: []syntax.ClassRange{{Lo: '0', Hi: '9'}}}}}, nil
		}
	}
	g, _ := Read(
		syntax.NewSource("test",
			"a ::= 'x' (b* - c)\nd ::= b* - nothing\ne ::= b* - error\nf ::= 'x' - [y]\ng ::= b* - h? 'j'"),
		syntax.W3C)
	g.Rules[4].Expr = g.Rules[0].Expr
	var b strings.Builder
	l, err := PrintAsWith(&b, g, syntax.ABNF, rewrite)
	const want = "; a: the document has a difference here; this matches the same strings\n" +
		"a = %s\"x\" ( %s\"c\" / %x30-39 )\n" +
		"; d is omitted: empty-class\n; e is omitted: difference\nf = %x78\n" +
		"; g: the document has a difference here; this matches the same strings\ng = %s\"x\" ( %s\"c\" / %x30-39 )\n"
	const all = "1:12 difference-rewritten note, 2:7 empty-class, 3:7 difference"
	if err != nil || b.String() != want || codes(l) != all {
		t.Errorf("%v\n got %s%s\nwant %s%s", err, b.String(), codes(l), want, all)
	}
}

func TestPrintAsOther(t *testing.T) {
	g, _ := Read(syntax.NewSource("test", "a_b ::= 'x'"), syntax.W3C)
	var b strings.Builder
	if l, err := PrintAs(&b, g, syntax.W3C); err != nil || len(l.Items) > 0 || b.String() != "a_b ::= 'x'\n" {
		t.Errorf("%s %v %v", b.String(), l, err)
	}
	if _, err := PrintAs(&b, g, syntax.RFC822); err == nil {
		t.Error("no error for a dialect that is not there")
	}
	if _, err := PrintAs(brokenWriter{}, g, syntax.ABNF); err == nil {
		t.Error("no error of the writer")
	}
}

// Rules that refer repeatedly to a large set cannot make the result exceed the limit.
func TestPrintAsLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString("a ::= [")
	for i := range 20_000 {
		fmt.Fprintf(&b, "#x%X", 0x1000+2*i)
	}
	b.WriteString("]\n")
	for i := range testkit.Few(2_000) {
		fmt.Fprintf(&b, "b%d ::= a - 'x'\n", i)
	}
	g, l := Read(syntax.NewSource("test", b.String()), syntax.W3C)
	if l.Errors() > 0 {
		t.Fatal(l)
	}
	l, err := PrintAs(io.Discard, g, syntax.ABNF)
	if err != nil || !hasCode(l, "set-limit") || len(l.Items) > 2_000 {
		t.Errorf("%v, %d diagnostics", err, len(l.Items))
	}
}

// A slow version of sets: code point by code point.
func TestCodeSets(t *testing.T) {
	in := func(ranges []syntax.ClassRange, c rune) bool {
		return slices.ContainsFunc(ranges, func(r syntax.ClassRange) bool { return r.Lo <= c && c <= r.Hi })
	}
	m := treeMaker{dialect: syntax.W3C}
	for seed := range uint64(2000) {
		m.Rand = newRand(seed)
		ranges := func() []syntax.ClassRange {
			var out []syntax.ClassRange
			for range m.IntN(6) {
				lo := m.Int32N(30)
				out = append(out, syntax.ClassRange{Lo: lo, Hi: lo + m.Int32N(8)})
			}
			return out
		}
		a, b := ranges(), ranges()
		set, minus := newCodeSet(a), newCodeSet(a).minus(newCodeSet(b))
		for c := range rune(40) {
			if in(set, c) != in(a, c) || in(minus, c) != (in(a, c) && !in(b, c)) {
				t.Fatalf("%v %v: %v, %v", a, b, set, minus)
			}
		}
		for _, s := range []codeSet{set, minus} {
			for i, r := range s {
				if r.Lo > r.Hi || i > 0 && r.Lo <= s[i-1].Hi {
					t.Fatalf("%v %v: %v", a, b, s)
				}
			}
		}
	}
}
