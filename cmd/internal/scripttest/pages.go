package scripttest

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
)

// A reported is a diagnostic printed by a program.
type reported struct{ Severity, Code string }

// quiet are the codes of nearly every short document.
var quiet = []string{"unused-rule", "line-end"}

// An Example is a text, and the command that reports a code for it, or "" for the command of the
// page. An empty text is for a code without a command.
type Example struct{ Command, Text string }

// A Runner runs a command line and returns its output.
type Runner func(args []string, stdin string) string

// Pages runs the examples of the pages of a program's codes. An example must have its code with the
// severity of the page, and no codes but those of the page and [quiet]. The corrected example must
// have no codes but [quiet]. others has the examples missing on pages, because they are long or
// have characters that do not print.
func Pages(t *testing.T, root *cobra.Command, run Runner, others map[string]Example) {
	for _, page := range program.Codes() {
		if page.Family.Program != root.Name() || page.Command == "" {
			continue
		}
		t.Run(page.Code, func(t *testing.T) {
			checkNamed(t, root, page)
			t.Chdir(t.TempDir())
			other, isOther := others[page.Code]
			if isOther {
				if page.Example != "" {
					t.Fatal("the page has an example")
				}
				if other.Text == "" {
					return
				}
				page.Example = other.Text
				if other.Command != "" {
					page.Command = other.Command
				}
			}
			if !strings.HasPrefix(page.Command, root.Name()+" ") { // the test of a method has its examples
				return
			}
			found := diagnostics(t, page, run, page.Example)
			if !slices.ContainsFunc(found, func(r reported) bool { return r.Code == page.Code }) {
				t.Errorf("the example does not have the code: %v", found)
			}
			for _, r := range found {
				switch {
				case r.Code == page.Code && r.Severity != "" && r.Severity != page.Severity:
					t.Errorf("the example has the severity %s", r.Severity)
				case !isOther && r.Code != page.Code && !slices.Contains(page.Also, r.Code) && !slices.Contains(quiet, r.Code):
					t.Errorf("the example has the code %s", r.Code)
				}
			}
			for _, also := range page.Also {
				if !slices.ContainsFunc(found, func(r reported) bool { return r.Code == also }) {
					t.Errorf("the example does not have the code %s", also)
				}
			}
			if page.Instead == "" {
				return
			}
			for _, r := range diagnostics(t, page, run, page.Instead) {
				if !slices.Contains(quiet, r.Code) || r.Code == page.Code {
					t.Errorf("what stands instead has the code %s", r.Code)
				}
			}
		})
	}
}

var (
	namedCommand = regexp.MustCompile("`(?:iri|abnf) ([a-z-]+)")
	namedFlag    = regexp.MustCompile(`--([a-z-]+)`)
)

// checkNamed fails for a command or a flag in the text of a page missing in the program.
func checkNamed(t *testing.T, root *cobra.Command, page program.CodePage) {
	for _, m := range namedCommand.FindAllStringSubmatch(page.Text, -1) {
		if !strings.Contains(m[0], root.Name()) {
			continue
		}
		if cmd, _, err := root.Find(m[1:]); err != nil || cmd == root {
			t.Errorf("there is no command %s", m[1])
		}
	}
	for _, m := range namedFlag.FindAllStringSubmatch(page.Text, -1) {
		known := false
		for cmd := range program.Commands(root) {
			known = known || cmd.Flags().Lookup(m[1]) != nil
		}
		if !known {
			t.Errorf("there is no flag --%s", m[1])
		}
	}
}

var diagnosticLine = regexp.MustCompile(`(?m)^\S.*?: (error|warning|note): .*\[([a-z0-9-]+)\]$`)

// diagnostics returns the diagnostics of a text by the command of a page. The text is the command's
// file or its standard input.
func diagnostics(t *testing.T, page program.CodePage, run Runner, text string) (found []reported) {
	t.Helper()
	args := strings.Fields(page.Command)[1:]
	if last := args[len(args)-1]; strings.Contains(last, ".") && !strings.Contains(last, "/") {
		if err := os.WriteFile(last, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if page.Family.Program == "abnf" && args[0] != "check" {
		for _, m := range diagnosticLine.FindAllStringSubmatch(run(args, text), -1) {
			found = append(found, reported{m[1], m[2]})
		}
		return slices.Compact(found)
	}
	for line := range strings.Lines(run(slices.Insert(args, 1, "--json"), text)) {
		var r struct {
			reported
			Error reported // of a command printing an object for every line
		}
		switch err := json.Unmarshal([]byte(line), &r); {
		case err != nil:
		case r.Code != "":
			found = append(found, r.reported)
		case r.Error.Code != "":
			found = append(found, r.Error)
		}
	}
	return slices.Compact(found)
}
