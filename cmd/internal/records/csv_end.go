package records

import "bytes"

// This file finds the ends of CSV records.

// Whole implements [Syntax]. It scans from quote to quote and searches for line endings only near
// the end of text.
func (c *csv) Whole(text []byte) int {
	if c.literal {
		return bytes.LastIndexByte(text, '\n') + 1
	}
	before, near := 0, 0 // offsets outside quotes
	for at := 0; at >= 0; {
		quote := at + index(text[at:], '"')
		if quote == len(text) {
			if n := bytes.LastIndexByte(text[at:], '\n'); n >= 0 {
				return at + n + 1
			}
			break
		}
		if quote-near > nearEnd {
			before, near = near, at
		}
		at = c.afterQuotes(text, at, quote)
	}
	for _, from := range [...]int{near, before, 0} {
		if end := c.lastEnd(text, from); end > 0 {
			return end
		}
	}
	return 0
}

// nearEnd is the approximate length, in bytes, of the text in which Whole searches for the last
// line ending.
const nearEnd = 2 << 10

// lastEnd returns the offset of the last record end in text[at:], or 0. Offset at must be outside
// quotes.
func (c *csv) lastEnd(text []byte, at int) (end int) {
	for at >= 0 {
		quote := at + index(text[at:], '"')
		if n := bytes.LastIndexByte(text[at:quote], '\n'); n >= 0 {
			end = at + n + 1
		}
		if quote == len(text) {
			break
		}
		if at = c.afterQuotes(text, at, quote); at > 0 && text[at-1] == '\n' {
			end = at
		}
	}
	return end
}

// afterQuotes returns the first offset after a quote that is outside quotes, or -1. If the quote
// begins a field, that is the offset after the closing quote. If the quote is misplaced or in a
// comment, it is the offset after the line. The quote must be the first in text[from:], and offset
// from outside quotes.
func (c *csv) afterQuotes(text []byte, from, quote int) (at int) {
	begin := quote
	for begin > from && c.isBlank(text[begin-1]) {
		begin--
	}
	comment := false
	if c.edit.Comment != "" {
		if line := from + bytes.LastIndexByte(text[from:quote], '\n') + 1; line == 0 || text[line-1] == '\n' {
			_, comment = c.edit.LeavesOut(text[line:quote])
		}
	}
	if !comment && (begin == 0 || text[begin-1] == c.delimiter || text[begin-1] == '\n') {
		closing, _ := closingQuote(text, quote+1)
		switch {
		case closing < 0:
			return -1
		case c.ends(text, closing+1):
			return closing + 1
		}
		quote = closing
	}
	if line := quote + index(text[quote:], '\n'); line < len(text) {
		return line + 1
	}
	return -1
}

func (c *csv) ending(text []byte) ending {
	if _, comment := c.edit.LeavesOut(text); comment || c.literal {
		return endOfLine('\n')
	}
	const (
		begin  = iota // at the beginning of a field
		inside        // in quotes
		quote         // after a quote in quotes
		closed        // in blanks after the closing quote
		bare          // in an unquoted field
		wrong         // after an error
	)
	state := begin
	return func(text []byte) (n int, ended, open bool) {
		for i, b := range text {
			switch {
			case state == inside:
				if b == '"' {
					state = quote
				}
			case b == '\n':
				return i + 1, true, false
			case state == wrong:
			case b == c.delimiter:
				state = begin
			case b == '"' && (state == begin || state == quote):
				state = inside
			case b == '"':
				state = wrong
			case state == begin && !c.isBlank(b):
				state = bare
			case (state == quote || state == closed) && c.isBlank(b):
				state = closed
			case state == quote || state == closed:
				state = wrong // a line ending may still follow a CR
			}
		}
		return len(text), false, state == inside
	}
}
