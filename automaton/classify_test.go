package automaton

import (
	"slices"
	"testing"
)

// only returns the classifier's automaton modified to accept only the strings of member i.
func (c *Classifier) only(i int) *DFA {
	d := *c.DFA
	d.accept = make([]bool, c.DFA.NumStates())
	for q, list := range c.Matches {
		d.accept[q] = slices.Contains(list, i)
	}
	return &d
}

// checkClassifier checks what the doc comment of Classifier promises: a classifier determines the
// canonical DFA of each member, and no two states can be merged.
func checkClassifier(t *testing.T, c *Classifier, members []*DFA) {
	t.Helper()
	n := c.DFA.NumStates()
	if len(c.Matches) != n || c.Matches[Dead] != nil {
		t.Fatalf("%d lists for %d states", len(c.Matches), n)
	}
	for q, list := range c.Matches {
		if c.DFA.Accepting(StateID(q)) != (len(list) > 0) || !slices.IsSorted(list) ||
			len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Fatalf("state %d matches %v", q, list)
		}
	}
	apart := make([][]bool, n)
	for q := range apart {
		apart[q] = make([]bool, n)
	}
	for i, d := range members {
		only := c.only(i)
		for p, row := range distinguishable(only) {
			for q, yes := range row {
				apart[p][q] = apart[p][q] || yes
			}
		}
		least, err := Minimize(only, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		same(t, d, least, "member", i)
	}
	for p := range n {
		for q := range p {
			if !apart[p][q] {
				t.Fatalf("states %d and %d could be one:\n%s", q, p, dump(c.DFA))
			}
		}
	}
	same(t, renumber(c.DFA), c.DFA, "numbered otherwise")
}

func classifier(t *testing.T, members ...*DFA) *Classifier {
	t.Helper()
	c, err := Classify(members, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestClassifyRandomMachines(t *testing.T) {
	t.Parallel()
	r := seeded(31)
	for i := range 300 {
		var members []*DFA
		for range 1 + r.IntN(5) {
			if i%2 == 0 {
				members = append(members, letterTree(r, 2).dfa())
			} else {
				members = append(members, randomTree(r, i%3).dfa())
			}
		}
		c := classifier(t, members...)
		if c.DFA.NumStates() <= 60 { // the slow version
			checkClassifier(t, c, members)
		}
		for _, d := range members {
			for _, text := range longer(r, d, 10) {
				checkMatches(t, c, members, text)
			}
		}
		if len(members) == 1 {
			same(t, members[0], c.DFA, "one member alone")
		}
	}
}

func checkMatches(t *testing.T, c *Classifier, members []*DFA, text string) {
	t.Helper()
	q := c.DFA.Start()
	for i := range len(text) {
		q = c.DFA.Step(q, text[i])
	}
	var want []int
	for i, d := range members {
		if d.Accepts(text) {
			want = append(want, i)
		}
	}
	if !slices.Equal(c.Matches[q], want) {
		t.Fatalf("%q: %v, want %v", text, c.Matches[q], want)
	}
}

func TestClassifyNamedCases(t *testing.T) {
	letters, digits, none := star(byteIn('a', 'z')).dfa(), star(byteIn('0', '9')).dfa(), alt().dfa()
	word := lit("if").dfa()
	for _, test := range []struct {
		what    string
		members []*DFA
		live    int
		texts   map[string][]int
	}{
		{"nothing", nil, 0, map[string][]int{"": nil, "a": nil}},
		{"empty languages", []*DFA{none, none}, 0, map[string][]int{"": nil}},
		{"the same twice", []*DFA{letters, letters}, 1, map[string][]int{"": {0, 1}, "ab": {0, 1}, "0": nil}},
		{"a word among words", []*DFA{word, letters, none, digits}, 5,
			map[string][]int{"": {1, 3}, "i": {1}, "if": {0, 1}, "iff": {1}, "12": {3}, "i1": nil}},
	} {
		c := classifier(t, test.members...)
		checkClassifier(t, c, test.members)
		if c.DFA.Live() != test.live {
			t.Errorf("%s: %d live states, want %d:\n%s", test.what, c.DFA.Live(), test.live, dump(c.DFA))
		}
		for text, want := range test.texts {
			checkMatches(t, c, test.members, text)
			if q := c.DFA.Start(); text == "" && !slices.Equal(c.Matches[q], want) {
				t.Errorf("%s: %v, want %v", test.what, c.Matches[q], want)
			}
		}
	}
}

// Classify merges equivalent states even if the members are not minimal.
func TestClassifyMergesWhatMembersDoNot(t *testing.T) {
	r := seeded(37)
	larger := 0
	for range 200 {
		var raw, least []*DFA
		for range 1 + r.IntN(3) {
			tree := letterTree(r, 2)
			raw, least = append(raw, tree.raw()), append(least, tree.dfa())
			if raw[len(raw)-1].NumStates() > least[len(least)-1].NumStates() {
				larger++
			}
		}
		c, want := classifier(t, raw...), classifier(t, least...)
		same(t, want.DFA, c.DFA, "members that are not minimal")
		if !slices.EqualFunc(c.Matches, want.Matches, slices.Equal) {
			t.Fatalf("%v, want %v", c.Matches, want.Matches)
		}
	}
	if larger < 20 {
		t.Errorf("only %d machines were not minimal", larger)
	}
}
