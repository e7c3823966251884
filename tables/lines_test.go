package tables_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// linesOf is the simplest line reader.
func linesOf(text string) []string { return linesCut(text, "\n") }

// linesCut is like linesOf, for any separator.
func linesCut(text, separator string) (list []string) {
	for text != "" {
		line, rest, ended := strings.Cut(text, separator)
		if ended && separator == "\n" {
			line = strings.TrimSuffix(line, "\r")
		}
		list, text = append(list, line), rest
	}
	return list
}

// A lineCheck compares a batch's lines with the slow version: the text cut into lines, and Check
// for each line.
type lineCheck struct {
	*testing.T
	rule  tables.Rule
	batch *tables.Batch
	where string

	skips bool // whether to skip valid lines

	valid, invalid, pieces, skipped int // numbers of comparisons

	// The pieces of a line:
	text    string
	chars   int
	checker *tables.Checker
}

func newLineCheck(t *testing.T, rule tables.Rule, buffer int) *lineCheck {
	c := &lineCheck{T: t, rule: rule, batch: tables.NewBatch(rule), checker: tables.NewChecker(rule)}
	c.batch.Buffer = buffer
	return c
}

// lines checks the lines of rd, a reader that returns text and then the error broken, or io.EOF if
// broken is nil.
func (c *lineCheck) lines(text string, rd io.Reader, separator byte, broken error) {
	c.Helper()
	end := string([]byte{separator})
	c.where = fmt.Sprintf("a buffer of %d, lines that end in %q, of %.300q", c.batch.Buffer, end, text)
	want := linesCut(text, end)
	if broken != nil {
		want = linesCut(text[:strings.LastIndex(text, end)+1], end)
	}
	done := 0
	var failed error
	for l, err := range c.batch.Lines(rd, separator) {
		switch {
		case failed != nil:
			c.Fatalf("%s: there is a line after the error %v", c.where, failed)
		case err != nil:
			if failed = err; l.Number != done+1 || l.Valid || l.Last || l.Err() != nil || l.Text() != nil {
				c.Fatalf("%s: the error %v has the line %+v", c.where, err, l)
			}
			continue
		case !l.First || !l.Last:
			c.piece(l)
		default:
			c.text = string(l.Text())
		}
		if l.Number != done+1 || l.Last && done == len(want) {
			c.Fatalf("%s: line %d of %d has the number %d", c.where, done+1, len(want), l.Number)
		}
		if l.Last {
			c.line(l, want[done])
			done++
		}
		if c.skips {
			done += c.skip(l, want[done:])
		}
	}
	if failed != broken || done != len(want) {
		c.Fatalf("%s: %d lines and %v, not %d and %v", c.where, done, failed, len(want), broken)
	}
}

// skip skips the valid lines after l, and checks that they are the first lines of left.
func (c *lineCheck) skip(l *tables.Line, left []string) (n int) {
	c.Helper()
	before := l.Number
	n = l.SkipValid()
	if n > len(left) || l.Number != before+n {
		c.Fatalf("%s: after line %d %d are skipped, up to %d", c.where, before, n, l.Number)
	}
	for i, line := range left[:n] {
		if !c.rule.Valid(line) {
			c.Fatalf("%s: line %d is skipped", c.where, before+1+i)
		}
	}
	if n > 0 && (!l.Valid || l.Err() != nil || string(l.Text()) != left[n-1]) {
		c.Fatalf("%s: line %d is %.300q, %v", c.where, l.Number, l.Text(), l.Err())
	}
	c.skipped += n
	return n
}

// line checks a line that has been read to its end.
func (c *lineCheck) line(l *tables.Line, want string) {
	c.Helper()
	check := c.rule.Check(want)
	if c.text != want || l.Valid != (check == nil) || !reflect.DeepEqual(l.Err(), check) {
		c.Fatalf("%s: line %d is %.300q, %v, %v\nand not %.300q, %v",
			c.where, l.Number, c.text, l.Valid, l.Err(), want, check)
	}
	if again := l.Err(); !reflect.DeepEqual(again, check) {
		c.Fatalf("%s: line %d has the error %v, and then %v", c.where, l.Number, check, again)
	}
	if l.Valid {
		c.valid++
	} else {
		c.invalid++
	}
}

// piece checks a piece of a line.
func (c *lineCheck) piece(l *tables.Line) {
	c.Helper()
	text := l.Text()
	if c.pieces++; l.First {
		c.text, c.chars = "", 0
		c.checker.Reset()
	}
	c.text, c.chars = c.text+string(text), c.chars+utf8.RuneCount(text)
	_, err := c.checker.Write(text)
	if l.Last && err == nil {
		err = c.checker.Close()
	}
	if !reflect.DeepEqual(l.Err(), err) || !l.Last && l.Valid {
		c.Fatalf("%s: a piece of line %d is %v, %v, and not %v", c.where, l.Number, l.Valid, l.Err(), err)
	}
	most := c.batch.Buffer
	if most == 0 {
		most = 1 << 20
	}
	if n := len(text); n > most || !l.Last && n < most-utf8.UTFMax {
		c.Fatalf("%s: a piece of line %d has %d bytes", c.where, l.Number, n)
	}
	if l.Last && c.chars != utf8.RuneCountInString(c.text) {
		c.Fatalf("%s: a piece of line %d cuts a code point", c.where, l.Number)
	}
}

// Every line gets the verdict and the error that Check returns, whatever the buffer, the reader,
// the separator and the rule.
func TestLines(t *testing.T) {
	r := seeded(50)
	units := []string{
		"a:b", "\n", "\r\n", "\r", "é", " ", "\xE3", "\n\n", "\x00", "a:", "\xE3\x81", "あ", "\U0001F600",
		"a:b\n", "a:b\x00", "\na:b\n", "\na:", "\x00a:",
		strings.Repeat("あ", 20), strings.Repeat("x", 62), strings.Repeat("y", 32),
	}
	broken := errors.New("broken")
	valid, invalid, pieces, skipped := 0, 0, 0, 0
	for round := range testkit.Few(40_000) {
		var b strings.Builder
		for range r.IntN(12) {
			if r.IntN(3) == 0 {
				b.WriteString("a:b\n")
			}
			b.WriteString(units[r.IntN(len(units))])
		}
		text, rule := b.String(), bundledRule(t, "rfc3987", "IRI")
		if round%10 == 0 {
			rule = ""
		}
		c := newLineCheck(t, rule, 16+r.IntN(60))
		var rd io.Reader = strings.NewReader(text)
		switch r.IntN(4) {
		case 0:
			rd = iotest.HalfReader(rd)
		case 1:
			rd = iotest.OneByteReader(rd)
		case 2:
			rd = iotest.DataErrReader(rd)
		}
		c.skips = r.IntN(2) == 0
		separator := "\n\n\x00é"[r.IntN(4)] // the last is the first byte of a code point
		c.lines(text, rd, separator, nil)
		c.lines(text, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), separator, broken)
		valid, invalid, pieces, skipped = valid+c.valid, invalid+c.invalid, pieces+c.pieces, skipped+c.skipped
	}
	if least := testkit.Few(20_000); min(valid, invalid, pieces, 10*skipped) < least {
		t.Errorf("only %d lines are valid, %d are not, %d pieces; %d are skipped", valid, invalid, pieces, skipped)
	}
}

// The lines have every length around the buffer size, with every possible ending there.
func TestLinesAtTheBorder(t *testing.T) {
	for _, buffer := range []int{16, 64, 512, 4096} {
		c := newLineCheck(t, bundledRule(t, "rfc3987", "IRI"), buffer)
		for n := buffer - 8; n < buffer+8; n++ {
			for _, end := range []string{
				"\r\n", "\r", "\r\r\n", "\rx\n", "\n", "", "é\r\n", "\xE3\r\n", "\xE3\x81\n", "あ\n", " \n", "\x00", "\r\x00",
			} {
				text := "a:" + strings.Repeat("b", n-2) + end
				for _, text := range []string{text, "a:b\r\n" + text, text + "a:b", text + text + "\n"} {
					c.lines(text, strings.NewReader(text), '\n', nil)
					c.lines(text, iotest.HalfReader(strings.NewReader(text)), '\n', nil)
					c.lines(text, strings.NewReader(text), 0, nil)
				}
			}
		}
		if c.pieces == 0 || c.valid == 0 || c.invalid == 0 {
			t.Errorf("a buffer of %d: %d pieces, %d lines are valid, %d are not", buffer, c.pieces, c.valid, c.invalid)
		}
	}
}

// The default buffer grows as it fills: lines around its sizes, and blocks for several cores.
func TestLinesOfLargeTexts(t *testing.T) {
	c := newLineCheck(t, bundledRule(t, "rfc3987", "IRI"), 0)
	c.batch.Workers = 3
	var b strings.Builder
	for _, n := range []int{510, 4<<10 - 2, 32<<10 - 3, 256 << 10, 1<<20 - 4, 1 << 20, 3 << 20} {
		b.WriteString("a:" + strings.Repeat("b", n) + "\r\na:é\n \n")
	}
	for i := range testkit.Few(100_000) {
		fmt.Fprintf(&b, "https://example.org/%d/é\n", i)
		if i%1000 == 0 {
			b.WriteString("http://exa mple.org/\r\n")
		}
	}
	text := b.String()
	c.lines(text, strings.NewReader(text), '\n', nil)
	c.skips = true
	c.lines(text, iotest.HalfReader(strings.NewReader(text)), '\n', nil)
	if c.pieces < 4 || c.invalid < 14 {
		t.Errorf("%d pieces, %d lines are invalid", c.pieces, c.invalid)
	}
	c.pieces, c.batch.Buffer = 0, math.MaxInt
	c.lines(text, strings.NewReader(text), '\n', nil)
	if c.pieces > 0 {
		t.Errorf("%d pieces of lines that fit any buffer", c.pieces)
	}
}

func TestLinesEnd(t *testing.T) {
	b := tables.NewBatch(bundledRule(t, "rfc3987", "IRI"))
	b.Buffer = 16
	text := "a\nb:c\n" + strings.Repeat("d", 100) + "\ne\n"
	for last := 1; last < 20; last++ {
		n := 0
		for range b.Lines(strings.NewReader(text), '\n') {
			if n++; n == last {
				break
			}
		}
		if n != min(last, 10) {
			t.Errorf("%d lines and pieces of %d", n, last)
		}
	}
}

// Lines delivered by a reader are yielded before the next read.
func TestLinesDoNotWait(t *testing.T) {
	rd, wr := io.Pipe()
	done := make(chan bool)
	go func() {
		for _, text := range []string{"a:b\nc", ":d\n", "e\nf:g\n"} {
			io.WriteString(wr, text)
			for range strings.Count(text, "\n") {
				<-done
			}
		}
		wr.Close()
	}()
	n := 0
	for l, err := range tables.NewBatch(bundledRule(t, "rfc3987", "IRI")).Lines(rd, '\n') {
		if n++; l.Number != n || err != nil {
			t.Fatal(l.Number, err)
		}
		done <- true
	}
	if n != 4 {
		t.Errorf("%d lines", n)
	}
}

// Lines allocates only for the buffer and for requested errors, however long or numerous the lines
// are.
func TestLinesAllocateNothingALine(t *testing.T) {
	b := tables.NewBatch(bundledRule(t, "rfc3987", "IRI"))
	b.Workers = 1
	most := func(text []byte, separator byte) float64 {
		return testing.AllocsPerRun(testkit.Few(3), func() {
			for l, err := range b.Lines(bytes.NewReader(text), separator) {
				if err != nil || l.Valid && l.Err() != nil || len(l.Text()) == 0 && l.First {
					t.Fatal(l.Number, err)
				}
			}
		})
	}
	b.Buffer = math.MaxInt // lines that fit in the default buffer do not make it grow
	text := bytes.Repeat([]byte("a:b/é\n"), testkit.Few(1<<20))
	if few, many := most(text[:len(text)/2], '\n'), most(text, '\n'); few != many {
		t.Errorf("%v allocations for a few lines, %v for many", few, many)
	}
	b.Buffer = 0
	for _, line := range []string{"a:b/é\n", "a b\n", "a:b/é\x00", strings.Repeat("a:", 1<<20)} {
		for _, separator := range []byte("\n\x00") {
			size := max(testkit.Few(3<<20), len(line)) // the text of many lines is longer than the buffer
			few := most(bytes.Repeat([]byte(line), size/len(line)), separator)
			many := most(bytes.Repeat([]byte(line), 3*size/len(line)), separator)
			if few > 50 || many > few+1 {
				t.Errorf("lines %.10q, separator %q: %v allocations for a few, %v for many", line, separator, few, many)
			}
		}
	}
}

var _ io.WriteCloser = (*tables.Checker)(nil)
