package build

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// linted returns the remarks with these codes on a document, one per line.
func linted(t *testing.T, d syntax.Dialect, text string, codes ...string) string {
	t.Helper()
	_, list := compileSource(t.Context(), syntax.NewSource("test", text), Options{Dialect: d, Lint: true})
	return withCodes(list, codes...)
}

func TestLintAlternatives(t *testing.T) {
	const (
		covered  = " warning covered-alternative: "
		specific = " note specific-alternative: "
		overlap  = " note overlapping-alternatives: "
		adds     = " is redundant in this choice: "
		all      = " matches all its strings"
		same     = " matches the same strings as "
		here     = " in this choice"
	)
	for _, tt := range []struct {
		text, want string
	}{
		{`a = %x41-5A / %x41`, "1:15" + covered + "%x41" + adds + "%x41-5A" + all},
		{`a = %x41 / %x41-5A`, "1:5" + covered + "%x41" + adds + "%x41-5A" + all}, // characters are not keywords
		{`a = %x41-5A / %x61-7A / ALPHA / DIGIT`, "1:25" + covered + "ALPHA" + adds +
			"the alternatives before it match all its strings"},
		{"a = \"a\" / f2\nf2 = %x41-5A / %x61-7A", `1:5` + covered + `"a"` + adds + "f2" + all},
		{"a = \"get\" / f2\nf2 = 1*ALPHA", `1:5` + specific + `"get"` + adds + "f2" + all},
		{"a = \"get\" / \"put\" / f2 / \"x-\" f2\nf2 = 1*ALPHA", `1:5` + specific + `"get"` + adds + "f2" + all +
			" (and 1 more in this choice)"},
		{"a = f2 / \"get\"\nf2 = 1*ALPHA", `1:10` + covered + `"get"` + adds + "f2" + all},
		{"a = f1 / f2\nf1 = *\"x\"\nf2 = [1*\"X\"]", "1:10" + covered + "f2" + same + "f1" + here},
		{"a = \"x\" (1*\"y\" / *\"y\")", `1:10` + specific + `1*"y"` + adds + `*"y"` + all},
		{"a = *\"y\" / \"\"", `1:12` + covered + `""` + adds + `*"y"` + all},
		{"a = [\"x\" / 2\"x\" / 1*2%x78]", `1:19` + overlap +
			`"x" and 1*2%x78 both match "x" (the first of 2 such pairs in this choice)`},
		{"a = 1*2\"x\" / 2*3\"x\" / 1*2\"y\" / 2*3\"y\"", `1:14` + overlap +
			`1*2"x" and 2*3"x" both match "xx" (the first of 2 such pairs in this choice)`},
		{"a = 1*2\"x\" / 2*3\"x\"", `1:14` + overlap + `1*2"x" and 2*3"x" both match "xx"`},
		{`a = "abc" / "ABC"`, ""}, // a duplicate
		{"a = \"x\" 0*0( c / \"y\" )\nc = \"(\" c \")\" / \"z\"", ""},
		{"a = 0( c / *\"y\" / \"y\" ) [ 0( \"z\" c / c ) ]\nc = \"(\" c \")\"", ""},
		{`a = "a" / "b" / "ab" / ( "a" "c" )`, ""},
		{"a = b / %xD800 / \"x\"\nb = %xDABC", ""}, // no strings to compare
		{"a = \"(\" a \")\" / \"x\" / \"x\"", ""},  // recursive: only a duplicate
	} {
		if got := linted(t, syntax.ABNF, tt.text, "covered-alternative", "specific-alternative",
			"overlapping-alternatives"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
	got := linted(t, syntax.Treetop, "rule a 'x'+ / 'x' 'y'? end", "ordered-overlap", "overlapping-alternatives")
	if want := "1:15 note ordered-overlap: 1*'x' and ( 'x' 'y'? ) both match \"x\", and the first wins"; !strings.Contains(
		got, "both match \"x\", and the first wins") {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Tested against: for each pair of short alternatives the lint agrees with a comparison of all
// strings of up to four letters. Any two of these alternatives with different languages differ in
// such a string.
func TestLintAlternativesTwin(t *testing.T) {
	items := []string{`%s"a"`, `%s"b"`, `%s"ab"`, `*%s"a"`, `1*%s"a"`, `*2%s"a"`, `[%s"b"]`, `(%s"a" / %s"b")`,
		`1*2(%s"a" / %s"b")`, `(*%s"a" %s"b")`}
	words := testkit.Texts([]string{"a", "b"}, 4)
	for _, x := range items {
		for _, y := range items {
			if x == y {
				continue
			}
			g, _ := compileABNF("x = " + x + "\ny = " + y)
			inX, inY := g.Rule("x").Table, g.Rule("y").Table
			onlyX, onlyY, both := false, false, false
			for _, w := range words {
				a, b := inX.Valid(w), inY.Valid(w)
				onlyX, onlyY, both = onlyX || a && !b, onlyY || b && !a, both || a && b
			}
			want := ""
			switch characters := isOneOf(x) && isOneOf(y); {
			case !both:
			case !onlyY || !onlyX && characters:
				want = "covered-alternative"
			case !onlyX:
				want = "specific-alternative"
			default:
				want = "overlapping-alternatives"
			}
			got := linted(t, syntax.ABNF, "a = "+x+" / "+y, "covered-alternative", "specific-alternative",
				"overlapping-alternatives")
			if strings.Contains(got, "\n") || !strings.Contains(got, want) || got != "" && want == "" {
				t.Errorf("%s / %s: got %q, want %s", x, y, got, want)
			}
		}
	}
}

// isOneOf reports whether an item of the twin test matches single characters.
func isOneOf(item string) bool {
	return item == `%s"a"` || item == `%s"b"` || item == `(%s"a" / %s"b")`
}

func TestLintRepeats(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`a = *( *"x" )`, `1:5 note repeated-empty: the repeated element ( *"x" ) matches the empty string`},
		{`a = [ *"y" ]`, `1:5 note repeated-empty: the option is redundant: *"y" already matches the empty string`},
		{"a = [ b ]\nb = *\"x\"", `1:5 note repeated-empty: the option is redundant: b already matches the empty string`},
		{"a = 2*( [ \"x\" ] [ \"y\" ] )",
			`1:5 note repeated-empty: the repeated element ( [ "x" ] [ "y" ] ) matches the empty string`},
		{`a = *( [ "x" ] "y" ) *1( *"x" )`, ""},
		{`a = 1*1"x"`, `1:5 note repeat-once: the repeat is redundant: "x" means the same without it`},
		{`a = "0" / 0x41`,
			`1:11 warning repeat-never: 0x41 repeats the rule x41 zero times, which matches only the empty string; ` +
				`write a number as %x41`},
		{"a = 0<text> 0*0\"x\" *1\"y\" 1*2\"z\" #b 1#1b\nb = \"x\"\nOWS = *WSP", ""},
	} {
		if got := linted(t, syntax.ABNF, tt.text, "repeated-empty", "repeat-once", "repeat-never"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestLintEndless(t *testing.T) {
	const one = " warning empty-language: the rule "
	for _, tt := range []struct{ text, want string }{
		{`a = a "x"`, "1:1" + one + "a matches no string: every path through it leads back to it"},
		{`a = "x" *"y" 1*2( a / "(" a ")" )`, "1:1" + one + "a matches no string: every path through it leads back to it"},
		{"a = \"x\" b\nb = \"y\" c\nc = a / b\nd = a", "1:1 warning empty-language: the rules a, b, c match no string: " +
			"every path through one of them leads to another"},
		{"a = \"x\" [ b ]\nb = a b", "2:1" + one + "b matches no string: every path through it leads back to it"},
		{"b = a b / c\na = \"x\" [ b / c ]\nc = b", "1:1 warning empty-language: the rules b, c match no string: " +
			"every path through one of them leads to another"},
		{`a = [ a ] "x"`, ""},
		{`a = *a`, ""},
		{"a = b \"x\" / \"y\"\nb = a", ""},
		{"a = a <words> / <words>", ""},
		{"a = a \"x\" / lost", ""},
		{"a = b a\nb = (", "1:1" + one + "a matches no string: every path through it leads back to it"},
	} {
		if got := linted(t, syntax.ABNF, tt.text, "empty-language"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestLintEndlessTwin checks that in random grammars exactly the recursive rules without a member
// are reported. A rule has a member if it matches the empty string after each letter is replaced
// with "".
func TestLintEndlessTwin(t *testing.T) {
	reported := 0
	forRandomGrammars(t, 500, func(g *Grammar, members map[string][]string) {
		text := g.Source.Text
		got := map[string]bool{}
		opt := quick
		opt.Lint = true
		_, list := compileSource(t.Context(), g.Source, opt)
		for line := range strings.Lines(withCodes(list, "empty-language")) {
			_, names, _ := strings.Cut(line, " empty-language: the rule")
			names, _, _ = strings.Cut(strings.TrimLeft(names, "s "), " match")
			for name := range strings.SplitSeq(names, ", ") {
				got[name] = true
			}
		}
		emptied, _ := compileSource(t.Context(), syntax.NewSource("test",
			strings.NewReplacer("%x61", `""`, "%x62", `""`).Replace(text)), quick)
		d := descent(emptied)
		d.Set("")
		for i, r := range emptied.Rules {
			recursive := r.Kind == Linear || r.Kind == SelfEmbedding
			if want := recursive && !d.Derives(i); got[r.Name] != want || want && members[r.Name] != nil {
				t.Fatalf("%s is reported: %t, members: %q\n%s", r.Name, got[r.Name], members[r.Name], text)
			}
		}
		reported += len(got)
	})
	if reported == 0 {
		t.Error("each rule has a member")
	}
}

// forRandomGrammars calls check with n random grammars, a quarter of them without recursion, and
// with members of each rule that recursive descent finds: all members of up to six letters, which
// are "a" and "b", and some longer ones.
func forRandomGrammars(t *testing.T, n int, check func(g *Grammar, members map[string][]string)) {
	random, letters := rand.New(rand.NewPCG(33, 59)), []rune{'a', 'b'}
	words := testkit.Texts([]string{"a", "b"}, 6)
	for i := range testkit.Cases(n) {
		w := &recursionWriter{Rand: random, alphabet: letters}
		text := w.grammar()
		if i%4 == 0 {
			w.names = nil
			text = "top = " + w.choice(3) + "\r\n"
		}
		g, _ := compileSource(t.Context(), syntax.NewSource("test", text), quick)
		d, members := descent(g), map[string][]string{}
		for _, r := range g.Rules {
			if !r.Core {
				members[r.Name] = nil
			}
		}
		for _, s := range words {
			d.Set(s)
			for i, r := range g.Rules {
				if !r.Core && d.Derives(i) {
					members[r.Name] = append(members[r.Name], s)
				}
			}
		}
		for i, r := range g.Rules {
			for range 20 {
				if s, ok := d.Draw(random, i); ok && !r.Core && len(s) > 6 {
					members[r.Name] = append(members[r.Name], s)
				}
			}
		}
		check(g, members)
	}
}

// A document compiled without the option gets none of these remarks, and the same tables.
func TestLintChangesNothing(t *testing.T) {
	text := shared.Read(t, "grammars/aas-rfc3986.abnf")
	src := syntax.NewSource("test", text)
	g, without := compileSource(t.Context(), src, Options{})
	h, with := compileSource(t.Context(), src, Options{Lint: true})
	if len(with.Items) <= len(without.Items) {
		t.Errorf("%d diagnostics with lints, %d without", len(with.Items), len(without.Items))
	}
	for i, r := range g.Rules {
		if r.Table != h.Rules[i].Table {
			t.Errorf("%s has another table", r.Name)
		}
	}
}

// Linting a hostile document takes at most as many steps as compiling it once more, and names the
// skipped rules.
func TestLintIsBounded(t *testing.T) {
	limits, n, steps := DefaultLimits(), testkit.Fewer(30_000), int(DefaultLimits().Automata.Steps)
	for name, text := range map[string]string{
		"characters": "a = %x41" + strings.Repeat(" / %x42-43 / %x45", n),
		"strings":    "a = \"x\"" + lines(n, func(i int) string { return fmt.Sprintf(" / %%s\"x%05d\"", i) }),
		"long": "a = 400(\"a\" / \"b\") \"c\"" + lines(60, func(i int) string {
			return fmt.Sprintf(" / %d(\"a\" / \"b\") *%d\"c\"", 300+i, 300-i)
		}),
		"nested": "a = " + strings.Repeat("1*(", 200) + "[\"x\"] / \"x\"" + strings.Repeat(")", 200),
		"ring":   lines(9_000, func(i int) string { return fmt.Sprintf("r%d = \"x\" r%d", i, (i+1)%9_000) }),
	} {
		if limits.Automata.Steps = int64(testkit.Few(steps)); name != "long" {
			limits.Automata.Steps = int64(testkit.Fewer(steps))
		}
		g, list := compileSource(t.Context(), syntax.NewSource("test", text), Options{Lint: true, Limits: limits})
		if left := withCodes(list, "lint-limit"); (left != "") != (name == "strings") {
			t.Errorf("%s: %s", name, left)
		}
		if n := g.automata.Meter.Steps(); n > 3*limits.Automata.Steps {
			t.Errorf("%s: %d steps", name, n)
		}
	}
}
