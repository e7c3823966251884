//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
)

// TestInterruptedReport checks that an interrupted command writes the counts so far, and reports
// that it was interrupted.
func TestInterruptedReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	p := scripttest.Start(t, nil, "iri", "check", "--verdicts", "--report", file)
	p.Stdin.Write([]byte("a:b\na b\nc:unfinished"))
	p.Expect("1")
	p.Expect("0")
	p.Signal(os.Interrupt)
	rest, state := p.End()
	if rest != "" || state.ExitCode() != program.Interrupted || p.Stderr.String() != "1 valid, 1 invalid, interrupted\n" {
		t.Errorf("%v, %q, %s", state, rest, &p.Stderr)
	}
	text, err := os.ReadFile(file)
	const want = `"interrupted":true,"total":{"records":2,"valid":1,"invalid":1,`
	if err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s, %v", text, err)
	}
	scripttest.ReadSchema(t).CheckText(t, "report", "iri check --report", string(text))
}
