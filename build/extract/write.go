package extract

import (
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// write returns the grammar that consists of the accepted definitions.
func write(r *reading, all []*definition) *Grammar {
	w := writer{reading: r, grammar: &Grammar{Kind: r.kind}}
	for _, d := range all {
		if d.accepted && !d.repeat {
			w.definition(d)
		}
	}
	w.leave(all)
	w.grammar.Source = syntax.NewExtract(r.document, w.pieces)
	return w.grammar
}

// parts returns the parts of the document to write: the definitions and, for a whole figure, all of
// its lines.
func (r *reading) parts(all []*definition) (parts []*definition) {
	for from := 0; from < len(r.lines); {
		whole := definition{first: from, figure: r.lines[from].figure, indent: r.lines[from].indent, whole: true}
		for ; from < len(r.lines) && r.lines[from].figure == whole.figure; from++ {
			whole.last, whole.indent = from, min(whole.indent, r.lines[from].indent)
		}
		n := 0
		for n < len(all) && all[n].first < from {
			n++
		}
		if within := all[:n]; r.figures[whole.figure].whole {
			whole.accepted = true
			whole.repeat = n > 0 && !slices.ContainsFunc(within, func(d *definition) bool { return !d.repeat })
			parts = append(parts, &whole)
		} else {
			parts = append(parts, within...)
		}
		all = all[n:]
	}
	return parts
}

// A writer concatenates definitions and removes their indentation.
type writer struct {
	*reading
	grammar *Grammar
	pieces  []syntax.Piece
	at      syntax.Pos // the end of the last piece in the document
	next    int        // index of the line after the last line written
	written int        // number of lines written
}

// definition writes a definition. It writes an empty line before a new run.
func (w *writer) definition(d *definition) {
	if n := len(w.grammar.Runs); n == 0 || w.next != d.first {
		if n > 0 {
			w.insert("\n")
			w.written++
		}
		w.grammar.Runs = append(w.grammar.Runs, Run{First: w.lines[d.first].number, Start: w.written + 1})
	}
	for i := d.first; i <= d.last; i++ {
		w.line(i, d)
	}
	run := &w.grammar.Runs[len(w.grammar.Runs)-1]
	run.Last, run.End = w.lines[d.last].number, w.written
	w.next = d.last + 1
}

// line writes the i-th line, indented relative to the definition. A continuation line is indented
// by at least one blank.
func (w *writer) line(i int, d *definition) {
	l := w.lines[i]
	indent := int(l.indent - d.indent)
	switch {
	case i == d.first:
	case !d.whole:
		indent = max(indent, 1)
	case l.gap != adjacent:
		w.insert("\n")
		w.written++
	}
	pieces := w.cut(l.from, l.to)
	w.at = pieces[0].From
	w.insert(strings.Repeat(" ", indent))
	w.pieces = append(w.pieces, pieces...)
	last := pieces[len(pieces)-1]
	if w.at = last.To; !strings.HasSuffix(last.Text, "\n") {
		w.insert("\n")
	}
	w.written++
}

// leave collects the lines that were left out: the first line of each definition that was not
// accepted and, in figures marked as grammar, all lines outside definitions other than comments.
func (w *writer) leave(all []*definition) {
	next := 0
	for i, l := range w.lines {
		for next < len(all) && all[next].last < i {
			next++
		}
		inside := next < len(all) && all[next].first <= i
		if inside && i == all[next].first && !all[next].accepted ||
			!inside && w.figures[l.figure].trusted && w.text[l.from] != ';' {
			w.grammar.Left = append(w.grammar.Left, l.number)
		}
	}
}

// insert writes text that does not occur in the document.
func (w *writer) insert(text string) {
	w.pieces = append(w.pieces, syntax.Piece{Text: text, From: w.at, To: w.at})
}
