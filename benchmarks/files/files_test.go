package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/rdf"
)

// TestURIExpression compares the grep expression with the URI rule of RFC 3986.
func TestURIExpression(t *testing.T) {
	e := regexp.MustCompile(uriExpression())
	for _, kind := range corpus.Kinds() {
		for _, line := range corpus.Lines(kind, map[bool]int{true: 50, false: 20_000}[kind == "data"]) {
			if e.MatchString(line) != iri.ValidURI(line) {
				t.Errorf("%s: %q is matched: %v", kind, line, e.MatchString(line))
			}
		}
	}
}

// TestInputs compares the files with their descriptions. A second run keeps the files.
func TestInputs(t *testing.T) {
	folder := t.TempDir()
	in, err := generate(folder, 3_000_000)
	require.NoError(t, err)
	texts := map[string][]byte{}
	for name, i := range in {
		f, err := os.Open(i.path)
		require.NoError(t, err)
		defer f.Close()
		rd := io.Reader(f)
		switch name {
		case triplesGzip:
			rd, err = gzip.NewReader(rd)
		case triplesZstd:
			rd, err = zstd.NewReader(rd)
		}
		require.NoError(t, err)
		texts[name], err = io.ReadAll(rd)
		require.NoError(t, err)
		require.Equal(t, i.bytes, int64(len(texts[name])), name)
	}
	require.Equal(t, texts[triples], texts[triplesGzip])
	require.Equal(t, texts[triples], texts[triplesZstd])
	require.Empty(t, in[rightOnes].wrong)

	var wrong []int64
	for n, line := range strings.Split(strings.TrimSuffix(string(texts[urlList]), "\n"), "\n") {
		if !iri.Valid(line) {
			wrong = append(wrong, int64(n+1))
		}
	}
	require.Equal(t, in[urlList].wrong, wrong)
	wrong = nil
	for n, line := range bytes.SplitAfter(bytes.TrimSuffix(texts[triples], []byte("\n")), []byte("\n")) {
		if _, err := rdf.NewReader(bytes.NewReader(line), rdf.NTriples).Read(); err != nil {
			wrong = append(wrong, int64(n+1))
		}
	}
	require.Equal(t, in[triples].wrong, wrong)
	for _, line := range wrongTriples {
		_, err := rdf.NewReader(strings.NewReader(line), rdf.NTriples).Read()
		require.Error(t, err, line)
	}

	info, err := os.Stat(in[triples].path)
	require.NoError(t, err)
	again, err := generate(folder, 3_000_000)
	require.NoError(t, err)
	require.Equal(t, in, again)
	unchanged, err := os.Stat(in[triples].path)
	require.NoError(t, err)
	require.Equal(t, info.ModTime(), unchanged.ModTime())
}

func TestRun(t *testing.T) {
	if _, err := exec.LookPath("/usr/bin/time"); err != nil {
		t.Skip(err)
	}
	in := map[string]input{triples: {path: filepath.Join(t.TempDir(), "in"), bytes: 100, wrong: []int64{5, 9, 50}}}
	require.NoError(t, os.WriteFile(in[triples].path, []byte("5:x\n50\n60:first\n60:again\n"), 0o666))
	output := filepath.Join(t.TempDir(), "output")
	cat := program{name: "cat", reads: triples, refused: numbered, command: []string{"cat", "FILE"}}
	s := &section{cores: "0", programs: []program{cat, {name: "gone", missing: "get gone"}}}
	require.NoError(t, s.run(in, 2, output))
	got := s.took["cat"]
	require.True(t, got.known)
	require.Equal(t, []int{1, 1}, []int{got.accepted, got.rejected})
	require.Positive(t, got.peak)
	require.Positive(t, got.wall)

	twice := cat
	twice.files = 2 // every invalid line must be reported twice
	s = &section{cores: "0", programs: []program{twice}}
	require.NoError(t, s.run(in, 1, output))
	require.Equal(t, 3, s.took["cat"].accepted)
	require.Equal(t, int64(200), s.took["cat"].bytes)

	own := program{reads: triples, own: true, command: []string{"echo", "1234"}}
	took, err := own.run(in[triples], "0", output)
	require.NoError(t, err)
	require.Equal(t, 1234*time.Nanosecond, took.cpu)
	for _, c := range []struct {
		end     string
		declare int
		ok      bool
	}{{"exit 0", 1, true}, {"exit 1", 1, true}, {"exit 1", 0, false}, {"exit 2", 1, false}, {"kill -KILL $$", 1, false}} {
		p := program{status: c.declare, command: []string{"sh", "-c", "echo before; " + c.end}}
		_, err := p.run(input{}, "0", output)
		if require.Equal(t, c.ok, err == nil, c); err != nil {
			require.ErrorContains(t, err, "before")
		}
	}
}

func TestLinesOfPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "lines")
	require.NoError(t, os.WriteFile(file, []byte("a:b\nhttp://h:x/\n\n\xffé"), 0o666))
	out, err := exec.Command("python3", "lines.py", "urllib", file).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "2:http://h:x/\n3:\n4:\xffé\n1 valid, 3 invalid\n", string(out))
}

func TestReport(t *testing.T) {
	second := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	s := &section{title: "N-Triples on one core", bars: []bar{{of: "slow", to: "ours", limit: 6, reached: 5}},
		programs: []program{
			{name: "gone", reads: triples, missing: "get gone"}, {name: "slow", language: "C", reads: rightOnes},
			{name: "ours", language: "Go", version: this, reads: triples},
		},
		took: map[string]took{
			"slow": {wall: second(6), cpu: second(5), peak: 3e6, bytes: 1e9},
			"ours": {wall: second(1), cpu: second(1), peak: 9e6, bytes: 1e9, known: true},
		}}
	names := func() (all []string) {
		for _, p := range s.ordered() {
			all = append(all, p.name)
		}
		return all
	}
	require.Equal(t, []string{"ours", "slow", "gone"}, names())
	var b strings.Builder
	held, err := report(&b, []*section{s}, 1)
	require.NoError(t, err)
	require.False(t, held, "5 is under 6")
	for _, text := range []string{"not here: get gone", "1000", "5.00", "missed"} {
		require.Contains(t, b.String(), text)
	}
	held, err = report(io.Discard, []*section{s}, 0.8)
	require.NoError(t, err)
	require.True(t, held, "5 was reached")
	ours := s.took["ours"]
	ours.rejected = 1
	s.took["ours"] = ours
	held, err = report(io.Discard, []*section{s}, 0.8)
	require.NoError(t, err)
	require.False(t, held, "ours is wrong about a line")
	s.programs = slices.Delete(s.programs, 0, 1)
	t.Chdir(t.TempDir())
	require.NoError(t, write([]*section{s}, []*section{s}, "abc"))
	page, err := os.ReadFile("RESULTS.md")
	require.NoError(t, err)
	require.Contains(t, string(page), "| N-Triples, one core | 1000 MB/s | 9 MB | slow 5.00 |")
	require.Contains(t, string(page), "0 of 1 bars hold")
}
