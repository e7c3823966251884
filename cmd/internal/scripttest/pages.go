package scripttest

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/codes"
)

// A reported is a diagnostic in what a program prints.
type reported struct{ Severity, Code string }

// quiet are the codes that nearly every short document has.
var quiet = []string{"unused-rule", "line-end"}

// Pages runs the examples of the pages of codes that a program reports. An example has its code, in the
// severities of the page, and no other code but those that the page names and [quiet]. What stands
// instead has no diagnostics but [quiet]. The examples of codes that no short document has are in long.
// run runs a command line and returns what it prints.
func Pages(t *testing.T, program string, run func(args []string, stdin string) string, long map[string]string) {
	for _, page := range codes.All() {
		if page.Family.Program != program {
			continue
		}
		t.Run(page.Code, func(t *testing.T) {
			t.Chdir(t.TempDir())
			example := page.Example
			if text, ok := long[page.Code]; ok && example == "" {
				example = text
			}
			if example == "" {
				t.Fatal("the page has no example")
			}
			found := diagnostics(t, page, run, example)
			if !slices.ContainsFunc(found, func(r reported) bool { return r.Code == page.Code }) {
				t.Errorf("the example does not have the code: %v", found)
			}
			for _, r := range found {
				switch {
				case r.Code == page.Code && !slices.Contains(strings.Split(page.Severity, " or "), r.Severity):
					t.Errorf("the example has an %s", r.Severity)
				case r.Code != page.Code && !slices.Contains(page.Also, r.Code) && !slices.Contains(quiet, r.Code):
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

var diagnosticLine = regexp.MustCompile(`(?m)^\S.*?: (error|warning|note): .*\[([a-z0-9-]+)\]$`)

// diagnostics returns what the command of a page reports about a text: its file, or its standard input.
func diagnostics(t *testing.T, page codes.Page, run func(args []string, stdin string) string, text string) (found []reported) {
	t.Helper()
	args := strings.Fields(page.Command)[1:]
	if last := args[len(args)-1]; strings.Contains(last, ".") {
		if err := os.WriteFile(last, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if args[0] != "check" {
		for _, m := range diagnosticLine.FindAllStringSubmatch(run(args, text), -1) {
			found = append(found, reported{m[1], m[2]})
		}
		return found
	}
	for line := range strings.Lines(run(slices.Insert(args, 1, "--json"), text)) {
		var r reported
		if err := json.Unmarshal([]byte(line), &r); err == nil && r.Code != "" {
			found = append(found, r)
		}
	}
	return found
}
