package records

import (
	"cmp"
	"iter"
	"runtime"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Options defines the format of files and the values to validate in their records.
type Options struct {
	Format    Format   // of all files; if Auto or "", each file's own format
	Columns   []string // for CSV, TSV and Parquet: names; for CSV and TSV also numbers
	Fields    []string // for JSON lines
	Delimiter byte     // for CSV and TSV; 0 means a comma, or a tab in TSV
	NoHeader  bool     // whether CSV and TSV files have no header
	NoQuotes  bool     // whether a quote in CSV and TSV files is data
	MaxPage   int64    // for Parquet: see [columnar.Options]
	Separator byte     // for lines
	HoldLines bool     // whether lines of any length are held in memory, as with Prose

	MissingValues []string // for CSV and TSV: unquoted texts that mean a missing value

	Edit        files.Edit // for lines, CSV and TSV
	MaxRecord   int        // maximum length of a record in bytes, without CR LF; 0 means the default
	SkipMissing bool       // see [Reader]

	Exclude func(value []byte) bool // matches values to ignore; may be nil
	Prose   func(text string) bool  // see [Rule]

	Find func(text string) iter.Seq[tables.Span] // yields the IRIs in a text
	Code bool                                    // whether to include IRIs in code
}

// Of returns the format of a file. Parquet files are also recognized by their content, and RDF 1.2
// by a VERSION line at its beginning.
func (o *Options) Of(file *files.File) Format {
	switch {
	case o.Format != Auto && o.Format != "":
		return o.Format
	case file.Parquet:
		return Parquet
	}
	switch f := Of(file.Name); {
	case f == NTriples && versioned(file.Head):
		return NTriples12
	case f == NQuads && versioned(file.Head):
		return NQuads12
	default:
		return f
	}
}

// Open returns a reader for the records of a file. The reader validates values against the given
// rule and o.Prose.
func (o *Options) Open(file *files.File, rule tables.Rule) *Reader {
	// blockSize is the number of bytes per worker. It is large enough to make the cost of starting a
	// goroutine negligible.
	const blockSize = 256 << 10
	workers := runtime.GOMAXPROCS(0)
	if file.Compression != "" { // another goroutine decompresses the file
		workers = max(1, workers-1)
	}
	r := &Reader{Format: o.Of(file), Rule: Rule{rule, o.Prose}, SkipMissing: o.SkipMissing}
	r.ignore = ignorer{exclude: o.Exclude, comments: r.Format.HasLinks()}
	r.source = source{file: file, workers: workers, size: blockSize, place: place{line: 1, row: 1}}
	if r.source.max = cmp.Or(o.MaxRecord, MaxBytes); o.MaxRecord == 0 && r.Format == Markdown {
		r.source.max = MaxMarkdown
	}
	if r.Format == Parquet {
		r.table = func() (*table, error) { return openTable(file, o.Columns, o.MaxPage, r.Rule) }
	}
	r.source.open = o.opener(r.Format)
	return r
}

// opener returns the opener for a text format.
func (o *Options) opener(f Format) opener {
	create := func() Syntax {
		return &Lines{Separator: o.Separator, Edit: o.Edit, Hold: o.HoldLines || o.Prose != nil}
	}
	table := csvOptions{Columns: o.Columns, Delimiter: o.Delimiter, NoHeader: o.NoHeader, NoQuotes: o.NoQuotes,
		Edit: o.Edit, MissingValues: o.MissingValues}
	switch f {
	case TSV:
		table.Usual = '\t'
		return csvOpener(table)
	case CSV:
		return csvOpener(table)
	case JSONLines:
		return jsonOpener(o.Fields)
	case NTriples, NQuads, NTriples12, NQuads12:
		create = func() Syntax { return newTriples(rdfSyntaxes[f]) }
	case Prose:
		create = func() Syntax { return &Text{lines: Lines{Separator: o.Separator}, prose: prose{find: o.Find}} }
	case HTML, Markdown, CSS:
		create = func() Syntax { return &document{linker: linker{format: f, find: o.Find, code: o.Code}} }
	}
	return func([]byte, extent) (func() Syntax, int, error) { return create, 0, nil }
}
