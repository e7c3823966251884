package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// output returns an Output that writes text.
func output(name, text string) Output {
	return Output{name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}}
}

// within changes to a new directory that contains the file "old".
func within(t *testing.T, dir string) {
	t.Helper()
	t.Chdir(dir)
	if err := os.WriteFile("old", []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
}

// has fails the test unless the file contains the text want.
func has(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s has %q, not %q: %v", name, got, want, err)
	}
}

func writeAll(files ...Output) error { return Write(context.Background(), io.Discard, files...) }

func symlink(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip(err)
	}
}

func TestWriteReplacesWhole(t *testing.T) {
	within(t, t.TempDir())
	long := strings.Repeat("あ", 85) // 255 bytes
	deep := filepath.Join("a", "b", "c")
	if err := writeAll(output("old", "new"), output("fresh", "1"), output(deep, "2"), output(long, "3")); err != nil {
		t.Fatal(err)
	}
	has(t, "old", "new")
	has(t, "fresh", "1")
	has(t, deep, "2")
	has(t, long, "3")
	info, err := os.Stat("old")
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v: %v", info.Mode(), err)
	}
	if got := testkit.Names(t, "."); got != "a fresh old "+long {
		t.Error(got)
	}
}

func TestWriteToTheStandardOutput(t *testing.T) {
	within(t, t.TempDir())
	var out bytes.Buffer
	if err := Write(t.Context(), &out, output("-", "a"), output("-", "b")); err != nil || out.String() != "ab" {
		t.Errorf("%q, %v", &out, err)
	}
	if got := testkit.Names(t, "."); got != "old" {
		t.Error(got)
	}
	if !IsStdout("-") || !WritesThrough("-") || IsStdout("./-") || IsStdout("old") {
		t.Error(`only "-" is standard output`)
	}
}

// TestWriteFollowsLinks checks that links remain and their targets are replaced, even through
// several links, in other directories, and if the last target is missing.
func TestWriteFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	within(t, dir)
	if err := errors.Join(os.MkdirAll("deep/deeper", 0o777), os.WriteFile("deep/there", nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{
		"one": "old", "two": "one", "whole": filepath.Join(dir, "old"), "dangling": "deep/missing",
		"deep/up": "../old", "into": "deep/deeper", "deep/deeper/out": "../there", "loop": "loop",
	}
	for name, to := range links {
		symlink(t, filepath.FromSlash(to), filepath.FromSlash(name))
	}
	for _, test := range []struct{ name, file string }{
		{"one", "old"}, {"two", "old"}, {"whole", "old"}, {"deep/up", "old"}, {"dangling", "deep/missing"},
		{"into/out", "deep/there"},
		{"into/../there", "deep/there"},
	} {
		name := filepath.FromSlash(test.name)
		if err := writeAll(output(name, test.name)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		has(t, filepath.FromSlash(test.file), test.name)
	}
	for name, to := range links {
		if got, err := os.Readlink(filepath.FromSlash(name)); err != nil || got != filepath.FromSlash(to) {
			t.Errorf("%s leads to %s: %v", name, got, err)
		}
	}
	if err := writeAll(output("loop", "")); err == nil ||
		err.Error() != "cannot write loop: too many levels of symbolic links" {
		t.Error(err)
	}
	if got := testkit.Names(t, "."); got != "dangling deep into loop old one two whole" {
		t.Error(got)
	}
}

// TestWriteRefuses checks that rejected files and those before them remain unchanged, and that
// errors are reported once.
func TestWriteRefuses(t *testing.T) {
	within(t, t.TempDir())
	if err := errors.Join(os.Mkdir("dir", 0o777), os.WriteFile("locked", []byte("kept"), 0o444)); err != nil {
		t.Fatal(err)
	}
	broken := Output{"fresh", func(w io.Writer) error {
		w.Write(make([]byte, 1<<20))
		return errors.New("broken")
	}}
	for want, files := range map[string][]Output{
		"cannot write dir: it is a directory": {output("old", "new"), output("dir", "")},
		"cannot write locked: it is read-only": {output("old", "new"), output("fresh", ""),
			output("locked", "new")},
		"cannot write fresh: broken": {output("old", "new"), broken},
		"cannot write ./fresh: it is the same file as fresh, which is also an output": {
			output("fresh", ""), output("./fresh", ""),
		},
		"cannot write none/: it is a directory": {output("fresh", ""), output("none/", "")},
		"cannot write old/x: ":                  {output("fresh", ""), output("old/x", "")},
	} {
		if err := writeAll(files...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, not %s", err, want)
		}
		has(t, "old", "old")
		has(t, "locked", "kept")
		if got := testkit.Names(t, "."); got != "dir locked old" {
			t.Error(got)
		}
	}
}

// TestSame checks that two names refer to the same file if their directories are, or will be, the
// same, even through links and "..".
func TestSame(t *testing.T) {
	within(t, t.TempDir())
	if err := os.MkdirAll("d/e", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("d", "dl"), os.Symlink("d/e", "el"), os.Symlink("none/x", "broken"),
		os.Symlink(filepath.Join("..", "old"), "d/link")); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"x", "x", true}, {"x", "./x", true}, {"x", "X", false}, {"x", "d/x", false}, {"x", "-", false}, {"-", "-", false},
		{"d/x", "dl/x", true}, {"d/x", "d//x", true}, {"d/x", "el/../x", true}, {"x", "el/../x", false},
		{"x", "dl/../x", true}, {"d/e/x", "el/x", true}, {"d/e/x", "dl/e/../e/x", true},
		{"none/x", "broken", true}, {"none/x", "./none/x", true}, {"d/n/o/x", "dl/n/o/x", true}, {"d/n/x", "d/o/x", false},
		{"d/n/x", "dl/n//x", true}, {"old", "dl/link", true}, {"d/link", "el/../../old", true}, {"d", "dl", false},
	} {
		if got := Same(test.a, test.b); got != test.same || Same(test.b, test.a) != got {
			t.Errorf("%s, %s: %t", test.a, test.b, got)
		}
		if !test.same || test.a == test.b {
			continue
		}
		err := writeAll(output(test.a, "1"), output(test.b, "2"))
		want := "cannot write " + test.b + ": it is the same file as " + test.a + ", which is also an output"
		if err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

// Directories created for unwritten files are removed unless they contain other files.
func TestWriteRemovesDirectories(t *testing.T) {
	within(t, t.TempDir())
	if err := os.Mkdir("there", 0o777); err != nil {
		t.Fatal(err)
	}
	broken := Output{"there/new/x", func(io.Writer) error { return errors.New("broken") }}
	for _, files := range [][]Output{
		{output("new/deep/a", "1"), broken}, {output("there/a", "1"), output("old/x", "1")},
		{output("new/a", "1"), output("new/deep/a/", "1")},
	} {
		if err := writeAll(files...); err == nil || testkit.Names(t, ".") != "old there" {
			t.Errorf("%v: %s", err, testkit.Names(t, "."))
		}
	}
	beside := Output{"new/deep/a", func(io.Writer) error {
		return errors.Join(os.WriteFile("new/other", nil, 0o666), errors.New("broken"))
	}}
	if err := writeAll(beside); err == nil || testkit.Names(t, ".") != "new old there" {
		t.Errorf("%v: %s", err, testkit.Names(t, "."))
	}
	if err := os.Chdir("new"); err != nil || testkit.Names(t, ".") != "other" {
		t.Errorf("%v: %s", err, testkit.Names(t, "."))
	}
}

// A failed rename leaves no temporary file.
func TestRenameFails(t *testing.T) {
	within(t, t.TempDir())
	first := output("fresh", "1")
	second := Output{"gone", func(io.Writer) error { return os.MkdirAll("gone/x", 0o777) }}
	third := output("old", "new")
	err := writeAll(first, second, third)
	if err == nil || !strings.HasPrefix(err.Error(), "cannot write gone: ") || strings.Contains(err.Error(), "tmp") {
		t.Error(err)
	}
	has(t, "fresh", "1")
	has(t, "old", "old")
	if got := testkit.Names(t, "."); got != "fresh gone old" {
		t.Error(got)
	}
}

// TestWriteIsInterrupted checks that canceling the context stops writing: before it begins, within
// a text, and before the renames.
func TestWriteIsInterrupted(t *testing.T) {
	for _, written := range []int{0, 1, 1 << 20} {
		within(t, t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		err := Write(ctx, io.Discard, output("fresh", "1"), Output{"old", func(w io.Writer) error {
			w.Write(make([]byte, written))
			cancel()
			_, err := w.Write(make([]byte, written))
			return err
		}})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		has(t, "old", "old")
		if got := testkit.Names(t, "."); got != "old" {
			t.Error(got)
		}
	}
}

// TestWriteWholeLines checks that an interruption leaves complete lines, whatever the length of the
// pieces of the text. Without an interruption the text is complete, even if it has no final line
// ending.
func TestWriteWholeLines(t *testing.T) {
	line := strings.Repeat("0123456789", 777)
	whole := strings.Repeat(line+"\n", 30) + line
	for _, piece := range []int{1, 100, 100_000, len(whole)} {
		for _, stop := range []int{-1, 0, 1 << 16, 150_000, 200_000} {
			ctx, cancel := context.WithCancel(t.Context())
			var out bytes.Buffer
			err := Write(ctx, &out, Output{"-", func(w io.Writer) error {
				for at := 0; at < len(whole); at += piece {
					if stop >= at && stop < at+piece {
						cancel()
					}
					if _, err := io.WriteString(w, whole[at:min(at+piece, len(whole))]); err != nil {
						return err
					}
				}
				return nil
			}})
			got := out.String()
			ends := got == "" || strings.HasSuffix(got, "\n")
			switch {
			case stop < 0:
				if err != nil || got != whole {
					t.Errorf("in pieces of %d: %d bytes of %d: %v", piece, len(got), len(whole), err)
				}
			case !errors.Is(err, context.Canceled) || !strings.HasPrefix(whole, got) || !ends:
				t.Errorf("in pieces of %d, to %d: %d bytes, %q: %v", piece, stop, len(got), got[max(0, len(got)-20):], err)
			}
			cancel()
		}
	}
}

func TestOldText(t *testing.T) {
	within(t, t.TempDir())
	symlink(t, "old", "link")
	for name, want := range map[string]bool{"old": true, "link": true, "fresh": false, "-": false} {
		got, there, err := OldText(name)
		if there != want || (string(got) == "old") != want || err != nil || WritesThrough(name) != (name == "-") {
			t.Errorf("%s: %q, %v, %v", name, got, there, err)
		}
	}
	if _, _, err := OldText("."); err == nil || err.Error() != "cannot read .: it is a directory" {
		t.Error(err)
	}
}

// TestCheckOutput checks that CheckOutput returns the errors that Write would return, and leaves
// the directory unchanged.
func TestCheckOutput(t *testing.T) {
	within(t, t.TempDir())
	if err := os.Mkdir("dir", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("locked", nil, 0o444); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"old": "", "new": "", "some/dir/new": "", "-": "", "dir": "cannot write dir: it is a directory",
		"locked": "cannot write locked: it is read-only", "old/new": "cannot write old/new: ",
	} {
		err := CheckOutput(name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, not %q", name, err, want)
		}
		if got := testkit.Names(t, "."); got != "dir locked old" {
			t.Fatalf("%s: the directory has %s", name, got)
		}
	}
	has(t, "old", "old")
}
