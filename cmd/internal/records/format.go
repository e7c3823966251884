package records

import (
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rdf"
)

// A Format is the name of a format of files.
type Format string

// The formats. Auto stands for the format by the name of a file.
const (
	Auto       Format = "auto"
	PlainLines Format = "lines"
	NTriples   Format = "ntriples"
	NQuads     Format = "nquads"
	CSV        Format = "csv"
	TSV        Format = "tsv"
	JSONLines  Format = "jsonl"
	Parquet    Format = "parquet"
	Prose      Format = "text"
)

// Formats returns all formats.
func Formats() []Format {
	return []Format{Auto, PlainLines, NTriples, NQuads, CSV, TSV, JSONLines, Parquet, Prose}
}

// endings are the formats by the extensions of names.
var endings = map[string]Format{
	".nt": NTriples, ".ntriples": NTriples, ".nq": NQuads, ".nquads": NQuads,
	".csv": CSV, ".tsv": TSV, ".tab": TSV, ".jsonl": JSONLines, ".ndjson": JSONLines,
	".parquet": Parquet,
	".md":      Prose, ".markdown": Prose, ".rst": Prose, ".adoc": Prose,
}

// IsRDF reports whether the values of the format are the IRIs of statements.
func (f Format) IsRDF() bool { return f == NTriples || f == NQuads }

// Of returns the format of a file by its name: PlainLines for a name without an extension of
// another format.
func Of(name string) Format {
	name, _ = files.CutEnding(path.Base(name))
	if f, ok := endings[strings.ToLower(path.Ext(name))]; ok {
		return f
	}
	return PlainLines
}

// String returns the name of the format for messages.
func (f Format) String() string {
	switch f {
	case NTriples:
		return "N-Triples"
	case NQuads:
		return "N-Quads"
	case CSV:
		return "CSV"
	case TSV:
		return "TSV"
	case JSONLines:
		return "JSON lines"
	case Parquet:
		return "Parquet"
	case Prose:
		return "text with IRIs in it"
	}
	return string(f)
}

// Options are the format of files, and the values to judge in their records.
type Options struct {
	Format      Format   // the format of all files; Auto and "" for that of each file
	Columns     []string // of CSV, TSV and Parquet, by name, or in CSV and TSV by number
	Fields      []string // of JSON lines
	Delimiter   byte     // of CSV and TSV; 0 is the comma, or in TSV the tab
	NoHeader    bool     // whether the first record of CSV and TSV is no header
	Separator   byte     // of lines
	Edit        files.Edit
	SkipMissing bool // see [Reader]

	Find func(text string) iter.Seq[tables.Span] // the places of the IRIs in a text
}

// Of returns the format of a file. Parquet is recognized by the content, too.
func (o *Options) Of(file *files.File) Format {
	switch {
	case o.Format != Auto && o.Format != "":
		return o.Format
	case file.Parquet:
		return Parquet
	}
	return Of(file.Name)
}

// Open returns a reader of the records of a file. It judges them by a rule.
func (o *Options) Open(file *files.File, rule tables.Rule) *Reader {
	f := o.Of(file)
	r := &Reader{Format: f, Rule: rule, SkipMissing: o.SkipMissing, file: file, size: blockSize,
		place: place{line: 1, row: 1}}
	if f == Parquet {
		r.table = func() (*table, error) { return o.openTable(r) }
	} else {
		r.open = o.opener(f)
	}
	return r
}

// opener returns the opener of a format.
func (o *Options) opener(f Format) opener {
	switch f {
	case CSV, TSV:
		return o.openCSV(f)
	case JSONLines:
		return o.openJSON
	}
	create := func() Syntax { return &Lines{Separator: o.Separator, Edit: o.Edit} }
	switch f {
	case NTriples:
		create = func() Syntax { return newTriples(rdf.NTriples) }
	case NQuads:
		create = func() Syntax { return newTriples(rdf.NQuads) }
	case Prose:
		create = func() Syntax { return &Text{lines: Lines{Separator: o.Separator}, find: o.Find} }
	}
	return func([]byte, bool) (func() Syntax, int, error) { return create, 0, nil }
}

// openCSV returns the opener of CSV and TSV.
func (o *Options) openCSV(f Format) opener {
	opt := CSVOptions{Columns: o.Columns, Delimiter: o.Delimiter, NoHeader: o.NoHeader}
	if f == TSV {
		opt.Literal = true
		if opt.Delimiter == 0 {
			opt.Delimiter = '\t'
		}
	}
	return func(begin []byte, whole bool) (func() Syntax, int, error) {
		s, header, err := OpenCSV(opt, begin, whole)
		if err != nil {
			return nil, 0, err
		}
		c := s.(*csv)
		if len(c.asked) == 0 {
			if c.columns != 1 {
				return nil, 0, fmt.Errorf("has %s; name the one to judge with --column", count(c.columns, "column"))
			}
			c.asked = []column{{}}
		}
		if name := c.headerIRI(begin[:header]); name != "" && !slices.Contains(o.Columns, name) {
			return nil, 0, fmt.Errorf("has the IRI %q in its header; --no-header reads the first row as a row", name)
		}
		return func() Syntax {
			another := *c
			another.scratch = nil
			return &another
		}, header, nil
	}
}

// openJSON is the opener of JSON lines.
func (o *Options) openJSON([]byte, bool) (func() Syntax, int, error) {
	if len(o.Fields) == 0 {
		return nil, 0, errors.New(`has JSON lines; name the member to judge with --field, or "." for the line itself`)
	}
	if _, err := OpenJSON(o.Fields); err != nil {
		return nil, 0, fmt.Errorf("cannot be read: %w", err)
	}
	return func() Syntax {
		s, _ := OpenJSON(o.Fields)
		return s
	}, 0, nil
}

// Parse returns the format of a name.
func Parse(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return "", fmt.Errorf("no format is called %q; there are %s", name, strings.Join(names, ", "))
}
