package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/similar"
)

// A policy decides which diagnostics are shown and which count as errors.
type policy struct {
	severity    string // the --severity flag; "" shows everything except pedantic notes
	allow, deny []string
}

// Values of the --format flag.
const (
	formatText   = "text"
	formatGitHub = "github"
	formatSARIF  = "sarif"
)

var (
	severities = []string{syntax.Error.String(), syntax.Warning.String(), syntax.Note.String()}
	formats    = []string{formatText, formatGitHub, formatSARIF}
)

// flags adds the policy and format flags.
func (c *checker) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&c.json, "json", false, "print an object per diagnostic, and a summary")
	f.StringVar(&c.format, "format", formatText, "print diagnostics in this `FORMAT`: "+strings.Join(formats, ", "))
	f.StringVar(&c.policy.severity, "severity", "", "print diagnostics of at least this `SEVERITY`: "+
		strings.Join(severities, ", "))
	f.StringArrayVar(&c.policy.allow, "allow", nil, "ignore diagnostics with this `CODE`; may be repeated")
	f.StringArrayVar(&c.policy.deny, "deny", nil, "treat diagnostics with this `CODE` as errors; may be repeated")
	program.Exclusive(cmd, "json", "format")
	oneOf(cmd, "format", formats)
	oneOf(cmd, "severity", severities)
	oneOf(cmd, "allow", codesToComplete())
	oneOf(cmd, "deny", codesToComplete())
}

// codesToComplete returns the codes and their summaries for shell completion.
func codesToComplete() (list []string) {
	for _, k := range syntax.Codes() {
		list = append(list, string(k.Code)+"\t"+k.Summary)
	}
	return list
}

// prepare returns a usage error if a policy or format flag has an invalid value.
func (c *checker) prepare(cmd *cobra.Command) error {
	valid := func(flag, value string, of []string) error {
		if slices.Contains(of, value) {
			return nil
		}
		return program.Usagef(cmd, "--%s takes %s, not %q", flag, strings.Join(of, ", "), value)
	}
	if err := valid("format", c.format, formats); err != nil {
		return err
	}
	if cmd.Flags().Changed("severity") {
		if err := valid("severity", c.policy.severity, severities); err != nil {
			return err
		}
	}
	for _, code := range c.policy.deny {
		if slices.Contains(c.policy.allow, code) {
			return program.Usagef(cmd, "--allow %s and --deny %[1]s cannot be combined", code)
		}
	}
	if err := knownCodes("--allow", c.policy.allow); err != nil {
		return usage(cmd, err)
	}
	return usage(cmd, knownCodes("--deny", c.policy.deny))
}

// knownCodes returns an error if one of the codes is unknown.
func knownCodes(flag string, codes []string) error {
	var names []string
	for _, k := range syntax.Codes() {
		names = append(names, string(k.Code))
	}
	for _, code := range codes {
		if slices.Contains(names, code) {
			continue
		}
		text := fmt.Sprintf("%s: no diagnostic has the code %q", flag, code)
		if near := similar.Names(code, names); len(near) > 0 {
			text += "; similar: " + strings.Join(near, ", ")
		}
		return fmt.Errorf("%s", text)
	}
	return nil
}

// A fate determines what happens to a diagnostic.
type fate int

const (
	drop fate = iota // not shown and not counted
	hide             // not shown but counted as hidden
	show
)

// apply returns a copy of d with the severity that the policy assigns, and its fate.
func (p *policy) apply(d syntax.Diagnostic) (syntax.Diagnostic, fate) {
	if slices.Contains(p.allow, d.Code) {
		return d, drop
	}
	if slices.Contains(p.deny, d.Code) {
		d.Severity = syntax.Error
		return d, show
	}
	k, _ := syntax.Lookup(d.Code)
	switch i := slices.Index(severities, p.severity); { // severities descend
	case i < 0 && k.Pedantic, i >= 0 && d.Severity < syntax.Error-syntax.Severity(i):
		return d, hide
	}
	return d, show
}

// A tally counts the diagnostics of all grammars.
type tally struct {
	files                   int
	unread                  int // unreadable, or without a requested rule
	errors, warnings, notes int // shown or beyond the limit
	hiddenWarnings          int
	hiddenNotes             int
	left                    []syntax.Count // beyond the limit
	interrupted             bool
}

func (t *tally) count(s syntax.Severity, n int) {
	switch s {
	case syntax.Error:
		t.errors += n
	case syntax.Warning:
		t.warnings += n
	default:
		t.notes += n
	}
}

func (t *tally) hide(s syntax.Severity, n int) {
	if s == syntax.Warning {
		t.hiddenWarnings += n
	} else {
		t.hiddenNotes += n
	}
}

// leave counts diagnostics that exceed a list's limit.
func (t *tally) leave(c syntax.Count) {
	i := slices.IndexFunc(t.left, func(x syntax.Count) bool { return x.Severity == c.Severity && x.Code == c.Code })
	if i < 0 {
		i = len(t.left)
		t.left = append(t.left, syntax.Count{Severity: c.Severity, Code: c.Code})
	}
	t.left[i].N += c.N
	slices.SortStableFunc(t.left, func(a, b syntax.Count) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.N, a.N))
	})
}

// String returns the tally as a line: "3 files: 2 errors, 5 warnings; 12 notes not shown
// (--severity note)". It returns "" for a single grammar without diagnostics.
func (t *tally) String() string {
	plural := func(n int, noun string) string {
		if n == 1 {
			return "1 " + noun
		}
		return fmt.Sprintf("%d %ss", n, noun)
	}
	words := func(counts ...any) string { // alternating numbers and nouns
		var list []string
		for i := 0; i < len(counts); i += 2 {
			if n := counts[i].(int); n > 0 {
				list = append(list, plural(n, counts[i+1].(string)))
			}
		}
		return strings.Join(list, ", ")
	}
	listed := words(t.errors, "error", t.warnings, "warning", t.notes, "note")
	hidden := words(t.hiddenWarnings, "warning", t.hiddenNotes, "note")
	if listed == "" && hidden == "" && t.files+t.unread == 1 {
		return ""
	}
	var parts []string
	if t.files > 0 {
		parts = append(parts, plural(t.files, "file")+": "+cmp.Or(listed, "no errors"))
	}
	if hidden != "" {
		parts = append(parts, hidden+" not shown (--severity note)")
	}
	if t.unread > 0 {
		parts = append(parts, plural(t.unread, "file")+" not checked")
	}
	return strings.Join(parts, "; ")
}

// over returns the counts of the diagnostics beyond the limit, or "" if there are none.
func (t *tally) over() string {
	if len(t.left) == 0 {
		return ""
	}
	return "not listed: " + grammar.Counts(t.left)
}
