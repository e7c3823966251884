// Package pages reads the footer and the pages of Parquet files with the decoders of parquet-go.
//
// parquet-go trusts the numbers in a file: a wrong byte may cause an allocation of 4 GiB, a line on
// stderr, or an endless loop in a page that is compressed with LZ4. So this package reads the page
// headers and decompresses the pages itself, and checks each number before it calls a decoder. It
// reports damage by panicking with an error, which [Try] recovers along with the panics of
// parquet-go.
//
// Each source file refers only to earlier files in this order: try, thrift, codec, decode, schema,
// footer, reader, values.
package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A Footer holds the fields of [format.FileMetaData] that this package uses.
type Footer struct {
	Schema              []format.SchemaElement `thrift:"2,required"`
	NumRows             int64                  `thrift:"3,required"`
	RowGroups           []RowGroup             `thrift:"4,required"`
	EncryptionAlgorithm thrift.Null[struct{}]  `thrift:"8,optional"`

	Encoded []byte          // as stored
	Root    *parquet.Column // root of the schema tree
	Leaves  []*Leaf
	Ends    []int64 // by row group: number of rows in the file up to its end
}

// A RowGroup holds the fields of [format.RowGroup] that this package uses.
type RowGroup struct {
	Columns []chunk `thrift:"1,required"`
	NumRows int64   `thrift:"3,required"`
}

// A chunk holds the fields of [format.ColumnChunk] that this package uses.
type chunk struct {
	FilePath string                `thrift:"1,optional"`
	MetaData chunkData             `thrift:"3,optional"`
	Crypto   thrift.Null[struct{}] `thrift:"8,optional"`
}

// A chunkData holds the fields of [format.ColumnMetaData] that this package uses.
type chunkData struct {
	Type                  format.Type             `thrift:"1,required"`
	Encoding              []format.Encoding       `thrift:"2,required"`
	Codec                 format.CompressionCodec `thrift:"4,required"`
	NumValues             int64                   `thrift:"5,required"`
	TotalUncompressedSize int64                   `thrift:"6,required"`
	TotalCompressedSize   int64                   `thrift:"7,required"`
	DataPageOffset        int64                   `thrift:"9,required"`
	DictionaryPageOffset  int64                   `thrift:"11,optional"`
}

const (
	magic          = "PAR1" // the first and last bytes of a file
	encryptedMagic = "PARE" // replaces magic if the footer is encrypted
	trailer        = 8      // number of bytes after the footer: a 4-byte length and magic
	maxFooter      = 16 << 20
	maxDepth       = 100      // maximum number of nested groups
	maxPaths       = 64 << 20 // maximum total length of all column paths, in bytes
)

var errTree = errors.New("the elements of the schema do not form a tree, or their paths are too long")

var errType = errors.New("a column has an unknown physical type")

var errEncrypted = errors.New("the file is encrypted; decrypt it first")

// Read reads the footer of a file of size bytes.
func Read(file io.ReaderAt, size int64) (*Footer, error) {
	const least = int64(len(magic) + trailer)
	if size < least {
		return nil, fmt.Errorf("the file is %d bytes long, too short for a Parquet file; it may be truncated", size)
	}
	head, tail := make([]byte, len(magic)), make([]byte, trailer)
	for offset, b := range map[int64][]byte{0: head, size - trailer: tail} {
		if n, err := file.ReadAt(b, offset); n < len(b) {
			return nil, err
		}
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	switch begin, end := string(head), string(tail[4:]); {
	case begin == encryptedMagic || end == encryptedMagic:
		return nil, errEncrypted
	case begin != magic:
		return nil, fmt.Errorf("the file begins with %q, not with %q, so it is not a Parquet file", begin, magic)
	case end != magic:
		return nil, fmt.Errorf("the file ends with %q, not with %q, so its end is missing or damaged", end, magic)
	case length > size-least:
		return nil, fmt.Errorf("the footer length is given as %d bytes, which is more than the file contains; "+
			"the file is damaged or truncated", length)
	case length > maxFooter:
		return nil, fmt.Errorf("the footer is %d bytes long, over the limit of %d; write larger row groups",
			length, maxFooter)
	}
	f := &Footer{Encoded: make([]byte, length)}
	if n, err := file.ReadAt(f.Encoded, size-trailer-length); n < len(f.Encoded) {
		return nil, err
	}
	if err := Try(f.parse); err == errEncrypted {
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("the footer is damaged: %w", err)
	}
	return f, nil
}

// parse decodes the footer and checks its row counts and its schema.
func (f *Footer) parse() error {
	n := decode(f.Encoded, f)
	Assert(!f.EncryptionAlgorithm.Valid, errEncrypted) // a signature may follow the footer
	Assert(n == len(f.Encoded), errors.New("bytes follow its end"))
	rows := int64(0)
	for i, g := range f.RowGroups {
		rows += g.NumRows
		if g.NumRows < 0 || rows < 0 {
			return fmt.Errorf("row group %d has %d rows", i+1, g.NumRows)
		}
		f.Ends = append(f.Ends, rows)
	}
	if f.NumRows == 0 {
		f.NumRows = rows // parquet-mr's tests contain such a file
	}
	if rows != f.NumRows {
		return fmt.Errorf("the file has %d rows, but its row groups have %d", f.NumRows, rows)
	}
	f.checkTree()
	// parquet-go gets the schema as a file without rows. It never reads the file itself, because it
	// would trust the numbers there.
	meta := &format.FileMetaData{Schema: f.Schema}
	for _, g := range f.RowGroups[:min(len(f.RowGroups), 1)] { // for codecs and encodings
		like := format.RowGroup{}
		for _, c := range g.Columns {
			m := format.ColumnMetaData{Codec: c.MetaData.Codec, Encoding: []format.Encoding{format.Plain}}
			for _, e := range c.MetaData.Encoding {
				if e == plainDictionary {
					e = format.RLEDictionary
				}
				if e != format.Plain && e != format.RLE && e != format.BitPacked { // the latter are for levels
					m.Encoding[0] = e
				}
			}
			like.Columns = append(like.Columns, format.ColumnChunk{MetaData: m})
		}
		meta.RowGroups = []format.RowGroup{like}
	}
	b, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
	Check(err)
	file := append([]byte(magic), b...)
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(b))), magic...)
	schema, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	Check(err)
	f.Root = schema.Root()
	f.Leaves = leavesOf(f.Root, nil, 0)
	return nil
}

// checkTree panics unless the schema is a tree whose paths have a sane total length, because
// parquet-go allocates memory for all paths.
func (f *Footer) checkTree() {
	type group struct{ children, path int32 }
	var open []group // the groups that enclose the element
	total := int32(0)
	for i, e := range f.Schema {
		Assert(!e.Type.Valid || e.Type.V >= 0 && e.Type.V <= format.FixedLenByteArray, errType)
		if _, null := e.LogicalType.Value.(*format.NullType); null {
			f.Schema[i].LogicalType.Value = nil // parquet-go cannot write such a column
		}
		for len(open) > 0 && open[len(open)-1].children == 0 {
			open = open[:len(open)-1]
		}
		path := int32(len(e.Name) + 16)
		if n := len(open) - 1; i > 0 {
			Assert(n >= 0 && n < maxDepth, errTree)
			open[n].children--
			path += open[n].path
		}
		total += path
		Assert(path <= maxPaths && total <= maxPaths, errTree)
		open = append(open, group{max(e.NumChildren.V, 0), path})
	}
}

// Pages returns a reader for the pages of a column. It checks the types and numbers in the footer.
// size is the file size in bytes.
func (f *Footer) Pages(file io.ReaderAt, size int64, l *Leaf) (p Reader, err error) {
	p = Reader{file: file, Leaf: l, group: -1}
	for i, g := range f.RowGroups {
		c, err := &chunk{}, error(nil)
		if len(g.Columns) == len(f.Leaves) {
			c = &g.Columns[l.Index()]
		}
		m := &c.MetaData
		flat := l.MaxRepetitionLevel() == 0
		switch {
		case c.FilePath != "":
			err = fmt.Errorf("the values are in another file; read %q instead", c.FilePath)
		case c.Crypto.Valid:
			err = errEncrypted
		case len(g.Columns) != len(f.Leaves), m.Type != format.Type(l.Type().Kind()), m.NumValues < 0,
			flat && m.NumValues != g.NumRows, m.NumValues < g.NumRows:
			err = errors.New("the footer is damaged: columns, types or value counts disagree")
		case m.NumValues == 0: // pyarrow writes a group without pages for an empty table
		case start(m) < int64(len(magic)), m.TotalCompressedSize < 0, m.TotalCompressedSize > size-start(m):
			err = fmt.Errorf("the footer is damaged or the file is truncated: %d bytes at offset %d are not in the file",
				m.TotalCompressedSize, start(m))
		}
		if err != nil {
			return p, &Error{l.Name, i + 1, start(m), err}
		}
		p.chunks = append(p.chunks, m)
	}
	return p, nil
}

// start returns the file offset of the first page. That is the dictionary page if it precedes the
// data pages.
func start(c *chunkData) int64 {
	if d := c.DictionaryPageOffset; d > 0 && d < c.DataPageOffset {
		return d
	}
	return c.DataPageOffset
}

// A Field is an encoded field of a structure.
type Field struct {
	Kind  thrift.Type // STOP if there is no such field
	Bytes []byte
}

// Field returns the field of the encoded footer with the given number.
func (f *Footer) Field(id int) Field {
	m := meter{b: f.Encoded}
	for at := 0; ; {
		step, kind := m.field()
		begin := m.at
		if kind == thrift.STOP {
			return Field{}
		}
		m.value(kind, 0)
		if at += step; at == id {
			return Field{kind, m.b[begin:m.at]}
		}
	}
}
