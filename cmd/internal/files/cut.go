package files

import (
	"bytes"
	"unicode/utf8"
)

// Cut returns the parts of a line before and after its first separator, an ASCII character. It
// ignores separators written as escapes. Both parts retain their positions in the file.
func (l *Line) Cut(separator byte) (before, after Line, ok bool) {
	i := bytes.IndexByte(l.Raw, separator)
	if i < 0 {
		return *l, Line{}, false
	}
	before, after = *l, *l
	before.Raw, after.Raw = l.Raw[:i], l.Raw[i+1:]
	after.Begin += i + 1
	after.Indent += utf8.RuneCount(l.Raw[:i]) + 1
	if l.Escapes == nil {
		before.Text, after.Text = before.Raw, after.Raw
		return before, after, true
	}
	// The line contains no invalid escape, and no escape contains the separator, so neither part
	// contains an invalid escape.
	before.Text = l.Escapes.Append(nil, before.Raw)
	after.Text = l.Escapes.Append(nil, after.Raw)
	return before, after, true
}

// Place returns the position of l.Text[start:end] in the file: the column of its first byte,
// counted in code points from 1, and its byte offsets in the line.
func (l *Line) Place(start, end int) (column, from, to int) {
	if l.Escapes != nil {
		from, _ = l.Escapes.Origin(l.Raw, start)
		to, _ = l.Escapes.Origin(l.Raw, end)
	} else {
		from, to = start, end
	}
	return l.Indent + utf8.RuneCount(l.Raw[:from]) + 1, l.Begin + from, l.Begin + to
}
