package fault

import (
	"testing"
	"time"
)

func TestNumbers(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", time.Millisecond: "0.001 s", 1500 * time.Millisecond: "1.5 s", 59949 * time.Millisecond: "59.9 s",
		90 * time.Second:                    "1m30s",
		3*time.Hour + 1600*time.Millisecond: "3h0m2s",
	} {
		if got := duration(d); got != want {
			t.Errorf("duration(%d) = %q, not %q", d, got, want)
		}
	}
	for want, of := range map[string][2]int64{"0.0 %": {0, 0}, "100.0 %": {7, 7}, "33.3 %": {1, 3},
		"< 0.1 %": {1, 10_000}} {
		if got := share(of[0], of[1]); got != want {
			t.Errorf("share of %d: %q, not %q", of, got, want)
		}
	}
}
