package measure

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A fake is a peer with given verdicts and samples. It logs the order of turns.
type fake struct {
	name     string
	verdicts []byte
	samples  []Sample // of the first passes; the last sample repeats
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
	c, err := NewCorpus("test", IsIRI, lines)
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
	// The first sample of each peer is from the pass that counts allocations.
	a := &fake{name: Ours, verdicts: []byte{1, 0}, samples: pass(1, 5000, 3000, 4000), log: &log}
	b := &fake{name: "B", verdicts: []byte{0, 1}, samples: pass(1, 600, 600, 9000), log: &log}
	results, err := Run([]Peer{a.peer(), b.peer()}, c, Plan{Rounds: 2, Turn: 2000}, &Clock{}, quiet)
	require.NoError(t, err)
	require.Equal(t, []string{Ours, "B", Ours, "B", "B", Ours, "B"}, log, "a turn of B is as many passes as fit")

	require.Equal(t, 1500.0, results[0].Nanoseconds)
	require.Equal(t, []float64{2500, 1500}, results[0].Rounds)
	require.Equal(t, 2.0, results[0].Allocs)
	require.Zero(t, results[0].WrongAccepts+results[0].WrongRejects)
	require.Equal(t, 300.0, results[1].Nanoseconds)
	require.Equal(t, 1, results[1].WrongAccepts)
	require.Equal(t, 1, results[1].WrongRejects)

	Complete(results, c, 1)
	require.Equal(t, 0.2, results[1].Ratio)
}

func TestPeersThatLieFail(t *testing.T) {
	c := corpusOf(t, "a:", "b:", "no")
	for name, test := range map[string]struct {
		fake fake
		want string
	}{
		"skips work in passes": {
			fake{verdicts: []byte{1, 1, 0}, samples: []Sample{{Nanoseconds: 1, Accepted: 2}, {Nanoseconds: 1, Accepted: 0}}},
			"accepted 0 lines, and the verdicts were 2"},
		"too few verdicts":       {fake{verdicts: []byte{1, 1}}, "2 verdicts about 3 lines"},
		"verdicts that are none": {fake{verdicts: []byte{1, 2, 0}}, "neither 0 nor 1"},
		"an error":               {fake{err: errors.New("out of order")}, "out of order"},
	} {
		t.Run(name, func(t *testing.T) {
			var log []string
			test.fake.name, test.fake.log = "F", &log
			results, err := Run([]Peer{test.fake.peer()}, c, Plan{Rounds: 2}, &Clock{}, quiet)
			require.NoError(t, err)
			require.Contains(t, results[0].Error, test.want)
			Complete(results, c, 1)
			require.Zero(t, results[0].Ratio)
		})
	}
}

func TestABatchThatStopsEarlyFails(t *testing.T) {
	c := corpusOf(t, "a:", "b:")
	lazy := InBatch(func(_ []byte, _ []int32, verdicts []byte) { verdicts[0] = 1 })
	_, err := lazy.Time(c)
	require.ErrorContains(t, err, "without a verdict")
	all := InBatch(func(text []byte, ends []int32, verdicts []byte) {
		begin := int32(0)
		for i, end := range ends {
			verdicts[i] = Number(string(text[begin:end]) == "b:")
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
		{Name: "other question", Open: func(Question) (Asked, error) { return nil, ErrNotAsked }},
		{Name: "cannot", Open: func(Question) (Asked, error) { return nil, errors.New("no memory") }},
	}
	results, err := Run(peers, corpusOf(t, "a:"), Plan{Rounds: 1}, &Clock{}, quiet)
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
		require.Equal(t, line+"\x00", WithSentinel(line))
	}
	_, err := NewCorpus("empty", IsIRI, nil)
	require.Error(t, err)
	_, err = Generate("poems", 10)
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
	var c Clock
	c.Calibrate()
	require.Greater(t, c.Gigahertz, 0.01)
	require.Less(t, c.Gigahertz, 20.0)
}

func TestATurnIsTakenAsAWhole(t *testing.T) {
	c := corpusOf(t, "a:", "b:")
	defer c.Remove()
	samples := []Sample{{3000, 2, 4}, {1000, 2, 4}, {900, 2, 5}, {1, 2, 1}}
	for turn, want := range map[time.Duration]Sample{0: {3000, 2, 4}, 3000: {3000, 2, 4}, 3001: {1000, 2, 4},
		4001: {900, 2, 4}} {
		s, err := TakeTurn(&fake{samples: samples, log: new([]string)}, c, turn, 2)
		require.NoError(t, err)
		require.Equal(t, want, s, turn)
	}
	_, err := TakeTurn(&fake{samples: []Sample{{1, 2, 4}, {1, 1, 4}}, log: new([]string)}, c, 2000, 2)
	require.ErrorContains(t, err, "accepted 1 lines")
}
