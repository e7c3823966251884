package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A footer holds the fields of [format.FileMetaData] that this package uses. The decoder skips
// other fields, such as statistics, so a footer uses little more memory than its encoding.
type footer struct {
	Schema              []element             `thrift:"2,required"`
	NumRows             int64                 `thrift:"3,required"`
	RowGroups           []rowGroup            `thrift:"4,required"`
	EncryptionAlgorithm thrift.Null[struct{}] `thrift:"8,optional"`

	leaves []*leaf
}

// An element holds the fields of [format.SchemaElement] that this package uses.
type element struct {
	Type           thrift.Null[format.Type]                `thrift:"1,optional"`
	RepetitionType thrift.Null[format.FieldRepetitionType] `thrift:"3,optional"`
	Name           string                                  `thrift:"4,required"`
	NumChildren    int32                                   `thrift:"5,optional"`
	ConvertedType  thrift.Null[int32]                      `thrift:"6,optional"`
	LogicalType    logicalType                             `thrift:"10,optional"`
}

// A logicalType is the union [format.LogicalType] without Integer, Unknown and Float16. For these
// three, messages name the physical type.
type logicalType struct {
	String    thrift.Null[struct{}] `thrift:"1,optional"`
	Map       thrift.Null[struct{}] `thrift:"2,optional"`
	List      thrift.Null[struct{}] `thrift:"3,optional"`
	Enum      thrift.Null[struct{}] `thrift:"4,optional"`
	Decimal   thrift.Null[struct{}] `thrift:"5,optional"`
	Date      thrift.Null[struct{}] `thrift:"6,optional"`
	Time      thrift.Null[struct{}] `thrift:"7,optional"`
	Timestamp thrift.Null[struct{}] `thrift:"8,optional"`
	JSON      thrift.Null[struct{}] `thrift:"12,optional"`
	BSON      thrift.Null[struct{}] `thrift:"13,optional"`
	UUID      thrift.Null[struct{}] `thrift:"14,optional"`
	Variant   thrift.Null[struct{}] `thrift:"16,optional"`
	Geometry  thrift.Null[struct{}] `thrift:"17,optional"`
	Geography thrift.Null[struct{}] `thrift:"18,optional"`
}

type rowGroup struct {
	Columns []chunk `thrift:"1,required"`
	NumRows int64   `thrift:"3,required"`
}

// A chunk holds the fields of [format.ColumnChunk] that this package uses.
type chunk struct {
	FilePath string                 `thrift:"1,optional"`
	MetaData thrift.Null[chunkData] `thrift:"3,optional"`
	Crypto   thrift.Null[struct{}]  `thrift:"8,optional"`
}

// A chunkData holds the fields of [format.ColumnMetaData] that this package uses.
type chunkData struct {
	Type                 format.Type             `thrift:"1,required"`
	Codec                format.CompressionCodec `thrift:"4,required"`
	NumValues            int64                   `thrift:"5,required"`
	TotalCompressedSize  int64                   `thrift:"7,required"`
	DataPageOffset       int64                   `thrift:"9,required"`
	DictionaryPageOffset int64                   `thrift:"11,optional"`
}

// start returns the file offset of the first page. That is the dictionary page if it precedes the
// data pages.
func (c *chunkData) start() int64 {
	if d := c.DictionaryPageOffset; d > 0 && d < c.DataPageOffset {
		return d
	}
	return c.DataPageOffset
}

const (
	magic          = "PAR1" // the first and last bytes of a file
	encryptedMagic = "PARE" // replaces magic if the footer is encrypted
	trailer        = 8      // number of bytes after the footer: a 4-byte length and magic
)

var errEncrypted = errors.New("the file is encrypted; decrypt it first")

// readFooter reads the footer of a file of size bytes.
func readFooter(file io.ReaderAt, size int64) (*footer, error) {
	var head, tail [trailer]byte
	if size < int64(len(magic)+trailer) {
		return nil, fmt.Errorf("the file is %d bytes long, too short for a Parquet file; it may be truncated", size)
	}
	if err := readAt(file, head[:len(magic)], 0); err != nil {
		return nil, err
	}
	if err := readAt(file, tail[:], size-trailer); err != nil {
		return nil, err
	}
	begin, end := string(head[:len(magic)]), string(tail[4:])
	switch {
	case begin == encryptedMagic || end == encryptedMagic:
		return nil, errEncrypted
	case begin != magic:
		return nil, fmt.Errorf("the file begins with %q, not with %q, so it is not a Parquet file", begin, magic)
	case end != magic:
		return nil, fmt.Errorf("the file ends with %q, not with %q, so its end is missing or damaged", end, magic)
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if length > size-int64(len(magic)+trailer) {
		return nil, fmt.Errorf("the footer length is given as %d bytes, which is more than the file contains; "+
			"the file is damaged or truncated", length)
	}
	if length > MaxFooter {
		return nil, fmt.Errorf("the footer is %d bytes long, over the limit of %d; write larger row groups",
			length, MaxFooter)
	}
	b := make([]byte, length)
	if err := readAt(file, b, size-trailer-length); err != nil {
		return nil, err
	}
	return parseFooter(b)
}

// parseFooter decodes a footer and checks its row counts and its schema.
func parseFooter(b []byte) (*footer, error) {
	f := new(footer)
	n, err := decode(b, f)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the footer is damaged: %w", err)
	case f.EncryptionAlgorithm.Valid:
		return nil, errEncrypted // a signature may follow the footer
	case n != len(b):
		return nil, fmt.Errorf("the footer is damaged: %w", errTrailing)
	}
	rows := int64(0)
	for i, g := range f.RowGroups {
		if rows += g.NumRows; g.NumRows < 0 || rows < 0 {
			return nil, fmt.Errorf("the footer is damaged: row group %d has %d rows", i+1, g.NumRows)
		}
	}
	if rows != f.NumRows {
		return nil, fmt.Errorf("the footer is damaged: the file has %d rows, but its row groups have %d", f.NumRows, rows)
	}
	if f.leaves, err = leavesOf(f.Schema); err != nil {
		return nil, fmt.Errorf("the schema in the footer is damaged: %w", err)
	}
	return f, nil
}

// readAt fills p. The error is [io.ErrUnexpectedEOF] if the file is too short.
func readAt(file io.ReaderAt, p []byte, offset int64) error {
	n, err := file.ReadAt(p, offset)
	if n == len(p) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
