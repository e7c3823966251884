package peers

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
)

// TestMain turns this program into a child if the environment variable is set.
func TestMain(m *testing.M) {
	if os.Getenv("IRI_FAKE_CHILD") != "" {
		if err := Serve(fakePeers(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// fakePeers are the child's peers: one is correct and one fails.
func fakePeers() []measure.Peer {
	return []measure.Peer{
		{Name: "right", Language: "Go", Version: "1.2", Standard: measure.RFC3987, Open: measure.Asks(iri.Valid, nil)},
		{Name: "fails", Language: "Go", Version: "1.2", Standard: measure.RFC3986,
			Open: func(measure.Question) (measure.Asked, error) {
				return nil, errors.New("it is called so")
			}},
	}
}

func TestChild(t *testing.T) {
	t.Setenv("IRI_FAKE_CHILD", "1")
	self, err := os.Executable()
	require.NoError(t, err)
	child, err := StartChild([]string{self})
	require.NoError(t, err)
	require.Len(t, child.Peers, 2)
	require.Equal(t, "1.2", child.Peers[0].Version)

	c := testCorpus(t, "a:b", "no", "http://é/\xff", "", "tab:\t", "urn:x", "new:\n", "\n")
	defer c.Remove()
	results, err := measure.Run(child.Peers, c, measure.Plan{Rounds: 2, Turn: 1}, &measure.Clock{}, func(string) {})
	require.NoError(t, err)
	require.Empty(t, results[0].Error)
	require.Equal(t, 2, results[0].Accepted)
	require.Zero(t, results[0].WrongAccepts+results[0].WrongRejects)
	require.Positive(t, results[0].Nanoseconds)
	require.Zero(t, results[0].Allocs)
	require.Contains(t, results[1].Error, "it is called so")

	other := testCorpus(t, "a:")
	defer other.Remove()
	results, err = measure.Run(child.Peers[:1], other, measure.Plan{Rounds: 1}, &measure.Clock{}, func(string) {})
	require.NoError(t, err)
	require.Equal(t, 1, results[0].Accepted, "the child has read the other corpus")

	results, err = measure.Run(child.Peers[:1], &measure.Corpus{Asked: measure.IsReference}, measure.Plan{Rounds: 1},
		&measure.Clock{}, func(string) {})
	require.NoError(t, err)
	require.Empty(t, results, "children are asked about IRIs alone")
	require.NoError(t, child.Close())
}

// TestJavaIsStartedAsItSays compares the command that starts the Java child with the one in the
// child's comment.
func TestJavaIsStartedAsItSays(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("java", "src", "main", "java", "peers", "Main.java"))
	require.NoError(t, err)
	for _, f := range foreigners("") {
		if f.Language == "Java" {
			options := f.Command[:len(f.Command)-1]
			require.Contains(t, string(text), " * "+strings.Join(options, " ")+" peers.jar [--parsers]\n")
		}
	}
}

func TestChildrenThatAreNone(t *testing.T) {
	_, err := StartChild([]string{"/nonexistent/peers"})
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
	c := testCorpus(t, "a:", "b:")
	defer c.Remove()
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
	results, err := measure.Run(child.Peers, c, measure.Plan{Rounds: 1}, &measure.Clock{}, func(string) {})
	require.NoError(t, err)
	require.Contains(t, results[0].Error, "neither 0 nor 1")
}

func TestAChildSaysWhatItCannotDo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strings")
	require.NoError(t, os.WriteFile(file, testCorpus(t, "a:", "no\n").Packed(), 0o666))
	cut := filepath.Join(t.TempDir(), "cut")
	require.NoError(t, os.WriteFile(cut, testCorpus(t, "a:", "no\n").Packed()[:10], 0o666))
	var b strings.Builder
	requests := []string{"time\tright", "load\t/nonexistent", "load\t" + cut, "load\t" + file, "verdicts\tright",
		"verdicts\tnobody", "time\tright", "time\tright\tlong", "dance\tright", "quit", "time\tright"}
	require.NoError(t, Serve(fakePeers()[:1], strings.NewReader(strings.Join(requests, "\n")+"\n"), &b))
	want := []string{
		`{"name":"right","language":"Go","version":"1.2","standard":"RFC 3987"}`,
		"",
		"error\tno lines are loaded",
		"error\topen /nonexistent: no such file or directory",
		"error\t" + cut + ": string 2 ends after the 10 bytes that there are",
		"ok\t2",
		"10",
		`error` + "\t" + `there is no peer "nobody"`,
		`error` + "\t" + `a turn is nanoseconds: strconv.ParseInt: parsing "": invalid syntax`,
		`error` + "\t" + `a turn is nanoseconds: strconv.ParseInt: parsing "long": invalid syntax`,
		`error` + "\t" + `there is no request "dance": there are load, verdicts, time and quit`,
	}
	require.Equal(t, strings.Join(want, "\n")+"\n", b.String())
}

func TestAChildTakesItsTurnItself(t *testing.T) {
	c := testCorpus(t, "a:", "b:")
	defer c.Remove()
	child, err := newChild(io.Discard, strings.NewReader(`{"name":"a"}`+"\n\nok\t2\n900\t2\t3\n7\t1\t3\n"))
	require.NoError(t, err)
	var requests strings.Builder
	child.requests = &requests
	s, err := measure.TakeTurn(childPeer{child, "a"}, c, 4001, 2)
	require.NoError(t, err)
	require.Equal(t, measure.Sample{Nanoseconds: 900, Accepted: 2, Allocs: 3}, s)
	require.Contains(t, requests.String(), "\ntime\ta\t20005\n")
	_, err = measure.TakeTurn(childPeer{child, "a"}, c, 4001, 2)
	require.ErrorContains(t, err, "accepted 1 lines")
}

func testCorpus(t *testing.T, lines ...string) *measure.Corpus {
	t.Helper()
	c, err := measure.NewCorpus("test", measure.IsIRI, lines)
	require.NoError(t, err)
	return c
}
