package records

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// This file replaces values in a record.

// An Edit replaces a part of a value.
type Edit struct {
	Offset, Length int // of the part, in bytes of Value.Text
	To             string
}

// Diff returns edits that turn old into text. They start and end between code points. If both have
// the same length, as after a change of case, the edits cover only the code points that differ;
// otherwise, one edit covers everything between the first and the last difference.
func Diff(old, text string) (edits []Edit) {
	if len(old) == len(text) {
		for at := 0; at < len(old); {
			size := 1
			for !starts(old, at+size) || !starts(text, at+size) {
				size++
			}
			if old[at:at+size] != text[at:at+size] {
				edits = append(edits, Edit{at, size, text[at : at+size]})
			}
			at += size
		}
		return edits
	}
	start, end := 0, 0 // lengths of the common prefix and suffix
	for start < min(len(old), len(text)) && old[start] == text[start] {
		start++
	}
	for start > 0 && (!starts(old, start) || !starts(text, start)) {
		start--
	}
	for end < min(len(old), len(text))-start && old[len(old)-1-end] == text[len(text)-1-end] {
		end++
	}
	for end > 0 && (!starts(old, len(old)-end) || !starts(text, len(text)-end)) {
		end--
	}
	return []Edit{{start, len(old) - start - end, text[start : len(text)-end]}}
}

// starts reports whether a code point, or nothing, begins at s[at:].
func starts(s string, at int) bool { return at == len(s) || utf8.RuneStart(s[at]) }

// Edited returns a value of the last record read as it is stored after the edits, which turn its
// text into text. All other characters keep their escapes. The new characters must not need escapes
// in any format, like those of an IRI. A CSV value is quoted if it now needs quotes.
//
// ok is false if the stored value would be read as a different text: removing a character can
// create a character reference, for example in "&am&#9;p;".
func (r *Reader) Edited(value int, edits []Edit, text string) (stored []byte, ok bool) {
	v := r.record.Values[value]
	raw, at, offset := r.record.Raw[v.Start:v.End], 0, 0 // the same place in raw and in the text
	stored = []byte{}                                    // not nil, even if the value becomes empty
	for _, e := range edits {
		from, to := e.Offset-offset, e.Offset-offset+e.Length
		if v.Escapes != nil {
			from, _ = v.Escapes.Origin(raw[at:], from)
			to, _ = v.Escapes.Origin(raw[at:], to)
		}
		stored = append(append(stored, raw[at:at+from]...), e.To...)
		at, offset = at+to, e.Offset+e.Length
	}
	stored = append(stored, raw[at:]...)
	read := stored
	if v.Escapes != nil {
		read = v.Escapes.Append(nil, stored)
	}
	unquoted := v.Start == 0 || r.record.Raw[v.Start-1] != '"'
	if c, is := r.source.syntax[0].(*csv); is && unquoted && c.needsQuotes(stored) {
		stored = slices.Concat([]byte{'"'}, stored, []byte{'"'})
	}
	return stored, !v.Uncertain && string(read) == text
}

// needsQuotes reports whether a value must be quoted to be read unchanged.
func (c *csv) needsQuotes(value []byte) bool {
	return !c.literal && (len(value) == 0 || bytes.IndexByte(value, c.delimiter) >= 0)
}

// Replaced returns the last record read, including its line ending, with other values: stored[i] is
// value i as stored, or nil if the value remains. ok is false if the result would not be read as
// one record with the given texts.
//
// The result is read again, because replacing a value may change where it ends: a TSV value may
// contain the delimiter, and an IRI in text may end in a dot.
func (r *Reader) Replaced(stored, texts [][]byte) (record []byte, ok bool) {
	at := 0
	for i, v := range r.record.Values {
		if stored[i] != nil {
			record = append(append(record, r.text[at:v.Start]...), stored[i]...)
			at = v.End
		}
	}
	if record = append(record, r.text[at:]...); len(record) == 0 {
		return nil, false // an empty last line without a line ending would vanish
	}
	if r.other == nil {
		r.other = r.source.create()
	}
	if d, is := r.other.(*document); is {
		return record, d.reads(&r.record, record, stored, texts)
	}
	again := &r.again
	rest := r.other.Next(again, record)
	ok = len(rest) == 0 && again.Problem == nil && len(again.Values) == len(r.record.Values)
	for i := 0; ok && i < len(again.Values); i++ {
		ok = bytes.Equal(again.Values[i].Text, texts[i])
	}
	return record, ok
}
