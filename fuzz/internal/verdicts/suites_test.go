package verdicts

import (
	"flag"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

var suites = flag.String("suites", "",
	"ask about the complete test suites in this `folder`: files that abnf suite wrote, called *.suite")

// TestSuites runs every engine on complete test suites. An engine that passes is shown to accept
// exactly the language of the rule. Other results for the strings are hashed, to compare platforms.
func TestSuites(t *testing.T) {
	if *suites == "" {
		t.Skip("for the long run: .ci/everywhere --long")
	}
	files, err := filepath.Glob(filepath.Join(*suites, "*.suite"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no *.suite (%v)", *suites, err)
	}
	rec := newRecord()
	for _, file := range files {
		r, list, valid := readSuite(t, file, testkit.ReadFile(t, file))
		m, err := machine.Of(r)
		if err != nil {
			t.Fatal(err)
		}
		truth := m.Reference()
		for i, s := range list {
			if truth.Valid(s) != valid[i] {
				t.Fatalf("%s#%s: %q is a member by the suite: %v", r.Grammar(), r.Name(), s, valid[i])
			}
		}
		rec.ofRule(t, r, m, list)
	}
	t.Logf("%d suites with %d strings, %d members, verdict hash %x", len(files), rec.strings, rec.members,
		rec.hash.Sum(nil))
}

// ofRuleLine matches the line that names the rule of a suite.
var ofRuleLine = regexp.MustCompile(`(?m)^# rule: (\S+) of ([^,\s]+)`)

// readSuite reads lines consisting of 1 or 0, a tab, and a string with the escapes of "abnf suite",
// which are the same as in Go.
func readSuite(t *testing.T, file, text string) (r tables.Rule, list []string, valid []bool) {
	t.Helper()
	of := ofRuleLine.FindStringSubmatch(text)
	rules := shippedRules()
	i := slices.IndexFunc(rules,
		func(r tables.Rule) bool { return of != nil && r.Name() == of[1] && r.Grammar() == of[2] })
	if i < 0 {
		t.Fatalf("%s does not say of which rule that ships it is: %q", file, of)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		verdict, escaped, ok := strings.Cut(line, "\t")
		s, err := strconv.Unquote(`"` + strings.ReplaceAll(escaped, `"`, `\"`) + `"`)
		if !ok || err != nil || verdict != "0" && verdict != "1" {
			t.Fatalf("%s: %q is not 1 or 0, a tab, and a string (%v)", file, line, err)
		}
		list, valid = append(list, s), append(valid, verdict == "1")
	}
	if len(list) == 0 || !slices.Contains(valid, true) || !slices.Contains(valid, false) {
		t.Fatalf("%s has %d strings, not of both kinds", file, len(list))
	}
	return rules[i], list, valid
}
