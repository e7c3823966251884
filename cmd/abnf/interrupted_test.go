package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

// TestInterruptedAnywhere checks that Ctrl-C at any point never makes a correct grammar look wrong,
// or partial output look complete.
func TestInterruptedAnywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "a = *(\"x\" / b) b\nb = \"y\" / c\nc = 2(\"z\" / DIGIT)\n"
	testkit.WriteFile(t, "g.abnf", text)
	testkit.WriteFile(t, "h.abnf", "h = a / \"h\"\n"+text)
	for _, line := range []string{
		"check g.abnf", "check --json g.abnf", "check --json g.abnf h.abnf", "check --format github g.abnf", "compile g.abnf",
		"compile --json g.abnf", "gen -p p -o /dev/stdout g.abnf",
		"gen --json -p p -o p.go g.abnf", "suite -g g.abnf -r c", "match -g g.abnf -r c", "print -r a g.abnf",
		"diff g.abnf h.abnf", "diff --json g.abnf h.abnf", "diff --json g.abnf#a h.abnf#h",
	} {
		os.Remove("p.go")
		scripttest.InterruptedAnywhere(t, prepared, line)
	}
}

// TestInterruptedSARIF checks that the SARIF document reports the interruption.
func TestInterruptedSARIF(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	root := prepared()
	root.SetArgs([]string{"check", "--format", "sarif", "rfc3987"})
	root.SetOut(&out)
	err := root.ExecuteContext(ctx)
	said := strings.Contains(out.String(), `"executionSuccessful":false`) &&
		strings.Contains(out.String(), `"text":"interrupted"`)
	if err == nil || !said || strings.Contains(out.String(), "ruleIndex") {
		t.Errorf("%v, %s", err, &out)
	}
}
