package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/cmd/internal/program"
)

// packed compresses a text.
func packed(t testing.TB, compression, text string) string {
	t.Helper()
	var b bytes.Buffer
	switch compression {
	case ".gz":
		w := gzip.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
	case ".zst":
		w, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(text))
		w.Close()
	default:
		return text
	}
	return b.String()
}

// onCores runs a command line with n processors. If terminal is set, results and messages both go
// to stdout.
func onCores(n int, terminal bool, args ...string) ran {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	if !terminal {
		return runOn("", args...)
	}
	var both bytes.Buffer
	status := run(args, strings.NewReader(""), &both, &both)
	return ran{both.String(), "", status}
}

// takes matches the durations and times in reports.
var takes = regexp.MustCompile(`"(time|seconds|start|started|end|ended|wall|elapsed)[a-z_]*":\s*("[^"]*"|[0-9.e+-]+)`)

// aFile returns a text in the format of an extension, with some invalid records.
func aFile(r *rand.Rand, ending string, size int) string {
	record := map[string]func(iri string) string{
		"":       func(iri string) string { return iri },
		".csv":   func(iri string) string { return fmt.Sprintf(`%d,"%s",x`, r.IntN(9), iri) },
		".jsonl": func(iri string) string { return fmt.Sprintf(`{"u":"%s"}`, iri) },
		".nt":    func(iri string) string { return fmt.Sprintf(`<%s> <a:p> "x" .`, iri) },
		".md":    func(iri string) string { return fmt.Sprintf(`See %s, and so on.`, iri) },
	}[ending]
	var b strings.Builder
	if ending == ".csv" {
		b.WriteString("n,u,x\n")
	}
	for b.Len() < size {
		iri := "http://example.org/" + strings.Repeat("p", r.IntN(60))
		switch r.IntN(40) {
		case 0:
			iri += " ["
		case 1:
			iri = ""
		case 2:
			iri += `\q`
		case 3:
			b.WriteString("\n")
		}
		b.WriteString(record(iri) + "\n")
	}
	text := b.String()
	if r.IntN(4) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

// someFiles writes files of all formats, some of them unreadable, and returns their names.
func someFiles(t *testing.T, r *rand.Rand, most int) (names []string) {
	for i := range 2 + r.IntN(7) {
		ending := []string{"", ".csv", ".jsonl", ".nt", ".md"}[r.IntN(5)]
		compression := []string{"", "", ".gz", ".zst"}[r.IntN(4)]
		text := packed(t, compression, aFile(r, ending, r.IntN(most)))
		switch r.IntN(12) {
		case 0:
			text = text[:r.IntN(len(text)+1)]
		case 1:
			text = ""
		case 2:
			names = append(names, fmt.Sprintf("missing%d", i))
		case 3:
			text = "\xEF\xBB\xBF" + text
		}
		name := fmt.Sprintf("file%d%s%s", i, ending, compression)
		write(t, name, text)
		names = append(names, name)
	}
	return names
}

// TestParallelIsSerial checks that files read concurrently produce the same output as files read
// one after the other. No command line may be rejected, except because of an invalid escape in a
// file, and at least a third of the rounds must produce results to compare.
func TestParallelIsSerial(t *testing.T) {
	commands := []string{
		"check", "check --json", "check --verdicts", "check --max-errors 3", "check --lint", "check --quiet --report report",
		"check --escaped",
		"check --lint --json --max-errors 2", "check --skip-blank --trim", "check --explain",
		"check --missing skip",
		"filter", "filter --invalid invalid", "filter -o valid --invalid invalid --report report",
		"filter --missing skip --invalid -",
		"parse", "parse --json", "parse --fields line,host,code --header", "parse --fields host",
		"classify -r IRI -r IRI-reference", "classify --json -r IRI", "fix", "fix --json", "fix --quiet",
		"fix --dry-run",
		"normalize --json", "to-uri", "resolve --base a:b", "relativize --base a:b --json", "find --places",
	}
	rounds, most := 30, 40_000 // each command once
	if isLong() {
		rounds = 120
	}
	r, withResults := rand.New(rand.NewPCG(61, 61)), 0
	for round := range rounds {
		t.Chdir(t.TempDir())
		size := most
		if round%20 == 19 {
			size = 4 << 20 // too large to wait for its turn in memory
		}
		names := someFiles(t, r, size)
		args := strings.Fields(commands[round%len(commands)])
		switch value := [][]string{{"--column", "u"}, {"--field", "u"}, nil}[r.IntN(3)]; {
		case slices.ContainsFunc(args, func(arg string) bool { return arg == "--escaped" || arg == "--trim" }):
		default:
			args = append(args, value...)
		}
		args = append(args, names...)
		var all []string
		results := 0 // bytes
		for _, cores := range []int{1, 4, 4} {
			for _, name := range []string{"valid", "invalid", "report"} {
				os.Remove(name)
			}
			got := onCores(cores, round/len(commands)%2 == 1, args...)
			text := fmt.Sprintf("%d\n%s%s", got.status, got.stderr, got.stdout)
			if strings.Contains(text, "--help") && !strings.Contains(text, " is not an escape") {
				t.Fatalf("%q: %s", args, text)
			}
			results += len(got.stdout)
			for _, name := range []string{"valid", "invalid", "report"} {
				if b, err := os.ReadFile(name); err == nil {
					if name != "report" { // a report has text without results
						results += len(b)
					}
					text += name + "\n" + takes.ReplaceAllString(string(b), "")
				}
			}
			all = append(all, text)
		}
		if results > 0 {
			withResults++
		}
		for _, text := range all[1:] {
			if at := differ(text, all[0]); at >= 0 {
				t.Fatalf("round %d, %q at %d of %d and %d bytes:\n%.600s\nnot\n%.600s", round, args, at, len(text), len(all[0]),
					text[max(0, at-100):], all[0][max(0, at-100):])
			}
		}
	}
	if withResults < rounds/3 {
		t.Errorf("only %d of %d rounds have results", withResults, rounds)
	}
}

// full is a full disk.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "full", Err: syscall.ENOSPC}
}

// TestLateFullDisk checks that a write error is reported even if the work on its file ended long
// before.
func TestLateFullDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "large", strings.Repeat("http://example.org/\n", 1<<20))
	write(t, "wrong", "<\n")
	for _, command := range []string{"check", "check --json", "check --verdicts", "filter", "parse", "classify -r IRI",
		"fix"} {
		for _, cores := range []int{1, 4} {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			var stderr bytes.Buffer
			status := run(append(strings.Fields(command), "large", "wrong", "large"), strings.NewReader(""), full{}, &stderr)
			if status != program.Trouble ||
				stderr.String() != "iri: cannot write standard output: no space left on device\n" {
				t.Errorf("%s: %d, %s", command, status, stderr.String())
			}
		}
	}
}

// differ returns the first offset at which two texts differ, or -1.
func differ(a, b string) int {
	if a == b {
		return -1
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return at
}
