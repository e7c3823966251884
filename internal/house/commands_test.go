package house

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// A testCommand is a command in a document or script that contains a pattern for test names.
type testCommand struct {
	where    string // the file and the command
	flag     string // -run, -skip or -bench
	pattern  string
	packages []string
	tags     string
}

// commandFiles lists the files whose commands must match tests.
var commandFiles = []string{
	"README.md", "SECURITY.md", ".ci/run", ".ci/full", ".ci/riot", ".ci/spark", ".ci/everywhere", ".ci/coverage",
	".ci/reproduce",
	".ci/delivery", "TASKS.md", "CONTRIBUTING.md", "NETURL.md", "fuzz/doc.go", ".ci/long", "benchmarks/README.md",
}

var (
	goTest   = regexp.MustCompile("go test [^`\n]*")
	shell    = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	testName = regexp.MustCompile("^(Test|Benchmark|Example|Fuzz)")
	variable = regexp.MustCompile(`(?m)^ *(\w+)='([^'\n]*)'`)
)

// testCommands returns the commands in a text, with script variables expanded.
func testCommands(where, text string) (found []testCommand) {
	text = strings.ReplaceAll(text, `\|`, "|") // in a Markdown table
	values := map[string]string{}
	for _, m := range variable.FindAllStringSubmatch(text, -1) {
		values[`"$`+m[1]+`"`] = m[2]
	}
	for _, command := range goTest.FindAllString(text, -1) {
		command, _, _ = strings.Cut(command, " -args")
		words := shell.FindAllString(command, -1)
		c := testCommand{where: where + ": " + command}
		for i, word := range words {
			value, ok := values[word]
			if !ok {
				value = strings.Trim(strings.TrimRight(word, `",)`), `'"`)
			}
			switch flag := words[max(0, i-1)]; {
			case flag == "-tags":
				c.tags = value
			case flag == "-run" || flag == "-skip" || flag == "-bench":
				if value != "^$" && value != "." {
					c.flag, c.pattern = flag, value
				}
			case value == "." || strings.HasPrefix(value, "./"):
				c.packages = append(c.packages, value)
			}
		}
		if c.pattern != "" {
			found = append(found, c)
		}
	}
	return found
}

// alternatives splits a pattern at bars outside groups.
func alternatives(pattern string) (all []string) {
	depth, from := 0, 0
	for i, c := range pattern {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			all = append(all, pattern[from:i])
			from = i + 1
		}
	}
	return append(all, pattern[from:])
}

// A testLister reads test names from the source, once for each package and set of tags, for Linux
// on amd64.
type testLister struct {
	*testing.T
	known map[string][]string
}

func (l *testLister) names(tags string, packages []string) (names []string) {
	for _, p := range packages {
		key := tags + " " + p
		if _, ok := l.known[key]; !ok {
			for _, folder := range l.folders(p) {
				l.known[key] = append(l.known[key], l.inFolder(tags, folder)...)
			}
		}
		names = append(names, l.known[key]...)
	}
	return names
}

// folders returns the folder of a package, or all folders below it if the pattern ends in "/...".
func (l *testLister) folders(pattern string) (all []string) {
	root, below := strings.CutSuffix(pattern, "/...")
	if !below {
		return []string{pattern}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		l.Fatal(err)
	}
	return all
}

// inFolder returns the names of the tests in a folder, or none if it contains no Go files.
func (l *testLister) inFolder(tags, folder string) (names []string) {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags = "linux", "amd64", true, strings.Split(tags, ",")
	p, err := c.ImportDir(folder, 0)
	if none := (*build.NoGoError)(nil); err != nil && !errors.As(err, &none) {
		l.Fatalf("the tests of %s with the tags %q: %v", folder, tags, err)
	}
	for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		names = append(names, l.inFile(filepath.Join(folder, file))...)
	}
	return names
}

// inFile returns the names of the tests, benchmarks, examples and fuzz targets in a file.
func (l *testLister) inFile(path string) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		l.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && testName.MatchString(f.Name.Name) {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

// missing returns the alternatives of a command that match no test.
func (l *testLister) missing(c testCommand) (missing []string) {
	names := l.names(c.tags, c.packages)
	for _, alternative := range alternatives(c.pattern) {
		pattern := regexp.MustCompile(alternative)
		if !slices.ContainsFunc(names, pattern.MatchString) {
			missing = append(missing, alternative)
		}
	}
	return missing
}

// Each command in the documents and scripts names existing tests. Without this check, a pattern
// that matches no test would pass.
func TestCommandsNameTests(t *testing.T) {
	lister, total := &testLister{t, map[string][]string{}}, 0
	for _, file := range commandFiles {
		for _, c := range testCommands(file, testkit.ReadFile(t, file)) {
			total++
			if missing := lister.missing(c); len(missing) > 0 {
				t.Errorf("%s: no test of %q is called %q", c.where, c.packages, missing)
			}
		}
	}
	if total < 20 {
		t.Errorf("only %d commands are found", total)
	}
	const planted = "making='RunTimeHalf|NoSuchTest'\ngo test -race -short -skip \"$making\" ./internal/house " +
		"./automaton\n" +
		"`go test ./internal/house -run 'TestNoSuch\\|TestRunTimeHalf'` and (go test -run '^$' -bench . ./...)\n"
	commands := testCommands("planted", planted)
	if len(commands) != 2 || !slices.Equal(commands[0].packages, []string{"./internal/house", "./automaton"}) {
		t.Fatalf("the planted commands are %+v", commands)
	}
	first, second := lister.missing(commands[0]), lister.missing(commands[1])
	if !slices.Equal(first, []string{"NoSuchTest"}) || !slices.Equal(second, []string{"TestNoSuch"}) {
		t.Errorf("the planted names are %q and %q", first, second)
	}
}

// All tests, benchmarks and fuzz targets named in comments exist.
func TestNamesInComments(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)[A-Z]\w*)\(`)
	named := regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w*`)
	exists, where := map[string]bool{}, map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".s":
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range declared.FindAllSubmatch(source, -1) {
			exists[string(m[1])] = true
		}
		for line := range strings.Lines(string(source)) {
			if _, comment, ok := strings.Cut(line, "//"); ok {
				for _, name := range named.FindAllString(comment, -1) {
					where[name] = path
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range where {
		if !exists[name] {
			t.Errorf("a comment of %s names %s, and there is no such test", path, name)
		}
	}
	if len(where) < 200 {
		t.Errorf("comments name only %d tests", len(where))
	}
}
