package library

import (
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// TestLibrary makes the table with the ways in Go. A bar missed on a few lines is no failure here.
func TestLibrary(t *testing.T) {
	var b strings.Builder
	o := measure.Options{Lines: 200, Rounds: 1, Turn: time.Microsecond}
	if _, err := Write(o, peers.Prepared{}, &b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for of, want := range map[string]int{netURLResolve: 3, oxiriAppend: 0, ourPolicy: 2, ourFindings: 2, strict: 3,
		ourReader: 1, "iri.Valid": 1} {
		if got := strings.Count(text, of); got != want {
			t.Errorf("%s is there %d times, not %d, in\n%s", of, got, want, text)
		}
	}
}

// TestLibraryBars: a bar holds the ratio, less a slack, and the allocations; ways for the same work
// must find the same.
func TestLibraryBars(t *testing.T) {
	c, err := measure.NewCorpus("lines", measure.IsIRI, []string{"a:", "b:"})
	if err != nil {
		t.Fatal(err)
	}
	s := &subject{corpus: c,
		best: map[string]measure.Sample{"slow": {Nanoseconds: 300, Accepted: 2},
			"fast": {Nanoseconds: 100, Accepted: 2, Allocs: 1}}}
	for _, x := range []struct {
		bar   Bar
		slack float64
		holds bool
	}{
		{Bar{Limit: 3}, 1, true},
		{Bar{Limit: 3.1}, 1, false},
		{Bar{Limit: 3.1}, 0.8, true},
		{Bar{Limit: 3, atMost: true}, 1, true},
		{Bar{Limit: 2.9, atMost: true}, 1, false},
		{Bar{Limit: 2.9, atMost: true}, 0.8, true},
		{Bar{noAllocs: true}, 0.8, false},
		{Bar{noAllocs: true, atMost: true}, 0.8, true},
		{Bar{noAllocs: true, atMost: true, Limit: 2}, 0.8, false},
	} {
		x.bar.Of, x.bar.To = "slow", "fast"
		if got := s.holds(x.bar, x.slack); got != x.holds {
			t.Errorf("%+v with a slack of %v: %v", x.bar, x.slack, got)
		}
	}
	s.bars = []Bar{{Of: "slow", To: "fast", same: true}}
	if err := s.run(measure.Plan{}, func(string) {}); err != nil {
		t.Error(err)
	}
	s.best["slow"] = measure.Sample{Nanoseconds: 300, Accepted: 3}
	if err := s.run(measure.Plan{}, func(string) {}); err == nil ||
		!strings.Contains(err.Error(), "slow finds 3, and fast 2") {
		t.Error(err)
	}
}

// TestLibraryFails: a way that fails or counts wrong is an error of the run.
func TestLibraryFails(t *testing.T) {
	c, err := measure.NewCorpus("lines", measure.IsIRI, []string{"a:", "no"})
	if err != nil {
		t.Fatal(err)
	}
	fails := &subject{corpus: c}
	fails.add(parsing, asking(c.Lines, func(_, _ iri.IRI) bool { return true }))
	less := &subject{corpus: c, want: map[string]int{parsing: 2}}
	less.add(parsing, pass(func() int { return 1 }))
	for want, s := range map[string]*subject{"iri.Parse fails on a line": fails, "finds 1, and not 2": less} {
		if err := s.run(measure.Plan{}, func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not contain %q", err, want)
		}
	}
}

// TestLibraryFinds: each text has IRIs to find, and each line for the lexer has tokens.
func TestLibraryFinds(t *testing.T) {
	subjects, err := allSubjects(measure.Options{Lines: 200}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range subjects {
		if err := s.run(measure.Plan{Rounds: 1, Turn: time.Microsecond}, func(string) {}); err != nil {
			t.Error(err)
		}
		for name, best := range s.best {
			none := s.corpus.Name == "prose without links" || name == ourEquivalent || name == ourFindings
			if best.Accepted <= 0 && !none {
				t.Errorf("%s: %s finds %d", s.corpus.Name, name, best.Accepted)
			}
		}
	}
}
