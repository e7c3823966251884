package report

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/cmd/internal/output"
)

// Usage is the help of the flag --report.
const Usage = "write counts and examples to this `FILE`, as a page if it ends in .html, as JSON else"

// Output returns the file of a report for [output.Write], which writes it whole or not at all: a page
// of HTML if the name ends in .html or .htm, and JSON otherwise.
func (r *Report) Output(name string, run Run) output.File {
	return output.File{Name: name, Text: func(w io.Writer) error {
		if ext := strings.ToLower(filepath.Ext(name)); ext == ".html" || ext == ".htm" {
			return r.WriteHTML(w, run)
		}
		return r.WriteJSON(w, run)
	}}
}
