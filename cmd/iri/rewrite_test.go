package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// TestRewriteOfRandomText writes records of random pieces, in which a value may need quotes, end
// elsewhere or turn into a character reference after it is normalized, and reads them back.
func TestRewriteOfRandomText(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(7, 7))
	pieces := strings.Fields(`HTTP://H/ https://a.b a %2e %7e %7E /../ /./ ( ) . , ; &amp; & amp; &#37;7e %61mp;
		# ' " [x]( ]( < > =' \u0041 \\ \/ \u00e9`)
	pieces = append(pieces, " ", "\t", "\r", "é", `<a href="`)
	for _, flags := range []string{
		"--format text", "--format html", "--format markdown",
		"--format csv --no-header --column 1 --delimiter %", "--format csv --no-header --column 2",
		"--format tsv --no-header --column 1 --delimiter .", "--format jsonl --field u", "--format nquads", "--format lines",
	} {
		args := func(command string, more ...string) []string {
			return append(append(strings.Fields(command), strings.Fields(flags)...), more...)
		}
		for range testkit.Few(60) {
			var b strings.Builder
			for range 200 {
				value := ""
				for range r.IntN(7) {
					value += pieces[r.IntN(len(pieces))]
				}
				switch {
				case links(flags):
					around := []string{"(", "[x](", "<", `<a href="`, `<a href='`, "see ", "“"}
					value = around[r.IntN(len(around))] + "HTTP://H/" + value
				case strings.Contains(flags, "jsonl"):
					value = `{"n":"HTTP://H","u":["` + value + `", "HTTP:\/\/H\/` + value + `"]}`
				case strings.Contains(flags, "nquads"):
					value = "<HTTP://H/" + value + "> <HTTP://P> <HTTP://" + value + "> ."
				case r.IntN(2) == 0 && strings.Contains(flags, "csv"):
					value = `HTTP://H,"HTTP://H/` + strings.ReplaceAll(value, `"`, `""`) + `",3%`
				}
				b.WriteString(value + "\n")
			}
			write(t, "random", b.String())
			normalized(t, flags, args, "random")
		}
	}
}

// links reports whether the format in flags contains links.
func links(flags string) bool {
	return strings.Contains(flags, "text") || strings.Contains(flags, "html") || strings.Contains(flags, "markdown")
}

// A rewrittenRow is a row of "iri parse --json" or "iri normalize --json".
type rewrittenRow struct {
	Line, Record  int
	Input, Output string
	Error         *struct{ Code string }
}

func rewrittenRows(t *testing.T, text string) (rows []rewrittenRow) {
	t.Helper()
	for line := range strings.Lines(text) {
		var row rewrittenRow
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// normalized checks that normalize replaces exactly the values of records without an error (in
// text, the values without one), and that each result is the normal form.
func normalized(t *testing.T, flags string, args func(string, ...string) []string, name string) {
	t.Helper()
	want := rewrittenRows(t, runOn("", args("normalize --json", name)...).stdout)
	write(t, "normal", runOn("", args("normalize", name)...).stdout)
	got := rewrittenRows(t, runOn("", args("parse --json", "normal")...).stdout)
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, not %d", flags, len(got), len(want))
	}
	broken := map[int]bool{} // by record
	for _, row := range want {
		broken[row.Record] = broken[row.Record] || row.Error != nil && row.Record > 0 && !links(flags)
	}
	changed := 0
	for i, row := range want {
		text := row.Input
		if row.Error == nil {
			r, err := iri.ParseReference(row.Input)
			if err != nil || row.Output != r.Normalize(iri.SyntaxForm).String() {
				t.Fatalf("%s: %+v: %v", flags, row, err)
			}
			if !broken[row.Record] {
				text = row.Output
			}
		}
		if row.Record == 0 && row.Error != nil {
			text = "" // a line without a result
		}
		// A malformed record is represented by its text.
		if got[i].Input != text || got[i].Line != row.Line {
			t.Fatalf("%s: %+v, not %q of %+v", flags, got[i], text, row)
		}
		if text != row.Input {
			changed++
		}
	}
	t.Logf("%s: %d of %d values changed", flags, changed, len(want))
}
