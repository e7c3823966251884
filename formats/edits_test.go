package formats_test

import (
	"math/rand/v2"
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/testkit"
)

// againstSlow compares a format with slow, a reader of the same strings that shares nothing with
// the grammar: on the members, which slow must accept, and on random edits of them. An edit
// deletes, inserts, replaces or swaps characters; those it inserts are in the alphabet. Edited
// strings that are members are edited further.
func againstSlow(t *testing.T, format, alphabet string, slow func(string) bool, members ...string) {
	t.Helper()
	f, ok := formats.Lookup(format)
	if !ok {
		t.Fatalf("there is no format %s", format)
	}
	for _, s := range members {
		if !slow(s) || !f.Valid(s) {
			t.Errorf("%s: %q: the slow reader returns %v, and Valid %v; want true", format, s, slow(s), f.Valid(s))
		}
		if n := testing.AllocsPerRun(1, func() { f.Valid(s) }); n != 0 {
			t.Errorf("%s: Valid(%q) allocates %v times", format, s, n)
		}
	}
	r := rand.New(rand.NewPCG(uint64(len(format)), uint64(format[0])))
	letters := []rune(alphabet)
	pool, good, bad := append([]string(nil), members...), 0, 0
	for range testkit.Cases(200_000) {
		s := []rune(pool[r.IntN(len(pool))])
		for range 1 + r.IntN(3) {
			at, letter := r.IntN(len(s)+1), letters[r.IntN(len(letters))]
			switch kind := r.IntN(4); {
			case kind == 0 || at == len(s):
				s = append(s[:at], append([]rune{letter}, s[at:]...)...)
			case kind == 1:
				s = append(s[:at], s[at+1:]...)
			case kind == 2:
				s[at] = letter
			default:
				s[at], s[max(at, 1)-1] = s[max(at, 1)-1], s[at]
			}
		}
		text := string(s)
		want := slow(text)
		if got := f.Valid(text); got != want || (f.Check(text) == nil) != want {
			t.Fatalf("%s: Valid(%q) is %v, the slow reader returns %v", format, text, got, want)
		}
		if !want {
			bad++
		} else if good++; len(text) < 60 {
			pool[r.IntN(len(pool))] = text
			pool = append(pool[:min(len(pool), 100)], members[r.IntN(len(members))])
		}
	}
	if good == 0 || bad == 0 {
		t.Errorf("%s: %d edited strings are members, %d are not", format, good, bad)
	}
}

// A verdict is a string and whether it has a format.
type verdict struct {
	format string
	valid  bool
	inputs []string
}

// checkVerdicts checks verdicts that standards state or imply.
func checkVerdicts(t *testing.T, verdicts []verdict) {
	t.Helper()
	for _, v := range verdicts {
		f, ok := formats.Lookup(v.format)
		if !ok {
			t.Fatalf("there is no format %s", v.format)
		}
		for _, s := range v.inputs {
			if f.Valid(s) != v.valid || (f.Check(s) == nil) != v.valid {
				t.Errorf("%s: Valid(%q) is %v, Check returns %v; want %v", v.format, s, f.Valid(s), f.Check(s), v.valid)
			}
		}
	}
}

// isDigits reports whether s consists of n ASCII digits, or of at least one if n is 0.
func isDigits(s string, n int) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != "" && (n == 0 || len(s) == n)
}
