package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
)

// TestMain makes this program a child when it is told to be one.
func TestMain(m *testing.M) {
	if os.Getenv("IRI_FAKE_CHILD") != "" {
		if err := serve(fakePeers(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// fakePeers are those of the child: one that is right and one that fails.
func fakePeers() []Peer {
	return []Peer{
		{Name: "right", Language: "Go", Version: "1.2", Standard: RFC3987, Open: asks(iri.Valid, nil)},
		{Name: "fails", Language: "Go", Version: "1.2", Standard: RFC3986, Open: func(Question) (Asked, error) {
			return nil, errors.New("it is called so")
		}},
	}
}

func TestChild(t *testing.T) {
	t.Setenv("IRI_FAKE_CHILD", "1")
	self, err := os.Executable()
	require.NoError(t, err)
	child, err := startChild([]string{self})
	require.NoError(t, err)
	require.Len(t, child.Peers, 2)
	require.Equal(t, "1.2", child.Peers[0].Version)

	c := corpusOf(t, "a:b", "no", "http://é/\xff", "", "tab:\t", "urn:x", "new:\n", "\n")
	defer c.remove()
	results, err := run(child.Peers, c, Plan{Rounds: 2, Turn: 1}, &clock{}, quiet)
	require.NoError(t, err)
	require.Empty(t, results[0].Error)
	require.Equal(t, 2, results[0].Accepted)
	require.Zero(t, results[0].WrongAccepts+results[0].WrongRejects)
	require.Positive(t, results[0].Nanoseconds)
	require.Zero(t, results[0].Allocs)
	require.Contains(t, results[1].Error, "it is called so")

	other := corpusOf(t, "a:")
	defer other.remove()
	results, err = run(child.Peers[:1], other, Plan{Rounds: 1}, &clock{}, quiet)
	require.NoError(t, err)
	require.Equal(t, 1, results[0].Accepted, "the child has read the other corpus")

	results, err = run(child.Peers[:1], &Corpus{Asked: IsReference}, Plan{Rounds: 1}, &clock{}, quiet)
	require.NoError(t, err)
	require.Empty(t, results, "children are asked about IRIs alone")
	require.NoError(t, child.Close())
}

func TestChildrenThatAreNone(t *testing.T) {
	_, err := startChild([]string{"/nonexistent/peers"})
	require.Error(t, err)
	for text, want := range map[string]string{
		"":                   "ended",
		"hello\n\n":          "was expected",
		`{"name":""}` + "\n": "without a name",
		`{"name":"a"}`:       "ended",
	} {
		_, err := newChild(io.Discard, strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	c := corpusOf(t, "a:", "b:")
	defer c.remove()
	for answers, want := range map[string]string{
		"ok\t3\n":                "load of 2 lines",
		"ok\t2\nfast\n":          "were expected",
		"ok\t2\n1\t2\n":          "were expected",
		"ok\t2\n1\t2\t3\t4\n":    "were expected",
		"ok\t2\n0\t2\t3\n":       "0 ns",
		"ok\t2\nerror\tmemory\n": "memory",
		"ok\t2\n":                "ended",
	} {
		child, err := newChild(io.Discard, strings.NewReader(`{"name":"a"}`+"\n\n"+answers))
		require.NoError(t, err)
		_, err = childPeer{child, "a"}.Time(c)
		require.ErrorContains(t, err, want, answers)
	}
	child, err := newChild(io.Discard, strings.NewReader(`{"name":"a"}`+"\n\nok\t2\n1x\n"))
	require.NoError(t, err)
	results, err := run(child.Peers, c, Plan{Rounds: 1}, &clock{}, quiet)
	require.NoError(t, err)
	require.Contains(t, results[0].Error, "neither 0 nor 1")
}

func TestAChildSaysWhatItCannotDo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strings")
	require.NoError(t, os.WriteFile(file, corpusOf(t, "a:", "no\n").packed(), 0o666))
	cut := filepath.Join(t.TempDir(), "cut")
	require.NoError(t, os.WriteFile(cut, corpusOf(t, "a:", "no\n").packed()[:10], 0o666))
	var b strings.Builder
	requests := []string{"time\tright", "load\t/nonexistent", "load\t" + cut, "load\t" + file, "verdicts\tright", "verdicts\tnobody", "time\tright", "time\tright\tlong", "dance\tright", "quit", "time\tright"}
	require.NoError(t, serve(fakePeers()[:1], strings.NewReader(strings.Join(requests, "\n")+"\n"), &b))
	want := []string{
		`{"name":"right","language":"Go","version":"1.2","standard":"RFC 3987"}`,
		"",
		"error\tno lines are loaded",
		"error\topen /nonexistent: no such file or directory",
		"error\t" + cut + ": string 2 ends behind the 10 bytes that there are",
		"ok\t2",
		"10",
		`error` + "\t" + `there is no peer "nobody"`,
		`error` + "\t" + `a turn is nanoseconds: strconv.ParseInt: parsing "": invalid syntax`,
		`error` + "\t" + `a turn is nanoseconds: strconv.ParseInt: parsing "long": invalid syntax`,
		`error` + "\t" + `there is no request "dance": there are load, verdicts, time and quit`,
	}
	require.Equal(t, strings.Join(want, "\n")+"\n", b.String())
}

func TestATurnIsTakenAsAWhole(t *testing.T) {
	c := corpusOf(t, "a:", "b:")
	defer c.remove()
	samples := []Sample{{3000, 2, 4}, {1000, 2, 4}, {900, 2, 5}, {1, 2, 1}}
	for turn, want := range map[time.Duration]Sample{0: {3000, 2, 4}, 3000: {3000, 2, 4}, 3001: {1000, 2, 4}, 4001: {900, 2, 4}} {
		s, err := takeTurn(&fake{samples: samples, log: new([]string)}, c, turn, 2)
		require.NoError(t, err)
		require.Equal(t, want, s, turn)
	}
	_, err := takeTurn(&fake{samples: []Sample{{1, 2, 4}, {1, 1, 4}}, log: new([]string)}, c, 2000, 2)
	require.ErrorContains(t, err, "accepted 1 lines")

	child, err := newChild(io.Discard, strings.NewReader(`{"name":"a"}`+"\n\nok\t2\n900\t2\t3\n7\t1\t3\n"))
	require.NoError(t, err)
	var requests strings.Builder
	child.requests = &requests
	s, err := takeTurn(childPeer{child, "a"}, c, 4001, 2)
	require.NoError(t, err)
	require.Equal(t, Sample{900, 2, 3}, s)
	require.Contains(t, requests.String(), "\ntime\ta\t20005\n")
	_, err = takeTurn(childPeer{child, "a"}, c, 4001, 2)
	require.ErrorContains(t, err, "accepted 1 lines")
}
