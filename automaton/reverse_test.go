package automaton

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReverse(t *testing.T) {
	r := seeded(11)
	for i := range 300 {
		tree := randomTree(r, 1+i%3)
		d := tree.dfa()
		n, err := Reverse(d, unlimited())
		require.NoError(t, err)
		for _, text := range append(longer(r, d, 10), "", "a", "ab", "ba", "é", "\xa9\xc3") {
			back := []byte(text)
			slices.Reverse(back)
			require.Equal(t, tree.accepts(text), simulate(n, string(back)), "%s: % X", tree, text)
		}
	}
}
