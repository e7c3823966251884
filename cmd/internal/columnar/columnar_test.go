package columnar

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"

	"github.com/irilex/iri/internal/testkit"
)

// A row is a row of the files written by the tests.
type row struct {
	URL  string   `parquet:"url"`
	Alt  *string  `parquet:"alt,optional"`
	Tags []string `parquet:"tags,list"`
	Size int64    `parquet:"size"`
}

// rowsOf returns n rows with nulls, empty values, empty lists, and lists of various lengths.
func rowsOf(n int) []row {
	rows := make([]row, n)
	for i := range rows {
		rows[i].URL = fmt.Sprintf("https://example.org/%d?q=%s", i%97, strings.Repeat("é", i%5))
		if i%3 > 0 {
			alt := strings.Repeat("x", i%4)
			rows[i].Alt = &alt
		}
		for k := range i % 4 {
			rows[i].Tags = append(rows[i].Tags, fmt.Sprint("tag", i%11, k))
		}
	}
	return rows
}

// write returns a file that contains rows, with its text columns in the encoding encode.
func write(t testing.TB, rows []row, encode encoding.Encoding, codec compress.Codec,
	options ...parquet.WriterOption) []byte {
	t.Helper()
	text := parquet.Encoded(parquet.String(), encode)
	schema := parquet.NewSchema("rows", parquet.Group{
		"url": text, "alt": parquet.Optional(text), "tags": parquet.List(text), "size": parquet.Int(64),
	})
	options = append([]parquet.WriterOption{schema, parquet.Compression(codec)}, options...)
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lines returns the column values of a file, each as "row name value invalid", and the number of
// rows.
func lines(file []byte, valid func(int, []byte) bool, columns ...string) (got []string, err error) {
	return linesOf(bytes.NewReader(file), int64(len(file)), valid, columns...)
}

func linesOf(file io.ReaderAt, size int64, valid func(int, []byte) bool, columns ...string) (got []string, err error) {
	r, err := Open(file, size, columns, Options{Valid: valid})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	row := int64(0)
	for {
		b, err := r.Next()
		if err == io.EOF {
			if row != r.Rows() {
				return got, fmt.Errorf("%d rows instead of %d", row, r.Rows())
			}
			return append(got, fmt.Sprint(row, " rows")), nil
		}
		if err != nil {
			return got, err
		}
		if b.First != row+1 || b.Rows < 1 {
			return got, fmt.Errorf("a batch has %d rows from %d on, after row %d", b.Rows, b.First, row)
		}
		row += int64(b.Rows)
		for i, values := range b.Values {
			for _, v := range values {
				if v.Row < b.First || v.Row > row {
					return got, fmt.Errorf("row %d is in the batch of %d to %d", v.Row, b.First, row)
				}
				got = append(got, fmt.Sprint(v.Row, " ", columns[i], " ", string(v.Text), " ", v.Invalid))
			}
		}
	}
}

// want returns the expected result of lines for a column of rows.
func want(rows []row, column string, invalid func(string) bool) (lines []string) {
	add := func(i int, text string) {
		lines = append(lines, fmt.Sprint(i+1, " ", column, " ", text, " ", invalid(text)))
	}
	for i, r := range rows {
		switch column {
		case "url":
			add(i, r.URL)
		case "alt":
			if r.Alt != nil {
				add(i, *r.Alt)
			}
		case "tags":
			for _, tag := range r.Tags {
				add(i, tag)
			}
		}
	}
	return append(lines, fmt.Sprint(len(rows), " rows"))
}

// Encodings and codecs for byte arrays.
var (
	encodings = []encoding.Encoding{
		&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaLengthByteArray, &parquet.DeltaByteArray,
	}
	codecs = []compress.Codec{
		&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd, &parquet.Lz4Raw,
		&parquet.Brotli,
	}
)

// TestReader compares the values read for each encoding, codec and page version with the rows that
// parquet-go wrote.
func TestReader(t *testing.T) {
	invalid := func(text string) bool { return strings.HasSuffix(text, "é") || text == "xx" || text == "tag7 1" }
	valid := func(_ int, text []byte) bool { return !invalid(string(text)) }
	for _, encode := range encodings {
		for _, codec := range codecs {
			for version := 1; version <= 2; version++ {
				for _, n := range []int{0, 1, testkit.Few(5000)} {
					t.Run(fmt.Sprint(encode, codec, version, n), func(t *testing.T) {
						rows := rowsOf(n)
						file := write(t, rows, encode, codec, parquet.DataPageVersion(version),
							parquet.PageBufferSize(3000), parquet.MaxRowsPerRowGroup(int64(testkit.Few(2100))))
						for _, column := range []string{"url", "alt", "tags"} {
							got, err := lines(file, valid, column)
							if err != nil {
								t.Fatal(column, err)
							}
							if w := want(rows, column, invalid); !slices.Equal(got, w) {
								t.Errorf("%s: %d values, not %d, as %.300q", column, len(got), len(w), got)
							}
						}
					})
				}
			}
		}
	}
}

// TestSeveralBlocks reads pages that span several blocks, so that one core decodes values while the
// others validate earlier ones.
func TestSeveralBlocks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	invalid := func(text string) bool { return strings.HasSuffix(text, "é") || text == "xx" || text == "tag7 1" }
	valid := func(_ int, text []byte) bool { return !invalid(string(text)) }
	rows := rowsOf(5*blockEntries/2 + 7)
	for _, encode := range encodings {
		t.Run(fmt.Sprint(encode), func(t *testing.T) {
			file := write(t, rows, encode, &parquet.Uncompressed, parquet.PageBufferSize(16<<20),
				parquet.MaxRowsPerRowGroup(9*blockEntries/4))
			for _, column := range []string{"url", "alt", "tags"} {
				got, err := lines(file, valid, column)
				if err != nil {
					t.Fatal(column, err)
				}
				w := want(rows, column, invalid)
				if !slices.Equal(got, w) {
					t.Errorf("%s: %d values, not %d", column, len(got), len(w))
				}
				if !slices.ContainsFunc(w, func(line string) bool { return strings.HasSuffix(line, " true") }) {
					t.Errorf("%s: no value is invalid", column)
				}
			}
		})
	}
}
