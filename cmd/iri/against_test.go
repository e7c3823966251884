package main

import (
	"flag"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/shared"
)

var against = flag.String("against", "", "another build of the program, for BenchmarkAgainst")

// BenchmarkAgainst reports the user CPU time of another build of this program as a multiple of this
// build's, for the same 20 MB of lines from each corpus. It compares the minima of alternating
// rounds. To compare with an earlier commit:
//
//	git worktree add ../then COMMIT && (cd ../then && go build -o iri.then ./cmd/iri)
//	go test ./cmd/iri -run '^$' -bench Against -benchtime 9x -timeout 1h \
//		-against "$PWD/../then/iri.then"
func BenchmarkAgainst(b *testing.B) {
	if *against == "" {
		b.Skip("-against names no program")
	}
	dir := b.TempDir()
	now := filepath.Join(dir, "iri.exe")
	if out, err := exec.Command("go", "build", "-o", now, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, kind := range []string{"urls", "iris"} {
		texts := map[string]string{
			"own-" + kind: strings.Join(corpus.Lines(kind, 10_000), "\n") + "\n",
			kind:          shared.Read(b, "corpora", kind+".txt"),
		}
		for name, text := range texts {
			file := filepath.Join(dir, name)
			write(b, file, strings.Repeat(text, 20<<20/len(text)))
			for _, way := range []struct{ now, then string }{
				{"parse --json", "parse --json"}, {"parse --fields host,path", "parse --json"}, {"parse", "parse"},
				{"classify", "classify"}, {"classify --json", "classify --json"},
				{"check --json -r scheme", "check --json -r scheme"},
			} {
				b.Run(way.now+" "+name, func(b *testing.B) {
					least := [2]time.Duration{}
					for b.Loop() {
						for i, c := range []struct{ program, args string }{{now, way.now}, {*against, way.then}} {
							took := userTime(b, c.program, append(strings.Fields(c.args), file)...)
							if least[i] == 0 || took < least[i] {
								least[i] = took
							}
						}
					}
					b.ReportMetric(float64(least[1])/float64(least[0]), "ratio")
					b.ReportMetric(float64(least[0].Milliseconds()), "now-ms")
					b.ReportMetric(float64(least[1].Milliseconds()), "then-ms")
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}

// userTime runs a program, and returns its user CPU time. The exit status may be 1.
func userTime(b *testing.B, program string, args ...string) time.Duration {
	cmd := exec.Command(program, args...)
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		b.Fatalf("%s: %v", strings.Join(cmd.Args, " "), err)
	}
	return cmd.ProcessState.UserTime()
}
