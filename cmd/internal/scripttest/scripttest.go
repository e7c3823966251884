// Package scripttest runs the test scripts of a program.
package scripttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

// Need fails the test in CI (CI=true) if a program that scripts use is not installed. Elsewhere
// scripts skip the parts that use the program.
func Need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("CI needs every program that scripts use: %v", err)
	}
}

// Run runs the scripts in testdata/script. $TESTDATA is the directory testdata. Scripts may use the
// program onterminal (terminal.go) and three additional commands:
//
//	status N program [args...]   run a program, which must exit with N
//	bytes file text              write a file; text may contain Go escapes
//	repeat n from to             write n copies of a file to another
//
// The condition [full] is true if tests run all cases instead of a sample: see package testkit.
//
// With IRI_UPDATE=1 in the environment, Run rewrites the files that scripts compare with "cmp".
func Run(t *testing.T) {
	for _, program := range []string{"sh", "bash", "mkfifo"} {
		Need(t, program)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: golden.Updating(),
		Setup: func(env *testscript.Env) error {
			dir, err := filepath.Abs("testdata")
			env.Setenv("TESTDATA", dir)
			return err
		},
		Condition: func(name string) (bool, error) {
			if name != "full" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return testkit.OneIn(2, 1), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "bytes": writeBytes, "repeat": repeat,
		},
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status is %d, want %s", got, args[0])
	}
}

func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes file text")
	}
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat n from to")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	text := strings.Repeat(ts.ReadFile(args[1]), n)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o666))
}
