package columnar

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/pages"
	"github.com/irilex/iri/internal/testkit"
	"github.com/parquet-go/parquet-go"
)

// A wide is a row with a column of each physical type.
type wide struct {
	URL    string                `parquet:"url"`
	Alt    *string               `parquet:"alt,optional,dict"`
	Tags   []string              `parquet:"tags,list"`
	Deep   []struct{ N []int32 } `parquet:"deep"`
	Flag   bool                  `parquet:"flag"`
	Number int64                 `parquet:"number,delta"`
	Few    int32                 `parquet:"few,dict"`
	Ratio  float64               `parquet:"ratio,split"`
	ID     [16]byte              `parquet:"id,uuid"`
	Price  int64                 `parquet:"price,decimal(2:18)"`
	Map    map[string]int32      `parquet:"map"`
}

func widesOf(n int) []wide {
	rows := make([]wide, n)
	for i, r := range rowsOf(n) {
		w := wide{URL: r.URL, Alt: r.Alt, Tags: r.Tags, Flag: i%3 == 0, Few: int32(i % 5), Ratio: float64(i) / 4,
			ID: [16]byte{byte(i), byte(i >> 8)}, Price: int64(i * 100), Map: map[string]int32{}}
		for k := range i % 3 {
			w.Deep = append(w.Deep, struct{ N []int32 }{make([]int32, k)})
			w.Map[fmt.Sprint(k)] = int32(i)
		}
		if i%4 > 0 {
			w.Number = int64(i) << 30
		}
		rows[i] = w
	}
	return rows
}

// copied returns the file with the rows that keep selects from files.
func copied(t *testing.T, keep func(row int64) bool, files ...[]byte) ([]byte, error) {
	t.Helper()
	var b bytes.Buffer
	c := NewCopier(&b)
	defer c.Discard()
	for _, file := range files {
		if err := c.Copy(bytes.NewReader(file), int64(len(file)), Options{}, keep); err != nil {
			return nil, err
		}
	}
	err := c.Close()
	return b.Bytes(), err
}

// TestCopy compares copied rows with the original ones, both as read by parquet-go, and the schema,
// codec and metadata of the copy with those of the original.
func TestCopy(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for i, codec := range codecs {
		var parts [][]wide
		var files [][]byte
		most := testkit.Few(2500)
		if codec == &parquet.Lz4Raw {
			most = 250 // parquet-go's reader fails on longer pages, which pyarrow reads
		}
		for _, n := range []int{most, 0, 70} {
			var b bytes.Buffer
			if err := parquet.Write(&b, widesOf(n), parquet.Compression(codec), parquet.DataPageVersion(1+i%2),
				parquet.PageBufferSize(900), parquet.MaxRowsPerRowGroup(600), parquet.KeyValueMetadata("k", "v")); err != nil {
				t.Fatal(err)
			}
			part, err := parquet.Read[wide](bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil || len(part) != n {
				t.Fatal(len(part), err)
			}
			parts, files = append(parts, part), append(files, b.Bytes())
		}
		for name, keep := range map[string]func(int64) bool{
			"all": func(int64) bool { return true }, "none": func(int64) bool { return false },
			"some": func(row int64) bool { return row%7 < 3 },
		} {
			file, err := copied(t, keep, files...)
			if err != nil {
				t.Fatal(err)
			}
			var want []wide
			for _, part := range parts {
				for i, r := range part {
					if keep(int64(i) + 1) {
						want = append(want, r)
					}
				}
			}
			got, err := parquet.Read[wide](bytes.NewReader(file), int64(len(file)))
			if err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("%v, %s: %d rows, not %d: %v", codec, name, len(got), len(want), err)
			}
			from, _ := pages.Read(bytes.NewReader(files[0]), int64(len(files[0])))
			to, err := pages.Read(bytes.NewReader(file), int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range []int{2, 5} {
				if !reflect.DeepEqual(from.Field(id), to.Field(id)) {
					t.Errorf("%v, %s: field %d is %q, not %q", codec, name, id, to.Field(id).Bytes, from.Field(id).Bytes)
				}
			}
			if len(to.RowGroups) > 1 || len(to.RowGroups) != min(len(want), 1) {
				t.Errorf("%v, %s: %d row groups", codec, name, len(to.RowGroups))
			}
			if len(want) > 0 && to.RowGroups[0].Columns[0].MetaData.Codec != codec.CompressionCodec() {
				t.Errorf("%v, %s: %v", codec, name, to.RowGroups[0].Columns[0].MetaData.Codec)
			}
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("temporary files: %v, %v", left, err)
	}
}

// TestCopyFails copies a damaged file and files with different schemas, and interrupts a copy.
func TestCopyFails(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	all := func(int64) bool { return true }
	file := write(t, rowsOf(100), &parquet.Plain, &parquet.Snappy, parquet.PageBufferSize(500))
	damaged := slices.Clone(file)
	damaged[len(file)/3] ^= 0x55
	other, _ := readTiny(t, "tiny.parquet")
	for _, test := range []struct {
		files [][]byte
		want  string
	}{
		{[][]byte{file, damaged}, "row group 1, column"}, {[][]byte{file, other}, "schema differs"},
		{[][]byte{other[1:]}, "begins with"},
	} {
		if _, err := copied(t, all, test.files...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
	c, stop := NewCopier(new(bytes.Buffer)), errors.New("stop")
	left := 3
	o := Options{Interrupted: func() error {
		if left--; left < 0 {
			return stop
		}
		return nil
	}}
	if err := c.Copy(bytes.NewReader(file), int64(len(file)), o, all); err != stop {
		t.Error(err)
	}
	c.Discard()
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("temporary files: %v, %v", left, err)
	}
}
