package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/irilex/iri/internal/testkit"
)

// recipePage is the page whose "sh status=N" blocks are tested. A "text" block after one of them is
// its output.
const recipePage = "spark/PIPE.md"

var recipeBlock = regexp.MustCompile(
	"(?s)\n```sh status=(\\d+)(?: needs=(\\w+))?\n(.*?\n)```\n(?:```text\n(.*?)```\n)?")

// recipeFiles holds the files that the recipes read.
const recipeFiles = `-- urls.txt --
https://example.org/
https://example.org/wiki/été?q=1
http://h/a b
urn:isbn:0451450523
mailto:someone@example.org
http://[::1]/
http://[::1/
ftp://example.org/pub/
-- logs/a.txt --
a:b
c:d
-- logs/b c.txt --
a:b
c d
-- logs/d.txt --
a:
b:
c:
`

// TestRecipes checks that each recipe on the page works as written.
func TestRecipes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the recipes are for GNU's tools")
	}
	page := testkit.ReadFile(t, recipePage)
	dir, n := t.TempDir(), 0
	for _, m := range recipeBlock.FindAllStringSubmatch(page, -1) {
		if !hasProgram(t, m[2]) {
			continue
		}
		n++
		const format = "recipe %s\ncmp stdout want\n-- recipe.sh --\n%s-- want --\n%s%s"
		script := fmt.Sprintf(format, m[1], m[3], m[4], recipeFiles)
		write(t, filepath.Join(dir, fmt.Sprintf("recipe%d.txt", n)), script)
	}
	if n < 5 {
		t.Fatalf("%s has %d recipes", recipePage, n)
	}
	testscript.Run(t, testscript.Params{
		Dir:  dir,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"recipe": recipe},
	})
}

// hasProgram reports whether a program is installed, or is "". It fails the test if the environment
// requires a missing program.
func hasProgram(t *testing.T, program string) bool {
	if program == "" {
		return true
	}
	_, err := exec.LookPath(program)
	if err != nil && os.Getenv("IRI_REQUIRE_"+strings.ToUpper(program)) != "" {
		t.Fatal(err)
	}
	return err == nil
}

// recipe runs the script and checks its status.
func recipe(ts *testscript.TestScript, _ bool, args []string) {
	status := 0
	if err := ts.Exec("bash", "-euo", "pipefail", "recipe.sh"); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%v", err)
		}
		status = exit.ExitCode()
	}
	if want := args[0]; fmt.Sprint(status) != want {
		ts.Fatalf("the status is %d, not %s", status, want)
	}
}
