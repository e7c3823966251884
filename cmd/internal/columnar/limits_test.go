package columnar

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// craft returns a file with one row group and a required column "url". The row group declares the
// given number of rows and consists of the given pages.
func craft(t *testing.T, rows int64, codec format.CompressionCodec, pages []byte) []byte {
	t.Helper()
	file := append([]byte("PAR1"), pages...)
	footer := &format.FileMetaData{
		Version: 1,
		NumRows: rows,
		Schema: []format.SchemaElement{
			{Name: "root", NumChildren: thrift.New[int32](1)},
			{Name: "url", Type: thrift.New(format.ByteArray), RepetitionType: thrift.New(format.Required)},
		},
		RowGroups: []format.RowGroup{{NumRows: rows, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
			Type: format.ByteArray, PathInSchema: []string{"url"}, Codec: codec, NumValues: rows,
			TotalCompressedSize: int64(len(pages)), TotalUncompressedSize: 1 << 40, DataPageOffset: 4,
		}}}}},
	}
	return frame(t, file, footer)
}

// frame returns a file of pages and a footer.
func frame(t *testing.T, file []byte, footer *format.FileMetaData) []byte {
	t.Helper()
	if len(file) == 0 {
		file = []byte("PAR1")
	}
	b, err := thrift.Marshal(new(thrift.CompactProtocol), footer)
	if err != nil {
		t.Fatal(err)
	}
	file = binary.LittleEndian.AppendUint32(append(file, b...), uint32(len(b)))
	return append(file, "PAR1"...)
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
		"huge dictionary": {1, format.Zstd, pageOf(t, format.DictionaryPage, format.Plain, 1, huge, 5, one),
			"over the limit"},
		"many entries": {1, format.Uncompressed, pageOf(t, format.DictionaryPage, format.Plain, huge, 5, 5, one),
			"do not match"},
		"many values": {huge, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, huge, 5, 5, one),
			"over the limit"},
		"fewer values": {2, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, 1, 5, 5, one), "fewer values"},
		"more values": {1, format.Uncompressed, pageOf(t, format.DataPage, format.Plain, 2, 5, 5, one),
			"more values than the footer"},
		"padded as by fastparquet": {1, format.Uncompressed,
			pageOf(t, format.DataPage, format.Plain, 1, 7, 7, []byte("\x01\x00\x00\x00a\x00\x00")), ""},
		"a bomb": {1, format.Gzip, pageOf(t, format.DataPage, format.Plain, 1, 5, int32(len(bomb)), bomb),
			"decompressed size differs"},
		"no LZ4": {1, format.Lz4Raw, pageOf(t, format.DataPage, format.Plain, 1, 5, int32(len(lz4)), lz4),
			"cannot be decompressed"},
		"LZO": {1, format.LZO, pageOf(t, format.DataPage, format.Plain, 1, 5, 5, one), "LZO"},
		"no dictionary": {1, format.Uncompressed, pageOf(t, format.DataPage, format.RLEDictionary, 1, 5, 5, one),
			"has no dictionary"},
		"many deltas": {1, format.Uncompressed, pageOf(t, format.DataPage, format.DeltaByteArray, 1, 14, 14,
			[]byte("\x80\x01\x04\xFF\xFF\xFF\xFF\x07\x00\x80\x01\x04\x01\x00")), "do not match"},
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

// TestHostileFooter reads footers with long lists, deeply nested structures, and damaged frames.
func TestHostileFooter(t *testing.T) {
	framed := func(footer string) string {
		return "PAR1" + footer + string(binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))) + "PAR1"
	}
	for name, test := range map[string]struct{ file, want string }{
		"empty":         {"", "too short"},
		"text":          {"https://example.org/", "not a Parquet file"},
		"cut":           {"PAR1https://example.org/", "its end is missing"},
		"encrypted":     {"PARE\x00\x00\x00\x00\x00\x00\x00\x00PARE", "encrypted"},
		"longer":        {"PAR1\x01\x00\x00\x00PAR1", "more than the file"},
		"no fields":     {framed("\x00"), "damaged"},
		"a long list":   {framed("\x29\xF5\xFF\xFF\xFF\xFF\x07"), "truncated"},
		"many structs":  {framed("\x29\xFC\x81\x80\x20" + strings.Repeat("\x00", 1<<20)), "damaged"},
		"deep":          {framed(strings.Repeat("\x1C", 1000)), "damaged"},
		"deep lists":    {framed("\x19" + strings.Repeat("\x19", 1000)), "damaged"},
		"no such type":  {framed("\x1E\x00"), "damaged"},
		"a long number": {framed("\x15" + strings.Repeat("\xFF", 20)), "damaged"},
		"bytes after":   {framed("\x15\x02\x19\x1C\x48\x01a\x00\x16\x00\x19\x0C\x00b"), "follow its end"},
	} {
		_, err := Open(strings.NewReader(test.file), int64(len(test.file)), []string{"url"}, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, not %q", name, err, test.want)
		}
	}
}

// TestLimit reads pages, dictionaries, joined values and rows that exceed a limit.
func TestLimit(t *testing.T) {
	long := strings.Repeat("a", 3<<10)
	rows := []row{{URL: long + "1"}, {URL: long + "2"}}
	for _, test := range []struct {
		column string
		encode encoding.Encoding
	}{
		{"url", &parquet.Plain}, {"url", &parquet.RLEDictionary}, {"url", &parquet.DeltaLengthByteArray},
		{"url", &parquet.DeltaByteArray},
	} {
		file := write(t, rows, test.encode, &parquet.Zstd)
		for limit, want := range map[int64]string{4 << 10: "over the limit of 4096; raise it with --max-page", 64 << 10: ""} {
			r, err := Open(bytes.NewReader(file), int64(len(file)), []string{test.column}, Options{MaxPage: limit})
			if err != nil {
				t.Fatal(err)
			}
			for err == nil {
				_, err = r.Next()
			}
			r.Close()
			if want == "" && err != io.EOF || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %v, limit %d: %v", test.column, test.encode, limit, err)
			}
		}
	}
}

// TestLargePages reads pages and dictionaries larger than 32 MiB, which DuckDB and polars write by
// default.
func TestLargePages(t *testing.T) {
	rows := make([]row, 9)
	for i := range rows {
		rows[i].URL = fmt.Sprint("https://a.example/", i, strings.Repeat("x", 4<<20))
		rows[i].Tags = []string{rows[i].URL}
		if i%8 > 0 {
			rows[i].Alt = &rows[i].URL
		}
	}
	for i, encode := range encodings {
		file := write(t, rows, encode, &parquet.Snappy, parquet.PageBufferSize(1<<30), parquet.DataPageVersion(1+i%2),
			parquet.SkipPageBounds("url"), parquet.SkipPageBounds("alt"), parquet.SkipPageBounds("tags", "list", "element"))
		for _, column := range []string{"url", "alt", "tags"} {
			got, err := lines(file, nil, column)
			if w := want(rows, column, func(string) bool { return false }); err != nil || !slices.Equal(got, w) {
				t.Errorf("%v, %s: %d values, %v", encode, column, len(got), err)
			}
		}
	}
}

// TestLongRow reads a row of a repeated column that does not fit into a block.
func TestLongRow(t *testing.T) {
	rows := []row{{Tags: slices.Repeat([]string{"a"}, 100_000)}, {Tags: []string{"b"}}}
	file := write(t, rows, &parquet.Plain, &parquet.Zstd)
	got, err := lines(file, nil, "tags")
	if w := want(rows, "tags", func(string) bool { return false }); err != nil || !slices.Equal(got, w) {
		t.Errorf("%d values: %v", len(got), err)
	}
	r, err := Open(bytes.NewReader(file), int64(len(file)), []string{"tags"}, Options{MaxPage: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if b, err := r.Next(); err == nil || !strings.Contains(err.Error(), "over the limit") {
		t.Errorf("%v, %v", b, err)
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
		r, err := Open(bytes.NewReader(file), int64(len(file)), []string{name}, Options{})
		if err == nil {
			r.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", name, err)
		}
	}
	_, err := Open(bytes.NewReader(file), int64(len(file)), nil, Options{})
	if err == nil || !strings.Contains(err.Error(), "no column is selected") {
		t.Error(err)
	}
}

// TestColumns reads several columns with pages of different sizes. Their values must arrive in the
// same batches.
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

// TestJudgedOnce counts the calls to valid for a column with dictionaries: one per value and row
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

// TestManyNames opens files whose column paths contain many names.
func TestManyNames(t *testing.T) {
	for _, test := range []struct {
		groups, leaves int
		want           string
	}{{90, 1000, "no column"}, {101, 1, "form a tree"}, {90, 60_000, "form a tree"}, {0, 60_000, "no column"}} {
		schema := make([]format.SchemaElement, 1+test.groups, 1+test.groups+test.leaves)
		for i := range schema {
			schema[i].NumChildren = thrift.New[int32](1)
		}
		schema[test.groups].NumChildren = thrift.New(int32(test.leaves))
		for range test.leaves {
			schema = append(schema, format.SchemaElement{Type: thrift.New(format.ByteArray)})
		}
		file := frame(t, nil, &format.FileMetaData{Schema: schema})
		_, err := Open(bytes.NewReader(file), int64(len(file)), []string{"url"}, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d leaves in %d groups: %.200v, not %q", test.leaves, test.groups, err, test.want)
		}
	}
}
