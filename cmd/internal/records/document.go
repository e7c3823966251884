package records

import (
	"bytes"
	"iter"
	"slices"
	"sort"

	"github.com/irilex/iri/tables"
)

// A document is the [Syntax] of HTML, Markdown and CSS. A record is a line that contains links,
// which are its values. Lines without links form a blank record. If a link continues on the next
// line, so does the record.
//
// Idea. Links are found by a parser, so the document is held in memory and parsed when Next is
// called with its beginning. Each record then refers to the links in its range.
//
// Requires and returns: Next is called with the entire document first, and later with slices of it.
//
// Cost: that of the parser, and of one search for links per record.
//
// Tested against: the renderer of goldmark and the attributes of x/net/html (FuzzMarkdown,
// FuzzHTML).
type document struct {
	linker // its links are in order and do not overlap
	text   []byte
}

// Whole implements [Syntax]. Only the end of the file ends a document.
func (d *document) Whole([]byte) int { return 0 }

func (d *document) ending([]byte) ending {
	return func(text []byte) (n int, ended, open bool) { return len(text), false, false }
}

// Next implements [Syntax].
func (d *document) Next(r *Record, text []byte) (rest []byte) {
	from := d.position(text)
	first := sort.Search(len(d.links), func(i int) bool { return d.links[i].start >= from })
	if next := d.lineOf(first); next > from {
		r.skip(d.text[from:next], '\n')
		return text[next-from:]
	}
	end, last := from, first
	for {
		end += index(d.text[end:], '\n')
		for last < len(d.links) && d.links[last].end <= end {
			last++
		}
		if last == len(d.links) || d.links[last].start >= end {
			break
		}
		end = d.links[last].end
	}
	r.begin()
	next := min(end+1, len(d.text))
	r.Raw, r.Lines = withoutReturn(d.text[from:end]), bytes.Count(d.text[from:next], newline)
	r.Values, d.room = valuesOf(r.Values, d.room[:0], r.Raw, from, d.links[first:last])
	return text[next-from:]
}

// lineOf returns the offset of the line that contains link i, or the length of the document if
// there is no such link.
func (d *document) lineOf(i int) int {
	if i == len(d.links) {
		return len(d.text)
	}
	return 1 + bytes.LastIndexByte(d.text[:d.links[i].start], '\n')
}

// position returns the offset of text in the document. If text is not part of the current document,
// it is the next document.
func (d *document) position(text []byte) int {
	if at, ok := offsetIn(d.text, text); ok {
		return at
	}
	d.parse(text)
	return 0
}

// parse finds the links in a document.
func (d *document) parse(text []byte) {
	d.text, d.links = text, d.links[:0]
	switch d.format {
	case Markdown:
		d.markdown(text)
	case CSS:
		d.css(decoding{raw: text, text: text}, "", "")
	default:
		d.html(text, 0)
	}
}

// framed reports whether a link as stored is read as the given text in its frame.
func (d *document) framed(f *frame, stored, text []byte) bool {
	nothing := func(string) iter.Seq[tables.Span] { return func(func(tables.Span) bool) {} }
	small := document{linker: linker{format: d.format, find: nothing}}
	small.parse(slices.Concat([]byte(f.before), stored, []byte(f.after)))
	values, _ := valuesOf(nil, nil, small.text, 0, small.links)
	at := len(f.before)
	return len(values) == 1 && values[0].Start == at && values[0].End == at+len(stored) &&
		bytes.Equal(values[0].Text, text)
}

// reads reports whether reading record, which is r with other values, yields the given texts.
// stored[i] is nil if value i remains. A changed link that has a frame is read in that frame. The
// text between such links is read as running text if a link in it has changed.
func (d *document) reads(r *Record, record []byte, stored, texts [][]byte) bool {
	moved, from := 0, 0
	var want []Value // in running text
	changed := false // one of these
	running := func(to int) bool {
		if !changed {
			return true
		}
		values, _ := valuesOf(nil, nil, record, 0, d.prose(nil, record[from:to], from, d.escapes()))
		for _, w := range want {
			i := slices.IndexFunc(values, func(v Value) bool { return v.Start == w.Start })
			if i < 0 || values[i].End != w.End || !bytes.Equal(values[i].Text, w.Text) {
				return false
			}
			values = values[i+1:]
		}
		return true
	}
	for i, v := range r.Values {
		start := v.Start + moved
		if stored[i] != nil {
			moved += len(stored[i]) - (v.End - v.Start)
		}
		end := v.End + moved
		switch {
		case v.frame == nil:
			want = append(want, Value{Start: start, End: end, Text: texts[i]})
			changed = changed || stored[i] != nil
			continue
		case !running(start), stored[i] != nil && !d.framed(v.frame, stored[i], texts[i]):
			return false
		}
		want, changed, from = want[:0], false, end
	}
	return running(len(record))
}
