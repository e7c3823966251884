package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/idna"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/tables"
)

// A lintFlags holds the "iri check" flags for findings in valid lines.
type lintFlags struct {
	on          bool
	severity    string
	allow, deny []string
}

var severityNames = []string{lint.SeverityNote.String(), lint.SeverityWarning.String(), lint.SeverityError.String()}

func (c *lintFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&c.on, "lint", false, "also report lint findings in valid lines")
	f.StringVar(&c.severity, "severity", severityNames[0],
		"report findings of this `SEVERITY` and above: "+strings.Join(severityNames, ", "))
	f.StringArrayVar(&c.allow, "allow", nil, "suppress findings with this `CODE`; may be repeated")
	f.StringArrayVar(&c.deny, "deny", nil, "treat findings with this `CODE` as errors; may be repeated")
	cmd.RegisterFlagCompletionFunc("severity", cobra.FixedCompletions(severityNames, cobra.ShellCompDirectiveNoFileComp))
	for _, flag := range []string{"allow", "deny"} {
		cmd.RegisterFlagCompletionFunc(flag, findingCodes)
	}
	program.About(cmd, lintTopic, "severity", "allow", "deny")
}

// findingCodes completes finding codes. It reads the pages of all codes, so it runs only on
// completion.
func findingCodes(*cobra.Command, []string, string) (withTitles []string, d cobra.ShellCompDirective) {
	for _, page := range program.Codes() {
		if page.Family.Name == "finding" {
			withTitles = append(withTitles, page.Code+"\t"+page.Title)
		}
	}
	return withTitles, cobra.ShellCompDirectiveNoFileComp
}

// linter returns the linter that the flags request, or nil without --lint.
func (c *lintFlags) linter(cmd *cobra.Command, rule tables.Rule) (*linter, error) {
	for _, name := range []string{"severity", "allow", "deny"} {
		if !c.on && cmd.Flags().Changed(name) {
			return nil, program.Usagef(cmd, "--%s requires --lint", name)
		}
	}
	if !c.on {
		return nil, nil
	}
	if wide(rule) == "" {
		const format = "--lint requires a rule for IRIs, URIs or references, not %s of %s"
		return nil, program.Usagef(cmd, format, rule.Name(), rule.Grammar())
	}
	least := slices.Index(severityNames, c.severity)
	if least < 0 {
		return nil, program.Usagef(cmd, "--severity takes %s, not %q", strings.Join(severityNames, ", "), c.severity)
	}
	severities := map[string]lint.Severity{}
	for _, code := range c.allow {
		severities[code] = lint.SeverityIgnore
	}
	for _, code := range c.deny {
		if slices.Contains(c.allow, code) {
			return nil, program.Usagef(cmd, "--allow %s and --deny %[1]s cannot be combined", code)
		}
		severities[code] = lint.SeverityError
	}
	for code := range severities {
		if err := knownFinding(code); err != nil {
			return nil, program.Usagef(cmd, "%w", err)
		}
	}
	config := lint.Config{NFC: idna.IsNFC, Severity: severities}
	if slices.Contains(c.deny, "local-address") {
		config.Local = isLocal
	}
	l, err := lint.New(config)
	return &linter{Linter: l, least: lint.SeverityNote + lint.Severity(least)}, err
}

// public rejects hosts inside local networks and hosts of cloud services, such as Azure's
// 168.63.129.16.
var public = policy.MustNew(policy.Config{PublicAddresses: true,
	DenyHosts: []string{".internal", ".local", "168.63.129.16"}})

// isLocal reports whether the policy public rejects a host as local.
func isLocal(r iri.Reference) bool {
	var e *policy.Error
	return errors.As(public.CheckReference(r), &e) && (e.Code == "address-not-public" || e.Code == "host-denied")
}

// knownFinding returns an error if the code is unknown.
func knownFinding(code string) error {
	known := lint.Codes()
	if slices.Contains(known, code) {
		return nil
	}
	text := ""
	if near := similar.Names(code, known); len(near) > 0 {
		text = "; similar: " + strings.Join(near, ", ")
	}
	return fmt.Errorf("unknown finding code %q%s", code, text)
}

// A linter finds and counts findings.
type linter struct {
	lint.Linter
	least lint.Severity // minimum severity to report

	count [lint.SeverityError + 1]int // by severity
	shown int
}

// fresh returns a copy of l with zero counts, or nil if l is nil.
func (l *linter) fresh() *linter {
	if l == nil {
		return nil
	}
	return &linter{Linter: l.Linter, least: l.least}
}

// add adds the counts of another linter.
func (l *linter) add(other *linter) {
	if l != nil {
		for s, n := range other.count {
			l.count[s] += n
		}
		l.shown += other.shown
	}
}

// show returns the number of findings shown.
func (l *linter) show() int {
	if l == nil {
		return 0
	}
	return l.shown
}

// findings prints the findings in a valid line.
func (t *tally) findings(l *files.Line) error {
	r, err := iri.ParseReference(files.View(l.Text))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for f := range t.linter.Findings(r) {
		if f.Severity < t.linter.least {
			continue
		}
		shown := t.linter.shown < t.maxFindings
		if !shown && t.report == nil && !t.check.baseline.active() {
			t.linter.count[f.Severity]++
			continue
		}
		at := fault.New(l, f.Code, f.Component.String(), f.Message(), f.Span.Start, f.Span.End-f.Span.Start)
		if t.isKnown(l, &at) {
			continue
		}
		t.linter.count[f.Severity]++
		if t.report != nil {
			note(t.report, l, &at, f.Severity.String())
		}
		if !shown {
			continue
		}
		t.linter.shown++
		if err := t.finding(l, f, &at); err != nil {
			return err
		}
	}
	return nil
}

// finding prints a finding.
func (t *tally) finding(l *files.Line, f lint.Finding, at *fault.Fault) error {
	switch t.check.as {
	case asGitHub, asSARIF:
		return t.annotate(l, at, f.Severity.String())
	case asJSON:
		b := t.heading.append(t.pass.Out.AvailableBuffer(), l)
		b = terminal.AppendField(append(b, ','), "severity", f.Severity.String())
		b = terminal.AppendField(append(b, ','), "code", f.Code)
		b = fmt.Appendf(b, `,"column":%d,"offset":%d,"length":%d,`, at.Column, at.Offset, at.Length)
		b = terminal.AppendField(b, "part", at.Part)
		b = terminal.AppendField(append(b, ','), "message", at.Message)
		b = terminal.AppendField(append(b, ','), "section", f.Section())
		if b = append(b, ','); at.Whole {
			b = terminal.AppendField(b, "input", files.View(at.Input))
		} else {
			b = append(b, `"input":null`...)
		}
		_, err := t.pass.Out.Write(append(b, "}\n"...))
		return err
	}
	d := at.Diagnostic(l)
	d.Severity = f.Severity.String()
	err := t.printer.Print(d)
	if t.check.explain && err == nil {
		_, err = fmt.Fprintf(t.pass.Out, "    %-9s %s\n    %-9s iri explain %s\n", "source:", f.Section(), "see:", f.Code)
	}
	return err
}

// hidden returns the number of findings that were counted but not shown.
func (l *linter) hidden() int {
	if l == nil {
		return 0
	}
	return l.count[lint.SeverityError] + l.count[lint.SeverityWarning] + l.count[lint.SeverityNote] - l.shown
}

// counts returns the finding counts for the summary, each preceded by a comma.
func (l *linter) counts() string {
	if l == nil {
		return ""
	}
	text := ""
	for s := lint.SeverityError; s >= lint.SeverityNote; s-- {
		if n := l.count[s]; n > 0 || s != lint.SeverityError {
			text += fmt.Sprintf(", %d %s", n, plural(n, s.String()))
		}
	}
	return text
}

// plural returns the form of a noun that follows the number n.
func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
