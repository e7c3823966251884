package records

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/testkit"
)

// A reading is a record in a comparable form.
type reading struct {
	raw    string
	lines  int
	blank  bool
	values []string // the text and position of each
	code   string
	offset int
	open   bool
}

// readAll returns the records of a text, and checks the invariants of each.
func readAll(t testing.TB, s Syntax, text string) (all []reading) {
	t.Helper()
	var r Record
	rest := []byte(text)
	for len(rest) > 0 {
		before := rest
		rest = s.Next(&r, rest)
		taken := before[:len(before)-len(rest)]
		end := string(taken[len(r.Raw):])
		if !bytes.HasPrefix(taken, r.Raw) || len(taken) == 0 || end != "\n" && end != "\r\n" && len(rest) > 0 ||
			r.Lines != bytes.Count(taken, newline) {
			t.Fatalf("%q: the record %q of %q, with %d lines", text, r.Raw, taken, r.Lines)
		}
		x := reading{raw: string(r.Raw), lines: r.Lines, blank: r.Blank}
		if p := r.Problem; p != nil {
			x.code, x.offset, x.open = p.Code, p.Offset, p.Open
			if p.Offset < 0 || p.Length < 0 || p.Offset+p.Length > len(r.Raw) || p.Message == "" || !slices.Contains(Codes(),
				p.Code) {
				t.Fatalf("%q: %+v", text, *p)
			}
			if p.Open && len(rest) > 0 && bytes.HasPrefix([]byte(p.Code), []byte("csv")) {
				t.Fatalf("%q: an open quote before %q", text, rest)
			}
		}
		for _, v := range r.Values {
			x.values = append(x.values, fmt.Sprintf("%s@%d-%d", v.Text, v.Start, v.End))
			checkValue(t, &r, v)
		}
		all = append(all, x)
	}
	return all
}

// checkValue checks the offsets of a value, and Origin for each byte of its text.
func checkValue(t testing.TB, r *Record, v Value) {
	t.Helper()
	raw := r.Raw[v.Start:v.End]
	if v.Escapes == nil {
		if !bytes.Equal(raw, v.Text) {
			t.Fatalf("%q: %+v", r.Raw, v)
		}
		return
	}
	if got := v.Escapes.Append([]byte("x"), raw); string(got) != "x"+string(v.Text) {
		t.Fatalf("%q: the value is %q, and %q without escapes", r.Raw, v.Text, got)
	}
	for i := range v.Text {
		at, n := v.Escapes.Origin(raw, i)
		before, upTo := v.Escapes.Append(nil, raw[:at]), v.Escapes.Append(nil, raw[:at+n])
		if len(before) > i || len(upTo) <= i || !bytes.HasPrefix(v.Text, upTo) {
			t.Fatalf("Origin(%q, %d) = %d, %d", raw, i, at, n)
		}
	}
	if at, n := v.Escapes.Origin(raw, len(v.Text)); at != len(raw) || n != 0 {
		t.Fatalf("the end of %q: %d, %d", raw, at, n)
	}
}

// anyColumns returns a syntax that validates the first 64 columns, for records with any number of
// columns.
func anyColumns(delimiter byte, literal bool, edit files.Edit) *csv {
	c := &csv{delimiter: delimiter, literal: literal, edit: edit}
	for i := range 64 {
		c.wanted = append(c.wanted, column{i, strconv.Itoa(i + 1)})
	}
	return c
}

// walkCSV reads CSV byte by byte. It returns the records, and the length of the longest prefix of
// complete records.
func walkCSV(text string, c *csv) (all []reading, whole int) {
	const (
		begin  = iota // at the beginning of a field
		lead          // in blanks at the beginning of a field
		bare          // in a field without quotes
		inside        // in quotes
		quote         // after a quote inside
		closed        // in blanks after the closing quote
		wrong         // after an error
		note          // in a comment
	)
	delimiter, literal := c.delimiter, c.literal
	from, start, end, state := 0, 0, 0, begin
	var x reading
	var value []byte
	field := func(at int) {
		quoted := state == quote || state == closed
		if !quoted {
			end = at
		}
		for len(value) > 0 && c.isBlank(value[len(value)-1]) {
			value, end = value[:len(value)-1], end-1
		}
		for len(value) > 0 && c.isBlank(value[0]) {
			value, start = value[1:], start+1
		}
		if quoted || end > start {
			x.values = append(x.values, fmt.Sprintf("%s@%d-%d", value, start-from, end-from))
		}
		value, state = nil, begin
	}
	finish := func(end, next int) {
		x.raw = text[from:end]
		x.lines = strings.Count(text[from:next], "\n")
		if x.blank = x.raw == "" || state == note; x.blank {
			x.values = nil
		}
		if x.code != "" {
			x.values = nil
		}
		all = append(all, x)
		x, value, from, state = reading{}, nil, next, begin
	}
	for i := 0; i < len(text); i++ {
		b := text[i]
		if state == begin {
			start = i
		}
		if line := text[i:]; i == from && c.edit.Comment != "" {
			if c.edit.Trim {
				line = strings.TrimLeft(line, " \t")
			}
			if strings.HasPrefix(line, c.edit.Comment) {
				state = note
			}
		}
		stop, next := i, i+1 // of the line, if it ends here
		ends := b == '\n'
		if b == '\r' && (i+1 == len(text) || text[i+1] == '\n') {
			ends, next = true, min(i+2, len(text))
		}
		switch {
		case state == inside && b == '"':
			state, end = quote, i
		case state == inside:
			value = append(value, b)
		case state == quote && b == '"':
			state, value = inside, append(value, '"')
		case ends && state == note:
			finish(stop, next)
			if text[next-1] == '\n' {
				whole = next
			}
			i = next - 1
		case ends:
			if state != wrong {
				field(stop)
			} else if text[next-1] != '\n' {
				x.open = opensLater(text[from+x.offset:], c)
			}
			finish(stop, next)
			if text[next-1] == '\n' {
				whole = next
			}
			i = next - 1
		case state == wrong, state == note:
		case b == delimiter:
			field(i)
		case state == quote && c.isBlank(b), state == closed && c.isBlank(b):
			state = closed
		case state == quote, state == closed:
			state, x.code, x.offset = wrong, CSVQuote, end-from
		case b == '"' && !literal && (state == begin || state == lead):
			state, start, value = inside, i+1, nil
		case state <= lead && c.isBlank(b):
			state, value = lead, append(value, b)
		case b == '"' && !literal:
			state, x.code, x.offset = wrong, CSVQuote, i-from
		default:
			state, value = bare, append(value, b)
		}
	}
	if from < len(text) {
		switch state {
		case inside:
			x.code, x.offset, x.open = CSVOpenQuote, start-1-from, true
		case begin, lead, bare, quote, closed:
			if state == begin {
				start = len(text)
			}
			field(len(text))
		case wrong:
			x.open = opensLater(text[from+x.offset:], c)
		}
		finish(len(text), len(text))
	}
	return all, whole
}

// opensLater reports whether a text ends within a quoted field after an error.
func opensLater(text string, c *csv) bool {
	begin, inside := false, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case inside && b == '"' && i+1 < len(text) && text[i+1] == '"':
			i++
		case inside && b == '"':
			inside = false
		case !inside && b == c.delimiter, begin && c.isBlank(b):
			begin = true
			continue
		case begin && b == '"':
			inside = true
		}
		begin = false
	}
	return inside
}

func compareCSV(t testing.TB, text string, delimiter byte, literal bool, edit files.Edit) {
	t.Helper()
	c := anyColumns(delimiter, literal, edit)
	want, whole := walkCSV(text, c)
	got := readAll(t, c, text)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%q, literal %v, %+v:\n%+v, want\n%+v", text, literal, edit, got, want)
	}
	if n := c.Whole([]byte(text)); n != whole {
		t.Fatalf("%q, literal %v, %+v: %d bytes are whole records, want %d", text, literal, edit, n, whole)
	}
	if text != "" {
		compareEnding(t, c, []byte(text))
	}
}

// compareEnding finds the end of the first record byte by byte, as if it were too long to hold.
func compareEnding(t testing.TB, s Syntax, text []byte) {
	t.Helper()
	var r Record
	length := len(text) - len(s.Next(&r, text))
	isOpen := r.Problem != nil && r.Problem.Code == CSVOpenQuote
	end := s.ending(text)
	for at := range text {
		n, ended, open := end(text[at : at+1])
		if at+n == length && (ended || at+1 == len(text) && open == isOpen) {
			return
		}
		if ended || at >= length {
			break
		}
	}
	t.Fatalf("%q: the first record has %d bytes, open %v", text, length, isOpen)
}

// TestCSVInTheSmall reads every short text, and compares the records with those of walkCSV.
func TestCSVInTheSmall(t *testing.T) {
	most := 5
	if testkit.OneIn(2, 1) {
		most = 6 // 7 takes minutes
	}
	var all func(text []byte)
	all = func(text []byte) {
		compareCSV(t, string(text), ',', false, files.Edit{})
		compareCSV(t, string(text), ',', true, files.Edit{})
		if len(text) == most {
			return
		}
		for _, b := range []byte("\",\r\na") {
			all(append(text, b))
		}
	}
	all(nil)
}

// TestCSVWholeOfLongTexts compares Whole with walkCSV for long texts that contain long records.
func TestCSVWholeOfLongTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range testkit.Few(300) {
		var b strings.Builder
		for b.Len() < 20_000 {
			b.WriteString(`1,"x",y` + "\n")
			if rng.IntN(100) == 0 {
				b.WriteString(strings.Repeat(`"a`+"\n"+`b",`, rng.IntN(2_000)))
			}
			if rng.IntN(100) == 0 {
				b.WriteString(randomCSV(rng, ","))
			}
		}
		text := b.String()
		c := anyColumns(',', false, files.Edit{})
		_, whole := walkCSV(text, c)
		if n := c.Whole([]byte(text)); n != whole {
			t.Fatalf("%q: %d, want %d", text, n, whole)
		}
	}
}

// randomCSV returns a text of random CSV pieces.
func randomCSV(rng *rand.Rand, delimiter string) string {
	pieces := []string{`"`, `"`, `""`, delimiter, delimiter, "\n", "\r\n", "\r", "a", "b", " ", `"x` + delimiter + `y"`,
		"é", "\xff"}
	var b strings.Builder
	for range rng.IntN(24) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return b.String()
}

func TestCSVAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range testkit.Few(40_000) {
		compareCSV(t, randomCSV(rng, ";"), ';', rng.IntN(4) == 0, files.Edit{})
		edit := files.Edit{Trim: rng.IntN(2) == 0, Comment: [...]string{"", "a", "é"}[rng.IntN(3)]}
		compareCSV(t, randomCSV(rng, " "), ' ', false, edit)
		compareCSV(t, randomCSV(rng, ";"), ';', false, edit)
	}
}

// compareEncodingCSV compares the records and errors with those of encoding/csv, which may differ
// in two ways: it reads CR LF in quotes as LF, and an empty field as a value.
func compareEncodingCSV(t testing.TB, text string) {
	t.Helper()
	var r Record
	c := anyColumns(',', false, files.Edit{})
	std := stdcsv.NewReader(strings.NewReader(text))
	std.FieldsPerRecord = -1
	rest := []byte(text)
	for {
		for r.Blank = true; r.Blank && len(rest) > 0; {
			rest = c.Next(&r, rest)
		}
		record, err := std.Read()
		if err == io.EOF {
			if !r.Blank {
				t.Fatalf("%q: encoding/csv does not have the record %q", text, r.Raw)
			}
			return
		}
		if (r.Problem != nil) != (err != nil) || r.Blank {
			t.Fatalf("%q: %q, %+v, and %q, %v", text, r.Raw, r.Problem, record, err)
		}
		if wrong := (*stdcsv.ParseError)(nil); errors.As(err, &wrong) {
			continue
		}
		if fields := c.fields(r.Raw); len(fields) != len(record) {
			t.Fatalf("%q: %d fields, and %q", text, len(fields), record)
		}
		values := make([]string, len(record))
		for _, v := range r.Values {
			i, _ := strconv.Atoi(v.Name)
			values[i-1] = strings.ReplaceAll(string(v.Text), "\r\n", "\n")
		}
		if !slices.Equal(values, record) {
			t.Fatalf("%q: %q, and %q", text, values, record)
		}
		r.Blank = true
	}
}

func TestEncodingCSV(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range testkit.Few(60_000) {
		compareEncodingCSV(t, randomCSV(rng, ","))
	}
}

func FuzzCSV(f *testing.F) {
	f.Add("a,\"b\"\"c\r\n\"\r\n\r\n\"d\"e,\"\nf\"g\n", byte(','), false)
	f.Fuzz(func(t *testing.T, text string, delimiter byte, literal bool) {
		if delimiter == '"' || delimiter == '\r' || delimiter == '\n' || delimiter >= 0x80 {
			return
		}
		if strings.Count(text, ",") < 64 && strings.Count(text, string(delimiter)) < 64 {
			compareCSV(t, text, delimiter, literal, files.Edit{Trim: true, Comment: "#"})
			compareCSV(t, text, delimiter, literal, files.Edit{})
			compareEncodingCSV(t, text)
		}
	})
}
