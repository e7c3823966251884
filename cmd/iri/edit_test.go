package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/internal/testkit"
)

// An editCase is a file that fix can change.
type editCase struct{ name, head, records, flags string }

// editCases lists a file for each format that can be written. records contains records, each
// preceded by a NUL.
func editCases() []editCase {
	const rdf = "\x00<http://a/s> <http://a/p> <http://a/ o> .\n\x00<http://a/> <http://a/|> \"x\" .\n" +
		"\x00<http://a/s> <http://a/p> <http://a/o> .\n\x00# b c\n\x00\n\x00<http://a/\xff> <a b> .\n\x00<a:s> <a:p> <a: o> ."
	const links = "\x00see <http://a/b c> and <http://a/>\n\x00\n\x00 text \xff\n" +
		"\x00 <http://a/|> <http://a/\\>\n\x00http://a/\n"
	return []editCase{
		{"lines", "", "\x00http://a/b c\n\x00http://a/\n\x00\n\x00[\n\x00http://a/\xff\n\x00<a:b>\n\x00 a: b", ""},
		{"trimmed", "", "\x00 # c\n\x00  http://a/b c \t\n\x00 \n\x00a:b\n\x00 a: b", "--trim --comment # --skip-blank"},
		{"a.csv", "n,url\n", "\x001,http://a/b c\n\x00\n\x00\"a\nb\",\"http://a/\n\n|\"\n\x002,\"http://a/b,|\"\n" +
			"\x00\"\n\n\n\n\n\n\n\n\",a:b\n\x003,\n\x004,5,6\n\x005,http://a/\xff ", "--column url"},
		{"a.tsv", "url\n", "\x00http://a/b c\n\x00\"http://a/\n|\"\n\x00a:b\n\x00[", "--column url"},
		{"a.jsonl", "", "\x00{\"u\":\"http:\\/\\/a\\/b c\"}\n\x00{\"u\":\"a:b\"}\n\x00{\n\x00\n" +
			"\x00{\"u\":[\"a: b\",\"a:|\"]}\n\x00{\"u\":\"a:\\u007c\"}", "--field u"},
		{"a.nt", "", rdf, ""},
		{"a.nq", "", rdf, ""},
		{"v.nt", "VERSION \"1.2\"\n", rdf, ""},
		{"a.rst", "", links, ""},
		{"a.md", "", links + "\x00[a](b c \"t\") ![](|)\n\x00```\n\x00[x]: http://a/b|c\n\x00<a href='b\nc |'>\n", ""},
		{"a.html", "", links + "\x00<a href='b c'>x</a>\n\x00<img src=\"a\n|b\" srcset='a 1x, | 2x'>\n" +
			"\x00<!-- <a href='|'> -->\n", ""},
	}
}

// TestEdits checks --in-place and --dry-run: applying the diff with git must yield the files that
// --in-place writes. These must equal the output of fix, except that fix prints the lines of a file
// without a format with LF and without the lines that flags skip.
func TestEdits(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(71, 71))
	for range testkit.Fewest(8) {
		for _, c := range editCases() {
			records := strings.Split(c.records, "\x00")[1:]
			texts := []string{c.head + strings.Join(records, "")}
			for range 5 {
				text := ""
				for range r.IntN(40) {
					record := records[r.IntN(len(records))]
					text += strings.TrimSuffix(record, "\n") + "\n"
				}
				text = c.head + strings.TrimSuffix(text, "\n"[:r.IntN(2)])
				if r.IntN(2) == 0 {
					text = strings.ReplaceAll(text, "\n", "\r\n")
				}
				texts = append(texts, "\ufeff"[:3*r.IntN(2)]+text)
			}
			checkEdits(t, c, texts)
		}
	}
}

func checkEdits(t *testing.T, c editCase, texts []string) {
	t.Helper()
	os.RemoveAll("d")
	var names []string
	for i, text := range texts {
		name := fmt.Sprintf([]string{`d/of "%d"/é b/%s`, "d/of %d/%s", "d/é%d/%s"}[i%3], i, c.name)
		os.MkdirAll(filepath.Dir(name), 0o777)
		write(t, name, text)
		names = append(names, name)
	}
	args := append(append([]string{"fix"}, strings.Fields(c.flags)...), names...)
	dry := runOn("", append(args, "--dry-run")...)
	write(t, "patch", dry.stdout)
	printed := make([]string, len(names))
	for i, name := range names {
		if read(t, name) != texts[i] {
			t.Fatalf("--dry-run changes %q", texts[i])
		}
		one := runOn("", slices.Concat([]string{"fix", name}, strings.Fields(c.flags))...)
		if printed[i] = strings.TrimPrefix(texts[i], "\ufeff"); one.status != 2 { // otherwise the file is cut
			printed[i] = one.stdout
		}
	}
	if _, err := exec.LookPath("git"); err != nil && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if read(t, "patch") != "" {
		git := exec.Command("git", "-c", "core.autocrlf=false", "apply", "-v", "patch")
		if out, err := git.CombinedOutput(); err != nil || strings.Contains(string(out), "offset") {
			t.Fatalf("%s: %v: %s\n%s", c.name, err, out, read(t, "patch"))
		}
	}
	var patched []string
	for i, name := range names {
		patched = append(patched, read(t, name))
		write(t, name, texts[i])
	}
	in := runOn("", append(args, "--in-place")...)
	changed := 0
	for i, name := range names {
		got := read(t, name)
		if got != texts[i] {
			changed++
		}
		want := printed[i]
		if strings.HasPrefix(texts[i], "\ufeff") {
			want = "\ufeff" + want
		}
		if c.name == "lines" { // fix prints every line with LF
			want = strings.TrimPrefix(want, "\ufeff")
			got = strings.TrimPrefix(strings.ReplaceAll(got, "\r\n", "\n"), "\ufeff")
			if got != "" && !strings.HasSuffix(got, "\n") {
				got += "\n"
			}
		}
		if c.name != "trimmed" && got != want {
			t.Errorf("%s --in-place: %q\n%q\nnot %q", c.name, texts[i], got, want)
		}
		if got := read(t, name); got != patched[i] {
			t.Errorf("%s: git makes\n%q\nand --in-place\n%q of\n%q", c.name, patched[i], got, texts[i])
		}
	}
	rewritten := ""
	if changed > 0 {
		rewritten = number(changed, "file", "rewritten")
	}
	if strings.ReplaceAll(in.stderr, rewritten, "") != dry.stderr || in.status != dry.status || in.stdout != "" {
		t.Errorf("%s: --in-place has\n%d, %s\nand --dry-run\n%d, %s", c.name, in.status, in.stderr, dry.status, dry.stderr)
	}
}

// TestInPlaceKeepsFiles checks that --in-place keeps the modification time of an unchanged file,
// and the mode, link and compression of a changed one, and that it leaves no temporary file.
func TestInPlaceKeepsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const old, mended = "\ufeffa:b c\r\na:b", "\ufeffa:b%20c\r\na:b"
	os.Mkdir("d", 0o777)
	long := strings.Repeat("a:b\n", 1e5) + "a:b c\n" + strings.Repeat("a:"+strings.Repeat("x", 5<<20)+" \n", 2)
	for name, text := range map[string]string{"d/valid.txt": "a:b\r\n", "d/old.txt": old, "d/long.txt": long} {
		write(t, name, text)
	}
	var zip bytes.Buffer
	w := gzip.NewWriter(&zip)
	io.WriteString(w, long)
	w.Close()
	write(t, "d/gzip.txt", zip.String()) // the content determines the compression
	zip.Reset()
	z, _ := zstd.NewWriter(&zip)
	io.WriteString(z, "a:b|\n")
	z.Close()
	write(t, "d/a.zst", zip.String())
	os.Chmod("d/old.txt", 0o640)
	if err := os.Symlink("old.txt", "d/link.txt"); err != nil {
		t.Skip(err)
	}
	then := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	os.Chtimes("d/valid.txt", then, then)
	before := names(t, "d")
	got := runOn("", "fix", "--in-place", "--quiet", "d/link.txt", "d/*")
	if after := names(t, "d"); !slices.Equal(before, after) {
		t.Errorf("%q became %q", before, after)
	}
	mode := func(name string) os.FileInfo {
		info, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	if link, _ := os.Readlink("d/link.txt"); link != "old.txt" || read(t, "d/old.txt") != mended {
		t.Errorf("the link is %q: %q", link, read(t, "d/old.txt"))
	}
	if mode("d/old.txt").Mode() != 0o640 && runtime.GOOS != "windows" || !mode("d/valid.txt").ModTime().Equal(then) {
		t.Errorf("%v, %v", mode("d/old.txt").Mode(), mode("d/valid.txt").ModTime())
	}
	want := strings.ReplaceAll(strings.ReplaceAll(long, "b c", "b%20c"), " \n", "\n")
	if read(t, "d/long.txt") != want {
		t.Error("d/long.txt")
	}
	for name, text := range map[string]string{"d/gzip.txt": want, "d/a.zst": "a:b%7C\n"} {
		got := runOn("", "filter", "--format", "lines", name)
		if got.stdout != text || strings.Contains(read(t, name), "a:b\n") {
			t.Errorf("%s: %.100q, %s", name, got.stdout, got.stderr)
		}
	}
	// The link and its target are read at the same time.
	if !regexp.MustCompile(", 0 not fixed, [45] files rewritten\n$").MatchString(got.stderr) {
		t.Errorf("%d: %s", got.status, got.stderr)
	}
}

// TestDiffOfLongRecords checks records too long to hold, whose parts do not end with a line, and
// lines too long for a diff.
func TestDiffOfLongRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	const size = 20 << 20
	open := "\"" + strings.Repeat("0123456789abc\n", size/14) + "\",x\n"
	write(t, "a.csv", "u\na:b c\n"+open+"a:b c\na:b\na:b\r\na:b\na:b\n")
	long := strings.Repeat("x", maxDiffLine)
	write(t, "lines", "a:b c\na:"+long+"\na:b c\n")
	write(t, "near", "a:b c\na:"+long[:maxDiffLine-3]+"\na:b c\n")
	write(t, "changed", "a:b c\na: "+long[:maxDiffLine-5]+"\n")
	for _, test := range []struct {
		args, hunks, stderr string
		status              int
	}{
		{"--column u a.csv", "@@ -1,5 +1,5 @@|@@ -1497966,7 +1497966,7 @@", "7 rows: 4 valid, 2 fixed, 1 not fixed", 1},
		{"lines", "", "iri: lines: line 2 is longer than 16 MiB, too long for a diff; use --in-place or -o\n", 2},
		{"near", "@@ -1,3 +1,3 @@", "1 valid, 2 fixed, 0 not fixed", 0},
		{"changed", "", "iri: changed: line 2 is longer than 16 MiB", 2},
	} {
		got := runOn("", strings.Fields("fix --dry-run "+test.args)...)
		var hunks []string
		for line := range strings.Lines(got.stdout) {
			if strings.HasPrefix(line, "@@") {
				hunks = append(hunks, strings.TrimSpace(line))
			}
		}
		if strings.Join(hunks, "|") != test.hunks || got.status != test.status || !strings.Contains(got.stderr, test.stderr) {
			t.Errorf("%s: %d, %q, %.500s", test.args, got.status, hunks, got.stderr)
		}
		if test.hunks == "" && got.stdout != "" {
			t.Errorf("%s: %.100q", test.args, got.stdout)
		}
	}
}
