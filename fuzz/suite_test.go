package fuzz

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// compiled returns a bundled grammar. The first call compiles it, but does not optimize its tables,
// which would take most of the time.
func compiled(t testing.TB, name string) *build.Grammar {
	t.Helper()
	g, err := compilations[name]()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var compilations = func() map[string]func() (*build.Grammar, error) {
	all := map[string]func() (*build.Grammar, error){}
	for _, b := range build.BundledGrammars() {
		all[b.Name] = sync.OnceValues(func() (*build.Grammar, error) {
			return build.Compile(context.Background(), b.Source(),
				build.Options{Name: b.Name, Dialect: b.Dialect})
		})
	}
	return all
}()

// shipped returns the shipped table for a bundled grammar's rule. The compiled table must have the
// same language.
func shipped(t testing.TB, r *build.Rule) tables.Rule {
	t.Helper()
	g, _ := bundled.Find(r.Table.Grammar())
	table, ok := g.Lookup(r.Name)
	if !ok || table.Hash() != r.Table.Hash() {
		t.Fatalf("%s of %s: the shipped table is not of the language of the compiled one", r.Name, g.Name)
	}
	return table
}

// suiteOf returns the complete suite of a rule.
func suiteOf(t testing.TB, grammar, rule string, premise automaton.Premise) *automaton.Suite {
	s, err := compiled(t, grammar).Suite(t.Context(), rule, premise, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSuite checks that every entry point passes the complete suite of every rule. An entry point
// that passes and behaves like an automaton with no more states accepts exactly the language of the
// grammar. By default it tests the rules of RFC 3986 and RFC 3987. In large rules it treats all
// bytes of a class alike, except in the four most used rules. Outside CI it tests one in six large
// rules and one in four of the others.
func TestSuite(t *testing.T) {
	tests, members, rules := 0, 0, 0
	for _, g := range bundled.Grammars() {
		if !testkit.Long() && g.Name != "rfc3986" && g.Name != "rfc3987" {
			continue
		}
		for i, name := range g.Names() {
			rule, _ := g.Lookup(name)
			premise := automaton.MistakenBytes
			switch {
			case rule.Recursive(): // no suite is complete
				continue
			case testkit.Long() || rule.States() <= 100 && oneIn(4, i):
			case testing.Short(), !oneIn(6, i):
				continue
			case !slices.Contains(tested, rule):
				premise = automaton.AlikeBytes
			}
			n, m := putToTest(t, rule, suiteOf(t, g.Name, name, premise))
			tests, members, rules = tests+n, members+m, rules+1
		}
	}
	t.Logf("%d rules, %d strings, %d of them members; every engine agrees with the suite",
		rules, tests, members)
	if rules < 8 || tests < 1000*rules || members < 10*rules {
		t.Errorf("%d rules have only %d strings, %d of them members", rules, tests, members)
	}
}

// putToTest runs all of a rule's engines on the strings of its suite.
func putToTest(t *testing.T, r tables.Rule, s *automaton.Suite) (tests, members int) {
	m := underTest(r).machine
	reference := m.Reference()
	if s.States() != m.States() && s.States() != m.States()-1 {
		t.Fatalf("%s: the suite is of %d states, the table of %d", r.Name(), s.States(), m.States())
	}
	engines := []struct {
		name  string
		valid func(string) bool
		every int // it gets every n-th string
	}{
		{"Valid", r.Valid, 1},
		{"Reference", reference.Valid, 1},
		{"ValidBytes", func(s string) bool { return r.ValidBytes([]byte(s)) }, 1},
		{"Prefix", func(s string) bool { return r.Prefix(s) == len(s) }, 1},
		{"State", func(s string) bool {
			half := len(s) / 2
			return r.Accepting(r.AdvanceString(r.Advance(r.Start(), []byte(s[:half])), s[half:]))
		}, 1},
		{"Check", func(s string) bool { return r.Check(s) == nil }, 8},
		{"ValidReader", func(s string) bool {
			var rd io.Reader = strings.NewReader(s)
			if len(s)%2 == 0 {
				rd = iotest.OneByteReader(rd)
			}
			ok, err := r.ValidReader(rd)
			return ok && err == nil
		}, 64}, // it allocates a buffer
	}
	if testkit.Long() {
		for i := range engines {
			engines[i].every = 1
		}
	}
	b := newBatcher(t, r)
	for text, want := range s.Tests() {
		if tests++; want {
			members++
		}
		for _, e := range engines {
			if tests%e.every == 0 && e.valid(text) != want {
				t.Fatalf("%s of %s: %s(%q) is %t", r.Name(), r.Grammar(), e.name, text, !want)
			}
		}
		b.add(text, want)
	}
	b.flush()
	return tests, members
}

// A batcher passes strings to a batch, many at a time, both as strings and as lines.
type batcher struct {
	t         testing.TB
	rule      tables.Rule
	batch     *tables.Batch
	texts     []string
	want      []bool
	lines     []byte
	wantLines []bool
	got       []bool
}

func newBatcher(t testing.TB, r tables.Rule) *batcher {
	b := &batcher{t: t, rule: r, batch: tables.NewBatch(r)}
	b.batch.Workers = 1
	return b
}

func (b *batcher) add(text string, want bool) {
	b.texts, b.want = append(b.texts, text), append(b.want, want)
	if !strings.Contains(text, "\n") { // a string with a line feed is not a line
		if strings.HasSuffix(text, "\r") {
			text += "\r" // a CR before an LF is not part of a line
		}
		b.lines, b.wantLines = append(append(b.lines, text...), '\n'), append(b.wantLines, want)
	}
	if len(b.texts) == 1000 {
		b.flush()
	}
}

func (b *batcher) flush() {
	b.got = b.batch.AppendValid(b.got[:0], b.texts)
	for i, got := range b.got {
		if got != b.want[i] {
			b.t.Fatalf("%s of %s: AppendValid of %q is %t", b.rule.Name(), b.rule.Grammar(), b.texts[i], got)
		}
	}
	b.got = b.batch.AppendValidLines(b.got[:0], b.lines)
	if !slices.Equal(b.got, b.wantLines) {
		b.t.Fatalf("%s of %s: AppendValidLines of %q is %v, want %v", b.rule.Name(), b.rule.Grammar(), b.lines,
			b.got, b.wantLines)
	}
	b.texts, b.want, b.lines, b.wantLines = b.texts[:0], b.want[:0], b.lines[:0], b.wantLines[:0]
}
