package records

import (
	"cmp"
	"iter"
	"runtime"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
)

// Options are the format of files, and the values to validate in their records.
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

// Open returns a reader of the records of a file. It validates them by a rule.
func (o *Options) Open(file *files.File, rule tables.Rule) *Reader {
	// blockSize is the size of the part of a worker, in bytes. The result of such a part is small,
	// and the cost of starting a goroutine vanishes.
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
		r.source.advice = "; is a quote open?" // no record of another format extends over lines
	}
	r.source.open = o.opener(r.Format)
	return r
}

// opener returns the opener of a format of text.
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
