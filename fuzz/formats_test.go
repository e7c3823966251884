package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/formats"
)

// A dateCase is an official case of the JSON Schema test suite for the format date.
type dateCase struct {
	text  string
	valid bool
}

// dateCases returns the official cases for dates, which the table decides correctly.
func dateCases(t *testing.T) (list []dateCase) {
	for line := range strings.Lines(shared.Read(t, "formats", "json-schema-formats.tsv")) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if row[0] != "date" {
			continue
		}
		c := dateCase{valid: row[1] == "1"}
		if err := json.Unmarshal([]byte(row[2]), &c.text); err != nil {
			t.Fatal(err)
		}
		if formats.Date.Valid(c.text) != c.valid {
			t.Errorf("%q: the table says %t", c.text, !c.valid)
		}
		list = append(list, c)
	}
	if len(list) < 40 {
		t.Fatalf("only %d cases", len(list))
	}
	return list
}

// The rule date decides the official cases in other languages as in Go: as a regular expression of
// ECMAScript and as a file in C.
func TestDateElsewhere(t *testing.T) {
	cases := dateCases(t)
	t.Run("ECMAScript", func(t *testing.T) {
		e := foreignEngine{program: "node", command: []string{"node", "testdata/regexp/engine.mjs"}}
		e.require(t)
		expr, err := compiled(t, "formats").Regexp(t.Context(), "date", build.ECMAScript)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "E\tdate\t%x\n", expr)
		for _, c := range cases {
			fmt.Fprintf(&b, "S\t%d\t%x\n", digit(c.valid), c.text)
		}
		file := write(t, t.TempDir(), "cases", b.String())
		out, err := exec.Command(e.command[0], append(e.command[1:], file)...).CombinedOutput()
		if want := fmt.Sprintf("tests\t%d\t0\n", len(cases)); err != nil || !strings.HasSuffix(string(out), want) {
			t.Errorf("want %q: %v\n%.2000s", want, err, out)
		}
	})
	t.Run("C", func(t *testing.T) {
		compiler := compilers[0]
		if _, err := exec.LookPath(compiler[0]); err != nil {
			if os.Getenv("IRI_REQUIRE_ENGINES") != "" {
				t.Fatal(err)
			}
			t.Skipf("%s is not installed", compiler[0])
		}
		text, _, err := port.File(compiledWithPlaces(t, "formats", "date"),
			port.Options{Language: "c", Rules: []string{"date"}, Command: "abnf gen"})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		write(t, dir, "ported.c", string(text))
		runner := prepareC(compiler)(t, dir, []tables.Rule{formats.Date})
		var in, want bytes.Buffer
		for _, c := range cases {
			fmt.Fprintf(&in, "date\t%x\n", c.text)
			fmt.Fprintf(&want, "%t\n", c.valid)
		}
		runner.Stdin, runner.Dir = &in, dir
		out, err := runner.Output()
		if status := (*exec.ExitError)(nil); errors.As(err, &status) {
			t.Fatalf("%v: %.3000s", err, status.Stderr)
		}
		var got strings.Builder
		for line := range strings.Lines(string(out)) {
			verdict, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			got.WriteString(verdict + "\n")
		}
		if got.String() != want.String() {
			t.Errorf("C says\n%s, not\n%s", got.String(), want.String())
		}
	})
}
