package records

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables/rfc3987"
)

// TestProse checks that readers of all formats reject values that the table accepts and Prose
// rejects, and no other value.
func TestProse(t *testing.T) {
	type row struct {
		U string `parquet:"u"`
	}
	var rows []row
	text := map[string]*strings.Builder{}
	for _, name := range []string{"v.txt", "v.csv", "v.jsonl", "v.nt"} {
		text[name] = new(strings.Builder)
	}
	text["v.csv"].WriteString("u\n")
	const n = 5000
	odd := func(s string) bool { return s[len(s)-1]&1 == 1 }
	for i := range n {
		value := fmt.Sprintf("urn:%d", i)
		rows = append(rows, row{value})
		fmt.Fprintln(text["v.txt"], value)
		fmt.Fprintln(text["v.csv"], value)
		fmt.Fprintf(text["v.jsonl"], "{\"u\":%q}\n", value)
		fmt.Fprintf(text["v.nt"], "<%s> <urn:1> \"\" .\n", value)
	}
	dir := t.TempDir()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	contents := map[string]string{"v.parquet": b.String()}
	for name, b := range text {
		contents[name] = b.String()
	}
	for name, content := range contents {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		in := &files.Inputs{Context: t.Context(), Names: []string{path}, Parquet: true, Separator: '\n',
			Out: bufio.NewWriter(io.Discard)}
		for file, err := range in.Files() {
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Columns: []string{"u"}, Fields: []string{"u"}, Separator: '\n', Prose: odd}
			valid, invalid := 0, 0
			for s, err := range o.Open(file, rfc3987.IRI).Chunks() {
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if valid += s.Valid; len(s.Refused) > 0 {
					invalid++
				}
			}
			if valid != n/2 || invalid != n/2 {
				t.Errorf("%s: %d valid, %d invalid", name, valid, invalid)
			}
		}
	}
}
