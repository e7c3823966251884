package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/irilex/iri/internal/testkit"
)

// bzip2ed is the text "a:b\nc d\n" compressed by bzip2.
const bzip2ed = "\x42\x5a\x68\x39\x31\x41\x59\x26" +
	"\x53\x59\xd9\xbc\xd1\x90\x00\x00\x02\x59\x00\x00\x10\x40\x00\x00\x10\x3c\x00\x20\x00" +
	"\x31\x0c\x01\x00\x7e\xa8\xe3\x54\xf1\x77\x24\x53\x85\x09\x0d\x9b\xcd\x19\x00"

// archives returns small compressed texts, each with its verdicts.
func archives(t *testing.T) map[string][2]string {
	r := rand.New(rand.NewPCG(64, 64))
	var text, verdicts strings.Builder
	for range 6 {
		line := fmt.Sprintf("urn:%x", r.Uint32()>>8)
		if v := r.IntN(2); v == 0 {
			text.WriteString("<" + line + "\n")
			verdicts.WriteString("0\n")
		} else {
			text.WriteString(line + "\n")
			verdicts.WriteString("1\n")
		}
	}
	return map[string][2]string{
		"gzip": {packed(t, ".gz", text.String()), verdicts.String()},
		"zstd": {packed(t, ".zst", text.String()), verdicts.String()},
		"two members": {packed(t, ".gz", text.String()) + packed(t, ".gz", text.String()), verdicts.String() +
			verdicts.String()},
		"bzip2": {bzip2ed, "1\n0\n"},
	}
}

// TestCutArchives cuts archives at every offset. The output must contain no more records than the
// text before the cut, and the next file must be read. The exit status must be 2, except for a cut
// between two gzip members.
func TestCutArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lines", "a:b\n")
	for name, archive := range archives(t) {
		whole, verdicts := archive[0], archive[1]
		for n := 10; n < len(whole); n++ { // a shorter one may be text
			if n != len(whole)/2 && (!testkit.Sparse(3, n) || !testkit.OneIn(3, n/3)) {
				continue
			}
			write(t, "cut", whole[:n])
			got := runOn("", "check", "--verdicts", "cut", "lines")
			before, ok := strings.CutSuffix(got.stdout, "1\n")
			atEnd := name == "two members" && n == len(whole)/2
			switch {
			case atEnd && got.status == 1 && before == verdicts[:len(verdicts)/2]:
			case !ok || !strings.HasPrefix(verdicts, before) || got.status != 2 || atEnd ||
				!strings.Contains(got.stderr, "iri: cut: ") || !strings.HasSuffix(got.stderr, "1 file not read\n"):
				t.Fatalf("%s, %d bytes: %q, %d, %s", name, n, got.stdout, got.status, got.stderr)
			}
			if got := runOn("", "filter", "cut", "lines", "-o", "out"); !atEnd && got.status != 2 {
				t.Fatalf("%s, %d bytes: %d, %s", name, n, got.status, got.stderr)
			}
			if _, err := os.Stat("out"); err == nil && !atEnd {
				t.Fatalf("%s, %d bytes: there is a result", name, n)
			}
			os.Remove("out")
		}
	}
}

// TestDamagedArchives checks archives with a wrong byte: reading must fail or yield the original
// text.
func TestDamagedArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, archive := range archives(t) {
		whole, verdicts := archive[0], archive[1]
		for at := 4; at < len(whole); at += 1 + at/20 {
			if !testkit.OneIn(3, at) {
				continue
			}
			b := []byte(whole)
			b[at] ^= 0x41
			write(t, "wrong", string(b))
			got := runOn("", "check", "--verdicts", "wrong")
			if got.status == 2 && strings.HasPrefix(got.stderr, "iri: wrong") || got.status == 1 && got.stdout == verdicts {
				continue
			}
			t.Fatalf("%s, byte %d: %q, %d, %s", name, at, got.stdout, got.status, got.stderr)
		}
	}
}

// A shrinking writer truncates a file after a number of written bytes.
type shrinking struct {
	bytes.Buffer
	name  string
	after int
}

func (s *shrinking) Write(p []byte) (int, error) {
	if s.Buffer.Write(p); s.Len() > s.after {
		if err := os.Truncate(s.name, 3); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// TestShrinking checks files that shrink while they are read: each must cause an error, even while
// a long line is being read a second time.
func TestShrinking(t *testing.T) {
	t.Chdir(t.TempDir())
	many := strings.Repeat("a:bcdefghijklm\n", 1<<20)
	long := "a:b\na:" + strings.Repeat("x", 12<<20) + "\na:c\n"
	for _, test := range []struct {
		args, text, want string
		after            int
	}{
		{"check --verdicts lines", many, "the file shrank from 15728640 to 3 bytes while it was being read", 10},
		{"filter lines", many, "the file shrank from 15728640 to 3 bytes while it was being read", 10},
		{"parse --json lines", many, "the file shrank from 15728640 to 3 bytes while it was being read", 10},
		{"filter lines", long,
			"iri: lines: after line 1: the file shrank while it was being read, so the output ends within a record\n", 1 << 20},
	} {
		write(t, "lines", test.text)
		out, stderr := &shrinking{name: "lines", after: test.after}, new(bytes.Buffer)
		status := run(strings.Fields(test.args), strings.NewReader(""), out, stderr)
		if status != 2 || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("%s: %d bytes, %d, %s", test.args, out.Len(), status, stderr)
		}
	}
}

// TestCutParquet checks Parquet files cut at any offset, or without the column: each must cause an
// error, and no missing row may be counted.
func TestCutParquet(t *testing.T) {
	t.Chdir(t.TempDir())
	type row struct {
		U string `parquet:"u"`
	}
	var b bytes.Buffer
	rows := make([]row, 300)
	for i := range rows {
		rows[i].U = fmt.Sprintf("urn:%d", i)
	}
	if err := parquet.Write(&b, rows, parquet.PageBufferSize(500)); err != nil {
		t.Fatal(err)
	}
	write(t, "more.csv", "u,v\na:b,c:d\n")
	write(t, "rows", b.String())
	got := runOn("", "check", "-q", "--column", "v", "rows", "more.csv")
	if got.status != 2 || !strings.Contains(got.stderr, `no column "v"`) || !strings.HasSuffix(got.stderr,
		"1 valid, 0 invalid, 1 file not read\n") {
		t.Errorf("%d, %s", got.status, got.stderr)
	}
	for n := 12; n < b.Len(); n += 1 + n/25 {
		write(t, "rows", b.String()[:n])
		for i, command := range []string{"check --verdicts", "parse --json", "classify -r IRI", "fix"} {
			if !testkit.OneIn(4, n+i) {
				continue
			}
			got := runOn("", append(strings.Fields(command), "--column", "u", "rows", "more.csv")...)
			if got.status != 2 || !strings.HasPrefix(got.stderr, "iri: rows") {
				t.Fatalf("%s, %d bytes: %q, %d, %s", command, n, got.stdout, got.status, got.stderr)
			}
		}
	}
}

// TestNoTemporaryFile checks the message about a temporary file that cannot be written.
func TestNoTemporaryFile(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", "nowhere")
	got := runOn("a:"+strings.Repeat("x", 9<<20)+"\n", "filter")
	if got.status != 2 || got.stdout != "" || !strings.Contains(got.stderr,
		"iri: cannot write a temporary file for a long line in nowhere: no such file or directory\n") {
		t.Errorf("%d, %s", got.status, got.stderr)
	}
}
