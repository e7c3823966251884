package house

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

// A codePage is a file with code blocks, each below a heading that names its example.
type codePage struct {
	file           string
	heading, block *regexp.Regexp
	begin, end     string // of a block
	indent         string // of its lines
	columns, most  int    // maximum columns of a line and maximum lines of code, per block
}

var codePages = []codePage{
	{
		"doc.go", regexp.MustCompile(`(?m)^// # (.*)$`), regexp.MustCompile(`(?m)^//\t.*\n(?:(?://\n)*//\t.*\n)*`),
		"", "", "//\t", 100, 9,
	},
	markdownPage("README.md"),
	markdownPage("cmd/abnf/README.md"),
}

func markdownPage(file string) codePage {
	return codePage{
		file, regexp.MustCompile(`(?m)^##+ (.*)$`), regexp.MustCompile("(?ms)^```go\n.*?^```\n"),
		"```go\n", "```\n", "", 120, 24,
	}
}

// The code on the package's page, in README.md and in cmd/abnf/README.md comes from the examples in
// example_tasks_test.go: Example_readComponents is below "# Read components". The examples run as
// tests. With IRI_UPDATE=1 the test writes the pages.
func TestCodeOfPages(t *testing.T) {
	code := taskExamples(t)
	for _, p := range codePages {
		golden.Compare(t, p.file, p.withCode(t, testkit.ReadFile(t, p.file), code))
	}
	for name := range code {
		t.Errorf("no page has a heading and a block for Example_%s", name)
	}
}

// withCode returns the text of a page with the examples' code in its blocks. It removes the
// examples used from code.
func (p codePage) withCode(t *testing.T, text string, code map[string]string) string {
	t.Helper()
	var b strings.Builder
	last := 0
	for _, at := range p.block.FindAllStringIndex(text, -1) {
		headings := p.heading.FindAllStringSubmatch(text[:at[0]], -1)
		if headings == nil {
			t.Fatalf("%s: a block of code comes before the first heading", p.file)
		}
		name := exampleName(headings[len(headings)-1][1])
		if code[name] == "" {
			t.Fatalf("%s: there is no Example_%s for a block, or it has two", p.file, name)
		}
		b.WriteString(text[last:at[0]] + p.begin)
		lines := 0
		for line := range strings.Lines(code[name]) {
			line = strings.TrimRight(p.indent+line, " \t\n")
			if utf8.RuneCountInString(line) > p.columns {
				t.Errorf("%s: a line of Example_%s has more than %d columns: %s", p.file, name, p.columns, line)
			}
			if line != strings.TrimSpace(p.indent) && !strings.HasPrefix(line, p.indent+"//") {
				lines++
			}
			b.WriteString(line + "\n")
		}
		if lines > p.most {
			t.Errorf("%s: Example_%s has %d lines of code, more than %d", p.file, name, lines, p.most)
		}
		b.WriteString(p.end)
		delete(code, name)
		last = at[1]
	}
	return b.String() + text[last:]
}

// exampleName converts a heading to the suffix of its example: "readComponents" for "Read
// components".
func exampleName(heading string) string {
	words := strings.FieldsFunc(heading, func(c rune) bool { return strings.ContainsRune(" ,-", c) })
	for i, word := range words {
		switch {
		case i > 0:
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		case word == strings.ToUpper(word):
			words[i] = strings.ToLower(word)
		default:
			words[i] = strings.ToLower(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}

// taskExamples returns the code of the examples as pages show it, keyed by the suffixes of their
// names.
func taskExamples(t *testing.T) map[string]string {
	t.Helper()
	const file = "example_tasks_test.go"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	code := map[string]string{}
	for _, e := range doc.Examples(parsed) {
		body := e.Code.(*ast.BlockStmt)
		text := string(source[files.Position(body.Lbrace).Offset+2:])
		text, _, ok := strings.Cut(text, "\t// Output:")
		if !ok || e.Output == "" {
			t.Fatalf("Example%s has no output", e.Name)
		}
		code[strings.TrimPrefix(e.Name, "_")] = withOutput(t, e.Name, text, e.Output)
	}
	return code
}

var printed = regexp.MustCompile(`^fmt\.Println\((.*)\)(?: +// (.*))?\n$`)

// withOutput returns an example's code with its output in comments: the output of fmt.Println(x)
// follows x, and the output of a loop follows the loop. A loop must come last.
func withOutput(t *testing.T, name, code, output string) string {
	t.Helper()
	var b strings.Builder
	values := strings.Split(strings.TrimSuffix(output, "\n"), "\n")
	looped := false
	for line := range strings.Lines(code) {
		line = strings.TrimPrefix(line, "\t")
		if m := printed.FindStringSubmatch(line); m != nil {
			if looped || len(values) == 0 {
				t.Fatalf("Example%s: no line of the output is sure to be that of %s", name, line)
			}
			line = m[1] + " // " + values[0]
			if m[2] != "" {
				line += " (" + m[2] + ")"
			}
			line, values = line+"\n", values[1:]
		}
		looped = looped || strings.Contains(line, "fmt.Print")
		b.WriteString(line)
	}
	for _, value := range values {
		b.WriteString("// " + value + "\n")
	}
	formatted, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatalf("Example%s: %v in\n%s", name, err, b.String())
	}
	return string(formatted)
}

// Each documentation link to a name in the package resolves. go doc would show an unknown name in
// brackets.
func TestDocLinks(t *testing.T) {
	here, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	files, list := token.NewFileSet(), []*ast.File{}
	for _, name := range here.GoFiles {
		file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, file)
	}
	p, err := doc.NewFromFiles(files, list, module)
	if err != nil {
		t.Fatal(err)
	}
	broken := regexp.MustCompile(`(^|\W)\[\*?[A-Z]\w*(\.[A-Z]\w*)?\]([^:]|$)`) // not a link definition
	check := func(name, text string) {
		for _, link := range broken.FindAllString(string(p.Text(text)), -1) {
			t.Errorf("the documentation of %s links to %s, which does not exist", name, strings.TrimSpace(link))
		}
	}
	check("package iri", p.Doc)
	for _, f := range p.Funcs {
		check(f.Name, f.Doc)
	}
	for _, v := range p.Types {
		check(v.Name, v.Doc)
		for _, f := range append(v.Funcs, v.Methods...) {
			check(v.Name+"."+f.Name, f.Doc)
		}
		for _, values := range append(v.Consts, v.Vars...) {
			check(v.Name, values.Doc)
		}
	}
}
