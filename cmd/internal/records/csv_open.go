package records

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables/rfc3987"
)

// csvOptions holds the options for CSV and TSV files.
type csvOptions struct {
	Columns   []string // the columns to validate: names in the header, or numbers from 1
	Delimiter byte     // an ASCII character except a quote, CR or LF; 0 means the "sep=" line or Usual
	Usual     byte     // the delimiter of the format
	NoHeader  bool     // whether the file has no header
	NoQuotes  bool     // whether a quote is data
	Edit      files.Edit

	MissingValues []string // unquoted texts that mean a missing value
}

// ErrNoHeader is the error for a file without any record if csvOptions.NoHeader is not set.
var ErrNoHeader = errors.New("is empty, so the header is missing; use --no-header for a file without one")

// csvOpener returns an opener for CSV and TSV.
func csvOpener(opt csvOptions) opener {
	return func(begin []byte, e extent) (func() Syntax, int, error) {
		c, header, err := openCSV(opt, begin, e)
		if err != nil {
			return nil, 0, err
		}
		if len(c.wanted) == 0 {
			if c.columns != 1 {
				return nil, 0, fmt.Errorf("has %s; select one with --column", count(c.columns, "column"))
			}
			c.wanted = []column{{}}
		}
		if name := c.headerIRI(begin[:header]); !opt.NoHeader && name != "" && !slices.Contains(opt.Columns, name) {
			return nil, 0, fmt.Errorf("contains the IRI %q in its header; use --no-header if the first row is data", name)
		}
		return func() Syntax {
			another := *c
			another.scratch = nil
			return &another
		}, header, nil
	}
}

// openCSV returns the syntax of a file and the length of its header, including empty lines before
// the header. begin is the text of the given extent, without a byte order mark. The error is
// errMore if begin does not contain the entire first record, unless the record is too long to hold
// and not a header. Any other error text continues a sentence that starts with the file name.
func openCSV(opt csvOptions, begin []byte, e extent) (c *csv, header int, err error) {
	c = &csv{literal: opt.NoQuotes, edit: opt.Edit, missing: opt.MissingValues}
	sep := 0 // the length of the line "sep=;"
	c.delimiter = opt.Usual
	if m := separatorLine.FindSubmatch(begin[:min(len(begin), maxSeparatorLine)]); m != nil {
		sep, c.delimiter = len(m[0]), m[1][0]
	}
	c.delimiter = cmp.Or(opt.Delimiter, c.delimiter, ',')
	switch d := c.delimiter; {
	case d == '"' || d == '\r' || d == '\n':
		return nil, 0, fmt.Errorf("cannot be read with the delimiter %q, which has a special meaning in CSV", d)
	case d >= 0x80:
		return nil, 0, errors.New("cannot be read with a non-ASCII delimiter")
	case opt.Edit.Comment == string(rune(d)) || opt.Edit.Comment == `"` && !c.literal:
		return nil, 0, fmt.Errorf("cannot be read with --comment %s, which has another meaning in CSV", opt.Edit.Comment)
	}
	if n := bytes.IndexByte(begin, '\r'); n >= 0 && n < len(begin)-1 && bytes.IndexByte(begin, '\n') < 0 {
		return nil, 0, errors.New(`contains lines that end in CR without LF; convert them, for example with tr '\r' '\n'`)
	}
	first, end, complete := c.first(begin[sep:])
	end += sep
	if e != entire && (!complete || first.Blank) {
		if e != largest || !opt.NoHeader {
			return nil, 0, errMore
		}
		first.Blank = true
	}
	if opt.NoHeader {
		if first.Problem == nil && !first.Blank {
			c.columns = len(c.fields(first.Raw))
		}
		return c, sep, c.choose(opt, nil)
	}
	switch {
	case first.Blank:
		return nil, 0, ErrNoHeader
	case first.Problem != nil:
		return nil, 0, fmt.Errorf("has an invalid header: %s", first.Problem.Message)
	}
	var names []string
	for _, v := range c.fields(first.Raw) {
		name := first.Raw[v.Start:v.End]
		if v.Escapes != nil {
			name = v.Escapes.Append(nil, name)
		}
		names = append(names, string(name))
	}
	c.columns = len(names)
	return c, end, c.choose(opt, names)
}

// first reads the first record that is not blank, if any. It returns the offset of the record's
// end, and whether a line ending completes the record.
func (c *csv) first(begin []byte) (first *Record, end int, complete bool) {
	first = &Record{Blank: true}
	rest := begin
	for first.Blank && len(rest) > 0 {
		rest = c.Next(first, rest)
	}
	end = len(begin) - len(rest)
	return first, end, end > 0 && begin[end-1] == '\n' && !(first.Problem != nil && first.Problem.Open)
}

// headerIRI returns the first IRI with an authority in the wanted columns of a header, or "". A
// header that contains an IRI may be data.
func (c *csv) headerIRI(header []byte) string {
	header = header[len(separatorLine.Find(header)):]
	first, _, _ := c.first(header)
	for _, v := range first.Values {
		if bytes.Contains(v.Text, []byte("://")) && rfc3987.IRI.ValidBytes(v.Text) {
			return string(v.Text)
		}
	}
	return ""
}

// choose sets the columns to validate. names holds the header; nil means no header.
func (c *csv) choose(opt csvOptions, names []string) error {
	for _, name := range opt.Columns {
		index, err := c.find(name, names, opt.NoHeader)
		if err != nil {
			return err
		}
		at, found := slices.BinarySearchFunc(c.wanted, index, func(x column, i int) int { return x.index - i })
		if !found {
			c.wanted = slices.Insert(c.wanted, at, column{index, name})
		}
	}
	return nil
}

// find returns the index of a column by its name or number.
func (c *csv) find(name string, names []string, noHeader bool) (index int, err error) {
	if index = slices.Index(names, name); index >= 0 {
		if again := slices.Index(names[index+1:], name); again >= 0 {
			return 0, fmt.Errorf("contains the column %q twice; select it by number, %d or %d",
				name, index+1, index+again+2)
		}
		return index, nil
	}
	number, err := strconv.Atoi(name)
	switch {
	case err == nil && number >= 1 && strconv.Itoa(number) == name:
		if c.columns > 0 && number > c.columns {
			return 0, fmt.Errorf("does not contain column %d; its first record has %s", number, count(c.columns, "column"))
		}
		return number - 1, nil
	case noHeader:
		return 0, fmt.Errorf("is read without a header, so --column %s must be a positive number", name)
	}
	near := ""
	if list := similar.Names(name, names); len(list) > 0 {
		near = "; similar: " + quotedList(list[:min(len(list), 3)])
	}
	const format = "does not contain the column %q%s; its columns: %s%s"
	return 0, fmt.Errorf(format, name, near, shortList(names), otherDelimiter(names))
}

// separatorLine matches the line that tells Excel the delimiter. It may precede the header.
var separatorLine = regexp.MustCompile(`^(?i)"?sep=([ -~\t])"?\r?\n`)

// maxSeparatorLine is the length of the longest such line.
const maxSeparatorLine = len("\"sep=;\"\r\n")

// otherDelimiter returns a hint if the only column name of a header contains a common delimiter.
func otherDelimiter(names []string) string {
	if len(names) != 1 {
		return ""
	}
	if i := strings.IndexAny(names[0], ",;\t|"); i >= 0 {
		return fmt.Sprintf("; if %q is the delimiter, set it with --delimiter", names[0][i])
	}
	return ""
}

// maxNames is the maximum number of column names in a message.
const maxNames = 20

// shortList lists up to maxNames names.
func shortList(names []string) string {
	list := quotedList(names[:min(len(names), maxNames)])
	if more := len(names) - maxNames; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return strings.Join(quoted, ", ")
}
