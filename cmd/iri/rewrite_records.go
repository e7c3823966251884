package main

import (
	"bytes"
	"slices"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// records applies the change to the records of a file and prints them.
func (w *rewriter) records(r *records.Reader) error {
	for record, err := range r.Records() {
		if err != nil {
			return w.pass.unread(err)
		}
		text := r.Text()
		switch {
		case record.Header && w.editor == nil:
			if w.copies() {
				err = w.header.write(w.pass.part, r.File(), w.visible(record, text), w.pass.parent.stdout)
			}
			text = nil
		case record.Blank:
			if w.pass.Comments += record.Comments; !w.copies() {
				w.pass.blank(r.Format, record.BlankLines())
			}
		case len(record.Missing) > 0 && len(record.Values) == 0 && r.SkipMissing:
			w.pass.missing++
		default:
			text, err = w.record(r, record)
		}
		if err == nil && w.copies() {
			err = w.write(r, record, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// record applies the change to the values of a record and prints its diagnostics or results. It
// returns the text of the record with its new values.
func (w *rewriter) record(r *records.Reader, record *records.Record) (text []byte, err error) {
	w.begin()
	w.mute = true
	value := 0
	w.pass.record(r, record, func(l *files.Line, f *fault.Fault) (bool, error) {
		if f != nil {
			w.results = append(w.results, result{value: -1, failed: true, fault: f})
			return false, nil
		}
		for record.Values[value].Ignored {
			value++
		}
		one := w.apply(value, l)
		one.fault = nil
		value++
		return !one.failed && !one.changed, nil
	})
	w.mute = false
	if text = r.Text(); r.Format != records.Parquet && !w.only {
		text = w.replace(r, record)
	}
	if !r.Format.HasLinks() && (len(w.results) > 0 || record.Ignored == 0) {
		w.count(w.results)
	}
	for i := range w.results {
		one := &w.results[i]
		if r.Format.HasLinks() {
			w.count(w.results[i : i+1])
		}
		if err := w.print(r.Line(one.value), one); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// replace returns the text of a record with its new values. If a value has no result, the record
// remains as it is; in text, where a record is a line, only this value does.
func (w *rewriter) replace(r *records.Reader, record *records.Record) []byte {
	stored, texts := make([][]byte, len(record.Values)), make([][]byte, len(record.Values))
	for i, v := range record.Values {
		texts[i] = v.Text
	}
	changed := false
	for i := range w.results {
		one := &w.results[i]
		if !one.changed {
			continue
		}
		l, text := r.Line(one.value), w.text(one)
		raw, ok := r.Edited(one.value, one.edits(l, files.View(text)), files.View(text))
		if !ok && one.made == nil {
			raw, ok = r.Edited(one.value, []records.Edit{{Length: len(l.Text), To: files.View(text)}}, files.View(text))
		}
		if ok {
			stored[one.value], texts[one.value], changed = raw, text, true
		} else {
			one.withdraw()
		}
	}
	switch {
	case !changed:
		return r.Text()
	case slices.ContainsFunc(w.results, failed) && !r.Format.HasLinks() && w.copies():
		for i := range w.results {
			w.results[i].made = nil
		}
		return r.Text()
	}
	text, ok := r.Replaced(stored, texts)
	if ok {
		return text
	}
	for i := range w.results {
		if one := &w.results[i]; one.changed {
			one.withdraw()
		}
	}
	return r.Text()
}

// edits returns the edits that turn a value into its result.
func (one *result) edits(l *files.Line, text string) (edits []records.Edit) {
	if one.made == nil {
		return records.Diff(files.View(l.Text), text)
	}
	for _, c := range one.made {
		edits = append(edits, records.Edit{Offset: c.Offset, Length: len(c.From), To: c.To})
	}
	return edits
}

// withdraw withdraws a result that would be read differently in place of its value.
func (one *result) withdraw() {
	one.changed, one.made, one.failed, one.misread = false, nil, true, true
}

// visible returns the text of a record as it is printed.
func (w *rewriter) visible(record *records.Record, text []byte) []byte {
	if !w.terminal || len(text) == 0 {
		return text
	}
	if r := record; r.BlankLines() > 1 { // each line for itself
		var shown []byte
		for line := range bytes.SplitAfterSeq(text, []byte{w.pass.Separator}) {
			if len(line) > 0 {
				shown = append(append(shown, terminal.Visible(string(w.withoutEnd(line)))...), '\n')
			}
		}
		return shown
	}
	shown := terminal.Visible(string(w.withoutEnd(text)))
	if record.Long {
		shown += "…"
	}
	return append([]byte(shown), '\n')
}

// withoutEnd removes the line ending from the text of a record.
func (w *rewriter) withoutEnd(text []byte) []byte {
	text = bytes.TrimSuffix(text, []byte{w.pass.Separator})
	if w.pass.Separator == '\n' {
		text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	return text
}
