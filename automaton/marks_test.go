package automaton

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// A verdict is the result of a brute-force check of the marks in all members up to a given length.
type verdict struct {
	sets      []MarkSet
	broken    string // the condition of Marks that fails, and a member that violates it
	ambiguous bool   // some member has two marked parses
	misled    bool   // for some member, the rule of Marks and a parse differ
}

func judge(d *DFA, n *NFA, alphabet []string, length int) verdict {
	v := verdict{sets: make([]MarkSet, d.NumStates())}
	type member struct {
		text   string
		states []StateID // after each byte
		parses []string
	}
	var members []member
	for text := range strs(alphabet, length) {
		if !d.Accepts(text) {
			continue
		}
		m := member{text: text, parses: parses(n, text)}
		for q, i := d.Start(), 0; i < len(text); i++ {
			q = d.Step(q, text[i])
			m.states = append(m.states, q)
		}
		for _, marks := range m.parses {
			for i, mark := range marks {
				v.sets[m.states[i]] |= Only(Mark(mark - '0'))
			}
		}
		members = append(members, m)
	}
	for _, m := range members {
		v.ambiguous = v.ambiguous || len(m.parses) > 1
		ruled := splitByRule(v.sets, m.states)
		for _, marks := range m.parses {
			v.misled = v.misled || ruled != marks
			if !nondecreasing(marks) {
				v.broken = "order in " + m.text
			}
			for i, q := range m.states {
				two := marksOf(v.sets[q])
				if len(two) > 2 {
					v.broken = "three marks in " + m.text
				}
				if len(two) != 2 {
					continue
				}
				alone := func(q StateID) bool { return v.sets[q] == Only(two[0]) }
				follows, anywhere := slices.ContainsFunc(m.states[i+1:], alone), slices.ContainsFunc(m.states, alone)
				if first := Mark(marks[i]-'0') == two[0]; first && !follows || !first && anywhere {
					v.broken = "not settled in " + m.text
				}
			}
		}
	}
	return v
}

// splitByRule marks the bytes of a member according to the rule of Marks, in the form of a parse. A
// byte gets the only mark of its state. If the state has two marks, the byte gets the first exactly
// when some state of the member has only the first.
func splitByRule(sets []MarkSet, states []StateID) string {
	var marks strings.Builder
	for _, q := range states {
		m := marksOf(sets[q])
		if len(m) == 0 || len(m) > 2 {
			return "no rule"
		}
		mark := m[0]
		if len(m) == 2 && !slices.ContainsFunc(states, func(q StateID) bool { return sets[q] == Only(m[0]) }) {
			mark = m[1]
		}
		marks.WriteByte('0' + byte(mark))
	}
	return marks.String()
}

func marksOf(s MarkSet) []Mark {
	var all []Mark
	for m := range Mark(16) {
		if s.Has(m) {
			all = append(all, m)
		}
	}
	return all
}

// randomParts concatenates marked parts. Some are optional, and some begin or end with a colon, as
// in a URI. Sometimes it is a choice between two such sequences.
func randomParts(r source) *tree {
	row := cat()
	for m := Mark(1); m <= Mark(2+r.IntN(3)); m++ {
		part := letterTree(r, r.IntN(3))
		switch r.IntN(5) {
		case 0:
			part = cat(part, lit(":"))
		case 1, 2:
			part = cat(lit(":"), part)
		}
		part = marked(m, part)
		if r.IntN(3) == 0 {
			part = opt(part)
		}
		row.kids = append(row.kids, part)
	}
	switch r.IntN(12) {
	case 0:
		slices.Reverse(row.kids)
	case 1, 2:
		return alt(row, randomParts(r))
	case 3:
		row.kids = append(row.kids, opt(lit("b"))) // without a mark
	}
	return row
}

// Marks succeeds exactly when brute force finds no member for which a condition fails. In that case
// the sets equal those found by brute force, and every member has one marked parse, equal to the
// rule's parse.
func TestMarksOfRandomParts(t *testing.T) {
	t.Parallel()
	length := 7
	if testkit.Few(4) < 4 {
		length = 6
	}
	r := seeded(14)
	succeeded, settled, failed := 0, 0, map[string]int{}
	for range max(175, testkit.Few(700)) {
		tree := randomParts(r)
		d, n := tree.dfa(), tree.nfa()
		if d.Live() > length { // so that the members below take every path
			continue
		}
		v := judge(d, n, []string{"a", "b", ":"}, length)
		sets, err := Marks(d, n, NewMeter(context.Background(), DefaultLimits()))
		if (err == nil) != (v.broken == "") {
			t.Fatalf("%s: Marks says %v, brute force says %q", tree, err, v.broken)
		}
		if err != nil {
			failed[strings.Fields(v.broken)[0]]++
			continue
		}
		if !slices.Equal(sets, v.sets) {
			t.Fatalf("%s: %v, want %v", tree, sets, v.sets)
		}
		if v.ambiguous || v.misled {
			t.Fatalf("%s: ambiguous: %v, misled by the rule: %v", tree, v.ambiguous, v.misled)
		}
		succeeded++
		if slices.ContainsFunc(sets, func(s MarkSet) bool { return len(marksOf(s)) == 2 }) {
			settled++
		}
	}
	if succeeded < testkit.Few(50) || settled < testkit.Fewer(10) ||
		failed["order"] == 0 || failed["three"] == 0 || failed["not"] == 0 {
		t.Errorf("the generator misses a case: %d succeed, %d of them by what follows; failures: %v", succeeded,
			settled, failed)
	}
}

func TestMarksNamedCases(t *testing.T) {
	userinfo := marked(1, cat(star(oneOf("a:8")), lit("@")))
	host := marked(2, cat(oneOf("a8"), star(oneOf("a8"))))
	emptyHost := marked(2, star(oneOf("a8")))
	port := marked(3, cat(lit(":"), star(lit("8"))))
	for _, c := range []struct {
		name  string
		tree  *tree
		wrong string // part of the error
		split map[string]string
	}{
		{"authority", cat(opt(userinfo), host, opt(port)), "", map[string]string{
			"a8": "22", "a:8": "233", "a:8@a:8": "1111233", "@a": "12", "::@8": "1112", "a:": "23", "a:8@8": "11112",
		}},
		{"a host that may be empty: @ leads where the host's letters lead", cat(opt(userinfo), emptyHost, opt(port)),
			"no suffix distinguishes mark 1 from mark 2", nil},
		{"distinct letters", cat(marked(1, star(lit("a"))), marked(2, star(lit("b")))), "", map[string]string{"aab": "112"}},
		{"who has the a?", cat(marked(1, star(lit("a"))), marked(2, star(lit("a")))),
			"no suffix distinguishes mark 1 from mark 2", nil},
		{"not even with an end", cat(marked(1, star(lit("a"))), marked(2, star(lit("a"))), marked(3, lit("b"))),
			"no suffix distinguishes mark 1 from mark 2", nil},
		{"no mark", cat(marked(1, lit("a")), lit("b")), "an unmarked byte leads to state", nil},
		{"out of order", cat(marked(2, lit("a")), marked(1, lit("b"))), "mark 1 can follow mark 2", nil},
		{"over and over", star(cat(marked(1, lit("a")), marked(2, lit("b")))), "mark 1 can follow mark 2", nil},
		{"three at once",
			alt(cat(marked(1, lit("a")), marked(1, lit("x"))), cat(marked(2, lit("a")), marked(2, lit("y"))),
				cat(marked(3, lit("a")), marked(3, lit("z")))), "has more than two marks, including 1 and 2", nil},
		{"told by what came before only", alt(marked(1, lit("ac")), marked(2, lit("bc"))),
			"no suffix distinguishes mark 1 from mark 2", nil},
		{"a part inside a part", marked(1, cat(lit("a"), marked(2, lit("b")), lit("c"))),
			"mark 1 can follow mark 2", nil},
		{"out of order at the top", cat(marked(15, lit("a")), marked(1, lit("b"))), "mark 1 can follow mark 15", nil},
		{"a way that ends nowhere has no say",
			alt(marked(3, cat(lit("a"), alt())), cat(marked(1, lit("a")), marked(2, lit("b")))), "",
			map[string]string{"ab": "12"}},
		{"the highest mark", cat(marked(1, lit("a")), marked(15, lit("b"))), "", map[string]string{"ab": "1?"}},
		{"nothing", alt(), "", nil},
	} {
		d, n := c.tree.dfa(), c.tree.nfa()
		sets, err := Marks(d, n, NewMeter(context.Background(), DefaultLimits()))
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v, want an error with %q", c.name, err, c.wrong)
			}
			if why := (*MarkError)(nil); !errors.As(err, &why) {
				t.Errorf("%s: %T", c.name, err)
			}
			if sets != nil {
				t.Errorf("%s: an error and sets", c.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for text, want := range c.split {
			var states []StateID
			q := d.Start()
			for i := range len(text) {
				q = d.Step(q, text[i])
				states = append(states, q)
			}
			if got := splitByRule(sets, states); !d.Accepting(q) || got != want {
				t.Errorf("%s: %s is split as %s, want %s", c.name, text, got, want)
			}
		}
	}
}

func TestMarkSetPair(t *testing.T) {
	for a := range Mark(15) {
		for b := range a + 1 {
			low, high := b+1, a+1
			if first, second := (Only(high) | Only(low)).Pair(); first != low || second != high {
				t.Errorf("{%d, %d}: %d, %d", low, high, first, second)
			}
		}
	}
}
