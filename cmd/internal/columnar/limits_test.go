package columnar

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// craft returns a file with one row group and a required column "url". The row group has the
// number of rows and the bytes of the pages given.
func craft(t *testing.T, rows int64, codec format.CompressionCodec, pages []byte) []byte {
	t.Helper()
	file := append([]byte(magic), pages...)
	footer := &format.FileMetaData{
		Version: 1,
		NumRows: rows,
		Schema: []format.SchemaElement{
			{Name: "root", NumChildren: thrift.New[int32](1)},
			{Name: "url", Type: thrift.New(format.ByteArray), RepetitionType: thrift.New(format.Required)},
		},
		RowGroups: []format.RowGroup{{NumRows: rows, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
			Type: format.ByteArray, PathInSchema: []string{"url"}, Codec: codec, NumValues: rows,
			TotalCompressedSize: int64(len(pages)), DataPageOffset: int64(len(magic)),
		}}}}},
	}
	b, err := thrift.Marshal(new(thrift.CompactProtocol), footer)
	if err != nil {
		t.Fatal(err)
	}
	file = binary.LittleEndian.AppendUint32(append(file, b...), uint32(len(b)))
	return append(file, magic...)
}

// pageOf returns the bytes of a page: a header with two sizes, and the body.
func pageOf(t *testing.T, kind format.PageType, encoding format.Encoding, values, size, compressed int32,
	body []byte) []byte {
	t.Helper()
	h := &format.PageHeader{Type: kind, UncompressedPageSize: size, CompressedPageSize: compressed}
	if kind == format.DictionaryPage {
		h.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: values, Encoding: encoding})
	} else {
		h.DataPageHeader = thrift.New(format.DataPageHeader{NumValues: values, Encoding: encoding,
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE})
	}
	b, err := thrift.Marshal(new(thrift.CompactProtocol), h)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, body...)
}

// TestHostile reads files with wrong or huge numbers.
func TestHostile(t *testing.T) {
	const huge = 1<<31 - 1
	bomb, err := parquet.Gzip.Encode(nil, make([]byte, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	lz4 := []byte("\xF0no block of LZ4")
	one := []byte("\x01\x00\x00\x00a")
	for name, test := range map[string]struct {
		rows  int64
		codec format.CompressionCodec
		pages []byte
		want  string
	}{
		"one value":   {1, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, 1, 5, 5, one), ""},
		"a huge page": {1, format.Zstd, pageOf(t, format.DataPage, format.Plain, 1, huge, 5, one), "over the limit"},
		"a huge body": {1, format.Zstd, pageOf(t, format.DataPage, format.Plain, 1, 5, huge, one), "is longer than"},
		"huge dictionary": {1, format.Zstd, pageOf(t, format.DictionaryPage, format.Plain, 1, MaxDictionary+1, 5, one),
			"over the limit"},
		"many entries": {1, format.Uncompressed, pageOf(t, format.DictionaryPage, format.Plain, huge, 5, 5, one),
			"fewer values"},
		"many values": {huge, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, huge, 5, 5, one),
			"shorter than its values"},
		"fewer values": {2, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, 1, 5, 5, one), "truncated"},
		"more values": {1, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, 2, 5, 5, one),
			"more than the 1 values"},
		"left values": {1, format.Uncompressed,
			pageOf(t, format.DataPage, format.Plain, 1, 6, 6, []byte("\x01\x00\x00\x00ab")), "more values than its header"},
		"a bomb": {1, format.Gzip, pageOf(t, format.DataPage, format.Plain, 1, 5, int32(len(bomb)), bomb),
			"decompressed size differs"},
		"no LZ4": {1, format.Lz4Raw, pageOf(t, format.DataPage, format.Plain, 1, 5, int32(len(lz4)), lz4), "LZ4"},
		"LZO":    {1, format.LZO, pageOf(t, format.DataPage, format.Plain, 1, 5, 5, one), "LZO"},
		"no dictionary": {1, format.Uncompressed, pageOf(t, format.DataPage, format.RLEDictionary, 1, 5, 5, one),
			"has no dictionary"},
		"many deltas": {1, format.Uncompressed, pageOf(t, format.DataPage, format.DeltaByteArray, 1, 14, 14,
			[]byte("\x80\x01\x04\xFF\xFF\xFF\xFF\x07\x00\x80\x01\x04\x01\x00")), "shorter than its values"},
		"of booleans": {1, format.Uncompressed, pageOf(t, format.DataPage, format.ByteStreamSplit, 1, 5, 5, one),
			"BYTE_STREAM_SPLIT"},
		"a negative size": {1, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, 1, -5, 5, one),
			"header is damaged"},
	} {
		got, err := lines(craft(t, test.rows, test.codec, test.pages), nil, "url")
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %.100q, %v, not %q", name, got, err, test.want)
		}
	}
}

// TestHostileFooter reads footers with long lists, deep structures, and damaged frames.
func TestHostileFooter(t *testing.T) {
	framed := func(footer string) string {
		return magic + footer + string(binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))) + magic
	}
	for name, test := range map[string]struct{ file, want string }{
		"empty":         {"", "too short"},
		"text":          {"https://example.org/", "not a Parquet file"},
		"cut":           {"PAR1https://example.org/", "its end is missing"},
		"encrypted":     {"PARE\x00\x00\x00\x00\x00\x00\x00\x00PARE", "encrypted"},
		"longer":        {"PAR1\x01\x00\x00\x00PAR1", "more than the file"},
		"no fields":     {framed("\x00"), "damaged"},
		"a long list":   {framed("\x29\xF5\xFF\xFF\xFF\xFF\x07"), "truncated"},
		"many structs":  {framed("\x29\xFC\x81\x80\x20" + strings.Repeat("\x00", maxStructs+1)), "the limit"},
		"deep":          {framed(strings.Repeat("\x1C", 1000)), "not a Thrift structure"},
		"deep lists":    {framed("\x19" + strings.Repeat("\x19", 1000)), "not a Thrift structure"},
		"no such type":  {framed("\x1E\x00"), "not a Thrift structure"},
		"a long number": {framed("\x15" + strings.Repeat("\xFF", 20)), "not a Thrift structure"},
		"bytes after":   {framed("\x15\x02\x19\x1C\x48\x01a\x00\x16\x00\x19\x0C\x00b"), "follow its end"},
	} {
		_, err := Open(strings.NewReader(test.file), int64(len(test.file)), []string{"url"}, nil, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, not %q", name, err, test.want)
		}
	}
}

// TestMemoryOfColumns reads pages with one column, and six times the same column. Six columns
// divide the memory, so their pages are over the limit.
func TestMemoryOfColumns(t *testing.T) {
	rows := slices.Repeat([]row{{URL: strings.Repeat("a", 10<<10)}}, 1000)
	file := write(t, rows, &parquet.Plain, &parquet.Snappy, parquet.PageBufferSize(9<<20))
	if _, err := lines(file, nil, "url"); err != nil {
		t.Error(err)
	}
	if _, err := lines(file, nil, "url", "url", "url", "url", "url", "url"); err == nil || !strings.Contains(err.Error(),
		"the limit is") {
		t.Error(err)
	}
}

// TestLongRows reads a long row of a repeated column, and values with a long shared prefix. The
// first is an error.
func TestLongRows(t *testing.T) {
	rows := []row{{Tags: slices.Repeat([]string{strings.Repeat("a", 1<<10)}, MaxRow>>10)}}
	if _, err := lines(write(t, rows, &parquet.Plain, &parquet.Zstd), nil, "tags"); err == nil ||
		!strings.Contains(err.Error(), "of a row exceed") {
		t.Error(err)
	}
	shared := make([]row, 3000)
	for i := range shared {
		shared[i].URL = strings.Repeat("a", 5000) + fmt.Sprint(i)
	}
	got, err := lines(write(t, shared, &parquet.DeltaByteArray, &parquet.Zstd), nil, "url")
	if w := want(shared, "url", func(string) bool { return false }); err != nil || fmt.Sprint(got) != fmt.Sprint(w) {
		t.Errorf("%d values: %v", len(got), err)
	}
}

// TestFind finds columns by their names.
func TestFind(t *testing.T) {
	file := write(t, rowsOf(3), &parquet.Plain, &parquet.Uncompressed)
	for name, want := range map[string]string{
		"url":               "",
		"tags":              "",
		"tags.list.element": "",
		"tags.list":         "",
		"uri": `no column "uri"; similar: "url"; its columns: alt (STRING), size (INT64), tags (STRING), ` +
			`url (STRING)`,
		"size": `the column "size" contains values of type INT64, not text; ` +
			`text columns: alt (STRING), tags (STRING), url (STRING)`,
		"": `no column ""`,
	} {
		r, err := Open(bytes.NewReader(file), int64(len(file)), []string{name}, nil, nil)
		if err == nil {
			r.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := Open(bytes.NewReader(file), int64(len(file)), nil, nil, nil); err == nil || !strings.Contains(err.Error(),
		"no column is selected") {
		t.Error(err)
	}
}

// TestColumns reads several columns with pages of different sizes. They come in the same batches.
func TestColumns(t *testing.T) {
	rows := rowsOf(10_000)
	never := func(string) bool { return false }
	file := write(t, rows, &parquet.Plain, &parquet.Snappy, parquet.PageBufferSize(5000), parquet.MaxRowsPerRowGroup(3000))
	columns := []string{"tags", "url", "alt"}
	got, err := lines(file, nil, columns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range columns {
		var only []string
		for _, line := range got {
			if fields := strings.Fields(line); len(fields) < 3 || fields[1] == column {
				only = append(only, line)
			}
		}
		if w := want(rows, column, never); fmt.Sprint(only) != fmt.Sprint(w) {
			t.Errorf("%s: %d lines, not %d", column, len(only), len(w))
		}
	}
}

// TestJudgedOnce counts the calls of valid for a column with dictionaries: one a value and row
// group.
func TestJudgedOnce(t *testing.T) {
	var asked atomic.Int64
	rows := rowsOf(5000)
	_, err := lines(write(t, rows, &parquet.RLEDictionary, &parquet.Snappy),
		func(int, []byte) bool { asked.Add(1); return true }, "url")
	if err != nil || asked.Load() != 97*5 {
		t.Errorf("%d values are judged, not %d: %v", asked.Load(), 97*5, err)
	}
}

// A schema with many names in the paths of its columns is refused before it takes much memory.
func TestManyNames(t *testing.T) {
	for _, test := range []struct {
		groups, leaves int
		want           error
	}{{200, 5000, nil}, {200, 6000, errNames}, {0, 1 << 20, nil}, {0, 1<<20 + 1, errNames}} {
		schema := make([]element, 1+test.groups, 1+test.groups+test.leaves)
		for i := range schema {
			schema[i].NumChildren = 1
		}
		schema[test.groups].NumChildren = int32(test.leaves)
		for range test.leaves {
			var leaf element
			leaf.Type.Valid = true
			schema = append(schema, leaf)
		}
		if leaves, err := leavesOf(schema); err != test.want || err == nil && len(leaves) != test.leaves {
			t.Errorf("%d leaves in %d groups: %d, %v", test.leaves, test.groups, len(leaves), err)
		}
	}
}
