package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/caret"
)

// Whatever a file is called, its name does not speak to the terminal.
func TestFileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "\x1b]0;a\nabnf: b\u202e\u009b\x7f"
	if err := os.WriteFile(name, []byte("a = b\nc = \"c\"\n"), 0o666); err != nil {
		t.Skip(err)
	}
	rfc := []byte("Internet-Draft\n\n   a = \"x\" / b\n   c = \x1b]0;a / \"y\"\n   d=e\n")
	if err := os.WriteFile(name+"rfc", rfc, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", name}, {"check", "--json", name}, {"compile", name}, {"compile", name + "x"},
		{"gen", "-p", "a", "-o", "x.go", name}, {"gen", "--check", "-p", "a", "-o", name + "x", "rfc2396"},
		{"gen", "--check", "-p", "a", "-o", name, "rfc2396"}, {"gen", "-p", "a", "-o", name + "x", "rfc2396"},
		{"gen", "-p", "a", "-o", name + "/x", "rfc2396"}, {"gen", "-p", name, "-o", "x.go", "rfc2396"},
		{"extract", name}, {"extract", "-o", name + "v", name}, {"extract", "--map", name + "w", "rfc.txt"},
		{"extract", name + "rfc"}, {"check", name + "rfc"}, {"print", name}, {"print", "--as", "abnf", "--dialect", "w3c", name},
		{"gen", "--json", "-p", "a", "-o", name + "z", "rfc2396"}, {"man", name}, {"help", name}, {"completion", name},
		{"match", "-g", name, "-r", "a"}, {"match", "-g", name + "y", "-r", "a"}, {name},
	} {
		var out, stderr bytes.Buffer
		run(args, strings.NewReader(""), &out, &stderr)
		for line := range strings.Lines(out.String() + stderr.String()) {
			line = strings.TrimSuffix(line, "\n")
			if caret.Visible(line) != line || strings.HasPrefix(line, "abnf: b") {
				t.Errorf("%q: %q", args, line)
			}
		}
	}
}
