package build

import (
	"fmt"
	"strings"
	"testing"
)

func TestLongCycle(t *testing.T) {
	for rules, want := range map[int]string{
		1:            "r0 -> r0",
		longestCycle: "r0 -> " + cycleNames(1, longestCycle) + "r0",
		50:           "r0 -> " + cycleNames(1, longestCycle) + "… 18 more … -> r0",
	} {
		var text strings.Builder
		for i := range rules {
			fmt.Fprintf(&text, "r%d = r%d\n", i, (i+1)%rules)
		}
		g, _ := compileABNF(text.String())
		if got := g.Rule("r0").CycleText(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func cycleNames(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "r%d -> ", i)
	}
	return b.String()
}
