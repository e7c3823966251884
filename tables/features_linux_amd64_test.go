//go:build amd64 && gc && !purego

package tables_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
)

// The kernels are chosen according to the processor features that the operating system reports.
func TestTheBestKernelsAreChosen(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip(err)
	}
	_, flags, _ := strings.Cut(string(text), "\nflags")
	flags, _, _ = strings.Cut(flags, "\n")
	has := func(all ...string) bool {
		for _, flag := range all {
			if !slices.Contains(strings.Fields(flags), flag) {
				return false
			}
		}
		return true
	}
	want := "tables"
	switch {
	case has("avx2", "bmi1", "bmi2", "popcnt", "avx512f", "avx512bw", "avx512vbmi"):
		want = "AVX-512"
	case has("avx2", "bmi1", "bmi2", "popcnt"):
		want = "AVX2"
	}
	var got []string
	tables.OnEveryCPU(func(name string) { got = append(got, name) })
	if got[0] != want {
		t.Errorf("%s are chosen, not %s", got[0], want)
	}
}
