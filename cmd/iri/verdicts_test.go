package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// A kind is a format with records to choose from, and a slow validator for one record.
type kind struct {
	args   string
	header string
	values []string            // values of records, to choose from
	record func(...any) string // a record with a value
	odd    []string            // other records
	judge  func(record string) verdict
}

// A verdict is '1', '0', 'b' for blanks and comments, or 'm' for a record without the value.
type verdict byte

func kinds() []kind {
	iris := []string{"a:b", "http://example.org/", "HTTP://h/%7eé/../b?q#f", "<", "a b", "", "//h/", "http://[::1]/",
		"a:%4", "a:\u202E", "a:\xFF", "urn:x"}
	quoted := func(quote string) (list []string) {
		for _, text := range append(iris, "a:\n", "a:\"", "http://x/,y", "\r\n") {
			list = append(list, strings.ReplaceAll(text, `"`, quote))
		}
		return list
	}
	return []kind{
		{"--format lines", "", append(iris, "a:b\r", "\r"), format("%s\n"), nil, judgeLine},
		{"--format csv --column u", "n,u,x\n", quoted(`""`), format("1,\"%s\",\"x\ny\"\n"), []string{
			"\n", "\r\n", "1,a:b\n", "1,,x\n", "1\n", "1,a:b,x,y\n", "1,a:b,x\r\n", "1,\"\",x\n", "1,a\"b,x\n",
			"1,\"a:b\"c,d\n", "\"x\",a:b\n", "1,a:é,\n",
		}, judgeCSV},
		{"--format jsonl --field u", "", append(iris[:10:10], `a:\u00e9`, `a:\ud83d\ude00`, `a:\ud800`, `a:\n`, `a:\/`),
			format(`{"n":1,"u":"%s"}` + "\n"), []string{
				"\n", " \t\n", "{}\n", "{\"u\":null}\n", "{\"u\":[]}\n", "{\"u\":[\"a:b\",\"a:c\"]}\r\n",
				"{\"u\":[\"a:b\",\"<\"]}\n", "{\"u\":1}\n", "{\"v\":{\"u\":\"<\"}}\n",
				"{\"u\":\"a:b\"\n", "{u:1}\n", "3\n", "\"a:b\"\n", "{\"u\":{}}\n", "[{\"u\":\"a:b\"},{\"u\":\"<\"}]\n",
				"{\"\\u0075\":\"a:b\"}\n", "{\"x\":\"\xFF\",\"u\":\"a:b\"}\n",
				"{\"u\":true}\n", "{\"u\":\"a:b\"} {}\n", strings.Repeat("[", 9000) + "1" + strings.Repeat("]", 9000) + "\n",
			}, judgeJSON},
		{"--format ntriples", "", append(iris, `a:\u00e9`, `a:\U0001F600`, `a:\u0020`, `a:\ud800`, `a:\u12`, `a:>`),
			format("<%s> <a:p> \"x\"^^<a:t> . # x\n"), []string{
				"\n", "# x\n", " \t# x\n", "<a:b> <a:p> _:b .\n", "_:a <a:p> \"é\"@en .\n", "<a:b> <a:p> \"\\q\" .\n",
				"<a:b> <a:p> \"x\"^^<t> .\n", "<a:b><a:p><a:o>.\n",
				"<a:b> <a:p> <a:o>\n", "<a:b> _:p <a:o> .\n", "<a:b> <a:p> \"\\\"<\" .\r\n", "<a:b> <a:p> \"<\" . x\n",
				"\"x\" <a:p> <a:o> .\n",
			}, judgeTriple},
	}
}

func format(text string) func(...any) string {
	return func(args ...any) string { return fmt.Sprintf(text, args...) }
}

// withoutEnd returns a record without its line ending.
func withoutEnd(record string) string {
	record, ended := strings.CutSuffix(record, "\n")
	if ended {
		record = strings.TrimSuffix(record, "\r")
	}
	return record
}

// of returns the verdict on texts.
func of(texts ...string) verdict {
	for _, text := range texts {
		if !iri.Valid(text) {
			return '0'
		}
	}
	return '1'
}

func judgeLine(record string) verdict { return of(withoutEnd(record)) }

var emptyInQuotes = regexp.MustCompile(`^[^,]*,""(,|\r?\n)`)

func judgeCSV(record string) verdict {
	if withoutEnd(record) == "" {
		return 'b'
	}
	r := csv.NewReader(strings.NewReader(record))
	r.FieldsPerRecord = -1
	fields, err := r.Read()
	switch {
	case err != nil || len(fields) > 3:
		return '0'
	case len(fields) < 2, fields[1] == "" && !emptyInQuotes.MatchString(record):
		return 'm'
	}
	return of(fields[1])
}

func judgeJSON(record string) verdict {
	if strings.Trim(record, " \t\r\n") == "" {
		return 'b'
	}
	var value any
	if json.Unmarshal([]byte(record), &value) != nil || !utf8.ValidString(record) {
		return '0'
	}
	texts, ok := textsOf(value, false)
	switch {
	case !ok:
		return '0'
	case len(texts) == 0:
		return 'm'
	}
	return of(texts...)
}

// textsOf returns the strings in the members of a value that are named u, or in the value of such a
// member itself. It returns false for other types.
func textsOf(value any, member bool) (texts []string, ok bool) {
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			more, ok := textsOf(v, member)
			if !ok {
				return nil, false
			}
			texts = append(texts, more...)
		}
		return texts, true
	case map[string]any:
		if v, ok := value["u"]; ok && !member {
			return textsOf(v, true)
		}
		return nil, !member
	case string:
		if member {
			texts = []string{value}
		}
		return texts, true
	}
	return nil, !member || value == nil
}

const (
	reference = "<((?:[^\\x00-\\x20<>\"{}|^`\\\\]|\\\\u[0-9A-Fa-f]{4}|\\\\U[0-9A-Fa-f]{8})*)>"
	blankNode = `_:[a-z]+`
	literal   = `"(?:[^"\\\n\r]|\\[tbnrf"'\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*"(?:@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*|\^\^` +
		reference + `)?`
)

// statement is compiled on first use, because each program that a script runs initializes this
// package.
var statement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(?:` + reference + `|` + blankNode + `)[ \t]*` + reference +
		`[ \t]*(?:` + reference + `|` + blankNode + `|` + literal + `)[ \t]*\.[ \t]*(?:#.*)?$`)
})

var (
	noStatement = regexp.MustCompile(`^[ \t]*(?:#.*)?$`)
	codePoint   = regexp.MustCompile(`\\[uU]([0-9A-Fa-f]+)`)
)

func judgeTriple(record string) verdict {
	line := withoutEnd(record)
	if noStatement.MatchString(line) {
		return 'b'
	}
	parts := statement().FindStringSubmatch(line)
	if parts == nil || !utf8.ValidString(line) {
		return '0'
	}
	indexes := statement().FindStringSubmatchIndex(line)
	for i, part := range parts[1:] {
		if indexes[2*i+2] < 0 {
			continue
		}
		text := codePoint.ReplaceAllStringFunc(part, func(escape string) string {
			n, _ := strconv.ParseUint(escape[2:], 16, 32)
			return string(rune(n)) // U+FFFD, outside of all IRIs, for a surrogate
		})
		if of(text) == '0' {
			return '0'
		}
	}
	return '1'
}

// some returns random records of a kind, size bytes in all.
func (k *kind) some(r *rand.Rand, size int) (records []string) {
	for n := 0; n < size; {
		record := k.record(k.values[r.IntN(3)])
		switch {
		case r.IntN(20) > 0:
		case r.IntN(3) > 0 && len(k.odd) > 0:
			record = k.odd[r.IntN(len(k.odd))]
		case r.IntN(200) == 0:
			record = k.record("a:" + strings.Repeat("x", r.IntN(1<<20)))
		default:
			record = k.record(k.values[r.IntN(len(k.values))])
		}
		records = append(records, record)
		n += len(record)
	}
	return records
}

// A ragged reader reads random numbers of bytes.
type ragged struct {
	text string
	r    *rand.Rand
	most int
}

func (r *ragged) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1+r.r.IntN(r.most))], r.text)
	r.text = r.text[n:]
	return n, nil
}

// isLong reports whether this is the long run of .ci/full.
func isLong() bool { return os.Getenv("IRI_LINE_MIB") != "" }

// TestVerdicts compares the verdicts on records of all formats with those of a slow validator, for
// several compressions, read sizes and numbers of processors. It also checks the records written by
// filter and fix, and the rows of parse.
func TestVerdicts(t *testing.T) {
	rounds := 2
	if isLong() {
		rounds = 8
	}
	r := rand.New(rand.NewPCG(62, 62))
	for round := range rounds {
		for _, k := range kinds() {
			size := r.IntN(60_000)
			if round%8 == 1 {
				size = 3 << 19
			}
			t.Chdir(t.TempDir())
			k.check(t, r, k.some(r, size))
		}
	}
}

func (k *kind) check(t *testing.T, r *rand.Rand, records []string) {
	t.Helper()
	var verdicts, valid, invalid strings.Builder
	for _, record := range records {
		v := k.judge(record)
		to := &valid
		if v == 'm' || v == '0' {
			v, to = '0', &invalid
		}
		to.WriteString(record)
		if v != 'b' {
			verdicts.WriteString(string(v) + "\n")
		}
	}
	args := func(command string, more ...string) []string {
		return append(append(strings.Fields(command), strings.Fields(k.args)...), more...)
	}
	same := func(what, got, want string) {
		t.Helper()
		if at := differ(got, want); at >= 0 {
			line := strings.Count(want[:min(at, len(want))], "\n")
			t.Fatalf("%s, %s at %d, line %d:\n%.300q\nnot\n%.300q", k.args, what, at, line, got[max(0, at-100):],
				want[max(0, at-100):])
		}
	}
	text := k.header + strings.Join(records, "")
	name := "file" + []string{"", ".gz", ".zst"}[r.IntN(3)]
	write(t, name, packed(t, name[4:], text))
	cores := 1 + r.IntN(4)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))

	same("verdicts of "+name, runOn("", args("check --verdicts", name)...).stdout, verdicts.String())
	var out, stderr bytes.Buffer
	run(args("check --verdicts"), &ragged{text, r, 1 + r.IntN(100_000)}, &out, &stderr)
	same("verdicts of a pipe", out.String(), verdicts.String())

	rows := append(strings.Fields(k.args), name)
	if !strings.Contains(k.args, "ntriples") { // whose rule is IRI
		rows = append(rows, "-r", "IRI")
	}
	sameAsCheck(t, rows)

	got := runOn("", args("filter", name, "--invalid", "wrong")...)
	same("valid records", got.stdout, k.header+valid.String())
	same("invalid records", read(t, "wrong"), k.header+invalid.String())
	write(t, "good", got.stdout)
	again := runOn("", args("filter", "good")...)
	same("valid records again", again.stdout, got.stdout)
	if again.status != 0 || !strings.Contains(again.stderr, " valid, 0 invalid") {
		t.Fatalf("%s: %d, %s", k.args, again.status, again.stderr)
	}
	if got := runOn("", args("check -q", "good")...); got.status != 0 {
		t.Fatalf("%s: %d, %s", k.args, got.status, got.stderr)
	}
	k.fixed(t, args, name)
	normalized(t, k.args, args, name)
}

var unmended = regexp.MustCompile(`(\d+) not fixed|(\d+) records? refused`)

// fixed checks the output of fix: the number of invalid records must not exceed the number that fix
// could not fix.
func (k *kind) fixed(t *testing.T, args func(string, ...string) []string, name string) {
	t.Helper()
	fix := runOn("", args("fix", name)...)
	most := 0
	for _, m := range unmended.FindAllStringSubmatch(fix.stderr[max(0, len(fix.stderr)-200):], -1) {
		n, _ := strconv.Atoi(m[1] + m[2])
		most += n
	}
	write(t, "fixed", fix.stdout)
	check := runOn("", args("check -q", "fixed")...)
	_, after, _ := strings.Cut(check.stderr[max(0, strings.LastIndex(check.stderr, " valid, ")):], " valid, ")
	n, err := strconv.Atoi(after[:max(0, strings.Index(after, " "))])
	if err != nil || n > most || n == 0 && most > 0 {
		t.Fatalf("%s: %d are invalid, and %d could not be fixed: %v\n%s", k.args, n, most, err, check.stderr)
	}
}

// TestVerdictsOfParquet compares the verdicts on Parquet rows with those on the values that the
// library reads.
func TestVerdictsOfParquet(t *testing.T) {
	t.Chdir(t.TempDir())
	type row struct {
		N int64   `parquet:"n"`
		U *string `parquet:"u,optional"`
	}
	r := rand.New(rand.NewPCG(63, 63))
	iris := kinds()[0].values
	for round := range testkit.Few(20) {
		rows := make([]row, r.IntN(20_000))
		for i := range rows {
			if text := iris[r.IntN(len(iris))]; r.IntN(10) > 0 {
				rows[i].U = &text
			}
		}
		var b bytes.Buffer
		if err := parquet.Write(&b, rows, parquet.PageBufferSize(64+r.IntN(10_000)),
			parquet.MaxRowsPerRowGroup(1+int64(r.IntN(5000)))); err != nil {
			t.Fatal(err)
		}
		write(t, "rows", b.String())
		back, err := parquet.Read[row](bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for _, row := range back {
			v := verdict('0')
			if row.U != nil {
				v = of(*row.U)
			}
			want.WriteString(string(v) + "\n")
		}
		if got := runOn("", "check", "--verdicts", "--column", "u", "rows"); got.stdout != want.String() {
			t.Fatalf("round %d: %d and %d bytes: %s", round, len(got.stdout), want.Len(), got.stderr)
		}
	}
}
