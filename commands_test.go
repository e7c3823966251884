package iri_test

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A testCommand is a command in a document or a script that chooses tests by their names.
type testCommand struct {
	where    string // the file and the command
	flag     string // -run, -skip or -bench
	pattern  string
	packages []string
	tags     string
}

// commandFiles are the files whose commands must find tests.
var commandFiles = []string{
	"README.md", "SECURITY.md", ".ci/run", ".ci/everywhere", ".ci/coverage", ".ci/reproduce",
	"fuzz/long/checks.go", "fuzz/REPORT.md",
}

var (
	goTest   = regexp.MustCompile("go test [^`\n]*")
	shell    = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	variable = regexp.MustCompile(`(?m)^ *(\w+)='([^'\n]*)'`)
)

// testCommands returns the commands of a text. Variables of a script are filled in.
func testCommands(where, text string) (found []testCommand) {
	text = strings.ReplaceAll(text, `\|`, "|") // in a table of Markdown
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

// alternatives splits a pattern at the bars that are in no group.
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

// A testLister asks go test -list for the names of tests, once for each package and tags.
type testLister struct {
	*testing.T
	known map[string][]string
}

func (l *testLister) names(tags string, packages []string) (names []string) {
	for _, p := range packages {
		key := tags + " " + p
		if _, ok := l.known[key]; !ok {
			out, err := exec.Command("go", "test", "-tags", tags, "-list", ".", p).Output()
			if err != nil {
				l.Fatalf("go test -tags %q -list . %s: %v", tags, p, err)
			}
			l.known[key] = strings.Fields(string(out))
		}
		names = append(names, l.known[key]...)
	}
	return names
}

// missing returns the alternatives of a command that match no test.
func (l *testLister) missing(c testCommand) (missing []string) {
	tags := c.tags
	if tags == "rure" && os.Getenv("IRI_REQUIRE_RURE") == "" {
		tags = "" // librure may not be here; its tests have the name of others
	}
	names := l.names(tags, c.packages)
	for _, alternative := range alternatives(c.pattern) {
		pattern := regexp.MustCompile(alternative)
		if !slices.ContainsFunc(names, pattern.MatchString) {
			missing = append(missing, alternative)
		}
	}
	return missing
}

// Each command of the documents and the scripts names tests that exist: one that matches nothing would pass.
func TestCommandsNameTests(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("some tests are for one system only, and listing all takes a while")
	}
	lister, total := &testLister{t, map[string][]string{}}, 0
	for _, file := range commandFiles {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range testCommands(file, string(text)) {
			total++
			if missing := lister.missing(c); len(missing) > 0 {
				t.Errorf("%s: no test of %q is called %q", c.where, c.packages, missing)
			}
		}
	}
	if total < 20 {
		t.Errorf("only %d commands are found", total)
	}
	const planted = "making='RunTimeHalf|NoSuchTest'\ngo test -race -short -skip \"$making\" . ./automaton\n" +
		"`go test . -run 'TestNoSuch\\|TestLayers'` and (go test -run '^$' -bench . ./...)\n"
	commands := testCommands("planted", planted)
	if len(commands) != 2 || !slices.Equal(commands[0].packages, []string{".", "./automaton"}) {
		t.Fatalf("the planted commands are %+v", commands)
	}
	first, second := lister.missing(commands[0]), lister.missing(commands[1])
	if !slices.Equal(first, []string{"NoSuchTest"}) || !slices.Equal(second, []string{"TestNoSuch"}) {
		t.Errorf("the planted names are %q and %q", first, second)
	}
}
