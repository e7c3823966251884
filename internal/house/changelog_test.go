package house

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// languagesFile lists the language of every rule in a release. A test in package tables compares it
// with the rules.
const languagesFile = "tables/languages.txt"

// readLanguages parses the text of languagesFile.
func readLanguages(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 2 && line[0] != '#' {
			all[fields[0]] = fields[1]
		}
	}
	return all
}

// unnoted returns the lines missing from the change log. For each rule whose language was changed,
// added or removed since the last release, the log needs a line with the rule in backquotes and
// either the first 12 digits of the new language or the word "removed". For a grammar that had no
// rules before, the log needs a line with its name and "new". Only the Languages section of the
// upcoming version counts, the first version in the log.
func unnoted(before, now map[string]string, log, release string) (missing []string) {
	released := "\n## [" + strings.TrimPrefix(release, "v") + "]"
	if release != "" && !strings.Contains(log, released) {
		missing = append(missing, "the heading"+strings.ReplaceAll(released, "\n", " "))
	}
	if release != "" {
		log, _, _ = strings.Cut(log, released)
	}
	_, log, _ = strings.Cut(log, "\n## ")
	log, _, _ = strings.Cut(log, "\n## ")
	_, log, _ = strings.Cut(log, "\n### Languages\n")
	log, _, _ = strings.Cut(log, "\n### ")
	known := map[string]bool{} // grammars
	for name := range before {
		known[grammarOf(name)] = true
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(now))
	for i, name := range names {
		if !known[grammarOf(name)] {
			names[i] = grammarOf(name) // one note suffices for a grammar
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if before[name] == now[name] && name != grammarOf(name) {
			continue
		}
		word := "removed"
		switch {
		case name == grammarOf(name):
			word = "new"
		case now[name] != "":
			word = now[name][:12]
		}
		said := false
		for line := range strings.Lines(log) {
			said = said || strings.Contains(line, "`"+name+"`") && strings.Contains(line, word)
		}
		if !said {
			missing = append(missing, fmt.Sprintf("`%s` %s", name, word))
		}
	}
	return missing
}

// grammarOf returns the grammar that a rule belongs to.
func grammarOf(name string) string {
	grammar, _, _ := strings.Cut(name, "#")
	return grammar
}

// git returns the output of a git command. Without git or outside a clone it skips the test, except
// in the CI of the main branch (CI=true), where the test fails instead.
func git(t *testing.T, args ...string) string {
	t.Helper()
	testkit.NeedProcesses(t)
	var stderr bytes.Buffer
	cmd := exec.Command("git", args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, stderr.String())
		}
		t.Skipf("needs a clone with its history, and git: %v: %s", err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// lastRelease returns the newest version tag before this commit, or "" before the first release.
func lastRelease(t *testing.T) string {
	t.Helper()
	if git(t, "rev-parse", "--is-shallow-repository") == "true" {
		if os.Getenv("CI") == "true" {
			t.Fatal("the history is cut off: git fetch --unshallow --tags")
		}
		t.Skip("the history is cut off: git fetch --unshallow --tags")
	}
	tags := git(t, "-c", "versionsort.suffix=-", "tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=-version:refname")
	tag, _, _ := strings.Cut(tags, "\n")
	return tag
}

// Every language that changed since the last release is in the change log. Before the first
// release, the log must list every grammar.
func TestChangeLog(t *testing.T) {
	release := lastRelease(t)
	log := testkit.ReadFile(t, "CHANGELOG.md")
	now, before := readLanguages(testkit.ReadFile(t, languagesFile)), map[string]string{}
	if len(now) < 100 {
		t.Fatalf("%s lists only %d rules", languagesFile, len(now))
	}
	if release != "" {
		before = readLanguages(git(t, "show", release+":"+languagesFile))
	}
	for _, note := range unnoted(before, now, log, release) {
		t.Errorf("a language has changed since the last release (%q), and CHANGELOG.md does not say so: %s is missing under "+
			"Languages (the line of a new grammar is \"- `NAME` is new.\")", release, note)
	}
}

func TestUnnoted(t *testing.T) {
	before := map[string]string{"g#kept": strings.Repeat("1", 64), "g#changed": strings.Repeat("2", 64),
		"g#gone": strings.Repeat("3", 64)}
	now := map[string]string{"g#kept": strings.Repeat("1", 64), "g#changed": strings.Repeat("4", 64),
		"g#new": strings.Repeat("5", 64)}
	notes := "# Change log\n\n## [Unreleased]\n\n### Languages\n\n- `g#changed` is now 444444444444.\n" +
		"- `g#gone` is removed.\n- New: `g#new`, 555555555555.\n"
	for _, c := range []struct{ log, release, want string }{
		{"", "", "`g#changed` 444444444444, `g#gone` removed, `g#new` 555555555555"},
		{notes, "", ""},
		{notes + "\n## [1.0.0] - 2027-01-01\n", "v1.0.0", ""},
		{notes, "v1.0.0", "the heading ## [1.0.0]"},
		{strings.Replace(notes, "Languages", "Programs", 1), "",
			"`g#changed` 444444444444, `g#gone` removed, `g#new` 555555555555"},
		{strings.Replace(notes, "- `g#gone`", "### Programs\n\n- `g#gone`", 1), "", "`g#gone` removed, `g#new` 555555555555"},
		{strings.Replace(notes, "## [Unreleased]", "An example:", 1) + "\n## [Unreleased]\n", "",
			"`g#changed` 444444444444, `g#gone` removed, `g#new` 555555555555"},
		{strings.Replace(notes, "[Unreleased]\n", "[Unreleased]\n\n## [1.0.0] - 2027-01-01\n", 1), "v1.0.0",
			"`g#changed` 444444444444, `g#gone` removed, `g#new` 555555555555"},
		{strings.ReplaceAll(notes, "444444444444", "222222222222"), "", "`g#changed` 444444444444"},
		{strings.ReplaceAll(notes, "`g#gone`", "`g#gone-too`"), "", "`g#gone` removed"},
		{strings.ReplaceAll(notes, "`g#new`", "`g`"), "", "`g#new` 555555555555"},
	} {
		if got := strings.Join(unnoted(before, now, c.log, c.release), ", "); got != c.want {
			t.Errorf("%q since %q: %q, want %q", c.log, c.release, got, c.want)
		}
	}
	whole := map[string]string{"h#a": strings.Repeat("6", 64), "h#b": strings.Repeat("7", 64)} // a new grammar
	maps.Copy(whole, before)
	for log, want := range map[string]string{
		notes: "[`h` new]",
		strings.Replace(notes, "- New:", "- `h` is new.\n- New:", 1): "[]",
	} {
		if got := fmt.Sprint(unnoted(before, whole, log, "")); got != want {
			t.Errorf("%q: %s, want %s", log, got, want)
		}
	}
	if got := unnoted(now, now, "", ""); got != nil {
		t.Errorf("nothing changed: %q", got)
	}
}
