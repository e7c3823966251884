package build

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
)

// Rules of published grammars that refer to themselves on the left and in the middle, and shapes
// like them: each has an exact table, which agrees with a recognizer of the definition.
func TestLeftRecursionInTheMiddle(t *testing.T) {
	for _, tt := range []struct{ source, text, letters string }{
		{"RFC 9051, section 9: tagged-ext-comp", `e = "x" / e *(SP e) / "(" e ")"`, "x ()"},
		{"SPDX 3, annex: compound-expression",
			`e = "x" / "x" "w" "y" / e "&" e / e "|" e / "(" e ")"`, "xwy&()"},
		{"SPDX 2.2, appendix IV", `e = 1*1("x" / e "&" e / "(" e ")" )`, "x&()"},
		{"a list", `e = "x" / e "," e / "(" e ")"`, "x,()"},
		{"a list of terms", "e = t *(\",\" t)\nt = \"x\" / \"(\" e \")\"", "x,()"},
		{"a sum of terms", "e = t / e \"+\" t\nt = \"x\" / \"(\" e \")\"", "x+()"},
		{"in the middle of a cycle", "e = t / e \"+\" e\nt = \"x\" / \"(\" e \")\"", "x+()"},
		{"signs on both sides", `e = "-" e / e "!" / e "+" e / "x" / "(" e ")"`, "-!+x()"},
		{"only on the right", `e = "-" e / "x" / "(" e ")"`, "-x()"},
		{"side by side", `e = e e / "x" / "(" e ")"`, "x()"},
		{"optional", `e = [e "+"] e / "x" / e [("," e)] / "(" e ")" / e`, "x+,()"},
		{"itself in a part", `e = "x" / e "(" [e] ")"`, "x()"},
	} {
		g := compileText(tt.text)
		e := g.Rule("e")
		if e.Table == "" {
			t.Errorf("%s: %s", tt.source, e.Reason())
			continue
		}
		twin, members := newRecognizer(g), 0
		testkit.EachText(strings.Split(tt.letters, ""), 5+testkit.Fewest(4)/4, func(s string) {
			want := twin.accepts(e, s, 0)
			if e.Table.Valid(s) != want {
				t.Fatalf("%s: %q is %v, want %v", tt.source, s, !want, want)
			}
			if want {
				members++
			}
		})
		if exactness, _ := e.Table.Exactness(); members < 4 || exactness != 0 {
			t.Errorf("%s: %d members, %v", tt.source, members, exactness)
		}
	}
}

// TestUnwind compares random definitions with the unwound ones, string by string, whether or not
// there is a table.
func TestUnwind(t *testing.T) {
	random := rand.New(rand.NewPCG(66, 4))
	texts := testkit.Texts([]string{"a", "b", "("}, 5)
	unwound, in := 0, 0
	for range testkit.Fewer(2000) {
		w := &recursionWriter{Rand: random, alphabet: []rune("ab("), names: []string{"c", "d"}, often: 3}
		part := func() string {
			return []string{w.letter(), w.element(1), "*(" + w.sequence(1) + ")", "[" + w.choice(1) + "]"}[random.IntN(4)]
		}
		alternatives := []string{w.letter()}
		for range 1 + random.IntN(4) {
			shape := []string{"c %s", "%s c", "c %s c", "(c %s) c", "c", "%s", "c c"}[random.IntN(7)]
			alternatives = append(alternatives, strings.Replace(shape, "%s", part(), 1))
		}
		text := "c = " + strings.Join(alternatives, " / ") + "\r\nd = " + w.choice(1) + "\r\n"
		g, _ := compileABNF(text)
		exprs := []syntax.Expr{g.Rules[0].Expr(), g.Rules[1].Expr()}
		e := recursion.Unwind(g.automata.Names, g.Rules[0].names)
		if e == nil {
			continue
		}
		unwound++
		index := func(name string) int { return strings.Index("cd", name) }
		before, after := twins.NewDescent(exprs, index), twins.NewDescent([]syntax.Expr{e, exprs[1]}, index)
		for _, s := range texts {
			before.Set(s)
			after.Set(s)
			want := before.Derives(0)
			if after.Derives(0) != want {
				t.Fatalf("%q is %v after unwinding\n%s", s, !want, text)
			}
			if want {
				in++
			}
		}
	}
	if least := testkit.Fewer(700); unwound < least || in < 10*least {
		t.Error("one-sided:", fmt.Sprint(unwound, " unwound, ", in, " members"))
	}
}
