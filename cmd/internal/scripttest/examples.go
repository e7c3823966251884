package scripttest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
)

// Examples runs each example in the help of each command in its own copy of testdata/examples. An
// example must print or write something and must not exit with 2. A line that is indented more
// deeply continues the previous line. Examples skips the slow examples in scripted; a script in
// testdata/script must run each of these.
func Examples(t *testing.T, root *cobra.Command, scripted ...string) {
	Need(t, "bash")
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	n, left := 0, 0
	for cmd := range program.Commands(root) {
		for script := range strings.SplitSeq(strings.ReplaceAll(cmd.Example, "\n    ", " "), "\n") {
			script = strings.TrimSpace(script)
			if script == "" || strings.HasPrefix(script, "//") { // belongs in a Go file
				continue
			}
			if slices.Contains(scripted, script) {
				checkScripted(t, script)
				left++
				continue
			}
			n++
			name := strings.ReplaceAll(cmd.CommandPath(), " ", "_") + "_" + strconv.Itoa(n) + ".txt"
			text := "example\n-- example.sh --\n" + script + "\n"
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n == 0 || left != len(scripted) {
		t.Fatalf("found %d examples, %d of them in %q", n, left, scripted)
	}
	files, err := filepath.Abs(filepath.Join("testdata", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			if err := os.CopyFS(env.WorkDir, os.DirFS(files)); err != nil {
				return err
			}
			gomod := []byte("module " + build.Module + "\n") // some commands look for this module
			return errors.Join(os.WriteFile(filepath.Join(env.WorkDir, "go.mod"), gomod, 0o666), standIn(env, "jq"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"example": example},
	})
}

// checkScripted reports an error if no script in testdata/script runs the command.
func checkScripted(t *testing.T, command string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^status [01] ` + regexp.QuoteMeta(command) + `$`).Match(text) {
			return
		}
	}
	t.Errorf("no script runs %q", command)
}

// standIn replaces a program that is not installed with a script that copies its input.
func standIn(env *testscript.Env, program string) error {
	if _, err := exec.LookPath(program); err == nil {
		return nil
	}
	bin := filepath.Join(env.WorkDir, "bin")
	env.Setenv("PATH", env.Getenv("PATH")+string(filepath.ListSeparator)+bin)
	return errors.Join(os.MkdirAll(bin, 0o777),
		os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\nexec cat\n"), 0o777))
}

func example(ts *testscript.TestScript, _ bool, _ []string) {
	before := tree(ts)
	err := ts.Exec("bash", "-o", "pipefail", "example.sh")
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		ts.Fatalf("%v", err)
	}
	if ts.ReadFile("stdout") == "" && ts.ReadFile("stderr") == "" && tree(ts) == before {
		ts.Fatalf("the example prints nothing and writes no file")
	}
}

// tree returns the paths of all files below the working directory.
func tree(ts *testscript.TestScript) string {
	var names []string
	ts.Check(filepath.WalkDir(ts.MkAbs("."), func(path string, _ os.DirEntry, err error) error {
		names = append(names, path)
		return err
	}))
	return strings.Join(names, "\n")
}
