package main

import (
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
)

// TestInterruptedAnywhere checks that Ctrl-C at any point never makes a correct grammar look wrong.
func TestInterruptedAnywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "; @components a: d=d c=c\na = d \":\" c\nd = 1*\"x\"\nb = \"y\" / c\nc = 2(\"z\" / DIGIT)\n"
	write(t, "g.abnf", text)
	for _, line := range []string{
		"rules -g g.abnf", "rules --json -g g.abnf", "check -g g.abnf -r a",
		"classify -g g.abnf", "classify -g g.abnf -r a", "classify -g g.abnf --alternatives b", "parse -g g.abnf -r a",
	} {
		scripttest.InterruptedAnywhere(t, prepared, line)
	}
}
