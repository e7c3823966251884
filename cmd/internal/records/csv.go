package records

import (
	"bytes"
	"fmt"

	"github.com/irilex/iri/cmd/internal/files"
)

// This file reads the records of CSV (RFC 4180) and TSV (IANA, text/tab-separated-values).
//
// A line ends with LF or CR LF; a single CR is data. A field that begins with a quote extends to
// its closing quote, across delimiters and line endings. Within the field, a doubled quote means
// one quote. Any other quote is an error. A record with a quote error ends with the line of the
// error, so that the following records remain intact. TSV is read in the same way, because most
// programs quote its fields. If csvOptions.NoQuotes is set, a quote is data.
//
// With files.Edit.Trim, blanks around a field and around its quoted text do not belong to the
// value; a delimiter is not a blank. An empty line is not a record, nor is a line that files.Edit
// leaves out where a record could begin. The first record sets the number of columns. A record with
// more columns is an error: an unquoted field probably contains the delimiter. In a record with
// fewer columns, the last columns are missing. An empty unquoted field also counts as missing, as
// in PostgreSQL's COPY command, and so does an unquoted field equal to one of
// csvOptions.MissingValues; `""` is an empty value.
//
// Idea. bytes.IndexByte and bytes.Count find quotes, delimiters and line endings, so that no Go
// loop visits every byte.
//
// Requires and returns: text begins with a record. The values alias text, or scratch if they
// contain doubled quotes.
//
// Cost: BenchmarkCSV compares it with encoding/csv. Next does not allocate unless a record contains
// an error (TestNextDoesNotAllocate).
//
// Rejected: using the parity of quotes in Whole. A single misplaced quote would swap the inside and
// the outside of all later fields.
//
// Tested against: a byte-by-byte reader (TestCSVInTheSmall, TestCSVAtRandom) and encoding/csv
// (TestEncodingCSV).

// csv is the [Syntax] of CSV and TSV.
type csv struct {
	delimiter byte
	literal   bool // whether a quote is data
	edit      files.Edit
	missing   []string // unquoted texts that mean a missing value
	wanted    []column // the columns to validate, in index order
	columns   int      // number of columns in the first record; 0 if that record is malformed
	scratch   []byte   // buffer for unescaped values
}

// A column is a column to validate.
type column struct {
	index int // zero-based
	name  string
}

// closingQuote returns the offset of the closing quote, or -1, of a field whose text begins at
// offset at. It also reports whether the field contains doubled quotes.
func closingQuote(text []byte, at int) (closing int, doubled bool) {
	for {
		at += index(text[at:], '"')
		switch {
		case at == len(text):
			return -1, doubled
		case at+1 == len(text) || text[at+1] != '"':
			return at, doubled
		}
		at, doubled = at+2, true
	}
}

// isBlank reports whether b is a blank around fields.
func (c *csv) isBlank(b byte) bool {
	return c.edit.Trim && (b == ' ' || b == '\t') && b != c.delimiter
}

// skip returns the offset after the blanks at text[at:].
func (c *csv) skip(text []byte, at int) int {
	for at < len(text) && c.isBlank(text[at]) {
		at++
	}
	return at
}

// ends reports whether a field may end at the given offset, ignoring blanks: before a delimiter,
// before a line ending, or at the end of text.
func (c *csv) ends(text []byte, at int) bool {
	at = c.skip(text, at)
	return at == len(text) || text[at] == c.delimiter || text[at] == '\n' ||
		text[at] == '\r' && (at+1 == len(text) || text[at+1] == '\n')
}

// Next implements [Syntax].
func (c *csv) Next(r *Record, text []byte) (rest []byte) {
	r.begin()
	c.scratch = c.scratch[:0]
	line := index(text, '\n')
	quote := line
	if !c.literal {
		quote = index(text[:line], '"')
	}
	fields, end := 0, line
	blank, comment := false, false
	if c.edit.Edits() {
		blank, comment = c.edit.LeavesOut(withoutReturn(text[:line]))
	}
	if quote == line || blank || comment {
		r.Raw = withoutReturn(text[:line])
		if comment {
			r.Comments = 1
		}
		if r.Blank = len(r.Raw) == 0 || blank || comment; !r.Blank {
			fields = c.plain(r)
		}
	} else {
		fields, end = c.quoted(r, text, quote, line)
		if r.Raw = text[:end]; r.Problem == nil || !r.Problem.Open {
			r.Raw = withoutReturn(r.Raw)
		}
	}
	if r.Problem == nil && !r.Blank {
		c.compare(r, fields)
	} else if r.Problem != nil && end == len(text) {
		r.Problem.Open = r.Problem.Open || c.isCut(r.Raw, r.Problem.Offset)
	}
	if r.Problem != nil {
		r.Values = r.Values[:0]
	}
	if end > line {
		r.Lines = bytes.Count(text[line:end], newline)
	}
	if end == len(text) {
		return nil
	}
	r.Lines++
	return text[end+1:]
}

// isCut reports whether a field after the error at raw[at] starts with a quote that is never
// closed.
func (c *csv) isCut(raw []byte, at int) bool {
	for {
		at += index(raw[at:], c.delimiter) + 1
		if at >= len(raw) {
			return false
		}
		if at = c.skip(raw, at); at < len(raw) && raw[at] == '"' {
			if at, _ = closingQuote(raw, at+1); at < 0 {
				return true
			}
		}
	}
}

// plain reads r.Raw, which is a line without quotes, and returns the number of fields.
func (c *csv) plain(r *Record) (fields int) {
	start := 0
	for _, wanted := range c.wanted {
		for ; fields < wanted.index; fields++ {
			if start += index(r.Raw[start:], c.delimiter) + 1; start > len(r.Raw) {
				return fields + 1
			}
		}
		c.add(r, wanted.name, r.Raw, start, start+index(r.Raw[start:], c.delimiter), false)
	}
	return fields + bytes.Count(r.Raw[start:], []byte{c.delimiter}) + 1
}

// quoted reads a record whose first line contains a quote. The first quote is at offset quote, and
// the line ends at offset line. quoted returns the number of fields and the end of the record.
func (c *csv) quoted(r *Record, text []byte, quote, line int) (fields, end int) {
	wanted := c.wanted
	for at := 0; ; at++ { // quote is the offset of the first quote in text[at:line], or line
		if quote == line && len(wanted) == 0 {
			return fields + bytes.Count(text[at:line], []byte{c.delimiter}) + 1, line
		}
		start, end, doubled := at, 0, false
		quoted := quote < line && c.skip(text[:quote], at) == quote
		if quoted {
			at, start = quote, quote+1
			if end, doubled = closingQuote(text, start); end < 0 {
				return 0, c.open(r, at, text)
			}
			if at = end + 1; at > line {
				line = at + index(text[at:], '\n')
			}
			if !c.ends(text, at) {
				return 0, c.afterQuote(r, text[start:end], end, line)
			}
			at = c.skip(text, at)
			quote = at + index(text[at:line], '"')
		} else {
			if at = line; line > start && text[line-1] == '\r' {
				at--
			}
			at = start + index(text[start:at], c.delimiter)
			if end = at; quote < end {
				return 0, c.bareQuote(r, quote, line)
			}
		}
		if len(wanted) > 0 && wanted[0].index == fields {
			if c.add(r, wanted[0].name, text, start, end, quoted); doubled {
				c.unescape(&r.Values[len(r.Values)-1])
			}
			wanted = wanted[1:]
		}
		if fields++; at == len(text) || text[at] != c.delimiter {
			return fields, line
		}
	}
}

// add adds the value of a field, unless it is missing.
func (c *csv) add(r *Record, name string, text []byte, start, end int, quoted bool) {
	if c.edit.Trim {
		start, end = c.trim(text, start, end)
	}
	if quoted || start < end && !c.isMissing(text[start:end]) {
		r.add(name, text, start, end)
	}
}

// isMissing reports whether an unquoted text means a missing value.
func (c *csv) isMissing(text []byte) bool {
	for _, missing := range c.missing {
		if string(text) == missing {
			return true
		}
	}
	return false
}

// trim returns the offsets of a value without blanks.
func (c *csv) trim(text []byte, start, end int) (from, to int) {
	for end > start && c.isBlank(text[end-1]) {
		end--
	}
	return c.skip(text[:end], start), end
}

// unescape replaces the doubled quotes of a value.
func (c *csv) unescape(v *Value) {
	from := len(c.scratch)
	v.Escapes = doubledQuotes
	c.scratch = v.Escapes.Append(c.scratch, v.Text)
	v.Text = c.scratch[from:]
}

// compare checks the number of fields in a record and finds missing columns.
func (c *csv) compare(r *Record, fields int) {
	if c.columns > 0 && fields > c.columns {
		last := c.fields(r.Raw)[c.columns-1]
		at := last.End + index(r.Raw[last.End:], c.delimiter)
		r.Problem = &Problem{
			Code: CSVColumns, Offset: at, Length: len(r.Raw) - at,
			Message: fmt.Sprintf("the record has %s, but the first one has %d; %s",
				count(fields, "column"), c.columns, c.remedy()),
		}
		return
	}
	for at, i := 0, 0; len(r.Values)+len(r.Missing) < len(c.wanted); i++ {
		if name := c.wanted[i].name; at < len(r.Values) && r.Values[at].Name == name {
			at++
		} else {
			r.Missing = append(r.Missing, Gap{name, at})
		}
	}
}

// count formats a number and a noun, such as "1 line" or "2 lines".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// remedy returns the remedy for a record with too many columns.
func (c *csv) remedy() string {
	if c.literal {
		return "remove the extra delimiter"
	}
	return "put a field that contains the delimiter in quotes"
}

// fields returns the offsets and escapes of the fields in a record. The record must be well-formed.
func (c *csv) fields(raw []byte) (all []Value) {
	for at := 0; ; at++ {
		v := Value{Start: at}
		if begin := c.skip(raw, at); !c.literal && begin < len(raw) && raw[begin] == '"' {
			closing, doubled := closingQuote(raw, begin+1)
			if v.Start, v.End, at = begin+1, closing, c.skip(raw, closing+1); doubled {
				v.Escapes = doubledQuotes
			}
		} else if n := bytes.IndexByte(raw[at:], c.delimiter); n >= 0 {
			at += n
			v.End = at
		} else {
			at = len(raw)
			v.End = at
		}
		v.Start, v.End = c.trim(raw, v.Start, v.End)
		if all = append(all, v); at == len(raw) {
			return all
		}
	}
}

// doubledQuotes is the escape notation of quoted fields.
var doubledQuotes = &files.Escapes{Marks: `"`, Decode: func(dst, raw []byte) (text []byte, length int) {
	return append(dst, '"'), min(2, len(raw))
}}
