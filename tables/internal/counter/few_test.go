package counter_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/machine"
)

// scattered returns a table of the same strings with its states at random numbers, one in four of
// them a far state.
func scattered(t *testing.T, rule tables.Rule, r *rand.Rand) tables.Rule {
	t.Helper()
	m, err := machine.Of(rule)
	if err != nil {
		t.Fatal(err)
	}
	old, states := *m, format.Far+m.States()
	to, close, far := []int{0, 1}, r.Perm(format.Far-2), r.Perm(m.States())
	for q := 2; q < m.States(); q++ {
		if r.IntN(4) == 0 || q >= len(close) {
			to = append(to, format.Far+far[q])
		} else {
			to = append(to, 2+close[q])
		}
	}
	m.Front, m.Rest, m.Regions, m.Components, m.Slots, m.SlotOf = nil, nil, nil, nil, nil, nil
	m.Next, m.Accept, m.Expect = make([]uint16, states*m.Count), make([]bool, states), make([][]int, states)
	for q := range old.States() {
		m.Accept[to[q]], m.Expect[to[q]] = old.Accept[q], old.Expect[q]
		for c := range m.Count {
			m.Next[to[q]*m.Count+c] = uint16(to[old.Next[q*m.Count+c]])
		}
	}
	if rule, err = m.Encode(); err != nil {
		t.Fatal(err)
	}
	return rule
}

// mixed are grammars with a text beside calls, with calls whose begin may be text, and with both.
var mixed = []sample{
	{name: "many returns, or text", text: `top = c# "b" / *("(" / "a" / "+") "d"
c# = "(" ("a" / c# ["+"])`, alphabet: []string{"(", "a", "+", "b", "d"}},
	{name: "text that may be a call", text: `top = *c#
c# = "(" *("abba" / "(" / c#) ")"`, alphabet: []string{"(", "a", "b", ")"}},
	{name: "text that may be a call, or text", text: `top = *c# / *("(" / ")" / "a" / "b") "d"
c# = "(" *("abba" / "(" / c#) ")"`, alphabet: []string{"(", "a", "b", ")", "d"}},
}

// living returns a random string of up to n letters of the alphabet, which few of them end, and the
// walk that takes its bytes one by one. A byte may be a token.
func (s sample) living(r *rand.Rand, rule tables.Rule, n int) (text string, walk counter.Walk) {
	walk = counter.New(format.Table(rule))
	letter := ""
	for range r.IntN(n) {
		end := 40
		if letter == "" || r.IntN(2) == 0 {
			letter = s.alphabet[r.IntN(len(s.alphabet))]
		}
		if r.IntN(40) == 0 {
			letter, end = string([]byte{byte(0xFA + r.IntN(6))}), 2
		}
		next := walk.Clone()
		for i := range len(letter) {
			next.Step(letter[i])
		}
		if !next.Dead() || r.IntN(end) == 0 {
			text, walk = text+letter, next
		}
		if walk.Dead() {
			break
		}
	}
	return text, walk
}

// A walk of many bytes at once has the readings of a walk that takes each byte by itself. The
// strings have many readings, with gaps and ranges of depths, in states of all kinds.
func TestManyBytesAreOneByOne(t *testing.T) {
	r := seeded(41)
	var readings [counter.MostReadings + 1]int
	for _, s := range slices.Concat(samples, mixed, []sample{ambiguous}) {
		exact := compiled(t, strings.ReplaceAll(s.text, "#", ""), "top")
		rules := []tables.Rule{exact, to(t, exact, 2), to(t, exact, 4)}
		for i := range 16 {
			rules = append(rules, scattered(t, rules[i%2], r))
		}
		for n, rule := range rules {
			for range testkit.Few(3000) {
				text, one := s.living(r, rule, 24)
				whole, cut := counter.New(format.Table(rule)), r.IntN(len(text)+1)
				walked := whole.Advance(text[:cut])
				if walked == cut {
					walked += whole.Advance(text[cut:])
				}
				got, want := whole.List(), one.List()
				if !slices.Equal(got, want) || whole.Undecided() != one.Undecided() || one.Dead() == (walked == len(text)) {
					t.Fatalf("%s, table %d: %q, cut at %d, has after %d bytes the readings\n%v, not\n%v",
						s.name, n, text, cut, walked, got, want)
				}
				if got, want := rule.Valid(text), one.Accepting(); got != want {
					t.Fatalf("%s, table %d: %q is valid: %t", s.name, n, text, got)
				}
				readings[len(want)]++
			}
		}
	}
	for n, strings := range readings[:10] {
		if strings < 100 {
			t.Errorf("only %d strings have %d readings", strings, n)
		}
	}
}
