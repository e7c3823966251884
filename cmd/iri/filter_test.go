package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// ran is what a command line has done.
type ran struct {
	stdout, stderr string
	status         int
}

// runOn runs a command line.
func runOn(stdin string, args ...string) ran {
	var out, stderr bytes.Buffer
	status := run(args, strings.NewReader(stdin), &out, &stderr)
	return ran{out.String(), stderr.String(), status}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The output of filter has each record once, byte for byte, whatever the sizes of buffers cut apart.
func TestFilterKeepsRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(60, 60))
	var text, valid, invalid strings.Builder
	for text.Len() < 4<<20 {
		line, to := "a:"+strings.Repeat("x", r.IntN(2000))+"\n", &valid
		if r.IntN(50) == 0 {
			line, to = "<"+line, &invalid
		}
		text.WriteString(line)
		to.WriteString(line)
	}
	write(t, "lines", text.String())
	got := runOn("", "filter", "lines", "--invalid", "wrong")
	if got.stdout != valid.String() || read(t, "wrong") != invalid.String() || got.status != 1 {
		t.Errorf("%d and %d bytes, not %d and %d: %d, %s",
			len(got.stdout), len(read(t, "wrong")), valid.Len(), invalid.Len(), got.status, got.stderr)
	}
}

// The last record of a file that lacks its end gets one before a record of the next file, and no other does.
func TestFilterSeparatesFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a", "a:b")
	write(t, "b", "<\na:c")
	write(t, "cr", "u\nhttp://a/\r")
	write(t, "nul", "a:b\x00a:c")
	write(t, "nul-lf", "a:b\n\x00a:c")
	write(t, "s.nt", "<a:s> <a:p> <a:o> .")
	write(t, "empty", "")
	for _, test := range []struct{ args, want string }{
		{"filter a a b", "a:b\na:b\na:c"},
		{"filter a empty a", "a:b\na:b"},
		{"filter a b --invalid -", "a:b\n<\na:c"},
		{"filter -0 nul nul", "a:b\x00a:c\x00a:b\x00a:c"},
		{"filter -0 nul-lf nul", "a:c\x00a:b\x00a:c"},
		{"filter --format csv --column u cr cr", "u\nhttp://a/\r\nhttp://a/\r"},
		{"filter s.nt s.nt", "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> ."},
		{"fix s.nt s.nt", "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> ."},
		{"fix -0 nul nul", "a:b\x00a:c\x00a:b\x00a:c\x00"},
	} {
		if got := runOn("", strings.Fields(test.args)...); got.stdout != test.want {
			t.Errorf("%s: %q, not %q: %s", test.args, got.stdout, test.want, got.stderr)
		}
	}
}
