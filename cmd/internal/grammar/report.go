package grammar

import (
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// Report prints the diagnostics in a list whose severity is at least lowest, and the number of
// diagnostics beyond the list's limit.
func Report(p *terminal.Printer, list *syntax.List, lowest syntax.Severity) error {
	for _, d := range list.Items {
		if d.Severity < lowest {
			continue
		}
		if err := Show(p, list.Source, d); err != nil {
			return err
		}
	}
	var rest []syntax.Count
	for _, c := range list.Rest() {
		if c.Severity >= lowest {
			rest = append(rest, c)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	return p.Line("%s: not listed: %s", list.Source.Name, Counts(rest))
}

// Show prints a diagnostic of a document.
func Show(p *terminal.Printer, src *syntax.Source, d syntax.Diagnostic) error {
	at := src.Position(d.Pos)
	text, start := src.Line(d.Pos)
	_, length := src.Span(d.Pos, d.Len)
	return p.Print(terminal.Diagnostic{
		File: src.Name, Line: at.Line, Column: at.Column,
		Severity: d.Severity.String(), Message: d.Message, Code: d.Code,
		Text: text, Offset: int(d.Pos - start), Len: length,
	})
}

// Counts formats counts: "12 errors [bad-character], 1 warning [octets]".
func Counts(counts []syntax.Count) string {
	var words []string
	for _, c := range counts {
		words = append(words, c.String())
	}
	return strings.Join(words, ", ")
}
