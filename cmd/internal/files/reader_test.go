package files

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/irilex/iri/internal/testkit"
)

// writeTemporary writes a file in a new directory, and returns its name.
func writeTemporary(t *testing.T, text string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "f")
	testkit.WriteFile(t, name, text)
	return name
}

// zip returns a text compressed with gzip.
func zip(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// change changes a file after its first line is read, and returns the number of lines and the
// errors.
func change(t *testing.T, name string, change func() error) (n int, failed []string) {
	t.Helper()
	for file, err := range inputs(nil, name).Files() {
		if err != nil {
			t.Fatal(err)
		}
		for l, err := range file.Lines() {
			if err != nil {
				failed = append(failed, err.Error())
				continue
			}
			if n++; l.Number == 1 {
				if err := change(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return n, failed
}

// TestFilesThatChange checks that a file that shrinks while it is being read causes an error, and
// that a file that grows is read to its new end.
func TestFilesThatChange(t *testing.T) {
	const line, lines = "http://a.example/\n", 1_000_000
	text := strings.Repeat(line, lines)
	name := writeTemporary(t, text)
	n, failed := change(t, name, func() error { return os.Truncate(name, int64(len(text)/2)) })
	if len(failed) != 1 || n > lines/2 || !strings.HasPrefix(failed[0], name+": after line ") ||
		!strings.HasSuffix(failed[0], ": the file shrank from 18000000 to 9000000 bytes while it was being read") {
		t.Errorf("%d lines, %q", n, failed)
	}
	name = writeTemporary(t, text)
	n, failed = change(t, name, func() error {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString(line + line)
			f.Close()
		}
		return err
	})
	if n != lines+2 || failed != nil {
		t.Errorf("%d lines, %q", n, failed)
	}
}

// A compressed file that shrinks is reported as shrunk, not as cut.
func TestCompressedFileThatShrinks(t *testing.T) {
	var text strings.Builder
	for i := range 500_000 {
		fmt.Fprintf(&text, "http://a.example/%d\n", i)
	}
	packed := zip(t, text.String())
	name := writeTemporary(t, packed)
	n, failed := change(t, name, func() error { return os.Truncate(name, int64(len(packed)-1)) })
	if want := fmt.Sprintf(": the file shrank from %d to %d bytes while it was being read", len(packed),
		len(packed)-1); n < 400_000 ||
		len(failed) != 1 || !strings.HasSuffix(failed[0], want) {
		t.Errorf("%d lines, %q", n, failed)
	}
}

// TestRestOfFile checks that the standard input may be the rest of a regular file that another
// reader began to read.
func TestRestOfFile(t *testing.T) {
	f, err := os.Open(writeTemporary(t, "a\nb\nc\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(2, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if got, failed := collect(inputs(f, Stdin)); !slices.Equal(got, []string{"-:1:b", "-:2:c"}) || failed != nil {
		t.Errorf("%q, %q", got, failed)
	}
}

// Some system files report a size of one page and contain less.
func TestFilesOfTheSystem(t *testing.T) {
	for _, name := range []string{"/sys/kernel/mm/transparent_hugepage/enabled", "/proc/self/status"} {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Skip(err)
		}
		if got, failed := collect(inputs(nil, name)); len(got) != strings.Count(string(want), "\n") || failed != nil {
			t.Errorf("%s: %q, %q", name, got, failed)
		}
	}
}

// Compressed text is checked like any other, and the bar counts its stored bytes.
func TestCompressed(t *testing.T) {
	long := strings.Repeat("http://a.example/\n", 2*lookSize)
	for text, want := range map[string]string{
		"": "", "a:b\nc": "", long: "", "\uFEFFa:b\n": "", long + "\x00": "", strings.Repeat("a", lookSize) + "\x00": "",
		strings.Repeat("a", lookSize-1) + "\x00": " is not text, because its text, which is compressed " +
			"with gzip, contains a NUL at offset 65535; ",
		"\xFF\xFEa\x00": " is compressed with gzip, and its content is UTF-16, so its lines are not read; " +
			"try: gzip -dc FILE | iconv -f UTF-16 -t UTF-8 | iri check",
		zip(t, "a:b\n"): " is compressed with gzip, and its content is compressed with gzip, so its lines are not read; " +
			"try: gzip -dc FILE | gzip -dc | iri check",
		"PK\x03\x04": " is compressed with gzip, and its content is a ZIP archive, so its lines are not read",
	} {
		packed := zip(t, text)
		for _, in := range []*Inputs{inputs(strings.NewReader(packed), Stdin), inputs(nil, writeTemporary(t, packed))} {
			for file, err := range in.Files() {
				if want != "" {
					name := in.Names[0]
					if want := name + strings.ReplaceAll(want, "FILE", strings.ReplaceAll(name, Stdin, "FILE")); err == nil ||
						!strings.HasPrefix(err.Error(), want) {
						t.Errorf("%.20q: %v, not %s", text, err, want)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(file)
				if string(got) != strings.TrimPrefix(text, bom) || err != nil || file.Compression != "gzip" {
					t.Errorf("%.20q is %.20q, %v, %s", text, got, err, file.Compression)
				}
				if file.Stored != int64(len(packed)) || file.Hint != "" != strings.HasPrefix(text, bom) {
					t.Errorf("%.20q: %d bytes for the bar, not %d; %q", text, file.Stored, len(packed), file.Hint)
				}
			}
		}
	}
	in := inputs(strings.NewReader(zip(t, "a")), Stdin)
	in.AsIs = true
	for file, err := range in.Files() {
		text, _ := io.ReadAll(file)
		if err != nil || string(text) != zip(t, "a") || file.Hint != "is compressed with gzip; its lines are read as UTF-8" {
			t.Errorf("%q, %q, %v", text, file.Hint, err)
		}
	}
}

// TestCompressedPipeIsInterrupted checks that canceling the context ends reading from a compressed
// pipe, and that complete lines are returned immediately.
func TestCompressedPipeIsInterrupted(t *testing.T) {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	io.WriteString(w, "a:b\nc")
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	rd, wr := io.Pipe()
	go wr.Write([]byte(b.String()))
	in := inputs(rd, Stdin)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in.Context = ctx
	var got []string
	for file, err := range in.Files() {
		if err != nil {
			t.Fatal(err)
		}
		for l, err := range file.Lines() {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			got = append(got, string(l.Text))
			cancel()
		}
	}
	if want := []string{"a:b", "-: after line 1: context canceled"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestPromisingNames checks that a file whose name promises compressed data must begin like such
// data. Truncation may leave none or only some of its first bytes.
func TestPromisingNames(t *testing.T) {
	dir := t.TempDir()
	const again = ", despite its name; get the file again"
	const text = again + ", or, if it is text, try: cat NAME | iri check"
	for _, test := range []struct{ name, text, want string }{
		{"a.gz", "", " is empty, so it is not compressed with gzip" + again},
		{"a.nt.GZ", "", " is empty, so it is not compressed with gzip" + again},
		{"a.tgz", "", " is empty, so it is not compressed with gzip" + again},
		{"a.zst", "", " is empty, so it is not compressed with zstd" + again},
		{"a.bz2", "", " is empty, so it is not compressed with bzip2" + again},
		{"a.csv.xz", "", " is empty, so it is not compressed with xz" + again},
		{"a.br", "", " is empty, so it is not compressed with brotli" + again},
		{"a.lzma", "", " is empty, so it is not compressed with lzma" + again},
		{"a.br", brotlied(t, "a:b\n"), ""}, {"a.nt.br", brotlied(t, ""), ""},
		{"a.br", brotlied(t, first)[:20],
			": the file is truncated: the end of its brotli data is missing at offset 20, " +
				"after 9 bytes of text; get the file again"},
		{"a.lz4", "\x04", " contains only 1 byte, so it is not compressed with lz4" + again},
		{"a.zip", "", " is empty, so it is not a ZIP archive" + again},
		{"a.gz", "\x1F", " contains only 1 byte, so it is not compressed with gzip" + again},
		{"a.zstd", "\x28\xB5\x2F", " contains only 3 bytes, so it is not compressed with zstd" + again},
		{"a.bz2", "BZh91AY&S", " contains only 9 bytes, so it is not compressed with bzip2" + again},
		{"a.bz2", "BZh", " contains only 3 bytes, so it is not compressed with bzip2" + again},
		{"a.gz", "\x1F\x8B",
			": the file is truncated: the end of its gzip data is missing at offset 2, " +
				"after 0 bytes of text; get the file again"},
		{"a.bz2", "BZh91AY&SY",
			": the file is truncated: the end of its bzip2 data is missing at offset 10, after 0 bytes of text; " +
				"get the file again"},
		{"a.gz", "http://a.example/\n", " is not compressed with gzip" + text},
		{"a.gz", "\uFEFFhttp://a.example/\n", " is not compressed with gzip" + text},
		{"a.bz2", "BZh9 is also text\n", " is not compressed with bzip2" + text},
		{"a.gz", "PK\x03\x04", " is a ZIP archive, so its lines are not read; try: unzip -p NAME | iri check"},
		{"a.bz2", zip(t, "a:b\n"), ""}, {"a.zip", zip(t, "a:b\n"), ""}, // the first bytes decide
		{"gz", "a:b\n", ""}, {"a.gz.txt", "a:b\n", ""}, {"a.gz.txt", "", ""}, {"a.z", "a:b\n", ""},
	} {
		name := filepath.Join(dir, test.name)
		testkit.WriteFile(t, name, test.text)
		got, failed := collect(inputs(nil, name))
		want := name + strings.ReplaceAll(test.want, "NAME", name)
		if ok := failed == nil; test.want != "" && (ok || got != nil || failed[0] != want) || test.want == "" && !ok {
			t.Errorf("%s with %q: %q, not %s", test.name, test.text, failed, want)
		}
		in := inputs(strings.NewReader(test.text), Stdin)
		if test.name == "a.gz" && strings.HasPrefix(test.text, "http:") {
			if got, failed := collect(in); len(got) != 1 || failed != nil { // the standard input has no name
				t.Errorf("%q, %q", got, failed)
			}
		}
		os.Remove(name)
	}
	// An empty archive in a directory is skipped, but an empty compressed file is an error.
	for name, text := range map[string]string{"a.zip": "", "b.7z": "", "c.gz": "", "d": "a:b\n"} {
		testkit.WriteFile(t, filepath.Join(dir, name), text)
	}
	in := inputs(nil, dir)
	told := ""
	in.Tell = func(text string) { told += text }
	got, failed := collect(in)
	want := dir + ": skipped: 2 binary (first: " + filepath.Join(dir, "a.zip") + ")"
	if told != want || len(got) != 1 || len(failed) != 1 || !strings.Contains(failed[0], "c.gz is empty, ") {
		t.Errorf("%q, %q, %q", told, got, failed)
	}
}
