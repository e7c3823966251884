package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

func TestMain(m *testing.M) { scripttest.Main(m, "abnf", main) }

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

func TestExamples(t *testing.T) {
	scripttest.Examples(t, prepared(), "abnf compile rfc3987", "abnf gen --check")
}

// TestEmptyValues checks that every flag rejects an empty value, which a shell passes for an unset
// variable.
func TestEmptyValues(t *testing.T) {
	status := func(args []string) (int, string) {
		var stderr bytes.Buffer
		status := run(args, strings.NewReader(""), new(bytes.Buffer), &stderr)
		return status, stderr.String()
	}
	scripttest.EmptyValues(t, prepared(), status, map[string]string{"diff": "rfc3986 rfc3987", "walk": "x"})
}

// TestKeys checks that the help of each command lists the keys of its JSON objects.
func TestKeys(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteFile(t, "g.abnf", "a = \"b\"\nc = d\n")
	output := func(args []string) string {
		var out bytes.Buffer
		run(args, strings.NewReader("b\nc\n\xff\n"), &out, new(bytes.Buffer))
		return out.String()
	}
	scripttest.Keys(t, prepared(), output, map[string]string{
		"check": "g.abnf", "compile": "g.abnf", "diff": "--map URI=IRI rfc3986 rfc3987", "explain": "",
		"gen": "--small -p p -o p.go rfc2396", "match": "-g g.abnf -r a", "suite": "-g rfc3986 -r IPv4address",
		"sample": "-g g.abnf -r a --invalid", "count": "-g g.abnf -r a", "list": "-g g.abnf -r a",
		"stats": "g.abnf", "walk": "-g g.abnf -r a b",
	})
}

// TestSchema checks every line of JSON output against the repository's schema.
func TestSchema(t *testing.T) {
	schema := scripttest.ReadSchema(t)
	t.Chdir(t.TempDir())
	files := map[string]string{
		"g.abnf": "a = \"b\"\nc = d\ne = \"(\" *e \")\"\nf = e\n", "octets.abnf": "a = %x80-9F\n",
		"other.abnf": "a = %x80-A0\nb = \"x\"\n",
		"bytes\xFF":  "a = b\n", "many.abnf": "", "bad.abnf": "a = \"x",
	}
	for i := range 1500 {
		files["many.abnf"] += fmt.Sprintf("r%d = u%[1]d\n", i)
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
	}
	output := func(args []string) string {
		var out bytes.Buffer
		run(args, strings.NewReader("b\nc\n\xff\n\n"), &out, new(bytes.Buffer))
		return out.String()
	}
	schema.Check(t, "abnf", output,
		"--version", "explain", "explain port", "check g.abnf", "check bytes\xFF", "check rfc3986", "check many.abnf",
		"check missing", "check -r nope g.abnf",
		"compile g.abnf", "compile -r ifragment rfc3987", "match -g g.abnf -r a", "match -g rfc3986 -r IPv4address",
		"diff rfc3986#URI rfc3987#IRI", "diff rfc3986 rfc3987", "diff --map URI=IRI rfc3986 rfc3987",
		"diff --octets * octets.abnf other.abnf",
		"diff bad.abnf g.abnf",
		"gen --small -p p -o p.go rfc2396", "gen --small -p p -o r\xFF/p.go rfc2396",
		"gen --small --check -p p -o p.go rfc3986", "gen --small --check -p p -o q/q.go rfc2396",
		"suite -g rfc3986 -r IPv4address", "suite -g rfc3987 -r pct-encoded",
		"sample -g rfc3987 -r IRI", "sample -g rfc3986 -r port --invalid --count 50", "sample -g octets.abnf -r a --invalid",
		"count -g rfc3986 -r dec-octet", "count -g rfc3986 -r port", "list -g octets.abnf -r a",
		"list -g rfc3986 -r URI --limit 9",
		"count -g g.abnf -r e --depth 1 --length 0..9",
		"stats g.abnf", "stats --superset g.abnf", "stats rfc2396", "walk -g g.abnf -r a b", "walk -g g.abnf -r e (()",
		"walk -g rfc3987 -r ucschar --escaped \\xE2", "walk -g rfc3986 -r port x")
	if testkit.OneIn(2, 1) {
		schema.Check(t, "abnf", output, "compile xri30", "compile rfc3987")
	}
}
