package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// TestFileNames checks output that contains hostile file names: no control character in a name may
// reach the terminal.
func TestFileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "\x1b]0;a\niri: b\u202e\u009b\x7f"
	if err := os.WriteFile(name, []byte("a:<\n"), 0o666); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"check", name}, {"parse", name}, {"check", "--escaped", name}, {"check", name + "x"},
		{"check", "-g", name, "-r", "a"}, {"check", "-g", name}, {"check", "-g", name + "x"}, {"rules", "-g", name},
		{"classify", name}, {"classify", "-g", name}, {"classify", "-r", name}, {"man", name}, {"help", name},
		{"completion", name},
		{"check", "--json", name}, {"parse", "--json", name},
		{name}, {"check", "--" + name}, {"check", "-r", name}, {"check", "--dialect", name, "-g", name},
	} {
		var out, stderr bytes.Buffer
		run(args, strings.NewReader(""), &out, &stderr)
		for line := range strings.Lines(out.String() + stderr.String()) {
			if line = strings.TrimSuffix(line, "\n"); terminal.Visible(line) != line || strings.HasPrefix(line, "iri: b") {
				t.Errorf("%q: %q", args, line)
			}
		}
	}
}
