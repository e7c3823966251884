package dump

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/rdf"
)

const testSize = 30_000_000

// TestTriples: the reader refuses the wrong lines, and no others. Each kind is among them.
func TestTriples(t *testing.T) {
	var all, right bytes.Buffer
	truth, err := Triples(&all, &right, testSize)
	require.NoError(t, err)
	require.Equal(t, int64(all.Len()), truth.Bytes)
	require.Equal(t, int64(bytes.Count(all.Bytes(), []byte("\n"))), truth.Lines)
	require.Equal(t, truth.Lines-int64(len(truth.Wrong)), int64(bytes.Count(right.Bytes(), []byte("\n"))))

	var refused, wrong []int64
	r := rdf.NewReader(bytes.NewReader(all.Bytes()), rdf.NTriples)
	for _, err := range r.Statements() {
		if e, ok := errors.AsType[*rdf.Error](err); ok {
			refused = append(refused, e.Line)
		} else {
			require.NoError(t, err)
		}
	}
	kinds := map[string]bool{}
	lines := bytes.Split(all.Bytes(), []byte("\n"))
	for _, w := range truth.Wrong {
		wrong, kinds[w.Kind] = append(wrong, w.Line), true
		require.Equal(t, w.Text, lines[w.Line-1])
	}
	require.Equal(t, wrong, refused)
	require.Len(t, kinds, len(ways))
	kept, err := json.Marshal(truth)
	require.NoError(t, err)
	var again Truth
	require.NoError(t, json.Unmarshal(kept, &again))
	require.Equal(t, truth, again)
	require.Zero(t, r.Counts().Blank)
}

func TestURLs(t *testing.T) {
	var all bytes.Buffer
	truth, err := URLs(&all, testSize)
	require.NoError(t, err)
	lines := bytes.Split(bytes.TrimSuffix(all.Bytes(), []byte("\n")), []byte("\n"))
	require.Len(t, lines, int(truth.Lines))
	var wrong []Wrong
	for i, line := range lines {
		if !iri.ValidBytes(line) {
			wrong = append(wrong, Wrong{int64(i + 1), "", line})
		} else if !iri.ValidURI(string(line)) {
			t.Errorf("%q is an IRI and no URI", line)
		}
	}
	kinds := corpus.Edits()
	for i, w := range truth.Wrong {
		require.Contains(t, kinds, w.Kind)
		truth.Wrong[i].Kind = ""
	}
	require.Equal(t, wrong, truth.Wrong)
}

// TestSameBytesEverywhere has hashes of the files. Version changes with them.
func TestSameBytesEverywhere(t *testing.T) {
	sum := func(write func(io.Writer) error) string {
		h := sha256.New()
		require.NoError(t, write(h))
		return hex.EncodeToString(h.Sum(nil)[:8])
	}
	got := []string{
		sum(func(w io.Writer) error { _, err := Triples(w, io.Discard, 1e6); return err }),
		sum(func(w io.Writer) error { _, err := URLs(w, 1e6); return err }),
	}
	want := []string{"d2a783712ab8b3a4", "e711fc6757e79040"}
	if !slices.Equal(got, want) {
		t.Errorf("the hashes are %q, not %q: change Version too", got, want)
	}
}
