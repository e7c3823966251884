package records

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

func init() { files.Overwriting = true }

// open returns a reader for the records of a text.
func open(t *testing.T, o Options, rd io.Reader) *Reader {
	t.Helper()
	in := &files.Inputs{Context: context.Background(), Names: []string{files.Stdin}, Stdin: rd, Separator: o.Separator,
		Out: bufio.NewWriter(io.Discard)}
	for file, err := range in.Files() {
		if err != nil {
			t.Fatal(err)
		}
		return o.Open(file, rfc3987.IRI) // Files closes the file; the text remains readable
	}
	return nil
}

// outcome summarizes the results for a file.
type outcome struct {
	valid, blank, comments, missing int

	refused []string
	text    string // text of all records
	err     string
}

// inChunks returns the outcome of reading chunks.
func inChunks(r *Reader) (o outcome) {
	var text bytes.Buffer
	for s, err := range r.Chunks() {
		if err != nil {
			o.err = err.Error()
			break
		}
		o.valid, o.blank, o.missing = o.valid+s.Valid, o.blank+s.Blank, o.missing+s.Missing
		o.comments += s.Comments
		text.Write(s.Text)
		if text.Write(s.Refused); len(s.Refused) > 0 {
			o.refused = append(o.refused, where(r, s.Value))
		}
	}
	o.text = text.String()
	return o
}

// onebyone returns the outcome of reading records.
func onebyone(r *Reader) (o outcome) {
	var text bytes.Buffer
	header := true
	for record, err := range r.Records() {
		if err != nil {
			o.err = err.Error()
			break
		}
		text.Write(r.Text())
		value, ok := r.Verdict()
		switch isHeader := header && r.at.line == 0; {
		case isHeader:
		case record.Comments > 0:
			o.comments += record.Comments
		case record.Blank:
			o.blank += record.BlankLines()
		case !ok:
			o.refused = append(o.refused, where(r, value))
		case len(record.Missing) > 0 && len(record.Values) == 0:
			o.missing++
		case record.Ignored > 0 && record.Ignored == len(record.Values):
		default:
			o.valid++
		}
		header = false
	}
	o.text = text.String()
	return o
}

// where describes the position of a value.
func where(r *Reader, value int) string {
	l := r.Line(value)
	return fmt.Sprintf("line %d row %d at %d+%d %s %q of %q", l.Number, l.Row, l.Begin, l.Indent, l.Field, l.Text,
		l.Record)
}

// TestChunks compares chunks with records, for any division of the text into reads, blocks and
// parts.
func TestChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	exclude := func(value []byte) bool { return len(value)%2 > 0 }
	for _, test := range []struct {
		options Options
		pieces  []string
	}{
		{Options{Format: Prose, Separator: '\n', Find: text.Find},
			[]string{"http://a/", " ", "\n", "\n", "<", ">", "# iri-ignore-", "next-line", "start", "end"}},
		{Options{Format: Prose, Separator: '\n', Find: text.Find, Exclude: exclude},
			[]string{"http://a/", " ", "\n", "<http://a|", ">", "b"}},
		{Options{Format: NTriples, Exclude: exclude}, triplePieces},
		{Options{Format: CSV, Columns: []string{"2", "1"}, NoHeader: true, Exclude: exclude}, csvPieces},
		{Options{Format: PlainLines, Separator: '\n'}, []string{"a:b", "é", "http://h/", "[", "\r\n", "\n", "\n", "a:"}},
		{Options{Format: PlainLines}, []string{"a:b", "\x00", "\x00", "\n", "[", "a:"}},
		{Options{Format: PlainLines, Separator: '\n', Edit: files.Edit{Trim: true, SkipBlank: true, Comment: "#"}},
			[]string{"a:b", " ", "#", "\n", "\r\n", "\t", "["}},
		{Options{Format: Prose, Separator: '\n', Find: text.Find},
			[]string{"http://a/", " ", "word", "(", ")", "\n", "mailto:a@b", "<", ">", "]("}},
		{Options{Format: HTML, Find: text.Find}, []string{"<a href=", "'", "http://a/", ">", "\n", "\r\n", "&amp;", "["}},
		{Options{Format: Markdown, Find: text.Find}, []string{"[a](", ")", "<", "a:b", ">", "\n", "<a href='", "'", "`"}},
		{Options{Format: NTriples}, triplePieces},
		{Options{Format: NQuads}, append(slices.Clip(triplePieces), "<a:s> <a:p> <a:o> <a:g> .\n",
			"<a:s> <a:p> _:b <g> .\n")},
		{Options{Format: NQuads12}, append(slices.Clip(triplePieces), "<a:s> <a:p> <<( _:b <a:p> <a b> )>> <a:g> .\n",
			"VERSION \"1.2\"\n", "<a:s> <a:p> \"x\"@en--ltr .\n", "<a:s> <a:p> \"x\"@en--x .\n")},
		{Options{Format: CSV, Columns: []string{"2", "1"}, NoHeader: true}, csvPieces},
		{Options{Format: CSV, Columns: []string{"2"}, NoHeader: true, SkipMissing: true}, csvPieces},
		{Options{Format: CSV, Columns: []string{"u"}}, csvPieces},
		{Options{Format: TSV, Columns: []string{"2"}, NoHeader: true}, []string{"a:b", "\t", "\n", "\r\n", `"`, "x"}},
		{Options{Format: CSV, Columns: []string{"2"}, NoHeader: true, MissingValues: []string{"x"},
			Edit: files.Edit{Trim: true, SkipBlank: true, Comment: "#"}}, append([]string{" ", "#", "\t"}, csvPieces...)},
	} {
		for range testkit.Few(150) {
			text := ""
			switch {
			case test.options.Format == CSV && !test.options.NoHeader:
				text = "name,u\n"
			case test.options.Format == CSV && rng.IntN(2) == 0:
				text = "x:y,z:w\n"
			}
			for range rng.IntN(40) {
				text += test.pieces[rng.IntN(len(test.pieces))]
			}
			text = strings.TrimPrefix(text, "\uFEFF") // package files drops it
			want := onebyone(open(t, test.options, strings.NewReader(text)))
			for _, rd := range []io.Reader{
				strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
				iotest.DataErrReader(strings.NewReader(text)),
			} {
				r := open(t, test.options, rd)
				r.source.workers, r.source.size = 1+rng.IntN(4), 1+rng.IntN(30)
				if got := inChunks(r); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("%v %q:\n%+v\n%+v", test.options, text, got, want)
				}
			}
			if want.err == "" && want.text != text {
				t.Fatalf("%q: the records are %q", text, want.text)
			}
		}
	}
}

var triplePieces = []string{
	"<a:s> <a:p> <a:o> .\n", "<a:s> <a:p> \"x y\"@en .\r\n", "<a:s> <a:p> \"1\"^^<a:t> .\n", "# comment\n", "\n", "\r",
	" ",
	"<a:\\u00E9> <a:p> _:b .\n", "<a:s> <p> <a:o> .\n", "<a:s> <a:p> \"1\"^^<t> .\n", "<a:\\uD800> <a:p> <a:o> .\n",
	"<a:s q> <a:p> <a:{> .\n", "bad\n", "<a:s> <a:p> <a:o>", ".", "\uFEFF<a:s> <a:p> <a:o> .\n",
}

var csvPieces = []string{"a:b", ",", ",", "\n", "\n", "\r\n", `"`, `"a:b"`, `"[""",`, "x", `"q` + "\n" + `q",`}

// TestCutFile reads files whose last record is incomplete.
func TestCutFile(t *testing.T) {
	for _, test := range []struct {
		options Options
		text    string
		want    string
	}{
		{Options{Format: NTriples}, "<a:s> <a:p> <a:o> .\n<a:s> <a:p> \"x",
			"- ends within the record that begins on line 2; the file may be truncated"},
		{Options{Format: NTriples}, "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o>\n", ""},
		{Options{Format: CSV, NoHeader: true, Columns: []string{"1"}}, "a:b\n\"a:",
			"- ends within the record that begins on line 2; "},
		{Options{Format: PlainLines, Separator: '\n'}, "a:b\na:", ""},
	} {
		got := inChunks(open(t, test.options, strings.NewReader(test.text))).err
		if !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%q: %q", test.text, got)
		}
		if again := onebyone(open(t, test.options, strings.NewReader(test.text))).err; again != got {
			t.Errorf("%q: %q, and %q one by one", test.text, got, again)
		}
	}
}

// TestLongRecord reads records that exceed the limit. Each must count as one invalid record, and
// the records around it must keep their verdicts and line numbers.
func TestLongRecord(t *testing.T) {
	const max = 100
	x := strings.Repeat("x", max)
	lines := func(f Format) Options {
		return Options{Format: f, MaxRecord: max, Separator: '\n', Fields: []string{"u"}, Find: text.Find}
	}
	csv := Options{Format: CSV, Columns: []string{"u"}, MaxRecord: max}
	noHeader := Options{Format: CSV, Columns: []string{"1"}, MaxRecord: max, NoHeader: true}
	tsv := Options{Format: TSV, Columns: []string{"u"}, MaxRecord: max, Edit: files.Edit{Trim: true, Comment: "#"}}
	triple := "<a:s> <a:p> \"" + x + "\" ."
	for _, test := range []struct {
		options          Options
		good, long, next string // a valid record, a long one, and an invalid one
		more             int    // line endings in long
	}{
		{lines(NTriples), "<a:s> <a:p> <a:o> .\n", triple + "\n", "bad\n", 1},
		{lines(NTriples), "#\n<a:s> <a:p> <a:o> .\n", triple + "\r", "bad\r\n", 1},
		{lines(NQuads), "<a:s> <a:p> <a:o> .\r\n", triple + "\r\n", "bad .", 1},
		{lines(JSONLines), "{\"u\":\"a:b\"}\n", "{\"v\":\"" + x + "\"}\n", "{}\n", 1},
		{lines(Prose), "http://h/\n", "[](data:" + x + ")\n", "<http://h/[>\n", 1},
		{csv, "u,v\na:b,\n", "a:b," + x + "\n", "[\n", 1},
		{csv, "u\na:b\n", "\"" + x + "\n\"\"" + x + ",\"\n", "[\n", 2},
		{csv, "u,v\na:b,\n", x + "x\"\n", "[\n", 1}, // an error ends the record with its line
		{csv, "u,v\na:b,\n", "\"\n" + x + "\"x,\"\n", "[\n", 2},
		{noHeader, "", x + "1\"\r\n", "[\n", 1},
		{tsv, "#\n u \tv\na:b\t\n", "a:b\t \"" + x + "\n\" \r\n", " [\n", 2},
		{tsv, "u\tv\na:b\t\n", "# \t\"" + x + "\n", "[\n", 1},
	} {
		input := test.good + test.long + test.next
		line := strings.Count(test.good, "\n") + 1
		for size := 1; size < 300; size += 7 { // size of reads
			for _, each := range []func(*Reader) (found []string){longChunks, longRecords} {
				r := open(t, test.options, &slowReader{input, size})
				want := []string{fmt.Sprintf("line %d record-too-long %q", line, test.long),
					fmt.Sprintf("line %d %q", line+test.more, test.next)}
				if found := each(r); !slices.Equal(found, want) {
					t.Fatalf("%v, %q in reads of %d: %q", test.options.Format, input, size, found)
				}
			}
		}
	}
	for _, test := range []struct {
		options    Options
		text, want string
	}{
		{csv, "u\n\"a:" + x, "- ends within the record that begins on line 2; the file may be truncated"},
		{csv, "u" + x + x + "\n", "-: the header is longer than 100 bytes; raise the limit with --max-record"},
		{csv, "u\na:" + x[2:] + "\r\n", ""}, // as long as allowed
	} {
		if got := inChunks(open(t, test.options, strings.NewReader(test.text))).err; got != test.want {
			t.Errorf("%q: %q", test.text, got)
		}
	}
	if got := (&source{max: MaxBytes}).tooLong(); got != "longer than 16 MiB; raise the limit with --max-record" {
		t.Error(got)
	}
}

// A slowReader returns size bytes at a time.
type slowReader struct {
	text string
	size int
}

func (s *slowReader) Read(p []byte) (n int, err error) {
	if s.text == "" {
		return 0, io.EOF
	}
	n = copy(p, s.text[:min(s.size, len(s.text))])
	s.text = s.text[n:]
	return n, nil
}

// longChunks returns the invalid records of the chunks.
func longChunks(r *Reader) (found []string) {
	for s, err := range r.Chunks() {
		if err != nil {
			return append(found, err.Error())
		}
		if len(s.Refused) > 0 {
			found = append(found, longText(r))
		}
	}
	return found
}

// longRecords returns the invalid records, read one by one.
func longRecords(r *Reader) (found []string) {
	for record, err := range r.Records() {
		if err != nil {
			return append(found, err.Error())
		}
		if _, valid := r.Verdict(); !valid && !record.Blank {
			found = append(found, longText(r))
		}
	}
	return found
}

func longText(r *Reader) string {
	line, code, text := r.Line(-1).Number, "", string(r.Text())
	if r.Refused().Long {
		code = r.Refused().Problem.Code + " "
		var rest strings.Builder
		r.CopyRest(&rest)
		text += rest.String()
	}
	return fmt.Sprintf("line %d %s%q", line, code, text)
}

// TestLongLine reads a line that is too long to hold: the caller validates it.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("x", MaxBytes+5)
	r := open(t, Options{Format: PlainLines, Separator: '\n'}, strings.NewReader("a:b\na:"+long+"\n[\na:c"))
	var sizes []int
	for s, err := range r.Chunks() {
		switch {
		case err != nil:
			t.Fatal(err)
		case s.Long != nil:
			n, err := io.Copy(io.Discard, s.Long)
			if err != nil || s.Long.Again() {
				t.Errorf("%v, %v", err, s.Long.Again())
			}
			sizes = append(sizes, int(n))
		default:
			sizes = append(sizes, len(s.Text), -len(s.Refused))
		}
		if len(s.Refused) > 0 {
			if l := r.Line(s.Value); l.Number != 3 || l.Row != 3 {
				t.Errorf("line %d, row %d", l.Number, l.Row)
			}
		}
	}
	if want := []int{4, 0, MaxBytes + 8, 0, -2, 3, 0}; !slices.Equal(sizes, want) {
		t.Errorf("%d, want %d", sizes, want)
	}
}

// TestOverwriting checks that texts kept from a chunk and a record are overwritten.
func TestOverwriting(t *testing.T) {
	const text = "a:b\na:c\n<\na:d\n<x"
	o := Options{Format: PlainLines, Separator: '\n'}
	kept := map[string]string{}
	for s, err := range open(t, o, strings.NewReader(text)).Chunks() {
		if err != nil {
			t.Fatal(err)
		}
		kept[string(s.Text)] = files.View(s.Text)
		kept[string(s.Refused)] = files.View(s.Refused)
	}
	for record, err := range open(t, o, strings.NewReader(text)).Records() {
		if err != nil {
			t.Fatal(err)
		}
		kept[string(record.Raw)] = files.View(record.Raw)
	}
	for text, view := range kept {
		if text != "" && text == view || len(kept) < 8 {
			t.Errorf("%q is kept, of %d", text, len(kept))
		}
	}
}
