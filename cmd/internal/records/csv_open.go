package records

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables/rfc3987"
)

// csvOptions are the options for a file of CSV or TSV.
type csvOptions struct {
	Columns   []string // the columns to validate: each a name in the header, or else a number from 1
	Delimiter byte     // an ASCII character but a quote, CR or LF; 0 is a comma
	Literal   bool     // whether a quote is data, as in TSV
	NoHeader  bool     // whether the first record is no header
}

// ErrNoHeader is the error of a file without a record, unless csvOptions.NoHeader is set.
var ErrNoHeader = errors.New("is empty, so it has no header; --no-header is for files that have none")

// csvOpener returns the opener of CSV and TSV.
func csvOpener(opt csvOptions) opener {
	return func(begin []byte, whole bool) (func() Syntax, int, error) {
		c, header, err := openCSV(opt, begin, whole)
		if err != nil {
			return nil, 0, err
		}
		if len(c.wanted) == 0 {
			if c.columns != 1 {
				return nil, 0, fmt.Errorf("has %s; name the one to judge with --column", count(c.columns, "column"))
			}
			c.wanted = []column{{}}
		}
		if name := c.headerIRI(begin[:header]); name != "" && !slices.Contains(opt.Columns, name) {
			return nil, 0, fmt.Errorf("has the IRI %q in its header; --no-header reads the first row as a row", name)
		}
		return func() Syntax {
			another := *c
			another.scratch = nil
			return &another
		}, header, nil
	}
}

// openCSV returns the syntax of a file, and the length of its header with the empty lines before
// it. begin is the beginning of the file, without a byte order mark, and whole is true if it is
// the whole file. Otherwise begin must have the whole first record, or the error is errMore. The
// text of an error continues after the name of the file.
func openCSV(opt csvOptions, begin []byte, whole bool) (c *csv, header int, err error) {
	c = &csv{delimiter: opt.Delimiter, literal: opt.Literal}
	switch c.delimiter {
	case 0:
		c.delimiter = ','
	case '"', '\r', '\n':
		return nil, 0, fmt.Errorf("cannot have the delimiter %q, which has a meaning of its own in CSV", opt.Delimiter)
	}
	if c.delimiter >= 0x80 {
		return nil, 0, errors.New("cannot have a delimiter beyond ASCII")
	}
	if n := bytes.IndexByte(begin, '\r'); n >= 0 && n < len(begin)-1 && bytes.IndexByte(begin, '\n') < 0 {
		return nil, 0, errors.New(`has lines that end in CR alone; write LF instead, as tr '\r' '\n' does`)
	}
	first, end, complete := c.first(begin)
	if !whole && (!complete || first.Blank) {
		return nil, 0, errMore
	}
	if opt.NoHeader {
		if first.Problem == nil && !first.Blank {
			c.columns = len(c.fields(first.Raw))
		}
		return c, 0, c.choose(opt, nil)
	}
	switch {
	case first.Blank:
		return nil, 0, ErrNoHeader
	case first.Problem != nil:
		return nil, 0, fmt.Errorf("has a mistake in its header: %s", first.Problem.Message)
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

// first reads the first record with text: a blank record, if the file has no other. It returns the
// offset of the end, and whether a line end is before that.
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
// header with such an IRI may be a row.
func (c *csv) headerIRI(header []byte) string {
	first, _, _ := c.first(header)
	for _, v := range first.Values {
		if bytes.Contains(v.Text, []byte("://")) && rfc3987.IRI.ValidBytes(v.Text) {
			return string(v.Text)
		}
	}
	return ""
}

// choose notes the columns to validate. names are those of the header, or nil without a header.
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

// find returns the index of a column by its name or its number.
func (c *csv) find(name string, names []string, noHeader bool) (index int, err error) {
	if index = slices.Index(names, name); index >= 0 {
		if again := slices.Index(names[index+1:], name); again >= 0 {
			return 0, fmt.Errorf("has the column %q twice, as number %d and %d; ask for one of the numbers",
				name, index+1, index+again+2)
		}
		return index, nil
	}
	number, err := strconv.Atoi(name)
	switch {
	case err == nil && number >= 1 && strconv.Itoa(number) == name:
		if c.columns > 0 && number > c.columns {
			return 0, fmt.Errorf("has no column %d; its first record has %s", number, count(c.columns, "column"))
		}
		return number - 1, nil
	case noHeader:
		return 0, fmt.Errorf("has no header with a column %q; with --no-header a column is a number from 1", name)
	}
	near := ""
	if list := similar.Names(name, names); len(list) > 0 {
		near = "; similar: " + quotedList(list[:min(len(list), 3)])
	}
	all := quotedList(names[:min(len(names), maxNames)])
	if more := len(names) - maxNames; more > 0 {
		all += fmt.Sprintf(" and %d more", more)
	}
	quotes := ""
	if c.literal && slices.Contains(names, `"`+name+`"`) {
		quotes = "; " + QuotedTSV
	}
	return 0, fmt.Errorf("has no column %q%s; there are %s%s%s", name, near, all, otherDelimiter(names), quotes)
}

// QuotedTSV is the remedy for a file of TSV with fields in quotes, as spreadsheets write them. In
// TSV a quote is data.
const QuotedTSV = `use --format csv --delimiter $'\t' for fields in quotes`

// otherDelimiter returns a hint if a header of one column contains a usual delimiter.
func otherDelimiter(names []string) string {
	if len(names) != 1 {
		return ""
	}
	if i := strings.IndexAny(names[0], ",;\t|"); i >= 0 {
		return fmt.Sprintf("; if %q is the delimiter, give it with --delimiter", names[0][i])
	}
	return ""
}

// maxNames is the limit of the names of a header in a message.
const maxNames = 20

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return strings.Join(quoted, ", ")
}
