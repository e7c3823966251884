package counter_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 33)) }

// A sample is a small grammar with a recursive rule, top. In its text, c# is the called rule, and
// x# a rule that refers to it.
type sample struct {
	name, text string
	alphabet   []string
	levels     int // depth of the non-recursive rules
}

var samples = []sample{
	{name: "brackets", text: `top = *("a" / c#)
c# = "(" *("a" / c#) ")"`, alphabet: []string{"(", ")", "a", "b"}, levels: 8},
	{name: "another return outside", text: `top = "a" c# "b" / "b" c# "a" / c#
c# = "(" *("a" / c#) ")"`, alphabet: []string{"(", ")", "a", "b"}, levels: 8},
	{name: "a return ends the calls around it", text: `top = c# "b" / "b" c#
c# = "a" [c#] ["b"]`, alphabet: []string{"a", "b", "c"}, levels: 8},
	{name: "a parenthesis is text, too", text: `top = "=" *c# ["?" q]
c# = "(" [v#] ")"
v# = *c# ["?" q]
q = *("(" / ")" / "a" / "?")`, alphabet: []string{"=", "(", ")", "?"}, levels: 4},
	{name: "characters", text: `top = *c# ["a"]
c# = %xAB *(%xE9 / %x20AC / %x10FFFD / c#) %xBB`,
		alphabet: []string{"\u00AB", "\u00BB", "\u00E9", "\u20AC", "\U0010FFFD", "a"}, levels: 8},
	{name: "octets", text: `; @octets
top = *c# [%x61]
c# = %xC3 *(%x80-A9 / %xE2 / c#) %xF4`, alphabet: []string{"\xC3", "\xA9", "\xE2", "\xF4", "a"}, levels: 8},
	{name: "a call may be empty", text: `top = c# "b" c#
c# = [ "(" c# ")" ]`, alphabet: []string{"(", ")", "b"}, levels: 8},
	{name: "a last state", text: `top = "b" c#
c# = "(" [c#] "a"`, alphabet: []string{"(", "a", "b"}, levels: 8},
	{name: "a call must follow", text: `top = *c#
c# = "(" *(c# / "a" c#) ")"`, alphabet: []string{"(", ")", "a"}, levels: 8},
	{name: "a call must follow on what may return", text: `top = "=" *(c# / "a" c#) ["?" q]
v# = *(c# / "a" c#) ["?" q]
c# = "(" v# ")"
q = *("(" / ")" / "a" / "?")`, alphabet: []string{"=", "(", ")", "a", "?"}, levels: 2},
	{name: "several bytes before a call", text: `top = c# ["b"]
c# = %xAB *(%xE9 c# / " " c# / "b") %xBB`,
		alphabet: []string{"\u00AB", "\u00BB", "\u00E9", " ", "b"}, levels: 8},
	{name: "a call begins with a call after it", text: `top = *c#
c# = "|" c# "|" / "x"`, alphabet: []string{"|", "x", "a"}, levels: 8},
	{name: "a call begins with a letter", text: `top = *c#
c# = %x61 (c# / %x41) "b"`, alphabet: []string{"a", "A", "b"}, levels: 8},
}

// recursive returns the recursive grammar.
func (s sample) recursive() string { return strings.ReplaceAll(s.text, "#", "") }

// flat returns the grammar without recursion: c# at one level refers to c# at the next. Any other
// rule that refers to c# is copied for each level. The last level's letter does not occur in any
// text.
func (s sample) flat() string {
	lines := strings.Split(s.text, "\n")
	var b strings.Builder
	for level := range max(s.levels, 1) {
		for _, line := range lines {
			name, body, _ := strings.Cut(line, " = ")
			called := strings.ReplaceAll(body, "c#", fmt.Sprint("c", level+1))
			switch {
			case s.levels == 0 && strings.HasSuffix(name, "#"):
				continue
			case name == "c#":
				line = fmt.Sprint("c", level) + " = " + called
			case strings.HasSuffix(name, "#"):
				line = name + " = " + called
			case level > 0:
				continue
			case name == "top":
				line = name + " = " + strings.ReplaceAll(body, "c#", "c0")
			}
			b.WriteString(strings.ReplaceAll(line, "#", fmt.Sprint("-", level)) + "\n")
		}
	}
	last := "%x7E"
	if strings.Contains(s.text, "c# = [ ") { // an empty match is not a call
		last = "[" + last + "]"
	}
	return b.String() + fmt.Sprintf("c%d = %s\n", s.levels, last)
}

// grammars caches the compiled documents by text and recursion, so that each is compiled once.
var grammars = map[string]*build.Grammar{}

// table compiles a rule of a document into a table.
func table(t testing.TB, s *syntax.Source, opt build.Options, rule string) tables.Rule {
	t.Helper()
	key := opt.Recursion.String() + s.Text
	g := grammars[key]
	if g == nil {
		var err error
		if g, err = build.Compile(context.Background(), s, opt); err != nil {
			t.Fatalf("%v\n%s", err, s.Text)
		}
		grammars[key] = g
	}
	r, err := g.Table(rule)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.Text)
	}
	return r
}

// compiled compiles a rule of a text, without the places that speed up a rule without calls.
func compiled(t testing.TB, text, rule string) tables.Rule {
	t.Helper()
	return compiledAs(t, build.Recursion{}, text, rule)
}

func compiledAs(t testing.TB, how build.Recursion, text, rule string) tables.Rule {
	t.Helper()
	return table(t, syntax.NewSource("sample.abnf", text),
		build.Options{Name: "sample", Limits: build.DefaultLimits(), Recursion: how}, rule)
}

// deepest is too deep for a finite automaton, so the compiler builds a table that counts.
var deepest = build.Recursion{Exactness: tables.Subset, Depth: 1 << 16}

// to returns the table that counts up to a depth of at least 1. The text "" means XRI 3.0.
func (s sample) to(t testing.TB, depth int) tables.Rule {
	t.Helper()
	var r tables.Rule
	if s.text == "" {
		r = xriAs(t, deepest, "xri")
	} else {
		r = compiledAs(t, deepest, s.recursive(), "top")
	}
	if !r.Recursive() {
		t.Fatalf("%s: the table does not count", s.name)
	}
	m, err := machine.Of(r)
	if err != nil {
		t.Fatal(err)
	}
	m.Depth = depth
	if r, err = m.Encode(); err != nil {
		t.Fatal(err)
	}
	if err := machine.Verify(r); err != nil {
		t.Fatal(err)
	}
	return r
}

// rules returns the table with calls, and the table of the non-recursive grammar.
func (s sample) rules(t testing.TB) (counts, flat tables.Rule) {
	t.Helper()
	counts = compiled(t, s.recursive(), "top")
	flat = compiled(t, s.flat(), "top")
	if !counts.Recursive() || flat.Recursive() {
		t.Fatalf("%s: %t, %t", s.name, counts.Recursive(), flat.Recursive())
	}
	return counts, flat
}

// strings yields all strings of at most length letters.
func (s sample) strings(length int, yield func(string)) {
	letters := append([]string{}, s.alphabet...)
	letters = append(letters, "\xC3", "~")
	var grow func(text string, rest int)
	grow = func(text string, rest int) {
		yield(text)
		if rest > 0 {
			for _, c := range letters {
				grow(text+c, rest-1)
			}
		}
	}
	grow("", length)
}

// random returns a string that is rarely deeper than the levels.
func (s sample) random(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(14) {
		b.WriteString(s.alphabet[r.IntN(len(s.alphabet))])
	}
	text := b.String()
	if r.IntN(4) == 0 && text != "" {
		at := r.IntN(len(text))
		text = text[:at] + string([]byte{byte(r.IntN(256))}) + text[at+r.IntN(2):]
	}
	return text
}

// xri returns a rule of XRI 3.0.
func xri(t testing.TB, name string) tables.Rule {
	t.Helper()
	return xriAs(t, build.Recursion{}, name)
}

func xriAs(t testing.TB, how build.Recursion, name string) tables.Rule {
	t.Helper()
	b, ok := build.FindBundled("xri30")
	if !ok {
		t.Fatal("there is no grammar xri30")
	}
	opt := build.Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits(), Recursion: how}
	return table(t, b.Source(), opt, name)
}

// randomXRI returns a string of parts that are meaningful in XRI.
func randomXRI(r *rand.Rand) string {
	parts := strings.Split("( ) ( ) () (( )) =( = * ? # : a: // xri:= a [::1] %41 é", " ")
	s := "="
	for range r.IntN(9) {
		s += parts[r.IntN(len(parts))]
	}
	return s
}
