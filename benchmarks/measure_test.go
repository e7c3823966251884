package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/tables"
)

// A fake is a peer that answers as it is told, and says in which order it was asked.
type fake struct {
	name     string
	verdicts []byte
	samples  []Sample // of the first passes; the last stands for all behind
	err      error
	log      *[]string
	passes   int
}

func (f *fake) Verdicts(*Corpus) ([]byte, error) { return f.verdicts, f.err }

func (f *fake) Time(*Corpus) (Sample, error) {
	*f.log = append(*f.log, f.name)
	s := f.samples[min(f.passes, len(f.samples)-1)]
	f.passes++
	return s, nil
}

func (f *fake) peer() Peer {
	return Peer{Name: f.name, Standard: RFC3987, Open: func(Question) (Asked, error) { return f, nil }}
}

func corpusOf(t *testing.T, lines ...string) *Corpus {
	t.Helper()
	c, err := newCorpus("test", IsIRI, lines)
	require.NoError(t, err)
	return c
}

func quiet(string) {}

func TestRoundsInterleaveAndTheLeastCounts(t *testing.T) {
	var log []string
	c := corpusOf(t, "a:", "no")
	pass := func(ns ...int64) (samples []Sample) {
		for _, n := range ns {
			samples = append(samples, Sample{Nanoseconds: n, Accepted: 1, Allocs: 4})
		}
		return samples
	}
	// The first sample of each is from the pass that counts allocations.
	a := &fake{name: ours, verdicts: []byte{1, 0}, samples: pass(1, 5000, 3000, 4000), log: &log}
	b := &fake{name: "B", verdicts: []byte{0, 1}, samples: pass(1, 600, 600, 9000), log: &log}
	results, err := run([]Peer{a.peer(), b.peer()}, c, Plan{Rounds: 2, Turn: 2000}, &clock{}, quiet)
	require.NoError(t, err)
	require.Equal(t, []string{ours, "B", ours, "B", "B", ours, "B"}, log, "a turn of B is as many passes as fit")

	require.Equal(t, 1500.0, results[0].Nanoseconds)
	require.Equal(t, []float64{2500, 1500}, results[0].Rounds)
	require.Equal(t, 2.0, results[0].Allocs)
	require.Zero(t, results[0].WrongAccepts+results[0].WrongRejects)
	require.Equal(t, 300.0, results[1].Nanoseconds)
	require.Equal(t, 1, results[1].WrongAccepts)
	require.Equal(t, 1, results[1].WrongRejects)

	complete(results, c, 1)
	require.Equal(t, 0.2, results[1].Ratio)
}

func TestPeersThatLieFail(t *testing.T) {
	c := corpusOf(t, "a:", "b:", "no")
	for name, test := range map[string]struct {
		fake fake
		want string
	}{
		"skips work in passes":   {fake{verdicts: []byte{1, 1, 0}, samples: []Sample{{Nanoseconds: 1, Accepted: 2}, {Nanoseconds: 1, Accepted: 0}}}, "accepted 0 lines, and the verdicts were 2"},
		"too few verdicts":       {fake{verdicts: []byte{1, 1}}, "2 verdicts about 3 lines"},
		"verdicts that are none": {fake{verdicts: []byte{1, 2, 0}}, "neither 0 nor 1"},
		"an error":               {fake{err: errors.New("out of order")}, "out of order"},
	} {
		t.Run(name, func(t *testing.T) {
			var log []string
			test.fake.name, test.fake.log = "F", &log
			results, err := run([]Peer{test.fake.peer()}, c, Plan{Rounds: 2}, &clock{}, quiet)
			require.NoError(t, err)
			require.Contains(t, results[0].Error, test.want)
			complete(results, c, 1)
			require.Zero(t, results[0].Ratio)
		})
	}
}

func TestABatchThatStopsEarlyFails(t *testing.T) {
	c := corpusOf(t, "a:", "b:")
	lazy := inBatch(func(_ []byte, _ []int32, verdicts []byte) { verdicts[0] = 1 })
	_, err := lazy.Time(c)
	require.ErrorContains(t, err, "without a verdict")
	all := inBatch(func(text []byte, ends []int32, verdicts []byte) {
		begin := int32(0)
		for i, end := range ends {
			verdicts[i] = number(string(text[begin:end]) == "b:")
			begin = end
		}
	})
	verdicts, err := all.Verdicts(c)
	require.NoError(t, err)
	require.Equal(t, []byte{0, 1}, verdicts)
	s, err := all.Time(c)
	require.NoError(t, err)
	require.Equal(t, 1, s.Accepted)
}

func TestPeersThatAreNotThereAreNotAsked(t *testing.T) {
	peers := []Peer{
		{Name: "missing", Missing: "no tool chain"},
		{Name: "other question", Open: func(Question) (Asked, error) { return nil, errNotAsked }},
		{Name: "cannot", Open: func(Question) (Asked, error) { return nil, errors.New("no memory") }},
	}
	results, err := run(peers, corpusOf(t, "a:"), Plan{Rounds: 1}, &clock{}, quiet)
	require.NoError(t, err)
	require.Len(t, results, 1)
	require.Equal(t, "no memory", results[0].Error)
}

func TestCorporaInMemory(t *testing.T) {
	c := corpusOf(t, "ab", "", "c\x00\xff")
	require.Equal(t, []string{"ab", "", "c\x00\xff"}, c.Lines)
	require.Equal(t, "abc\x00\xff", string(c.Text))
	require.Equal(t, make([]byte, padding), c.Text[:cap(c.Text)][len(c.Text):][:padding])
	require.Equal(t, []int32{2, 2, 5}, c.Ends)
	for _, line := range c.Lines {
		require.Equal(t, line+"\x00", withSentinel(line))
	}
	_, err := newCorpus("empty", IsIRI, nil)
	require.Error(t, err)
	_, err = generate("poems", 10)
	require.ErrorContains(t, err, "urls")
}

func TestLinesOfFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lines")
	for text, want := range map[string][]string{
		"a\nb\n":    {"a", "b"},
		"a\nb":      {"a", "b"},
		"\n":        {""},
		"a\n\n":     {"a", ""},
		"a\r\n\xff": {"a", "\xff"},
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		c, err := read(file)
		require.NoError(t, err)
		require.Equal(t, want, c.Lines)
		require.Equal(t, "lines", c.Name)
	}
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err := read(file)
	require.ErrorContains(t, err, "no lines")
}

func TestTheClockTicks(t *testing.T) {
	var c clock
	c.calibrate()
	require.Greater(t, c.gigahertz, 0.01)
	require.Less(t, c.gigahertz, 20.0)
}

// TestGoPeers asks the real ones. Those of RFC 3987 must be right.
func TestGoPeers(t *testing.T) {
	peers := append(goPeers(), batchPeers()...)
	for _, kind := range kinds() {
		c, err := generate(kind, 100)
		require.NoError(t, err)
		results, err := run(peers, c, Plan{Rounds: 1, Turn: time.Nanosecond}, &clock{}, quiet)
		require.NoError(t, err)
		require.Greater(t, len(results), 10)
		for i, p := range peers {
			for _, r := range results {
				if r.Peer != p.Name {
					continue
				}
				require.Empty(t, r.Error, "%s, %s", kind, p.Name)
				if p.Standard == RFC3987 || i == 0 || p.Name == theNaiveLoop {
					require.Zero(t, r.WrongAccepts+r.WrongRejects, "%s, %s", kind, p.Name)
				}
			}
		}
	}
}

// What is measured again counts with the less of both times, and an error is never a time.
func TestFastest(t *testing.T) {
	results := []Result{{Peer: "a", Nanoseconds: 3}, {Peer: "b", Nanoseconds: 5}, {Peer: "c", Nanoseconds: 1}, {Peer: "d", Nanoseconds: 6}}
	fastest(results, []Result{{Peer: "b", Nanoseconds: 2}, {Peer: "a", Nanoseconds: 4}, {Peer: "c", Error: "wrong"}})
	require.Equal(t, []Result{{Peer: "a", Nanoseconds: 3}, {Peer: "b", Nanoseconds: 2}, {Peer: "c", Nanoseconds: 1, Error: "wrong"}, {Peer: "d", Nanoseconds: 6}}, results)
	_, err := bar{of: "b", to: "c"}.ratio(results)
	require.ErrorContains(t, err, "wrong")
	ratio, err := bar{of: "b", to: "a"}.ratio(results)
	require.NoError(t, err)
	require.InDelta(t, 2.0/3, ratio, 1e-9)
}

func TestBars(t *testing.T) {
	b := bar{portable: 3, simd: 60}
	for _, test := range []struct {
		ratio      float64
		simd, want bool
	}{{2.39, false, false}, {2.41, false, true}, {47, true, false}, {49, true, true}} {
		require.Equal(t, test.want, b.holds(test.ratio, test.simd, 0.8), test)
	}
	b = bar{portable: 1.6, atMost: true}
	require.True(t, b.holds(1.9, true, 0.8), "the bar with SIMD is the same")
	require.False(t, b.holds(2.1, false, 0.8))
	require.False(t, b.holds(0, false, 0.8), "what was not measured holds nothing")
	b = bar{portable: 3, reached: 2}
	require.True(t, b.keeps(2*slack+0.1, true) && !b.keeps(2*slack-0.1, false) && !b.holds(2.3, false, 0.8), "the bar is the bar, whatever was reached")
	b = bar{kind: "urls", simd: 3.3}
	require.Zero(t, b.limit(false))
	require.True(t, b.isAbout("urls") && b.isAbout("urls.txt") && !b.isAbout("urls.csv"))
	require.False(t, bar{kind: "urls.txt"}.isAbout("urls"))
	for _, b := range bars {
		require.Contains(t, kinds(), strings.TrimSuffix(b.kind, ".txt"))
		require.Contains(t, []string{ours, rulePrefix, ruleAdvance, ruleCheck, textVerdicts, textCount, eachPart, partsAtOnce, "iri.Parse"}, b.to)
		require.NotZero(t, b.limit(true))
		require.True(t, b.reached == 0 || b.reached < b.portable, "a ratio that was reached is under its bar")
	}
	peers := gatePeers("urls")
	require.Contains(t, names(peers), theNaiveLoop)
	require.Contains(t, names(peers), "regexp")
	require.NotContains(t, names(gatePeers("iris")), "regexp")
	c, err := generate(short, 1000)
	require.NoError(t, err)
	for _, line := range c.Lines {
		require.LessOrEqual(t, len(line), 63)
	}
}

func names(peers []Peer) (names []string) {
	for _, p := range peers {
		names = append(names, p.Name)
	}
	return names
}

// TestABatchThatIsWrong takes what a batch could do wrong.
func TestABatchThatIsWrong(t *testing.T) {
	c := corpusOf(t, "a:", "no", "b:")
	bad := tables.Span{Start: 3, End: 5}
	require.Equal(t, []byte{1, 0, 1}, verdictsOf(c, []tables.Span{bad}))
	require.Equal(t, []byte{1, 1, 1}, verdictsOf(c, []tables.Span{{Start: 3, End: 4}}), "another line")
	counts := &ourBatch{make: func(*Corpus) way {
		return way{pass: func() {}, accepted: func() int { return 3 }}
	}}
	_, err := counts.Verdicts(c)
	require.ErrorContains(t, err, "3 lines were counted, of which 2 are valid")
}

func TestFlags(t *testing.T) {
	t.Setenv("PWD", "/of/caller")
	o, err := parseFlags([]string{"-corpus", "a", "-corpus", "/b"})
	require.NoError(t, err)
	require.Equal(t, list{"/of/caller/a", "/b"}, o.corpora)
	require.Empty(t, o.kinds)
	o, err = parseFlags([]string{"-kinds", "urls,data", "-quick"})
	require.NoError(t, err)
	require.Equal(t, list{"urls", "data"}, o.kinds)
	require.Equal(t, 2000, o.lines)
	_, err = parseFlags([]string{"file"})
	require.ErrorContains(t, err, "-corpus")
	_, err = parseFlags([]string{"-rounds", "0"})
	require.Error(t, err)
	require.Equal(t, `go run -C benchmarks . -corpus urls.txt -peers 'a|b'`, commandLine([]string{"-corpus", "/some/where/urls.txt", "-peers", "a|b"}))
}
