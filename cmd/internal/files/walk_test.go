package files

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// plant makes files in a new working directory. A name that ends with "/" makes a directory, a name
// with " -> " a link.
func plant(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		link, to, linked := strings.Cut(name, " -> ")
		err := os.MkdirAll(filepath.Dir(name), 0o777)
		switch {
		case err != nil:
		case linked:
			err = os.Symlink(to, link)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(name, 0o777)
		case strings.HasSuffix(name, ".bin"):
			err = os.WriteFile(name, []byte("a\x00"), 0o666)
		default:
			err = os.WriteFile(name, []byte("x\n"), 0o666)
		}
		if err != nil {
			if linked {
				t.Skip(err)
			}
			t.Fatal(err)
		}
	}
}

// visit returns the names of the files read, the errors, and the calls to Tell.
func visit(names ...string) (read, failed, told []string) {
	in := inputs(nil, names...)
	in.Tell = func(text string) { told = append(told, text) }
	for file, err := range in.Files() {
		if err != nil {
			failed = append(failed, err.Error())
			continue
		}
		read = append(read, filepath.ToSlash(file.Name))
	}
	return read, failed, told
}

// TestDirectories checks that a directory is walked in name order.
func TestDirectories(t *testing.T) {
	plant(t, "d/b", "d/a/z", "d/a/.h/x", "d/a.txt", "d/.g", "d/c.bin", "d/e/", "d/a/y.bin", "e/", "h/.x", "d/é\nf",
		"f/x -> ../d", "f/y -> ../d/a", "f/z -> ../f",
		"g/gone -> nowhere", "g/x", "g/loop -> loop", "i/x.bin")
	for _, test := range []struct{ name, read, failed, told string }{
		{"d", "d/a/z|d/a.txt|d/b|d/é\nf", "", "d: skipped: 2 hidden (first: d/.g), 2 binary (first: d/a/y.bin)"},
		{"d/", "d/a/z|d/a.txt|d/b|d/é\nf", "",
			"d/: skipped: 2 hidden (first: d/.g), 2 binary (first: d/a/y.bin)"},
		{"./d/a", "./d/a/z", "", "./d/a: skipped: 1 hidden (./d/a/.h), 1 binary (./d/a/y.bin)"},
		{"d/a/.h", "d/a/.h/x", "", ""},
		{"d/e/../a/.h/.", "d/e/../a/.h/./x", "", ""},
		{"e", "", "e contains no files to read", ""},
		{"h", "", "h contains no files to read", "h: skipped: 1 hidden (h/.x)"},
		{"i", "", "i contains no files to read", "i: skipped: 1 binary (i/x.bin)"},
		{"f", "f/x/a/z|f/x/a.txt|f/x/b|f/x/é\nf", "",
			"f: skipped: 2 hidden (first: f/x/.g), 2 binary (first: f/x/a/y.bin), 2 already visited (first: f/y)"},
		{"g", "g/x", "stat g/loop: too many levels of symbolic links", "g: skipped: 1 dangling (g/gone)"},
		{"nowhere", "", "open nowhere: no such file or directory", ""},
		{"nowhere/[x", "", "there is no file nowhere/[x, and as a pattern it is invalid: [x", ""},
		{"d/q*", "", "there is no file d/q*, and as a pattern it matches no files", ""},
	} {
		read, failed, told := visit(test.name)
		for i, got := range [][]string{read, failed, told} {
			got := filepath.ToSlash(strings.Join(got, "|"))
			if want := []string{test.read, test.failed, test.told}[i]; got != want && (i != 1 || runtime.GOOS != "windows") {
				t.Errorf("%s: %q, not %q", test.name, got, want)
			}
		}
	}
	if read, _, _ := visit("d/a", "d/a", "d/a/z"); len(read) != 3 {
		t.Errorf("names of the command line are read as often as they stand there: %q", read)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if os.Getuid() == 0 {
		t.Log("the superuser reads every directory, so there is none that cannot be read")
		return
	}
	if err := os.Chmod("d/a", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("d/a", 0o777)
	if read, failed, _ := visit("d"); len(read) != 3 || !slices.Equal(failed, []string{"open d/a: permission denied"}) {
		t.Errorf("%q, %q", read, failed)
	}
}

// matches reports whether the parts of a path match those of a pattern. It is simple and slow.
func matches(parts, path []string) bool {
	switch {
	case len(parts) == 0 || len(path) == 0:
		return len(parts) == 0 && len(path) == 0
	case parts[0] == "**":
		return matches(parts[1:], path) || !hides(path[0], "*") && (len(path) > 1 || len(parts) == 1) && matches(parts,
			path[1:]) ||
			len(parts) == 1 && len(path) == 1 && !hides(path[0], "*")
	}
	ok, err := filepath.Match(strings.ReplaceAll(parts[0], "[!", "[^"), path[0])
	return ok && err == nil && !hides(path[0], parts[0]) && matches(parts[1:], path[1:])
}

// hides reports whether a part of a pattern excludes a name as hidden.
func hides(name, part string) bool { return name[0] == '.' && part[0] != '.' }

// TestPatterns checks that random patterns find the same files in a tree as matches does.
func TestPatterns(t *testing.T) {
	var names []string
	for _, dir := range []string{"", "a/", "b/", "a/a/", "a/b/", "a/b/ab/", ".a/", "b/.b/"} {
		for _, name := range []string{"x", "y.nt", ".z", "xy", "é"} {
			names = append(names, dir+name)
		}
	}
	plant(t, names...)
	rng := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "b", "*", "**", "?", "[ab]", "[!a]", "*b", ".*", "x", "*.nt", "x*", "é", "[a-y]*"}
	found := 0
	for range 3000 {
		var pattern []string
		for range 1 + rng.IntN(4) {
			pattern = append(pattern, parts[rng.IntN(len(parts))])
		}
		text := strings.Join(pattern, "/")
		if !isPattern(text) {
			continue
		}
		var want []string
		deep := slices.Contains(pattern, "**")
		filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
			path = filepath.ToSlash(path)
			if err == nil && path != "." && matches(pattern, strings.Split(path, "/")) && !(deep && d.IsDir()) {
				want = append(want, path)
			}
			return err
		})
		var got []string
		w := walk{in: inputs(nil), fail: func(string, error) bool { return true }}
		w.file = func(name string, inDirectory bool) bool {
			if !inDirectory {
				got = append(got, filepath.ToSlash(name))
			}
			return true
		}
		w.pattern(text)
		slices.Sort(want)
		want = slices.DeleteFunc(want, func(name string) bool {
			info, err := os.Stat(name)
			return err != nil || info.IsDir()
		})
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %q, not %q", text, got, want)
		}
		found += len(got)
	}
	if found < 1000 {
		t.Errorf("only %d matches", found)
	}
}

// A pattern begins at its root, and a matching directory is walked.
func TestPatternsBegin(t *testing.T) {
	plant(t, "a/b/x", "a/c/x", "a/.d/x")
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.ToSlash(dir)
	for pattern, want := range map[string]string{
		"a/*": "a/b/x|a/c/x", "./a/?/x": "./a/b/x|./a/c/x", "a/../a/[b]/x": "a/../a/b/x", dir + "/a/*/x": dir + "/a/b/x|" +
			dir + "/a/c/x",
		"a/*/": "a/b/x|a/c/x", "a//b/*": "a/b/x", "**": "a/b/x|a/c/x", "a/**": "a/b/x|a/c/x", "a/.*": "a/.d/x",
	} {
		if read, failed, _ := visit(pattern); strings.Join(read, "|") != want || failed != nil {
			t.Errorf("%s: %q, %q, not %q", pattern, read, failed, want)
		}
	}
}

// TestSizeOfManyFiles checks that Size stops early and reports no size if there are very many
// files.
func TestSizeOfManyFiles(t *testing.T) {
	plant(t, "d/")
	for i := range maxSized + 1 {
		testkit.WriteFile(t, fmt.Sprint("d/", i), "x\n")
		if i+2 < maxSized {
			continue
		}
		if n, ok := inputs(nil, "d").Size(); ok != (i < maxSized) || ok && n != int64(2*i+2) {
			t.Errorf("%d, %v for %d files", n, ok, i+1)
		}
	}
}

// TestWalkIsInterrupted checks that canceling the context ends a walk.
func TestWalkIsInterrupted(t *testing.T) {
	plant(t, "d/a", "d/b/c", "d/e")
	in := inputs(nil, "d", "d/*")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in.Context = ctx
	var read []string
	for file, err := range in.Files() {
		if err != nil {
			if err.Error() != "context canceled" {
				t.Error(err)
			}
			break
		}
		read = append(read, file.Name)
		cancel()
	}
	if len(read) != 1 {
		t.Errorf("%q", read)
	}
}
