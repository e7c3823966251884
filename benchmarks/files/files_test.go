package files

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/dump"
	"github.com/irilex/iri/benchmarks/library"
	"github.com/irilex/iri/benchmarks/report"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/golden"
)

// TestReportsOfPrograms matches the reports of programs about line 7 of a file.
func TestReportsOfPrograms(t *testing.T) {
	for _, c := range []struct {
		report *regexp.Regexp
		line   string
	}{
		{numbered, "7"},
		{numbered, "7:http://a b/"},
		{ourReport, `/tmp/x/a.txt:7:12: a space is not allowed in the path [iri-character]`},
		{rapperReport, `rapper: Error - URI file:///tmp/a.nt:7 column 62 - URI error - illegal character 32 (0x20) found.`},
		{serdiReport, "error: /tmp/a.nt:7:62: invalid IRI character (escape %20)"},
		{riotReport, "[main] ERROR org.apache.jena.riot - [line: 7, col: 63] Bad character in IRI: <http://a/o[space]"},
		{riotReport, "[main] WARN org.apache.jena.riot - [line: 7, col: 1 ] Bad IRI: <http://a/%zz> [line: 8, "},
		{riotFile, "[main] INFO org.apache.jena.riot - File: 7"},
	} {
		m := c.report.FindStringSubmatch(c.line)
		require.NotNil(t, m, "%s does not match %s", c.report, c.line)
		require.Equal(t, "7", m[1], c.line)
	}
	for _, line := range []string{"7 valid, 3 invalid", "http://a:7:8: b", "  http://a:7:8: b", ""} {
		for _, report := range []*regexp.Regexp{numbered, rapperReport, serdiReport, riotReport, riotFile} {
			require.False(t, report.MatchString(line), "%s matches %q", report, line)
		}
	}
}

// TestURIExpression compares the expression for grep with the rule URI of RFC 3986.
func TestURIExpression(t *testing.T) {
	e := regexp.MustCompile(uriExpression())
	for _, kind := range corpus.Kinds() {
		for _, line := range corpus.Lines(kind, map[bool]int{true: 50, false: 40_000}[kind == "data"]) {
			if e.MatchString(line) != iri.ValidURI(line) {
				t.Errorf("%s: %q is matched: %v", kind, line, e.MatchString(line))
			}
		}
	}
}

func TestJudge(t *testing.T) {
	in := inputs{
		triples: {truth: dump.Truth{Lines: 100, Wrong: []dump.Wrong{
			{Line: 5, Kind: "a", Text: []byte("one")}, {Line: 9, Kind: "a", Text: []byte("two")},
			{Line: 50, Kind: "b", Text: []byte("three")},
		}}},
		rightOnes: {truth: dump.Truth{Lines: 97}},
	}
	odd := func(files []string) (refused []bool, err error) {
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			refused = append(refused, string(text) != "two\n")
		}
		return refused, nil
	}
	for _, c := range []struct {
		name, output string
		p            program
		want         verdicts
	}{
		{"no reports", "", program{reads: triples}, verdicts{}},
		{
			"all right", "5:x\n9\n50\n3 invalid\n", program{reads: triples, refused: numbered},
			verdicts{accepted: map[string]int{}},
		},
		{
			"one accepted, one rejected, twice", "5:x\n50\n60:first\n60:again\n",
			program{reads: triples, refused: numbered},
			verdicts{accepted: map[string]int{"a": 1}, rejected: 1, first: "60:first"},
		},
		{
			"one by one", "70\n30\n", program{reads: rightOnes, refused: numbered, each: odd},
			verdicts{accepted: map[string]int{"a": 1}, rejected: 2, first: "30"},
		},
		{
			"one by one, and the whole file", "5\n70\n", program{reads: triples, refused: numbered, each: odd},
			verdicts{accepted: map[string]int{"a": 1}, rejected: 1, first: "70"},
		},
		{
			"two files", "5:x\n9\n60\n5:x\n60\n9\n", program{reads: triples, refused: numbered, files: 2},
			verdicts{accepted: map[string]int{"b": 1}, rejected: 1, first: "60"},
		},
	} {
		r := runner{folder: t.TempDir()}
		require.NoError(t, os.WriteFile(r.output(), []byte(c.output), 0o666))
		got, err := r.judge(c.p, in)
		require.NoError(t, err)
		if c.want.known = c.p.refused != nil; c.want.known {
			c.want.of = map[string]int{"a": 2, "b": 1}
		}
		require.Equal(t, c.want, got, c.name)
	}
}

func TestJudgeFindsHalfAnInput(t *testing.T) {
	in := inputs{triples: {truth: dump.Truth{Wrong: []dump.Wrong{{Line: 5, Kind: "a"}}}}}
	for _, c := range []struct {
		output, want string
		p            program
	}{
		{"5:x\n", "it reports line 5 of 2 files 1 times", program{reads: triples, refused: numbered, files: 2}},
		{"5:x\n5\n5\n", "it reports line 5 of 2 files 3 times", program{reads: triples, refused: numbered, files: 2}},
		{
			"[main] WARN riot - [line: 5, col: 2 ] no\n[main] ERROR riot - [line: 6, col: 2 ] no\n",
			"it has read only a part of its input: [main] ERROR",
			program{reads: triples, refused: riotReport, stops: riotStops},
		},
	} {
		r := runner{folder: t.TempDir()}
		require.NoError(t, os.WriteFile(r.output(), []byte(c.output), 0o666))
		_, err := r.judge(c.p, in)
		require.ErrorContains(t, err, c.want)
	}
}

// TestRunLooksAtTheStatus takes a shell for the command programs/run.
func TestRunLooksAtTheStatus(t *testing.T) {
	folder := t.TempDir()
	r := runner{program: filepath.Join(folder, "run"), folder: folder}
	for _, c := range []struct {
		status  string
		declare int
		ok      bool
	}{
		{"0", 0, true}, {"0", 1, true}, {"1", 1, true},
		{"1", 0, false}, {"2", 1, false}, {"-1", 1, false}, {"137", 1, false},
	} {
		script := "#!/bin/sh\necho killed >\"$1\"\necho '{\"status\": " + c.status + "}'\n"
		require.NoError(t, os.WriteFile(r.program, []byte(script), 0o777))
		_, err := r.run(program{status: c.declare}, input{}, "0")
		if c.ok {
			require.NoError(t, err, c)
			continue
		}
		require.ErrorContains(t, err, "it ended with the status "+c.status+", after: killed", c)
	}
}

func TestLinesOfPython(t *testing.T) {
	if missing := need("python3", "apt-get install python3"); missing != "" {
		t.Skip(missing)
	}
	file := filepath.Join(t.TempDir(), "lines")
	require.NoError(t, os.WriteFile(file, []byte("a:b\nhttp://h:x/\n\n\xffé"), 0o666))
	out, err := exec.Command("python3", filepath.Join("..", "programs", "lines.py"), "urllib", file).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "2:http://h:x/\n3:\n4:\xffé\n1 valid, 3 invalid\n", string(out))
}

func TestByReport(t *testing.T) {
	script := `for f; do
		echo "[main] INFO riot - File: $f"; [ "$f" = good ] || echo "[main] WARN riot - [line: 1, col: 2 ] no"
	done; exit 1`
	refused, err := byReport(riotFile, riotReport, "sh", "-c", script, "sh")([]string{"bad", "good", "worse"})
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, true}, refused)
	_, err = byReport(riotFile, riotReport, "sh", "-c", `echo "[main] INFO riot - File: other"`, "sh")([]string{"a"})
	require.ErrorContains(t, err, "was not asked about other")
	refused, err = byStatus("test", "good", "=")([]string{"bad", "good"})
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, refused)

	names := `for f in $0 $1; do echo "[main] INFO riot - File: $f"; done`
	for _, c := range []struct {
		script, want string
		files        []string
	}{
		{names + "; exit 3", "exit status 3", []string{"a", "b"}},
		{names + "; kill -KILL $$", "signal: killed", []string{"a", "b"}},
		{names, "names c 0 times", []string{"a", "b", "c"}},
		{names + " | sed p", "names a 2 times", []string{"a", "b"}},
	} {
		_, err = byReport(riotFile, riotReport, "sh", "-c", c.script)(c.files)
		require.ErrorContains(t, err, c.want)
	}
	for _, end := range []string{"exit 3", "kill -KILL $$"} {
		_, err = byStatus("sh", "-c", end)([]string{"a"})
		require.Error(t, err, end)
	}
}

// TestGeneratedFiles compares the files with their truths. A second run keeps the files of the
// first.
func TestGeneratedFiles(t *testing.T) {
	folder := t.TempDir()
	in, err := generateFiles(folder, 3_000_000, func(string) {})
	require.NoError(t, err)
	texts := map[string][]byte{}
	for name, i := range in {
		text, err := os.ReadFile(i.path)
		require.NoError(t, err)
		rd := io.Reader(bytes.NewReader(text))
		switch name {
		case triplesGzip:
			rd, err = gzip.NewReader(rd)
		case triplesZstd:
			rd, err = zstd.NewReader(rd)
		}
		require.NoError(t, err)
		texts[name], err = io.ReadAll(rd)
		require.NoError(t, err)
		require.Equal(t, i.truth.Bytes, int64(len(texts[name])), name)
		require.Equal(t, i.truth.Lines, int64(bytes.Count(texts[name], []byte("\n"))), name)
	}
	require.Equal(t, texts[triples], texts[triplesGzip])
	require.Equal(t, texts[triples], texts[triplesZstd])
	require.True(t, bytes.HasPrefix(texts[urlList], texts[someURLs]))
	require.NotEmpty(t, in[triples].truth.Wrong)
	again, err := generateFiles(folder, 3_000_000, func(string) { t.Error("made again") })
	require.NoError(t, err)
	require.Equal(t, in, again)
}

// someFiles is a page with one example of each case.
func someFiles() *filesPage {
	r := &report.Report{
		Time: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), Command: "go run -C benchmarks . -quick",
		Machine:   "linux/amd64",
		Processor: "a processor", Go: "go1.26", Build: "GOAMD64=v1", Revision: "abc", SIMD: true, Gigahertz: 3, Rounds: 2,
	}
	second := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	known := verdicts{known: true, accepted: map[string]int{}, of: map[string]int{"IRI: relative": 2, "grammar: a": 1}}
	lax := known
	lax.accepted, lax.rejected, lax.first = map[string]int{"IRI: relative": 2}, 7, "70:http://a/"
	one := &section{
		title: "N-Triples on one core", series: "N-Triples", cores: "0",
		programs: []program{
			{
				name: "slow", language: "C", version: "1.2", reads: rightOnes, most: 1,
				command: []string{"/usr/bin/slow", "FILE"}, note: "without all",
			},
			{name: "ours", language: "Go", version: this, reads: triples, command: []string{"ours", "FILE"}},
			{name: "gone", language: "Java", version: "3", reads: triples, missing: "there is no gone here: get gone"},
		},
		bars: []library.Bar{{Of: "slow", To: "ours", Limit: 5}, {Of: "gone", To: "ours", Limit: 2}},
		took: map[string]took{
			"slow": {Wall: second(5.5), CPU: second(5), Peak: 3e6, bytes: 1e9, verdicts: lax},
			"ours": {Wall: second(1), CPU: second(1), Peak: 9e6, bytes: 1e9, verdicts: known},
		},
	}
	two := &section{
		title: "Compressed on two cores", series: "compressed", cores: "0,1", wall: true,
		programs: []program{{
			name: "both", language: "Go", version: "4", reads: triples, cores: "1",
			command: []string{"sh", "-c", "x FILE | '/usr/bin/y' z >/dev/null"},
		}},
		took: map[string]took{"both": {Wall: second(2), CPU: second(3), Peak: 3e6, bytes: 2e9}},
	}
	of := func(form string) program {
		return program{
			name: "ours, of " + form, language: "Go", version: this, reads: form, command: []string{"ours", "FILE"},
		}
	}
	three := &section{title: "Two forms", cores: "0", programs: []program{of(triplesGzip), of(triplesZstd)},
		took: map[string]took{
			"ours, of " + triplesGzip: {Wall: second(4), CPU: second(4), Peak: 3e6, bytes: 1e9},
			"ours, of " + triplesZstd: {Wall: second(2), CPU: second(2), Peak: 3e6, bytes: 1e9},
			"other":                   {Wall: second(3), CPU: second(3), Peak: 3e6, bytes: 1e9},
		}}
	three.programs = append(three.programs, program{
		name: "other", language: "C", version: "4", reads: triplesZstd, most: 2, command: []string{"other", "FILE"},
	})
	in := inputs{
		triples:   {path: "/tmp/v1.nt", truth: dump.Truth{Bytes: 1e9, Lines: 1e7, Wrong: make([]dump.Wrong, 3)}},
		urlList:   {path: "/tmp/v1.txt", truth: dump.Truth{Bytes: 1e9, Lines: 2e7, Wrong: make([]dump.Wrong, 4)}},
		rightOnes: {path: "/tmp/v1-right.nt"}, triplesGzip: {path: "/tmp/v1.nt.gz"}, triplesZstd: {path: "/tmp/v1.nt.zst"},
	}
	return &filesPage{report: r, sections: []*section{one, two, three}, inputs: in, slack: 1, chart: "files.svg"}
}

func TestFilesPage(t *testing.T) {
	p := someFiles()
	golden.Compare(t, filepath.Join("testdata", "files.md"), p.markdown())

	require.True(t, p.held())
	p.sections[0].bars[0].Limit = 6
	require.False(t, p.held(), "5 is under 6")
	p.slack = report.Slack
	require.True(t, p.held(), "5 is 6 less the slack")
	p.sections[0].took["ours"] = p.sections[0].took["slow"]
	p.sections[0].bars = nil
	require.False(t, p.held(), "ours is wrong about lines")

	var svg bytes.Buffer
	require.NoError(t, someFiles().rates().Write(&svg))
	for _, text := range []string{"slow (C)", "both (Go)", "compressed"} {
		require.True(t, strings.Contains(svg.String(), text), text)
	}
}
