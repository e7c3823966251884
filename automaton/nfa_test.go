package automaton

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNFADumpGolden(t *testing.T) {
	n := alt(lit("a"), opt(byteIn(0, 0x7F))).nfa()
	var b strings.Builder
	require.NoError(t, n.Dump(&b))
	const want = `nfa: 9 states
  0: a→1
  1: ε 8
  2: ε 0
  3: 00-7F→4
  4: ε 6
  5: ε 3 6
  6: ε 8
> 7: ε 2 5
 *8:
`
	require.Equal(t, want, b.String())
	for lines := range 10 {
		require.ErrorIs(t, n.Dump(&narrow{lines}), errNarrow, "after %d lines", lines)
	}
}
