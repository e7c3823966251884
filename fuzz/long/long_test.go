package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRun runs small checks: one holds, one fails, one prints no figure, one lacks its tool.
func TestRun(t *testing.T) {
	list := []check{
		{name: "holds", promise: "Two and two.", command: "echo '  x_test.go:7: 4 of 4 sums'; echo more", figures: "sums",
			takes: time.Minute},
		{name: "fails", promise: "Nothing.", command: "echo why; exit 3", figures: "never", takes: time.Minute},
		{name: "silent", promise: "Nothing.", command: "echo all skipped", figures: "never", takes: time.Minute},
		{name: "toolless", promise: "Nothing.", command: "true", figures: ".", takes: time.Minute,
			needs: []tool{{"no-such-program", "install it so"}}},
	}
	file := filepath.Join(t.TempDir(), "REPORT.md")
	failed, err := run(context.Background(), list, regexp.MustCompile(""), file, false)
	require.Equal(t, 2, failed)
	require.ErrorContains(t, err, "toolless: there is no no-such-program: install it so")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, want := range []string{"Verdict: holds\n\n```text\n4 of 4 sums\n```",
		"**failed**: exit status 3\n\n```text\nwhy\n```", "**failed**: it printed no figure",
		"**not run**: there is no no-such-program"} {
		require.Contains(t, string(text), want)
	}
	require.NotContains(t, string(text), "\nmore")

	// One section is rewritten, the others stay.
	list[1].command = "echo never mind"
	failed, err = run(context.Background(), list, regexp.MustCompile("^fails$"), file, false)
	require.NoError(t, err)
	require.Zero(t, failed)
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(again), "never mind")
	require.Equal(t, section(string(text), "holds"), section(string(again), "holds"))
	require.Equal(t, section(string(text), "toolless"), section(string(again), "toolless"))
}

func section(text, name string) string {
	_, rest, _ := strings.Cut(text, "## "+name+"\n")
	rest, _, _ = strings.Cut(rest, "\n## ")
	return strings.TrimSpace(rest)
}

// TestChecks checks the list: names are different, and every file in a command exists. The promise
// and the command in the report's section of a check are the present ones.
func TestChecks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "REPORT.md"))
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, c := range checks {
		require.False(t, seen[c.name], c.name)
		seen[c.name] = true
		require.NotEmpty(t, c.promise, c.name)
		require.NotZero(t, c.takes, c.name)
		said := section(string(text), c.name)
		require.Contains(t, said, c.promise, c.name)
		require.Contains(t, said, "* Command: `"+c.command+"`", c.name)
		for word := range strings.FieldsSeq(c.command) {
			if path, ok := strings.CutPrefix(word, "./"); ok || strings.HasPrefix(word, ".ci/") {
				if !ok {
					path = word
				}
				_, err := os.Stat(filepath.Join("..", "..", path))
				require.NoError(t, err, c.name)
			}
		}
	}
}
