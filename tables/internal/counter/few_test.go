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

// scattered returns a table for the same strings with its states renumbered at random, so that one
// state in four is far. As in compiled tables, the start does not lead to a far state, and among
// the states that are not far, those that lead to a far state come last.
func scattered(t *testing.T, rule tables.Rule, r *rand.Rand) tables.Rule {
	t.Helper()
	m, err := machine.Of(rule)
	if err != nil {
		t.Fatal(err)
	}
	after := func(q int) []uint16 { return m.Next[q*m.Count : (q+1)*m.Count] }
	far, numbers := make([]bool, m.States()), []int{0, 1}
	for q := 2; q < m.States(); q++ {
		far[q] = r.IntN(4) == 0 && !slices.Contains(after(1), uint16(q))
	}
	low, high, beyond := r.Perm(126), r.Perm(126), r.Perm(m.States())
	for q := 2; q < m.States(); q++ {
		switch leads := slices.ContainsFunc(after(q), func(to uint16) bool { return far[to] }); {
		case far[q]:
			numbers = append(numbers, format.Far+beyond[q])
		case leads:
			numbers = append(numbers, 128+high[q])
		default:
			numbers = append(numbers, 2+low[q])
		}
	}
	old, states := *m, format.Far+m.States()
	m.Front, m.Rest, m.Regions, m.Components, m.Slots, m.SlotOf = nil, nil, nil, nil, nil, nil
	m.Next, m.Accept, m.Expect = make([]uint16, states*m.Count), make([]bool, states), make([][]int, states)
	for q := range old.States() {
		m.Accept[numbers[q]], m.Expect[numbers[q]] = old.Accept[q], old.Expect[q]
		for c := range m.Count {
			m.Next[numbers[q]*m.Count+c] = uint16(numbers[old.Next[q*m.Count+c]])
		}
	}
	if rule, err = m.Encode(); err != nil {
		t.Fatal(err)
	}
	return rule
}

// mixed lists grammars with text next to calls, with calls whose beginning may also be text, and
// with both. In one of them, some text leads to the same state as a return. In two of them, the end
// of a call may also be text.
var mixed = []sample{
	{name: "many returns, or text", text: `top = c# "b" / *("(" / "a" / "+") "d"
c# = "(" ("a" / c# ["+"])`, alphabet: []string{"(", "a", "+", "b", "d"}, levels: 8},
	{name: "text that may be a call", text: `top = *c#
c# = "(" *("abba" / "(" / c#) ")"`, alphabet: []string{"(", "a", "b", ")"}, levels: 8},
	{name: "text that may be a call, or text", text: `top = *c# / *("(" / ")" / "a" / "b") "d"
c# = "(" *("abba" / "(" / c#) ")"`, alphabet: []string{"(", "a", "b", ")", "d"}, levels: 8},
	{name: "text that leads where a return does", text: `top = *("a" / "[)" / c#)
c# = ("(" / "[") *("a" / "[)" / "b" / c#) ")"`, alphabet: []string{"(", "[", "a", "b", ")"}, levels: 8},
	{name: "an end that may be text, and several sites", text: `top = *c# ["+" c# "a" c# *("b" / c#)]
c# = "(" *("a" / ")" / "+" / c#) ")"`, alphabet: []string{"(", "a", "b", ")", "+"}, levels: 8},
	{name: "two ends that may be text", text: `top = *(c# / "a" / "<" / ">" / ")")
c# = "(" *("a" / ")" / ">" / "<" / c#) ")" / "<" *("a" / ")" / ">" / "(") ">"`,
		alphabet: []string{"(", "<", "a", ">", ")"}, levels: 8},
}

// symbols lists the symbols of rule xri of XRI 3.0.
var symbols = sample{name: "XRI", alphabet: strings.Fields("( ( ) ) =( = * ? # : a a:// / xri:= [::1] %41 \u00E9")}

// living returns a random string of fewer than n letters of the alphabet, and the walk that has
// read its bytes one by one. Letters that end the walk are rare. end is the offset of the byte that
// ends the walk, or the length of the string. A letter may be a token.
func (s sample) living(r *rand.Rand, rule tables.Rule, n int) (text string, walk counter.Walk, end int) {
	walk = counter.New(format.Table(rule))
	letter := ""
	for range r.IntN(n) {
		seldom := 40
		if letter == "" || r.IntN(2) == 0 {
			letter = s.alphabet[r.IntN(len(s.alphabet))]
		}
		if r.IntN(40) == 0 {
			letter, seldom = string([]byte{byte(0xFA + r.IntN(6))}), 2
		}
		next, walked := walk.Clone(), 0
		for walked < len(letter) {
			if next.Step(letter[walked]); next.Dead() {
				break
			}
			walked++
		}
		if !next.Dead() || r.IntN(seldom) == 0 {
			text, walk, end = text+letter, next, len(text)+walked
		}
		if walk.Dead() {
			break
		}
	}
	return text, walk, end
}

// A walk that reads many bytes at once has the same readings as a walk that reads them one by one.
// The strings have many readings, with gaps and ranges of depths, in states of every kind.
func TestManyBytesAreOneByOne(t *testing.T) {
	r := seeded(41)
	var readings [counter.MaxReadings + 1]int
	for _, s := range slices.Concat(samples, mixed, []sample{ambiguous, symbols}) {
		exact := xri(t, "xri")
		if s.text != "" {
			exact = compiled(t, s.recursive(), "top")
		}
		rules := []tables.Rule{exact, s.to(t, 2), s.to(t, 4)}
		for i := range 16 {
			if s.levels > 0 { // with few states
				rules = append(rules, scattered(t, rules[i%2], r))
			}
		}
		for n, rule := range rules {
			for range testkit.Few(3000) {
				text, one, end := s.living(r, rule, 24)
				whole, cut := counter.New(format.Table(rule)), r.IntN(len(text)+1)
				walked := whole.Advance(text[:cut])
				if walked == cut {
					walked += whole.Advance(text[cut:])
				}
				got, want := whole.List(), one.List()
				if !slices.Equal(got, want) || whole.Undecided() != one.Undecided() || walked != end {
					t.Fatalf("%s, table %d: %q, cut at %d, has after %d bytes the readings\n%v, not after %d\n%v",
						s.name, n, text, cut, walked, got, end, want)
				}
				if got, want := rule.Valid(text), one.Accepting(); got != want {
					t.Fatalf("%s, table %d: %q is valid: %t", s.name, n, text, got)
				}
				readings[len(want)]++
			}
		}
	}
	for n, texts := range readings[:10] {
		if texts < testkit.Few(20) {
			t.Errorf("only %d strings have %d readings", texts, n)
		}
	}
}
