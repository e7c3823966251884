package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
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
		return &sarifReporter{out: out, policy: &c.policy, codes: map[string]bool{}, results: []object{}}
	}
	return textReporter{terminal.NewPrinter(out, cmd.OutOrStdout())}
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

// A gitHubReporter prints GitHub workflow commands. GitHub shows each message at its source line
// ("Workflow commands for GitHub Actions", Setting an error message).
type gitHubReporter struct{ out *bufio.Writer }

var (
	gitHubLevels   = map[syntax.Severity]string{syntax.Error: "error", syntax.Warning: "warning", syntax.Note: "notice"}
	gitHubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (r gitHubReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	f, end := newFinding(src, d), ""
	switch { // GitHub's end is the position of the last character
	case f.end.Line > f.Line:
		end = fmt.Sprintf(",endLine=%d", f.end.Line)
	case f.end.Column > f.Column:
		end = fmt.Sprintf(",endColumn=%d", f.end.Column-1)
	}
	_, err := fmt.Fprintf(r.out, "::%s file=%s,line=%d,col=%d%s,title=%s::%s\n", gitHubLevels[d.Severity],
		terminal.Visible(gitHubProperty.Replace(f.File)), f.Line, f.Column, end,
		gitHubProperty.Replace(f.Code), terminal.Visible(gitHubMessage.Replace(f.Message)))
	return err
}

func (r gitHubReporter) end(t *tally) error {
	if over := t.over(); over != "" {
		_, err := fmt.Fprintf(r.out, "::notice::%s\n", gitHubMessage.Replace(over))
		return err
	}
	return nil
}
