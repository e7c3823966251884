package build

import "testing"

// The contributions to a rule are the copies made for its references, and their states, starting
// with the largest. A call has one state.
func TestContributions(t *testing.T) {
	g, _ := compileABNF("a = 3b *2( c / \"-\" ) s\nb = \"xyz\"\nc = \"zz\"\ns = \"(\" *s \")\"\n")
	live := func(name string) int64 { return int64(g.Rule(name).made().DFA.Live()) }
	want := []Contribution{
		{Rule: g.Rule("b").names, Times: 3, States: 3 * live("b")},
		{Rule: g.Rule("c").names, Times: 2, States: 2 * live("c")},
		{Rule: g.Rule("s").names, Times: 1, States: 1},
	}
	got := g.Contributions(g.Rule("a"))
	if len(got) != len(want) {
		t.Fatalf("%d contributions: %+v", len(got), got)
	}
	for i, w := range want {
		if got[i] != w {
			t.Errorf("contribution %d is %s, %d times, %d states, not %s, %d times, %d states", i, got[i].Rule.Name,
				got[i].Times, got[i].States, w.Rule.Name, w.Times, w.States)
		}
	}
	if list := g.Contributions(g.Rule("s")); len(list) != 1 || list[0].States != 1 {
		t.Errorf("a rule that refers to itself has the contributions %+v", list)
	}
}
