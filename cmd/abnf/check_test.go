package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// checked runs check in a new folder with the given files, and returns its output.
func checked(t *testing.T, files map[string]string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
	}
	var out, errs bytes.Buffer
	status = run(append([]string{"check"}, args...), strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), status
}

// sarifRequired maps the path of an object to the properties that the SARIF 2.1.0 schema requires.
var sarifRequired = map[string][]string{
	"":                        {"version", "runs"},
	".runs":                   {"tool"},
	".runs.tool":              {"driver"},
	".runs.tool.driver":       {"name"},
	".runs.tool.driver.rules": {"id"},
	".runs.invocations":       {"executionSuccessful"},
	".runs.results":           {"message"},
	".runs.results.message":   {"text"},
	".runs.tool.driver.rules.shortDescription":             {"text"},
	".runs.tool.driver.rules.help":                         {"text"},
	".runs.invocations.toolExecutionNotifications":         {"message"},
	".runs.invocations.toolExecutionNotifications.message": {"text"},
}

// A sarifLog holds the properties that the test reads.
type sarifLog struct {
	Version string
	Runs    []struct {
		ColumnKind string
		Tool       struct{ Driver struct{ Rules []sarifRule } }
		Results    []struct {
			RuleID    string
			RuleIndex int
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           map[string]int
				}
			}
		}
	}
}

type sarifRule struct {
	ID                     string
	ShortDescription, Help struct{ Text string }
	DefaultConfiguration   struct {
		Level   string
		Enabled bool
	}
}

// lacking returns the paths of the required properties that a JSON value lacks.
func lacking(path string, value any, met map[string]bool) (list []string) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			list = append(list, lacking(path, item, met)...)
		}
	case map[string]any:
		met[path] = true
		for _, key := range sarifRequired[path] {
			if _, ok := value[key]; !ok {
				list = append(list, path+"."+key)
			}
		}
		for key, item := range value {
			list = append(list, lacking(path+"."+key, item, met)...)
		}
	}
	return list
}

func TestSARIF(t *testing.T) {
	files := map[string]string{
		"a b.abnf": "b = %x41 / \"\u6771\" lost\nc = \"x\" lost\n",
		"many":     strings.Repeat("a = |\n", 1200),
	}
	out, _, status := checked(t, files, "--format", "sarif", "--deny", "missing-blank", "a b.abnf", "many")
	var log sarifLog
	if err := json.Unmarshal([]byte(out), &log); err != nil || status != 1 {
		t.Fatalf("status %d: %v", status, err)
	}
	var value any
	if err := json.Unmarshal([]byte(out), &value); err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	if list := lacking("", value, met); len(list) > 0 {
		t.Errorf("there is no %q", list)
	}
	for path := range sarifRequired {
		if !met[path] {
			t.Errorf("no object %q is met", path)
		}
	}
	r := log.Runs[0]
	if log.Version != "2.1.0" || r.ColumnKind != "unicodeCodePoints" || len(r.Results) < syntax.MaxItems {
		t.Errorf("version %s, columns in %s, %d results", log.Version, r.ColumnKind, len(r.Results))
	}
	first := r.Results[0]
	region := map[string]int{
		"startLine": 1, "startColumn": 13, "endLine": 1, "endColumn": 14, "byteOffset": 12, "byteLength": 3,
	}
	at := first.Locations[0].PhysicalLocation
	if at.ArtifactLocation.URI != "a%20b.abnf" || !maps.Equal(at.Region, region) {
		t.Errorf("%+v", at)
	}
	rules := r.Tool.Driver.Rules
	withResults := map[string]bool{}
	for _, result := range r.Results {
		if rules[result.RuleIndex].ID != result.RuleID {
			t.Fatalf("rule %d is %s, not %s", result.RuleIndex, rules[result.RuleIndex].ID, result.RuleID)
		}
		withResults[result.RuleID] = true
	}
	for _, rule := range rules {
		k, _ := syntax.Lookup(rule.ID)
		level := k.Severity.String()
		if rule.ID == "missing-blank" {
			level = "error"
		}
		if c := rule.DefaultConfiguration; c.Level != level || c.Enabled == k.Pedantic ||
			rule.ShortDescription.Text == "" || withResults[rule.ID] != (rule.Help.Text != "") {
			t.Errorf("%+v", rule)
		}
	}
}

// TestCheckFileHex checks that a file name that is not valid UTF-8 is also printed in hexadecimal.
func TestCheckFileHex(t *testing.T) {
	const name = "\xff.abnf"
	out, _, _ := checked(t, map[string]string{name: "a = b\n"}, "--json", name)
	if !strings.Contains(out, `"file_hex":"ff2e61626e66"`) {
		t.Errorf("%s", out)
	}
	out, _, _ = checked(t, map[string]string{name: "a = b\n"}, "--format", "sarif", name)
	if !strings.Contains(out, `"uri":"%FF.abnf"`) {
		t.Errorf("%s", out)
	}
}

// TestCheckIsCapped checks that at most a thousand diagnostics per grammar are printed, errors
// first, and that the others are counted by code.
func TestCheckIsCapped(t *testing.T) {
	files := map[string]string{"a": strings.Repeat("a_b = |\n", 700)} // an error and a warning per line, except the first
	out, stderr, _ := checked(t, files, "--dialect", "abnf", "a")
	errors, warnings := strings.Count(out, ": error: "), strings.Count(out, ": warning: ")
	if errors+warnings != syntax.MaxItems || errors < 700 {
		t.Errorf("%d errors, %d warnings", errors, warnings)
	}
	if !strings.Contains(out, "\nnot listed: ") || strings.Contains(out, "no errors") {
		t.Errorf("no counts in %s", out[len(out)-200:])
	}
	var s struct{ Summary summary }
	jsons, _, _ := checked(t, files, "--json", "--dialect", "abnf", "a")
	if err := json.Unmarshal([]byte(jsons[strings.Index(jsons, `{"summary"`):]), &s); err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, u := range s.Summary.Unlisted {
		left += u.Count
	}
	if s.Summary.Errors+s.Summary.Warnings != syntax.MaxItems+left {
		t.Errorf("%+v", s.Summary)
	}
	if tally := fmt.Sprintf("abnf: 1 file: %d errors, %d warnings", s.Summary.Errors,
		s.Summary.Warnings); !strings.Contains(stderr, tally) {
		t.Errorf("%s, want %s", stderr, tally)
	}
}

// TestCheckSharedGrammars checks RFC grammars that others have collected. testdata/lints.md lists,
// for each code, the number of diagnostics in these grammars and in the seeds, and the number shown
// without --severity note. Outside CI both numbers come from a single run with --severity note.
func TestCheckSharedGrammars(t *testing.T) {
	files := append(shared.Glob(t, "grammars/*.abnf"), shared.Glob(t, "seeds/*.txt")...)
	check := func(args ...string) (found []finding) {
		var out, errs bytes.Buffer
		run(append(append([]string{"check", "--json"}, args...), files...), strings.NewReader(""), &out, &errs)
		for line := range strings.Lines(out.String()) {
			var f finding
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatal(err)
			}
			if f.Code != "" {
				found = append(found, f)
			}
		}
		return found
	}
	all := check("--severity", "note")
	some := slices.DeleteFunc(slices.Clone(all), func(f finding) bool {
		k, _ := syntax.Lookup(f.Code)
		return k.Pedantic
	})
	if testkit.OneIn(2, 1) {
		some = check()
	}
	n := 0
	shown, pedantic := map[string]int{}, map[string]int{}
	for _, f := range all {
		pedantic[f.Code]++
	}
	for _, f := range some {
		shown[f.Code]++
		if filepath.Base(f.File) == "ex_abnf-RFC3261.abnf" {
			n++
		}
	}
	if n != 38 {
		t.Errorf("%d diagnostics of RFC 3261, want 38; once it had 760", n)
	}
	var b strings.Builder
	b.WriteString("# Diagnostics of the shared grammars and seeds\n\nAs abnf check tells them: shown by default, and " +
		"with --severity note." +
		"\nThe table is made by `IRI_UPDATE=1 go test ./cmd/abnf -run CheckSharedGrammars`.\n\n" +
		"| code | severity | shown | with notes |\n| --- | --- | ---: | ---: |\n")
	for _, k := range syntax.Codes() {
		if code := string(k.Code); pedantic[code] > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %d |\n", code, k.Severity, shown[code], pedantic[code])
		}
	}
	fmt.Fprintf(&b, "| all | | %d | %d |\n", len(some), len(all))
	golden.Compare(t, "testdata/lints.md", b.String())
}

// byRule matches advice to run a command on a single rule.
var byRule = regexp.MustCompile(`-r ([^ ;,]+)`)

// TestLimitsOfDocuments checks the shared documents: a limit is reported as a warning at the rule
// that the message names, and a rule that a message suggests compiling with -r gets a table.
func TestLimitsOfDocuments(t *testing.T) {
	for i, file := range slices.Concat(shared.Glob(t, "documents/*bnf"), shared.Glob(t, "grammars/*.abnf")) {
		sound := filepath.Base(file) == "sparql11.bnf"
		if !sound && !testkit.Sparse(12, i) {
			continue
		}
		text := shared.Read(t, filepath.Base(filepath.Dir(file)), filepath.Base(file))
		var out bytes.Buffer
		status := run([]string{"check", "--json", file}, strings.NewReader(""), &out, io.Discard)
		errors, limits := 0, 0
		for line := range strings.Lines(out.String()) {
			var d struct {
				Severity, Code, Message string
				Offset, Length          int
			}
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			if d.Severity == syntax.Error.String() {
				errors++
			}
			if d.Code != "limit" {
				continue
			}
			limits++
			name := text[d.Offset : d.Offset+d.Length]
			if d.Severity != syntax.Warning.String() || !strings.HasPrefix(d.Message, "rule "+name+": ") {
				t.Errorf("%s: %s: %s", file, name, line)
			}
			for _, m := range byRule.FindAllStringSubmatch(d.Message, -1) {
				var table bytes.Buffer
				run([]string{"compile", "--json", "-r", m[1], file}, strings.NewReader(""), &table, io.Discard)
				if !strings.Contains(table.String(), `"exactness":"`) {
					t.Errorf("%s: %s has no table", file, m[0])
				}
			}
		}
		if want := min(errors, 1); status != want || sound && (status != 0 || limits == 0) {
			t.Errorf("%s: status %d with %d errors and %d limits", file, status, errors, limits)
		}
	}
}
