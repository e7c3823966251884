package fault

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
)

// output returns the file of the report: a page of HTML if the name ends in .html or .htm, else
// JSON. [files.Write] writes it whole or not at all.
func (r *Report) output(name string, run Run) files.Output {
	return files.Output{Name: name, Text: func(w io.Writer) error {
		if ext := strings.ToLower(filepath.Ext(name)); ext == ".html" || ext == ".htm" {
			return r.WriteHTML(w, run)
		}
		return r.WriteJSON(w, run)
	}}
}
