package records

import (
	"cmp"
	"iter"
	"runtime"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
)

// Options define the format of files, and the values to validate in their records.
type Options struct {
	Format      Format   // of all files; Auto and "" mean the format of each file
	Columns     []string // of CSV, TSV and Parquet, by name; in CSV and TSV also by number
	Fields      []string // of JSON lines
	Delimiter   byte     // of CSV and TSV; 0 is a comma, or in TSV a tab
	NoHeader    bool     // whether CSV and TSV begin without a header
	Separator   byte     // of lines
	Edit        files.Edit
	SkipMissing bool // see [Reader]

	Find func(text string) iter.Seq[tables.Span] // yields the IRIs in a text
}

// Of returns the format of a file. Parquet is also recognized by content.
func (o *Options) Of(file *files.File) Format {
	switch {
	case o.Format != Auto && o.Format != "":
		return o.Format
	case file.Parquet:
		return Parquet
	}
	return Of(file.Name)
}

// Open returns a reader of the records of a file, which validates them by a rule.
func (o *Options) Open(file *files.File, rule tables.Rule) *Reader {
	// blockSize is the size of the part of a worker, in bytes: large enough that starting a
	// goroutine costs little.
	const blockSize = 256 << 10
	workers := runtime.GOMAXPROCS(0)
	if file.Compression != "" { // another goroutine decompresses the file
		workers = max(1, workers-1)
	}
	r := &Reader{Format: o.Of(file), Rule: rule, SkipMissing: o.SkipMissing}
	r.source = source{file: file, workers: workers, size: blockSize, place: place{line: 1, row: 1}}
	switch r.Format {
	case Parquet:
		r.table = func() (*table, error) { return openTable(file, o.Columns, rule) }
	case CSV:
		r.source.advice = "; is a quote open?" // records of other formats do not contain line ends
	}
	r.source.open = o.opener(r.Format)
	return r
}

// opener returns the opener of a text format.
func (o *Options) opener(f Format) opener {
	create := func() Syntax { return &Lines{Separator: o.Separator, Edit: o.Edit} }
	table := csvOptions{Columns: o.Columns, Delimiter: o.Delimiter, NoHeader: o.NoHeader}
	switch f {
	case TSV:
		table.Literal, table.Delimiter = true, cmp.Or(o.Delimiter, '\t')
		return csvOpener(table)
	case CSV:
		return csvOpener(table)
	case JSONLines:
		return jsonOpener(o.Fields)
	case NTriples:
		create = func() Syntax { return newTriples(rdf.NTriples) }
	case NQuads:
		create = func() Syntax { return newTriples(rdf.NQuads) }
	case Prose:
		create = func() Syntax { return &Text{lines: Lines{Separator: o.Separator}, find: o.Find} }
	}
	return func([]byte, bool) (func() Syntax, int, error) { return create, 0, nil }
}
