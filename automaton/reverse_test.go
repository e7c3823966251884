package automaton

import (
	"slices"
	"testing"
)

func TestReverse(t *testing.T) {
	r := seeded(11)
	for i := range 300 {
		tree := randomTree(r, 1+i%3)
		d := tree.dfa()
		n, err := Reverse(d, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range append(longer(r, d, 10), "", "a", "ab", "ba", "é", "\xa9\xc3") {
			back := []byte(text)
			slices.Reverse(back)
			if simulate(n, string(back)) != tree.accepts(text) {
				t.Fatalf("%s: % X", tree, text)
			}
		}
	}
}
