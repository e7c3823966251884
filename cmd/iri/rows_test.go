package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// A rowsTest holds the text of a file and the expected rows: the line number, then "ok" or the
// code, then the input.
type rowsTest struct {
	args string // the rule last, for formats without one of their own
	file string
	text string
	want []string
}

var rowsTests = []rowsTest{
	{"", "one.nt", "<http://a/s> <http://a/p> <http://a b/> .\n", []string{
		"1 ok http://a/s", "1 ok http://a/p", "1 space http://a b/"}},
	{"", "codes.nt", "# x\n<a:{> <a:p> \"x\" .\n\n<a:%4> <http://h:80a/> <a:{id}> .\n<s> <a:p> \"1\"^^<int> .\n", []string{
		"2 illegal-character a:{", "2 ok a:p",
		"4 percent a:%4", "4 port http://h:80a/", "4 placeholder a:{id}",
		"5 no-scheme s", "5 ok a:p", "5 no-scheme int"}},
	{"", "no.nt", "<a:s> bad <a:o> .\r<a:\\uD800> <a:p> <a:o> .\r\n_:a <a:p> _:b .\nx", []string{
		"1 rdf-syntax <a:s> bad <a:o> .", `2 rdf-escape <a:\uD800> <a:p> <a:o> .`, "3 ok a:p", "4 rdf-syntax x"}},
	{"", "escapes.nt", `<a:\u00e9> <a:\u0020> "\u0020"@en .` + "\n<a b> <c d> <e .\n", []string{
		"1 ok a:é", "1 blank-around a: ", "2 rdf-syntax <a b> <c d> <e ."}},
	{"", "four.nq", "<a b> <c d> <e f> <g h> .\n<a b{c> <c d> <e f> <g h> .\n", []string{
		"1 no-scheme a b", "1 no-scheme c d", "1 no-scheme e f", "1 no-scheme g h",
		"2 no-scheme a b{c", "2 no-scheme c d", "2 no-scheme e f", "2 no-scheme g h"}},
	{"", "graph.nq", "<a:s> <a:p> <a:o> <g> . # <x>\n<a:s> <a:p> <a:o> <a:g>\n", []string{
		"1 ok a:s", "1 ok a:p", "1 ok a:o", "1 no-scheme g", "2 rdf-syntax <a:s> <a:p> <a:o> <a:g>"}},
	{"", "terms.nt", "VERSION \"1.2\"\n_:b <a:q> <<( <a b> <a:p> <<( _:b <b> \"\"^^<a:t> )>> )>> .\n" +
		"<a:s> <a:p> \"\"@en--x .\n", []string{
		"2 ok a:q", "2 no-scheme a b", "2 ok a:p", "2 no-scheme b", "2 ok a:t", `3 rdf-syntax <a:s> <a:p> ""@en--x .`}},
	{"-r IRI-reference", "relative.nt", "<s> <p> <a b> .\n", []string{"1 ok s", "1 ok p", "1 space a b"}},
	{"-g rfc3986", "uri.nt", "<a:é> <p> <a:o> .\n", []string{"1 not-ascii a:é", "1 no-scheme p", "1 ok a:o"}},

	{"--column u -r IRI", "five.csv", "u,v\na:b,1\n,2\nhttp://a b/,3\n\"\",4\n\na:c\n", []string{
		"2 ok a:b", "3 no-column ,2", "4 space http://a b/", "5 empty-line ", "7 ok a:c"}},
	{"--column v -r IRI", "short.csv", "u,v\n1\n\"2\n3\",\n4,a:b,c\n5,\"x\"y\n6,a:d\n", []string{
		"2 no-column 1", "3 no-column \"2\n3\",", "5 csv-columns 4,a:b,c", "6 csv-quote 5,\"x\"y", "7 ok a:d"}},
	{"--column u --column v -r IRI", "two.csv", "u,v,w\n,,\n,a:b\na:b\na:b,a b\n", []string{
		"2 no-column ,,", "2 no-column ,,", "3 no-column ,a:b", "3 ok a:b",
		"4 ok a:b", "4 no-column a:b", "5 ok a:b", "5 no-scheme a b"}},
	{"--column w --column u -r IRI", "mixed.csv", "u,v,w\na:b,,\n,,a:c\n", []string{
		"2 ok a:b", "2 no-column a:b,,", "3 no-column ,,a:c", "3 ok a:c"}},
	{"--missing skip --column u --column v -r IRI", "skip.csv", "u,v\n,\n,a:b\na:c,a:d,x\n", []string{
		"3 ok a:b", "4 csv-columns a:c,a:d,x"}},
	{"--column 2 --no-header -r IRI", "tabs.tsv", "1\ta:b\n2\t\n3\n4\t\"\"\n", []string{
		"1 ok a:b", "2 no-column 2\t", "3 no-column 3", "4 empty-line "}},

	{"--field u -r IRI", "five.jsonl", "{\"u\":\"a:b\"}\n{}\n{\"u\":null}\n\n{\"u\":[]}\n{\"u\":\"<\"}\n", []string{
		"1 ok a:b", "2 no-field {}", `3 no-field {"u":null}`, `5 no-field {"u":[]}`, "6 no-scheme <"}},
	{"--field u -r IRI", "wrong.jsonl",
		"{\"u\":1}\n{u:1}\n{\"u\":\"\\ud800\"}\n{\"u\":[\"a:b\",\"c\"]}\n[]\n", []string{
			`1 json-type {"u":1}`, "2 json-syntax {u:1}", `3 json-surrogate {"u":"\ud800"}`, "4 ok a:b", "4 no-scheme c",
			"5 no-field []"}},
	{"--field u --field v.w -r IRI", "two.jsonl",
		"{\"v\":{\"w\":\"a:b\"}}\n{}\n{\"v\":{\"w\":\"a:c\"},\"u\":\"a:d\"}\n", []string{
			"1 ok a:b", `1 no-field {"v":{"w":"a:b"}}`, "2 no-field {}", "2 no-field {}", "3 ok a:c", "3 ok a:d"}},

	{"-r IRI", "notes.md", "see a\n<https://a.example/ x> http://b.example/.\n", []string{
		"2 space https://a.example/ x", "2 ok http://b.example/"}},
	{"-r IRI", "lines", "a:b\n\n", []string{"1 ok a:b", "2 empty-line "}},
}

// TestRows checks that parse and classify print a row for each value in messy files, and for each
// record without a value.
func TestRows(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range rowsTests {
		write(t, test.file, test.text)
		test.check(t)
		write(t, test.file+".gz", packed(t, ".gz", test.text))
		test.file += ".gz"
		test.check(t)
	}
}

// TestRowsOfParquet does the same for Parquet rows with nulls, empty lists and empty values.
func TestRowsOfParquet(t *testing.T) {
	t.Chdir(t.TempDir())
	type row struct {
		U *string  `parquet:"u,optional"`
		V []string `parquet:"v,list"`
	}
	good, wrong, empty := "a:b", "a b", ""
	rows := []row{{&good, nil}, {nil, []string{"a:c", "c"}}, {&wrong, []string{"a:d"}}, {nil, nil}, {&empty, nil}}
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, parquet.MaxRowsPerRowGroup(2)); err != nil {
		t.Fatal(err)
	}
	write(t, "rows.parquet", b.String())
	for _, test := range []rowsTest{
		{args: "--column u -r IRI", want: []string{
			"1 ok a:b", "2 no-column ", "3 no-scheme a b", "4 no-column ", "5 empty-line "}},
		{args: "--column v -r IRI", want: []string{
			"1 no-column ", "2 ok a:c", "2 no-scheme c", "3 ok a:d", "4 no-column ", "5 no-column "}},
		{args: "--column v --column u -r IRI", want: []string{
			"1 no-column ", "1 ok a:b", "2 ok a:c", "2 no-scheme c", "2 no-column ", "3 ok a:d", "3 no-scheme a b",
			"4 no-column ", "4 no-column ", "5 no-column ", "5 empty-line "}},
		{args: "--missing skip --column v --column u -r IRI", want: []string{
			"1 ok a:b", "2 ok a:c", "2 no-scheme c", "3 ok a:d", "3 no-scheme a b", "5 empty-line "}},
	} {
		test.file = "rows.parquet"
		test.check(t)
	}
}

func (test *rowsTest) check(t *testing.T) {
	t.Helper()
	args := append(strings.Fields(test.args), test.file)
	parsed := runOn("", append([]string{"parse", "--fields", "line,code,input", "--absent", "ok"}, args...)...)
	var got []string
	for line := range strings.Lines(parsed.stdout) {
		got = append(got, unescapedTSV(t, strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", " ")))
	}
	if !slices.Equal(got, test.want) {
		t.Errorf("parse %s: %q\ninstead of %q\n%s", args, got, test.want, parsed.stderr)
	}
	for _, command := range []string{"parse --json", "classify --json"} {
		out := runOn("", append(strings.Fields(command), args...)...)
		if got = nil; out.status != parsed.status {
			t.Errorf("%s %s: status %d, not %d: %s", command, args, out.status, parsed.status, out.stderr)
		}
		for line := range strings.Lines(out.stdout) {
			var r record
			if err := json.Unmarshal([]byte(line), &r); err != nil || r.Valid != (r.Error == nil) {
				t.Fatalf("%s: %v", line, err)
			}
			code := "ok"
			if !r.Valid {
				code = r.Error["code"].(string)
			}
			got = append(got, fmt.Sprint(r.Line, " ", code, " ", r.Input))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %s: %q\ninstead of %q", command, args, got, test.want)
		}
	}
	sameAsCheck(t, args)
}

// sameAsCheck compares the rows of parse, per record, with the verdicts and diagnostics of check:
// one of the rows of an invalid record must contain the diagnostic of check.
func sameAsCheck(t *testing.T, args []string) {
	t.Helper()
	parsed := runOn("", append([]string{"parse", "--json"}, args...)...)
	check := runOn("", append([]string{"check", "--json"}, args...)...)
	type diagnostic struct {
		Line, Column, Offset int
		Code, Message, Input string
	}
	mistakes := map[diagnostic]bool{}
	var counts struct {
		Summary struct{ Valid, Invalid, Missing, Blank int }
	}
	for line := range strings.Lines(check.stdout) {
		var d diagnostic
		if err := json.Unmarshal([]byte(line), &d); err != nil || json.Unmarshal([]byte(line), &counts) != nil {
			t.Fatal(line, err)
		}
		if d.Line > 0 {
			mistakes[d] = true
		}
	}
	valid := map[string]bool{} // by line, or by link
	for line := range strings.Lines(parsed.stdout) {
		var r struct {
			Line  int
			Input string
			Error *diagnostic
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		unit := fmt.Sprint(r.Line)
		if strings.Contains(check.stderr, " links: ") {
			unit = fmt.Sprint("link ", len(valid))
		}
		ok, seen := valid[unit]
		valid[unit] = r.Error == nil && (ok || !seen)
		if r.Error == nil {
			continue
		}
		r.Error.Line = r.Line
		delete(mistakes, *r.Error) // the input is null if it is long
		r.Error.Input = r.Input
		delete(mistakes, *r.Error)
	}
	sum := counts.Summary
	wrong := 0
	for _, ok := range valid {
		if !ok {
			wrong++
		}
	}
	if len(mistakes) > 0 || wrong != sum.Invalid || len(valid) != sum.Valid+sum.Invalid || parsed.status != check.status {
		t.Fatalf("%s: %d of %d records are invalid, status %d; check has %+v, status %d, and also %.500s",
			args, wrong, len(valid), parsed.status, sum, check.status, fmt.Sprint(mistakes))
	}
	// parse must print the same counts as check.
	if _, text, ok := strings.Cut(parsed.stderr, "s read: "); ok {
		_, after, _ := strings.Cut(check.stderr, " invalid")
		if want := strconv.Itoa(sum.Valid+sum.Invalid+sum.Missing) + after; text != want {
			t.Fatalf("%s: %q, not %q", args, text, want)
		}
	} else if sum.Missing+sum.Blank > 0 {
		t.Fatalf("%s: %q, and check has %q", args, parsed.stderr, check.stderr)
	}
}
