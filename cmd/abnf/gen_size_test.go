package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
	"github.com/irilex/iri/cmd/internal/grammar"
)

// The size of a file is printed, and only flags that would make a large file smaller are proposed.
func TestTellSize(t *testing.T) {
	for _, tt := range []struct {
		gen  gen
		size int
		want string
	}{
		{gen{}, 1234, "abnf: x.go: 1.2 kB\n"},
		{gen{saves: true}, large, "abnf: x.go: 1.0 MB\n"},
		{gen{saves: true}, 2 * large, "abnf: x.go: 2.0 MB; -r RULE writes only the tables of RULE, " +
			"and --small writes smaller, slower tables\n"},
		{gen{}, 2 * large, "abnf: x.go: 2.0 MB; -r RULE writes only the tables of RULE\n"},
		{gen{saves: true, rules: []string{"a"}}, 2 * large, "abnf: x.go: 2.0 MB; --small writes smaller, slower tables\n"},
		{gen{rules: []string{"a"}}, 2 * large, "abnf: x.go: 2.0 MB\n"},
	} {
		var stderr strings.Builder
		cmd := rootCommand()
		cmd.SetErr(&stderr)
		tt.gen.tellSize(cmd, emit.File{Path: "x.go", Data: make([]byte, tt.size)})
		if stderr.String() != tt.want {
			t.Errorf("%+v, %d bytes: %q, want %q", tt.gen, tt.size, stderr.String(), tt.want)
		}
	}
}

// The flag --small is proposed if places make up a tenth of the tables.
func TestSaves(t *testing.T) {
	for name, want := range map[string]bool{"rfc8259": true, "rfc6838": false} {
		b, _ := build.FindBundled(name)
		g, err := b.Compile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := saves(g); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// If rules exceed a limit, -r is proposed with a rule only after that rule has been compiled alone.
func TestRefuseOver(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "r%d = %d*99(\"x\" / \"y\" [\"z\"])\n", i, i+1)
	}
	for _, tt := range []struct {
		steps int64
		want  string
	}{
		{40_000, "; -r RULE writes another rule"},
		{400_000, ", because all rules share the limits; -r r0 writes that rule"},
	} {
		var stderr strings.Builder
		cmd := rootCommand()
		cmd.SetErr(&stderr)
		cmd.SetContext(t.Context())
		doc, err := grammar.Open(t.Context(), grammar.Stdin, grammar.Automatic(), strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		doc.Limits = build.DefaultLimits()
		doc.Limits.Automata.Steps = tt.steps
		g, _, err := doc.Compile(t.Context(), build.Options{})
		if err != nil {
			t.Fatal(err)
		}
		over := overLimit(g)
		if len(over) == 0 {
			t.Fatalf("%d steps are enough", tt.steps)
		}
		if new(gen).refuseOver(cmd, doc, over); !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%d steps: %s", tt.steps, stderr.String())
		}
	}
}
