package main

import (
	"bufio"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A reporter prints diagnostics in one of the output formats.
type reporter interface {
	diagnostic(src *syntax.Source, d syntax.Diagnostic) error
	end(t *tally) error // called after the diagnostics of all grammars
}

func (c *checker) reporter(cmd *cobra.Command, out *bufio.Writer) reporter {
	switch {
	case c.json:
		return jsonReporter{out}
	case c.format == formatGitHub:
		return gitHubReporter{out}
	case c.format == formatSARIF:
		return &sarifReporter{SARIF: program.NewSARIF(out), policy: &c.policy, codes: map[string]bool{}}
	}
	return textReporter{program.NewPrinter(cmd, out, cmd.OutOrStdout())}
}

// A textReporter prints diagnostics as text.
type textReporter struct{ *terminal.Printer }

func (r textReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	return grammar.Show(r.Printer, src, d)
}

func (r textReporter) end(t *tally) error {
	if over := t.over(); over != "" {
		if err := r.Line("%s", over); err != nil {
			return err
		}
	}
	if t.errors > 0 || t.unread > 0 || t.interrupted {
		return nil
	}
	return r.Line("no errors")
}

// A jsonReporter prints one JSON object per line.
type jsonReporter struct{ out *bufio.Writer }

// A finding is the JSON object for a diagnostic.
type finding struct {
	File     string `json:"file"`
	FileHex  string `json:"file_hex,omitempty"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`

	end syntax.Position // the position after the last character
}

func newFinding(src *syntax.Source, d syntax.Diagnostic) finding {
	at := src.Position(d.Pos)
	offset, length := src.Span(d.Pos, d.Len)
	return finding{
		src.Name, terminal.Hex(src.Name), at.Line, at.Column, int(offset), length, d.Severity.String(), d.Code, d.Message,
		src.Position(d.Pos + syntax.Pos(d.Len)),
	}
}

func (r jsonReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	return terminal.EncodeJSON(r.out, newFinding(src, d))
}

// A summary is the JSON object for a tally.
type summary struct {
	Files    int        `json:"files"`
	Unread   int        `json:"unread"`
	Errors   int        `json:"errors"`
	Warnings int        `json:"warnings"`
	Notes    int        `json:"notes"`
	Hidden   int        `json:"hidden"`
	Unlisted []unlisted `json:"unlisted,omitempty"`

	Interrupted bool `json:"interrupted"`
}

type unlisted struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Count    int    `json:"count"`
}

func (r jsonReporter) end(t *tally) error {
	s := summary{
		Files: t.files, Unread: t.unread, Errors: t.errors, Warnings: t.warnings, Notes: t.notes,
		Hidden: t.hiddenWarnings + t.hiddenNotes, Interrupted: t.interrupted,
	}
	for _, c := range t.left {
		s.Unlisted = append(s.Unlisted, unlisted{c.Severity.String(), c.Code, c.N})
	}
	return terminal.EncodeJSON(r.out, map[string]summary{"summary": s})
}

// annotationOf converts a diagnostic to an annotation.
func annotationOf(src *syntax.Source, d syntax.Diagnostic) program.Annotation {
	f := newFinding(src, d)
	return program.Annotation{
		File: f.File, Line: f.Line, Column: f.Column, EndLine: f.end.Line, EndColumn: f.end.Column,
		Offset: f.Offset, Length: f.Length, Severity: f.Severity, Code: f.Code, Message: f.Message,
	}
}

// A gitHubReporter prints workflow commands of GitHub Actions.
type gitHubReporter struct{ out *bufio.Writer }

func (r gitHubReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	return program.GitHub(r.out, annotationOf(src, d))
}

func (r gitHubReporter) end(t *tally) error {
	if over := t.over(); over != "" {
		return program.GitHubNotice(r.out, over)
	}
	return nil
}

// A sarifReporter prints one SARIF document.
type sarifReporter struct {
	*program.SARIF
	policy *policy
	codes  map[string]bool // the codes that have results
}

func (r *sarifReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	r.codes[d.Code] = true
	_, err := r.Write(program.AppendResult(nil, annotationOf(src, d), ruleIndex(d.Code)))
	return err
}

func (r *sarifReporter) end(t *tally) error {
	return r.Close(program.SARIFRun{
		Tool: "abnf", Rules: r.rules(), Complete: t.unread == 0, Interrupted: t.interrupted, Notice: t.over(),
	})
}

// rules returns a rule for every code, with its severity under the policy. Rules for codes that
// have results include the code's explanation.
func (r *sarifReporter) rules() (rules []program.SARIFRule) {
	for _, k := range syntax.Codes() {
		code := string(k.Code)
		d, fate := r.policy.apply(syntax.Diagnostic{Severity: k.Severity, Code: code})
		rules = append(rules, program.SARIFRule{
			Code: code, Summary: k.Summary, Severity: d.Severity.String(), Off: fate != show, Help: r.codes[code],
		})
	}
	return rules
}

// ruleIndex returns the index of a code among the rules.
func ruleIndex(code string) int {
	return slices.IndexFunc(syntax.Codes(), func(k syntax.Kind) bool { return string(k.Code) == code })
}
