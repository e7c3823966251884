package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
)

func TestMain(m *testing.M) { scripttest.Main(m, "iri", main) }

func TestScripts(t *testing.T) { scripttest.Run(t) }

func prepared() *cobra.Command {
	root := rootCommand()
	program.Prepare(root)
	return root
}

func TestScriptsCoverAll(t *testing.T) { scripttest.Cover(t, prepared()) }

func TestHelp(t *testing.T) { scripttest.Help(t, prepared()) }

func TestScreens(t *testing.T) { scripttest.Screens(t, prepared()) }

func TestReference(t *testing.T) { scripttest.Reference(t, prepared()) }

func TestExamples(t *testing.T) { scripttest.Examples(t, prepared()) }

// TestEmptyValues checks that every flag rejects an empty value, which a shell passes for an unset
// variable.
func TestEmptyValues(t *testing.T) {
	status := func(args []string) (int, string) {
		var stderr bytes.Buffer
		status := run(args, strings.NewReader(""), new(bytes.Buffer), &stderr)
		return status, stderr.String()
	}
	scripttest.EmptyValues(t, prepared(), status, nil)
}

// TestKeys checks that the help of each command lists the keys of its JSON objects.
func TestKeys(t *testing.T) {
	output := func(args []string) string {
		var out bytes.Buffer
		run(args, strings.NewReader("a:b\na b\n\xff\nsee http://h/\n"), &out, new(bytes.Buffer))
		return out.String()
	}
	scripttest.Keys(t, prepared(), output, map[string]string{
		"check": "", "classify": "", "explain": "", "find": "", "fix": "", "normalize": "", "parse": "",
		"relativize": "", "resolve": "", "rules": "-g rfc2396", "to-iri": "", "to-uri": "",
	})
}

// TestNoHTTP checks that nothing the program imports uses net/http, because the program needs no
// network. The exception is a handler in the brotli package that parquet-go uses, which the program
// never calls.
func TestNoHTTP(t *testing.T) {
	const format = "{{if not .Standard}}{{.ImportPath}} {{.Imports}}{{end}}"
	out, err := exec.Command("go", "list", "-deps", "-f", format, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		names := strings.Fields(strings.Trim(imports, "[]"))
		if slices.Contains(names, "net/http") && path != "github.com/andybalholm/brotli" {
			t.Errorf("%s imports net/http", path)
		}
	}
}

// TestSchema checks every line of JSON output against the repository's schema.
func TestSchema(t *testing.T) {
	testkit.SkipSlow(t)
	schema := scripttest.ReadSchema(t)
	t.Chdir(t.TempDir())
	var columns bytes.Buffer
	rows := []struct{ U *string }{{new("a b")}, {nil}, {new("HTTP://h/")}}
	if err := parquet.Write(&columns, rows); err != nil {
		t.Fatal(err)
	}
	broken := "http://h:80a/\n\n x\n<a:b>\na:\xff\n\xe4\xbe\nhttp://[::1\na b\nwww.example.org\nhttp://a/50%\n\u202E\n"
	long := strings.Repeat("a:", 20_000) + "<\n"
	files := map[string]string{"broken": broken + long, "own.abnf": "a = \"x\" b / %x80-9F\nb = *%xA0-FF\n",
		"bytes\xFF":  "a\nb c\n",
		"some.csv":   "U,\xFF\na b,\n\nHTTP://h/,HTTP:\n\"\"x,\n,\n",
		"some.jsonl": "{\"U\":\"a b\"}\n{\"U\":1}\n{}\n{\"U\"\n{\"U\":\"HTTP://h/\"}\n",
		"some.nt":    "<a> <a:b> <a:b> .\nx\n<a:b> <a:b> <HTTP:> .\n", "some.parquet": columns.String(),
		"some.md": "<HTTP:> <http://a b>\n",
		"text":    "HTTP://0x7f.1:80/\u202e/../\nsee http://h/é.\nhttp://h/a/../b\n../..\nhttp://é_.h/\na:\xff\n"}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
	}
	output := func(args []string) string {
		var out bytes.Buffer
		run(args, strings.NewReader("a:b\nx y\n\xff\n"), &out, new(bytes.Buffer))
		return out.String()
	}
	schema.Check(t, "iri", output,
		"--version", "explain", "explain port", "rules", "rules -g own.abnf --octets *",
		"check", "check broken", "check -r IRI-reference broken", "check -g rfc3986 broken", "check --max-errors 1 broken",
		"check --skip-blank --trim --comment < broken nowhere", "check --escaped", "check -g ntriples broken",
		"check bytes\xFF", "check --lint text",
		"check --lint --column U some.csv", "check --lint --column \xFF some.csv", "check --lint --field U some.jsonl",
		"check --lint some.nt some.md", "check --lint --column U some.parquet", "check --max-errors 1 --lint some.nt",
		"check -g own.abnf -r a broken", "check -g own.abnf --octets * -r a broken", "check -g rfc9110 -r media-type broken",
		"parse", "parse broken bytes\xFF", "parse --uri broken", "parse -r IRI broken", "parse -r iauthority broken",
		"classify", "classify broken bytes\xFF", "classify --first --alternatives ihost broken",
		"classify -g own.abnf broken",
		"find text", "fix broken text", "fix --references broken", "normalize broken text", "to-uri --idna broken text",
		"to-iri broken text",
		"resolve broken", "resolve --base a:b --no-opaque-base --no-underflow broken text",
		"relativize --base http://h/ broken text")
	for _, line := range []string{
		"check", "check --skip-blank --trim --comment < broken nowhere bytes\xFF", "check --lint --escaped text",
		"check -g rfc9110 -r media-type broken", "check --lint --column U some.csv some.parquet",
	} {
		schema.CheckText(t, "report", line, output(append(strings.Fields(line), "--quiet", "--report", "-")))
	}
	for _, g := range bundled.Grammars() {
		for i, r := range g.Rules() {
			if !testkit.OneIn(4, i) {
				continue
			}
			schema.Check(t, "iri", output, "check -g "+g.Name+" -r "+r.Name()+" broken")
		}
	}
}
