//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/internal/testkit"
)

// maxMemory is the maximum resident memory of a command in bytes.
const maxMemory = 100 << 20

// lineSize is the size of a long line in bytes, which exceeds maxMemory: 4 GiB in .ci/full.
func lineSize() int {
	if n, err := strconv.Atoi(os.Getenv("IRI_LINE_MIB")); err == nil {
		return n << 20
	}
	if testkit.OneIn(2, 1) {
		return 300 << 20
	}
	return 110 << 20
}

// resident runs a command line as a program with the given number of processors, and returns its
// peak resident memory in bytes and the end of its messages. It requires the program time, because
// Linux counts the parent's memory at the start of a child as the child's.
func resident(t *testing.T, cores int, stdin io.Reader, args ...string) (memory int64, stderr string) {
	t.Helper()
	var text bytes.Buffer
	cmd := exec.Command("time", append([]string{"-q", "-f", "%M", "-o", "memory", "./iri"}, args...)...)
	cmd.Stdin, cmd.Stderr, cmd.Env = stdin, &text, append(os.Environ(), fmt.Sprint("GOMAXPROCS=", cores))
	cmd.Run() // its error is in the messages
	kib, err := strconv.ParseInt(strings.TrimSpace(read(t, "memory")), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10, text.String()[max(0, text.Len()-300):]
}

// TestMemory checks that a command takes less than 100 MiB of memory for long lines, records over
// the limit, large zstd windows, and several of these at a time, even with many processors.
func TestMemory(t *testing.T) {
	testkit.SkipSlow(t)
	if testing.Short() {
		t.Skip("it takes long")
	}
	t.Chdir(t.TempDir())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("time"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err, "(apt-get install time)")
	}
	if err := os.Symlink(self, "iri"); err != nil {
		t.Skip(err)
	}
	size := lineSize()
	sparse := func(name, begin string) {
		write(t, name, begin)
		if err := os.Truncate(name, int64(size)); err != nil {
			t.Fatal(err)
		}
	}
	sparse("long", "a:b\n<\na:"+strings.Repeat("x", 64<<10)) // NULs count as text after the first 64 KiB
	// The record exceeds its limit of 16 MiB, and the text exceeds the largest window of 64 MiB.
	record, window := 20<<20, 66<<20
	if testkit.OneIn(2, 1) {
		record, window = 40<<20, 92<<20
	}
	write(t, "open.csv", "u,v\n\""+strings.Repeat("a\n", record/2))
	write(t, "long.jsonl", `{"u":"`+strings.Repeat("x", record))
	write(t, "long.nt", "<a:"+strings.Repeat("x", record))
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(64<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(w, &repeated{unit: "http://example.org/abcdefghijklmnopqrstuvwxyz\n", left: window / 46 * 46})
	w.Close()
	for i := range 4 {
		write(t, fmt.Sprintf("window%d.zst", i), b.String())
	}
	// Even outside CI, 50 bytes per line or 100 bytes per statement would exceed maxMemory.
	lines := testkit.Few(16 << 20)
	statements := max(1<<20, lines/4)
	write(t, "empty", strings.Repeat("\n", lines)) // each line is invalid
	write(t, "empty.nt", strings.Repeat("x\n", statements))
	valid := func() io.Reader {
		return io.MultiReader(strings.NewReader("a:b\n"), &repeated{unit: "a:", left: size / 2 * 2},
			strings.NewReader("\n[\n"))
	}
	for i, test := range []struct {
		args, want string
		stdin      io.Reader
	}{
		{"check -q long", "1 valid, 2 invalid\n", nil},
		{"check --json long", "1 valid, 2 invalid\n", nil},
		{"check --verdicts long", "1 valid, 2 invalid\n", nil},
		{"filter long -o out --invalid /dev/null", "1 valid, 2 invalid\n", nil},
		{"filter long -o /dev/null --invalid out", "1 valid, 2 invalid\n", nil},
		{"check -q -", "2 valid, 1 invalid\n", valid()},
		{"filter -", "2 valid, 1 invalid\n", valid()},
		{"filter - -o out", "2 valid, 1 invalid\n", valid()},
		{"check --column u open.csv open.csv open.csv open.csv open.csv", "5 files not read\n", nil},
		{"filter --column u open.csv open.csv open.csv open.csv open.csv", "5 files not read\n", nil},
		{"check --field u long.jsonl long.jsonl long.jsonl long.jsonl long.jsonl", "5 records: 0 valid, 5 invalid\n", nil},
		{"check long.nt long.nt long.nt long.nt long.nt", "5 statements: 0 valid, 5 invalid\n", nil},
		{"filter empty -o /dev/null", fmt.Sprintf("0 valid, %d invalid\n", lines), nil},
		{"check --format ntriples -q empty.nt", fmt.Sprintf("0 valid, %d invalid\n", statements), nil},
		{"check window0.zst window1.zst window2.zst window3.zst", " 0 invalid\n", nil},
		{"filter window0.zst window1.zst window2.zst window3.zst", " 0 invalid\n", nil},
	} {
		for k, cores := range []int{2, 16} {
			if test.stdin != nil && cores > 2 || test.stdin == nil && (!testkit.Sparse(2, i+k) || !testkit.OneIn(4, i/2)) {
				continue
			}
			memory, stderr := resident(t, cores, test.stdin, strings.Fields(test.args)...)
			t.Logf("%s, %d cores: %d MiB", test.args, cores, memory>>20)
			if memory > maxMemory || !strings.HasSuffix(stderr, test.want) {
				t.Errorf("%s, %d cores: %d MiB, %s", test.args, cores, memory>>20, stderr)
			}
		}
	}
}
