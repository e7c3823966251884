package main

import (
	"bytes"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

// ran is the outcome of running a command line.
type ran struct {
	stdout, stderr string
	status         int
}

// runOn runs a command line.
func runOn(stdin string, args ...string) ran {
	defer scripttest.Forget()
	var out, stderr bytes.Buffer
	status := run(args, strings.NewReader(stdin), &out, &stderr)
	return ran{out.String(), stderr.String(), status}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	testkit.WriteFile(t, name, text)
}

func read(t *testing.T, name string) string {
	t.Helper()
	return testkit.ReadFile(t, name)
}

// TestFilterKeepsRecords checks that the output of filter contains each record once, byte for byte,
// wherever buffers split the text.
func TestFilterKeepsRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(60, 60))
	var text, valid, invalid strings.Builder
	for text.Len() < testkit.Few(20)<<20 {
		line, to := "a:"+strings.Repeat("x", r.IntN(2000))+"\n", &valid
		if r.IntN(50) == 0 {
			line, to = "<"+line, &invalid
		}
		text.WriteString(line)
		to.WriteString(line)
	}
	write(t, "lines", text.String())
	for _, cores := range []int{1, 2, 16, 64} {
		got := onCores(cores, false, "filter", "lines", "--invalid", "wrong")
		if got.stdout != valid.String() || read(t, "wrong") != invalid.String() || got.status != 1 {
			t.Errorf("%d cores: %d and %d bytes, not %d and %d: %d, %s",
				cores, len(got.stdout), len(read(t, "wrong")), valid.Len(), invalid.Len(), got.status, got.stderr)
		}
	}
}

// TestFilterSeparatesFiles checks that a missing end is added to the last record of a file before a
// record of the next file, and only then.
func TestFilterSeparatesFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a", "a:b")
	write(t, "b", "<\na:c")
	write(t, "cr", "u\nhttp://a/\r")
	write(t, "nul", "a:b\x00a:c")
	write(t, "nul-lf", "a:b\n\x00a:c")
	write(t, "blank", "\n\r\nu\na:d")
	write(t, "s.nt", "<a:s> <a:p> <a:o> .")
	write(t, "empty", "")
	for _, test := range []struct{ args, want string }{
		{"filter a a b", "a:b\na:b\na:c"},
		{"filter a empty a", "a:b\na:b"},
		{"filter a b --invalid -", "a:b\n<\na:c"},
		{"filter -0 nul nul", "a:b\x00a:c\x00a:b\x00a:c"},
		{"filter -0 nul-lf nul", "a:c\x00a:b\x00a:c"},
		{"filter --format csv --column u cr cr", "u\nhttp://a/\r\nhttp://a/\r"},
		{"filter --format csv --column u blank cr blank", "\n\r\nu\na:d\nhttp://a/\r\na:d"},
		{"filter s.nt s.nt", "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> ."},
		{"fix s.nt s.nt", "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> ."},
		{"fix -0 nul nul", "a:b\x00a:c\x00a:b\x00a:c\x00"},
	} {
		if got := runOn("", strings.Fields(test.args)...); got.stdout != test.want {
			t.Errorf("%s: %q, not %q: %s", test.args, got.stdout, test.want, got.stderr)
		}
	}
}

// TestFilterLongLines checks that a line too long for memory gets the right verdict, is written
// unchanged, and is counted in the report, whether it comes from a file, a pipe or an archive.
func TestFilterLongLines(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	long := strings.Repeat("x", 9<<20)
	valid := "a:b\na:" + long + "\r\na:" + long + "\n"
	invalid := "a:<" + long + "\n[\na:" + long + "<\r\n"
	text := "a:<" + long + "\na:b\na:" + long + "\r\n[\na:" + long + "<\r\na:" + long + "\n"
	write(t, "lines", text)
	write(t, "lines.gz", packed(t, ".gz", text))
	for _, test := range []struct{ args, stdin string }{
		{"filter lines --invalid wrong --report report", ""}, {"filter lines.gz --invalid wrong --report report", ""},
		{"filter --invalid wrong --report report", text}, {"filter lines -o valid --invalid wrong --report report", ""},
	} {
		got := runOn(test.stdin, strings.Fields(test.args)...)
		if strings.Contains(test.args, "-o") {
			got.stdout = read(t, "valid")
		}
		if got.stdout != valid || read(t, "wrong") != invalid || got.status != 1 || got.stderr != "3 valid, 3 invalid\n" {
			t.Errorf("%s: %d and %d bytes, %d, %s", test.args, len(got.stdout), len(read(t, "wrong")), got.status, got.stderr)
		}
		if report := read(t, "report"); !strings.Contains(report, `"records":6,"valid":3,"invalid":3,`) {
			t.Errorf("%s: %.600s", test.args, report)
		}
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}

	// With --trim and --comment lines are held in memory.
	edited := "  " + valid + "#" + long + "\na:" + long + "  "
	for _, args := range []string{"filter --trim --comment # --invalid wrong", "check --trim --comment # --quiet"} {
		got := runOn(edited+"\n[", strings.Fields(args)...)
		if got.stderr != "4 valid, 1 invalid, 1 comment skipped\n" &&
			got.stderr != "4 valid, 1 invalid, 1 blank line skipped\n" {
			t.Errorf("%s: %s", args, got.stderr)
		}
		if args[0] == 'f' && (got.stdout != edited+"\n" || read(t, "wrong") != "[") {
			t.Errorf("%s: %d bytes", args, len(got.stdout))
		}
	}
}

// TestFilterCutLongLine checks a truncated long line: it must not be counted, and the next files
// must be read.
func TestFilterCutLongLine(t *testing.T) {
	t.Chdir(t.TempDir())
	cut := packed(t, ".gz", "a:b\na:"+strings.Repeat("x", testkit.Few(90)<<20)+"\n")
	write(t, "cut.gz", cut[:len(cut)/2])
	write(t, "lines", "a:c\n")
	got := runOn("", "filter", "cut.gz", "lines", "--report", "report")
	const want = "iri: cut.gz: after line 1: the file is truncated: the end of its gzip data is missing at offset "
	if got.stdout != "a:b\na:c\n" || got.status != 2 || !strings.HasPrefix(got.stderr, want) ||
		!strings.HasSuffix(got.stderr, "\n2 valid, 0 invalid, 1 file not read\n") {
		t.Errorf("%.100q, %d, %s", got.stdout, got.status, got.stderr)
	}
}

// TestFilterIntoOneFile checks that two outputs to the same file under different names are
// rejected.
func TestFilterIntoOneFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lines", "a:b\n[\n")
	write(t, "old", "old")
	if err := os.Symlink("old", "link"); err != nil {
		t.Skip(err)
	}
	os.MkdirAll("far/deep", 0o777)
	os.Mkdir("d", 0o777)
	os.Symlink("d", "dl")
	os.Symlink("dl", "dll")
	os.Symlink("far/deep", "e")
	os.Symlink("../old", "d/link")
	write(t, "d/there", "old")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Join(names(t, "."), " ")
	for _, args := range []string{
		"filter lines -o old --invalid old", "filter lines -o link --invalid ./old",
		"filter lines --invalid new --report new", "filter lines -o old --report link",
		"filter lines -o d/x --invalid dl/x", "filter lines -o d/x --report dl/x", "filter lines --invalid dl/x --report d/x",
		"filter lines -o dl/x --invalid dll/x", "filter lines -o d/there --invalid dll/there",
		"filter lines -o d/new/x --invalid dl/new/x", "filter lines -o d/../d/x --invalid dl/x",
		"filter lines -o e/../x --report far/x", "filter lines -o dl/../old --invalid old",
		"filter lines -o " + here + "/dl/x --invalid d/x", "filter lines -o dl/link --invalid old",
		"filter d/there -o lines --invalid ./dl/../lines",
	} {
		if got := runOn("", strings.Fields(args)...); got.status != 2 || !strings.Contains(got.stderr,
			"name the same file") || read(t, "old") != "old" || strings.Join(names(t, "."), " ") != before {
			t.Errorf("%s: %d, %s", args, got.status, got.stderr)
		}
	}
	// A link's parent is that of its target, and hard links become separate files when they are
	// replaced.
	if err := os.Link("old", "hard"); err != nil {
		t.Skip(err)
	}
	for _, files := range [][]string{{"x", "e/../x", "far/x"}, {"d/x", "dl/y", "d/y"}, {"old", "hard", "hard"}} {
		got := runOn("", "filter", "lines", "-o", files[0], "--invalid", files[1])
		if got.status != 1 || read(t, files[0]) != "a:b\n" || read(t, files[2]) != "[\n" {
			t.Errorf("%q: %d, %s", files, got.status, got.stderr)
		}
	}
	for _, args := range []string{"filter d/x -o dl/x", "filter dl -o d/x", "check -q d/x --report dl/x"} {
		if got := runOn("", strings.Fields(args)...); got.status != 2 || read(t, "d/x") != "a:b\n" {
			t.Errorf("%s: %d, %s", args, got.status, got.stderr)
		}
	}
	// Both kinds of records in one output are complete and in input order.
	many := "a:b\n[\n" + strings.Repeat("http://example.org/\n", 3500) + "[\nhttp://example.org/"
	long := "a:b\n<" + strings.Repeat("x", 9<<20) + "\na:c\n"
	for _, text := range []string{"a:b\n[\n", "a:b\n[", "[\na:b\n", many, long} {
		write(t, "lines", text)
		for _, names := range [][]string{{"lines"}, {"lines", "lines"}} {
			want := strings.Repeat(strings.TrimSuffix(text, "\n")+"\n", len(names))
			if len(names) == 1 {
				want = text
			} else if !strings.HasSuffix(text, "\n") {
				want = strings.TrimSuffix(want, "\n")
			}
			got := runOn("", append([]string{"filter", "-o", "-", "--invalid", "-"}, names...)...)
			if got.status != 1 || got.stdout != want {
				t.Errorf("%.20q, %d times: %d, %.50q, %d bytes of %d", text, len(names), got.status, got.stdout, len(got.stdout),
					len(want))
			}
		}
	}
}

// names returns the files in a directory and in the directories below it.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		list = append(list, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestOutputIsNotStdout checks that a file to be replaced must not also be stdout or stderr,
// because the text written there would be lost.
func TestOutputIsNotStdout(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lines", "a:b\n[\n")
	os.Mkdir("d", 0o777)
	if err := os.Symlink("d", "dl"); err != nil {
		t.Skip(err)
	}
	for _, args := range []string{
		"filter lines -o d/x --invalid -", "filter lines -o dl/x", "filter lines --invalid dl/x",
		"filter lines --report d/x", "check lines --report dl/x", "check -q lines --report d/../d/x",
	} {
		for _, stderr := range []bool{false, true} {
			f, err := os.Create("d/x")
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			out, says := io.Writer(f), io.Writer(&text)
			if stderr {
				out, says = says, out
			}
			status := run(strings.Fields(args), strings.NewReader(""), out, says)
			f.Close()
			if text := text.String() + read(t, "d/x"); status != 2 ||
				!strings.Contains(text, "is also stdout or stderr; name another file\n") {
				t.Errorf("%s, stderr %t: %d, %s", args, stderr, status, text)
			}
		}
	}
}

// TestOutputIsNoInput checks that a file that is also stdout or stderr is not read, because it
// would grow while it is being read.
func TestOutputIsNoInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"check .", "check lines log", "filter log lines", "fix .", "parse log", "find ."} {
		for _, stderr := range []bool{false, true} {
			write(t, "lines", "a:b\n")
			write(t, "log", "a:c\n")
			f, err := os.OpenFile("log", os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			out, says := io.Writer(f), io.Writer(&text)
			if stderr {
				out, says = says, out
			}
			status := run(strings.Fields(args), strings.NewReader(""), out, says)
			f.Close()
			if text := text.String() + read(t, "log"); status != 2 || !strings.Contains(text, "log is also an output") {
				t.Errorf("%s, stderr %t: %d, %s", args, stderr, status, text)
			}
		}
	}
}

// TestFilterIntoDirectory checks that the message about skipped files does not name a temporary
// file.
func TestFilterIntoDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("d", 0o777)
	write(t, "d/a", "a:b\n[\n")
	write(t, "d/.tmp", "a:b\n")
	got := runOn("", "filter", "d", "-o", "d/valid", "--invalid", "d/invalid")
	if want := "iri: d: skipped: 1 hidden (d/.tmp)\n1 valid, 1 invalid\n"; got.stderr != want {
		t.Errorf("%s", got.stderr)
	}
}

// TestReportIsNoInput checks that --report and -o leave a file unchanged if it is found in a
// directory, matches a pattern, is the standard input, or contains the grammar.
func TestReportIsNoInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const grammar, wide = "g = \"a:\" *ALPHA\n", "\xFF\xFEa\x00"
	for _, test := range []struct{ args, file, text string }{
		{"check -q d --report d/b.txt", "d/b.txt", "a:b\n["},
		{"check -q d --report d/b.txt", "d/b.txt", wide},
		{"check -q d/* --report d/b.txt", "d/b.txt", "a:b\n"},
		{"check -q - --report d/b.txt", "d/b.txt", "a:b\n"},
		{"check --format lines d --report d/r.json", "d/r.json", "{}\n"},
		{"filter d --report d/b.txt", "d/b.txt", "a:b\n"},
		{"filter d -o d/b.txt --report r", "d/b.txt", "a:b\n"},
		{"check -g ./g.abnf -r g d --report g.abnf", "g.abnf", grammar}, // a report has a different extension
		{"filter -g g.abnf -r g d -o g.abnf", "g.abnf", grammar},
		{"filter -g g.abnf -r g d --invalid ./g.abnf", "g.abnf", grammar},
		{"check -g h.abnf --import g.abnf -r h d --report g.abnf", "g.abnf", grammar},
	} {
		os.RemoveAll("d")
		os.Mkdir("d", 0o777)
		write(t, "d/a.txt", "a:a\n")
		write(t, "g.abnf", grammar)
		write(t, "h.abnf", "h = g\n")
		write(t, test.file, test.text)
		stdin, err := os.Open(test.file)
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		status := run(strings.Fields(test.args), stdin, io.Discard, &stderr)
		stdin.Close()
		scripttest.Forget()
		refused := regexp.MustCompile("would replace (an input file|the grammar)|is also an output|ends in .html or .json")
		if got := read(t, test.file); status != 2 || got != test.text || !refused.MatchString(stderr.String()) {
			t.Errorf("%s: %d, %q, %s", test.args, status, got, &stderr)
		}
	}
}
