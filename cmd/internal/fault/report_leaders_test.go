package fault

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// exactly counts all names, in unbounded memory.
type exactly map[string]int64

// check fails if a count is outside its bounds, or if a frequent name was dropped.
func (e exactly) check(t *testing.T, l *leaders) {
	t.Helper()
	total := int64(0)
	for _, n := range e {
		total += n
	}
	if len(l.of) >= 2*l.max {
		t.Fatalf("%d names, with a max of %d", len(l.of), l.max)
	}
	for name, c := range l.of {
		if n := e[name]; n < c.count-c.over || n > c.count || l.lost == 0 && c.over != 0 {
			t.Fatalf("%q: %d is not between %d and %d", name, n, c.count-c.over, c.count)
		}
	}
	for name, n := range e {
		if l.of[name] == nil && (n > total/int64(l.max) || n > l.lost) {
			t.Fatalf("%q occurred %d of %d times and was dropped, but lost is %d", name, n, total, l.lost)
		}
	}
}

// TestLeaders compares the counts of random names with exact counts, including after merges.
func TestLeaders(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	lossy := 0
	for range 2000 {
		most, names := 1+rng.IntN(8), 1+rng.IntN(16)
		all, parts := exactly{}, []leaders{}
		for range 1 + rng.IntN(4) {
			l := newLeaders(most)
			for range rng.IntN(60) {
				name := string(rune('a' + int(float64(names)*rng.Float64()*rng.Float64())))
				l.add(name)
				all[name]++
			}
			parts = append(parts, l)
		}
		if len(parts) == 1 {
			all.check(t, &parts[0])
			continue
		}
		merged := newLeaders(most)
		for i := range parts {
			merged.merge(&parts[i])
		}
		all.check(t, &merged)
		for range 30 { // counting continues after a merge
			merged.add("a")
			merged.add("new")
			all["a"]++
			all["new"]++
		}
		all.check(t, &merged)
		merged.sorted()
		all.check(t, &merged)
		if merged.lost > 0 {
			lossy++
		}
		if len(all) <= most && merged.lost > 0 {
			t.Fatal("counts of few names are not exact")
		}
	}
	if lossy < 200 {
		t.Errorf("only %d were lossy", lossy)
	}
}

// TestLateLeader counts a frequent name at the end of a sorted list, after many other names.
func TestLateLeader(t *testing.T) {
	l := newLeaders(10)
	for i := range 1000 {
		l.add(fmt.Sprintf("a%03d", i))
	}
	for range 500 {
		l.add("z")
	}
	if first := l.sorted()[0]; first.name != "z" || first.count-first.over != 500 || l.lost == 0 {
		t.Errorf("%+v", first)
	}
}

// TestLongNames counts long names. They must be cut between characters, and names with the same
// prefix must count as one.
func TestLongNames(t *testing.T) {
	l := newLeaders(10)
	for _, end := range []string{"a", "b"} {
		l.add(strings.Repeat("é", 1000) + end)
	}
	l.add("")
	c := l.sorted()[0]
	if c.count != 2 || len(c.name) > maxName || !strings.HasSuffix(c.name, "é…") || l.absent != 1 {
		t.Errorf("%+v, %d absent", c, l.absent)
	}
	for n := range 20 {
		for _, s := range []string{"abcdefghijklmnopqrst", "ééééééééééé", strings.Repeat("\xff", 10),
			"🦉🦉🦉🦉🦉"} {
			if got := shortened(s, n+3); len(got) > n+3 && len(s) > n+3 || strings.ToValidUTF8(s, "") == s &&
				strings.ToValidUTF8(got, "") != got {
				t.Errorf("%q of %d bytes: %q", s, n+3, got)
			}
		}
	}
}

// BenchmarkInvalid measures only counting, which costs little compared with explaining a mistake.
func BenchmarkInvalid(b *testing.B) {
	hosts := make([]string, 100_000)
	for i := range hosts {
		hosts[i] = fmt.Sprintf("host%d.example.org", i)
	}
	for _, test := range []struct {
		name  string
		hosts int
	}{{"few hosts", 100}, {"many hosts", len(hosts)}} {
		b.Run(test.name, func(b *testing.B) {
			r := NewReport()
			for i := 0; b.Loop(); i++ {
				r.Invalid(Mistake{Code: "port", Part: "port", Host: hosts[i%test.hosts]})
			}
		})
	}
}
