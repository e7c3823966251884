package columnar

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"os"

	"github.com/irilex/iri/cmd/internal/pages"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A Copier copies rows from Parquet files with equal schemas to a single Parquet file, which gets
// the schema, codecs and key-value metadata of the first one.
//
// Memory: pages wait in temporary files until their row group is complete.
type Copier struct {
	out    tailWriter
	writer *parquet.GenericWriter[any] // nil before the first file
	footer *pages.Footer               // of the first file
	size   int64                       // decompressed size copied since the last flush
	failed bool                        // whether a row group is incomplete, so nothing more is copied
}

// pageSize is the size in bytes after which an output page is complete.
const pageSize = 1 << 20

// maxBound is the maximum size in bytes of a minimum or maximum in the footer, as in pyarrow.
const maxBound = 4 << 10

// groupSize is the number of input bytes after which an output row group is complete. Input row
// groups are never split.
const groupSize = 128 << 20

// NewCopier returns a Copier that writes to out.
func NewCopier(out io.Writer) *Copier { return &Copier{out: tailWriter{w: out}} }

// Copy copies the rows for which keep returns true. Rows are numbered from 1.
func (c *Copier) Copy(file io.ReaderAt, size int64, o Options, keep func(row int64) bool) error {
	f, err := pages.Read(file, size)
	if err != nil || c.failed {
		return err
	}
	c.failed = true
	err = pages.Try(func() error {
		if c.writer == nil {
			c.start(f)
		} else if !bytes.Equal(f.Field(schemaField).Bytes, c.footer.Field(schemaField).Bytes) {
			return errors.New("its schema differs from the schema of the first file; filter the files separately")
		}
		columns := make([]pages.Reader, len(f.Leaves))
		for i, l := range f.Leaves {
			if columns[i], err = f.Pages(file, size, l); err != nil {
				return err
			}
			columns[i].Large, columns[i].Limit = o.Large, cmp.Or(o.MaxPage, DefaultMaxPage)
		}
		for group := range f.RowGroups {
			first := f.Ends[group] - f.RowGroups[group].NumRows
			for i, p := range columns { // copied: the pages of all columns take a lot of memory
				p.Only(group)
				c.size += p.Size(group)
				if o.Interrupted != nil {
					pages.Check(o.Interrupted())
				}
				if err := copyColumn(c.writer.ColumnWriters()[i], &p, first, f.Ends[group], keep); err != nil {
					return err
				}
			}
			if c.size >= groupSize {
				c.size = 0
				pages.Check(c.writer.Flush())
			}
		}
		return nil
	})
	c.failed = err != nil
	return err
}

// start creates the writer.
func (c *Copier) start(f *pages.Footer) {
	options := []parquet.WriterOption{
		parquet.NewSchema(f.Root.Name(), f.Root), parquet.DataPageVersion(1), parquet.DataPageStatistics(false),
		parquet.PageBufferSize(pageSize),
		parquet.DictionaryMaxBytes(pageSize), parquet.ColumnPageBuffers(parquet.NewFileBufferPool(os.TempDir(), "iri-")),
	}
	for i, e := range f.Elements() {
		if !ordered(e, f.Leaves[i]) {
			options = append(options, parquet.SkipPageBounds(f.Leaves[i].Path()...))
		}
	}
	c.footer, c.writer = f, parquet.NewGenericWriter[any](&c.out, options...)
}

// ordered reports whether parquet-go knows how to order the values of a column. It compares
// decimals as bytes, although they are signed, and does not know the type FLOAT16.
func ordered(e format.SchemaElement, l *pages.Leaf) bool {
	plain := !e.ConvertedType.Valid && e.LogicalType.Value == nil
	switch e.Type.V {
	case format.Int96, format.FixedLenByteArray:
		return false
	case format.ByteArray:
		return plain || l.Kind() != "DECIMAL"
	}
	return plain || l.Type().LogicalType() != nil
}

// copyColumn copies the values in the rows after first, up to and including last.
func copyColumn(to *parquet.ColumnWriter, p *pages.Reader, first, last int64, keep func(row int64) bool) error {
	full, row, kept := byte(p.Leaf.MaxDefinitionLevel()), first, false
	size := 0                // size of the page to write, in bytes
	var rows []parquet.Value // values of complete rows, followed by those of the current row
	for {
		g, err := p.Next()
		if err == io.EOF {
			pages.Assert(row == last, errRows)
			if len(rows) == 0 { // WriteRowValues would compute an invalid pointer
				return nil
			}
			_, err = to.WriteRowValues(rows)
			return err
		} else if err != nil {
			return err
		}
		values := p.Values(g)
		for i := range g.N {
			repetition, definition := byte(0), full
			if g.Repetition != nil {
				repetition = g.Repetition[i]
			}
			if full > 0 {
				definition = g.Definition[i]
			}
			if repetition == 0 {
				if len(rows) >= 1024 || size >= pageSize {
					if _, err := to.WriteRowValues(rows); err != nil {
						return err
					}
					rows = rows[:0]
				}
				if size >= pageSize { // parquet-go counts only the indexes of values in a dictionary
					if err := to.Flush(); err != nil {
						return err
					}
					size = 0
				}
				row++
				kept = keep(row)
			}
			v := parquet.NullValue()
			if definition == full {
				v = values()
			}
			if kept {
				if size += 8; v.Kind() == parquet.ByteArray {
					size += len(v.ByteArray())
				}
				rows = append(rows, v.Level(int(repetition), int(definition), p.Leaf.Index()))
			}
		}
		for i := range rows { // the page may be overwritten before they are written
			rows[i] = rows[i].Clone()
		}
	}
}

// Close completes the file.
func (c *Copier) Close() error {
	if c.writer == nil {
		return nil
	}
	return pages.Try(func() error {
		pages.Check(c.writer.Flush())
		c.out.holds = true
		pages.Check(c.writer.Close())
		held := c.out.held
		end := len(held) - 8
		begin := end - int(binary.LittleEndian.Uint32(held[end:]))
		var meta format.FileMetaData
		pages.Check(thrift.Unmarshal(new(thrift.CompactProtocol), held[begin:end], &meta))
		for _, g := range meta.RowGroups {
			for i := range g.Columns {
				if s := &g.Columns[i].MetaData.Statistics; max(len(s.MinValue), len(s.MaxValue)) > maxBound {
					s.MinValue, s.MaxValue = nil, nil
				}
			}
		}
		encoded, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
		pages.Check(err)
		f := &pages.Footer{Encoded: encoded}
		var b []byte
		last := 0
		for id := 1; id <= 7; id++ { // the fields of a FileMetaData
			field := f.Field(id)
			if id == schemaField || id == 5 { // key-value metadata
				field = c.footer.Field(id)
			}
			if field.Kind != thrift.STOP {
				b = append(append(b, byte((id-last)<<4|int(field.Kind))), field.Bytes...)
				last = id
			}
		}
		b = append(b, byte(thrift.STOP))
		tail := binary.LittleEndian.AppendUint32(append(held[:begin:begin], b...), uint32(len(b)))
		_, err = c.out.w.Write(append(tail, "PAR1"...))
		return err
	})
}

// Discard removes the temporary files of an incomplete file.
func (c *Copier) Discard() {
	if c.writer != nil {
		c.writer.Reset(io.Discard)
	}
}

// schemaField is the number of the schema in a FileMetaData.
const schemaField = 2

// A tailWriter writes to w or, once holds is set, to held.
type tailWriter struct {
	w     io.Writer
	holds bool
	held  []byte
}

func (w *tailWriter) Write(b []byte) (int, error) {
	if w.holds {
		w.held = append(w.held, b...)
		return len(b), nil
	}
	return w.w.Write(b)
}
