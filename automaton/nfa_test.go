package automaton

import (
	"strings"
	"testing"
)

func TestNFADumpGolden(t *testing.T) {
	n := alt(lit("a"), opt(byteIn(0, 0x7F))).nfa()
	var b strings.Builder
	if err := n.Dump(&b); err != nil {
		t.Fatal(err)
	}
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
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for lines := range 10 {
		if err := n.Dump(&narrow{lines}); err != errNarrow {
			t.Errorf("after %d lines: %v", lines, err)
		}
	}
}
