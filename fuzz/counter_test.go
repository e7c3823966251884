package fuzz

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// FuzzCounter compares the tables of any grammar, especially tables for recursive rules, with
// recursive descent on a string, on members, and on strings close to members.
func FuzzCounter(f *testing.F) {
	notRaced(f)
	for _, seed := range [][2]string{
		{"a = \"(\" *(\"x\" / a) \")\"\n", "((x)x())"},
		{"a = *(b / \"x\")\nb = \"(\" [a] \")\"\n", "(x)x((x))"},
		{"top = \"=\" *c [\"?\" q]\nc = \"(\" [v] \")\"\nv = *c [\"?\" q]\nq = *(\"(\" / \")\" / \"?\")\n", "=(?))"},
		{"top = c \"x\" / \"x\" c \"y\"\nc = \"a\" [c] [\"b\"]\n", "xaaby"},
		{"top = *c\nc = [ \"(\" c \")\" ]\n", "(())()"},
		{"c = %xAB *(%xE9 / %x20AC / c) %xBB\n", "\u00AB\u00E9\u00AB\u00BB\u00BB"},
		{"s = \"a\" s \"b\" / t\nt = \"x\" t / \"y\"\nu = t *2s\n", "aaxybb"},
		{"json = \"{\" *json \"}\" / \"[\" *json \"]\"\n", "{[]}"},
		{"left = left \"x\" / right\nright = \"y\" right / \"z\"\n", "yyzxx"},
		{"a = a a / \"(\" a \")\" / \"x\"\n", "x(xx)"},
		{"a = \"(\" b \")\"\nb = 2*3(a / \"x\") / \"\"\n", "((xx)xx)"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, s string) {
		if strings.Contains(text, "@") { // descent does not support directives
			return
		}
		g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", text), build.Options{Name: "fuzz", Limits: tiny})
		d := descent(g)
		if d == nil || len(g.Rules) > 30 {
			return
		}
		if own, err := certificate.Read(text, certificate.ABNF); err == nil {
			certify(t, g, own, text)
		}
		random := rand.New(rand.NewPCG(1, 2))
		texts := []string{s}
		for i := range g.Rules {
			for range 3 {
				if member, ok := d.Draw(random, i); ok {
					texts = append(texts, member, string(edit(random, []byte(member))))
				}
			}
		}
		for _, s := range texts {
			checkDescent(t, g, d, s)
		}
	})
}

// descent returns a recursive-descent matcher for a grammar, or nil if a rule could not be resolved
// or compiled.
func descent(g *build.Grammar) *twins.Descent {
	index := map[string]int{}
	var exprs []syntax.Expr
	for i, r := range g.Rules {
		if r.Err != nil || r.Expr() == nil {
			return nil
		}
		index[strings.ToLower(r.Name)] = i
		exprs = append(exprs, r.Expr())
	}
	return twins.NewDescent(exprs, func(name string) int { return index[strings.ToLower(name)] })
}

func checkDescent(t *testing.T, g *build.Grammar, d *twins.Descent, s string) {
	if utf8.RuneCountInString(s) > 40 {
		return
	}
	d.Set(s)
	for i, r := range g.Rules {
		if r.Table == "" {
			continue
		}
		if err := machine.Verify(r.Table); err != nil {
			t.Fatalf("%s: %v\n%s", r.Name, err, g.Source.Text)
		}
		want := d.Derives(i) && utf8.ValidString(s)
		if got := r.Table.Valid(s); got != want && !undecided(r.Table, s) {
			t.Fatalf("%s: %q is a member: %t\n%s", r.Name, s, want, g.Source.Text)
		}
		checkCounting(t, r.Table, s)
	}
}

func undecided(r tables.Rule, s string) bool {
	var e *tables.SyntaxError
	ok := errors.As(r.Check(s), &e)
	return ok && e.Undecided()
}

// checkCounting checks that Valid, Prefix, Check and the other entry points agree about a string.
func checkCounting(t *testing.T, r tables.Rule, s string) {
	valid, prefix := r.Valid(s), -1
	for n := range len(s) + 1 {
		if r.Valid(s[:n]) {
			prefix = n
		}
	}
	if got := r.Prefix(s); got != prefix {
		t.Errorf("%s.Prefix(%q) = %d, want %d", r.Name(), s, got, prefix)
	}
	err := r.Check(s)
	if (err == nil) != valid {
		t.Errorf("%s.Check(%q) = %v", r.Name(), s, err)
	}
	for _, cut := range []int{len(s) / 3, len(s) / 2, max(0, len(s)-1)} {
		c := tables.NewChecker(r)
		c.WriteString(s[:cut])
		c.WriteString(s[cut:])
		if got := c.Close(); (got == nil) != valid || got != nil && (!errors.Is(got, err) || got.Error() != err.Error()) {
			t.Errorf("%s, %q cut at %d: %v, not %v", r.Name(), s, cut, got, err)
		}
	}
	if got, err := r.ValidReader(strings.NewReader(s)); got != valid || err != nil {
		t.Errorf("%s.ValidReader(%q) = %t, %v", r.Name(), s, got, err)
	}
	var e *tables.SyntaxError
	if errors.As(err, &e) && !e.Undecided() && r.Recursive() {
		before := tables.NewChecker(r)
		if n, err := before.WriteString(s[:e.Offset]); n != e.Offset || err != nil {
			t.Errorf("%s.Check(%q): offset %d, but after %d bytes: %v", r.Name(), s, e.Offset, n, err)
		}
		if e.AtEnd != r.Valid(s[:e.Offset]) || len(e.Expected()) == 0 && !e.AtEnd {
			t.Errorf("%s.Check(%q) = %v", r.Name(), s, err)
		}
	}
}

// FuzzXRI compares the shipped tables for XRI 3.0's recursive rules with recursive descent.
func FuzzXRI(f *testing.F) {
	g := compiled(f, "xri30")
	for _, s := range []string{"=", "=()?", "()=", "()?", "=(?)", "=(?))", "=(a:b)c)", "=())", "=(a://[v1.)])",
		"xri:=*(=a)/b?c#d", "=(((())))",
		"@(+x*y)!1/(=a)", "=(a://[::1]:8/)", "=%41\u00E9", "XRI:$(\uE000)", "=(?\uE000)", "(?)*(*(*(?)"} {
		f.Add(s)
	}
	d, recursive := descent(g), map[int]tables.Rule{}
	for i, r := range g.Rules {
		if r.Table.Recursive() {
			recursive[i] = shipped(f, r)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s = s[:min(len(s), 63)]; !utf8.ValidString(s) {
			return
		}
		d.Set(s)
		for i, r := range recursive {
			if want := d.Derives(i); r.Valid(s) != want {
				t.Errorf("%s: %q is a member: %t", r.Name(), s, want)
			}
			checkCounting(t, r, s)
		}
	})
}
