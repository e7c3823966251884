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

// A diagnostic holds the severity and code of a printed diagnostic.
type diagnostic struct{ Severity, Code string }

// quiet lists the codes that nearly every short document causes.
var quiet = []string{"unused-rule", "line-end"}

// An Example is a text and the command that reports a code for it. The default command is the
// command of the page. The text is empty if no command reports the code.
type Example struct{ Command, Text string }

// A Runner runs a command line and returns its output.
type Runner func(args []string, stdin string) string

// Pages runs the examples on the code pages of a program. The command must report the code with the
// severity stated on the page. It may report other codes only if they are listed on the page or in
// [quiet], and for the corrected example only if they are in [quiet]. others maps codes to examples
// that are too long for the page or not printable.
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
					t.Fatal("the page contains an example")
				}
				if other.Text == "" {
					return
				}
				page.Example = other.Text
				if other.Command != "" {
					page.Command = other.Command
				}
			}
			if !strings.HasPrefix(page.Command, root.Name()+" ") { // the method has its own test
				return
			}
			found := diagnostics(t, page, run, page.Example)
			if !slices.ContainsFunc(found, func(r diagnostic) bool { return r.Code == page.Code }) {
				t.Errorf("the code is not reported for the example: %v", found)
			}
			for _, r := range found {
				switch {
				case r.Code == page.Code && r.Severity != "" && r.Severity != page.Severity:
					t.Errorf("the severity is %s", r.Severity)
				case !isOther && r.Code != page.Code && !slices.Contains(page.Also, r.Code) && !slices.Contains(quiet, r.Code):
					t.Errorf("%s is also reported for the example", r.Code)
				}
			}
			for _, also := range page.Also {
				if !slices.ContainsFunc(found, func(r diagnostic) bool { return r.Code == also }) {
					t.Errorf("%s is not reported for the example", also)
				}
			}
			if page.Instead == "" {
				return
			}
			for _, r := range diagnostics(t, page, run, page.Instead) {
				if !slices.Contains(quiet, r.Code) || r.Code == page.Code {
					t.Errorf("%s is reported for the corrected example", r.Code)
				}
			}
		})
	}
}

var (
	namedCommand = regexp.MustCompile("`(?:iri|abnf) ([a-z-]+)")
	namedFlag    = regexp.MustCompile(`--([a-z-]+)`)
)

// checkNamed reports an error if a page mentions a command or flag that does not exist in the
// program.
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

// diagnostics returns what the command of a page reports for a text. The text is passed in a file
// or as standard input.
func diagnostics(t *testing.T, page program.CodePage, run Runner, text string) (found []diagnostic) {
	t.Helper()
	args := strings.Fields(page.Command)[1:]
	if last := args[len(args)-1]; strings.Contains(last, ".") && !strings.Contains(last, "/") {
		if err := os.WriteFile(last, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if page.Family.Program == "abnf" && args[0] != "check" {
		for _, m := range diagnosticLine.FindAllStringSubmatch(run(args, text), -1) {
			found = append(found, diagnostic{m[1], m[2]})
		}
		return slices.Compact(found)
	}
	for line := range strings.Lines(run(slices.Insert(args, 1, "--json"), text)) {
		var r struct {
			diagnostic
			Error diagnostic // set by commands that print an object for each line
		}
		switch err := json.Unmarshal([]byte(line), &r); {
		case err != nil:
		case r.Code != "":
			found = append(found, r.diagnostic)
		case r.Error.Code != "":
			found = append(found, r.Error)
		}
	}
	return slices.Compact(found)
}
