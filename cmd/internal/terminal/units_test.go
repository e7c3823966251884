package terminal

import (
	"math"
	"testing"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 999999: "999,999", 1e6: "1,000,000", -1: "-1",
		-123:  "-123",
		-1234: "-1,234", math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, not %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 lines", 1: "1 line", 2000: "2,000 lines"} {
		if got := Counted(n, "line"); got != want {
			t.Errorf("Counted(%d) = %q, not %q", n, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 1049: "1.0 kB", 1051: "1.1 kB", 999_949: "999.9 kB", 999_950: "1.0 MB",
		1e6:           "1.0 MB",
		1_234_567_890: "1.2 GB", 1e15: "1.0 PB", math.MaxInt64: "9.2 EB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, not %q", n, got, want)
		}
	}
}
