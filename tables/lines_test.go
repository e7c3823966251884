package tables_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// linesOf is the simplest reader of lines.
func linesOf(text string) []string {
	list := strings.Split(text, "\n")
	last := len(list) - 1
	for i := range list[:last] {
		list[i] = strings.TrimSuffix(list[i], "\r")
	}
	if list[last] == "" {
		list = list[:last]
	}
	return list
}

// Every line has the verdict and the error of Check, short ones and those of many buffers.
func TestCheckLines(t *testing.T) {
	r := seeded(50)
	rule := bundledRule(t, "rfc3987", "IRI")
	units := []string{"a:b", "\n", "\r\n", "\r", "é", " ", "\xE3", "\n\n", "a:", strings.Repeat("あ", 25_000), strings.Repeat("x", 1<<16-2), strings.Repeat("y", 1<<15)}
	valid, long := 0, 0
	for range testkit.Few(400) {
		var text strings.Builder
		for range r.IntN(12) {
			text.WriteString(units[r.IntN(len(units))])
		}
		n := 0
		want := linesOf(text.String())
		for number, err := range rule.CheckLines(iotest.HalfReader(strings.NewReader(text.String()))) {
			if n++; number != n || n > len(want) || !reflect.DeepEqual(err, rule.Check(want[n-1])) {
				t.Fatalf("line %d: %d, %+v", n, number, err)
			}
			if err == nil {
				valid++
			}
			if len(want[n-1]) > 1<<16 {
				long++
			}
		}
		if n != len(want) {
			t.Fatalf("%d of %d lines", n, len(want))
		}
	}
	if valid < testkit.Few(50) || long < testkit.Few(100) {
		t.Errorf("%d lines are valid, %d are long", valid, long)
	}
}

// A CR at every place around the border of the buffer, and what may be behind it.
func TestCheckLinesAtTheBorder(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	for n := 1<<16 - 8; n < 1<<16+4; n++ {
		for _, end := range []string{"\r\n", "\r", "\r\r\n", "\rx\n", "\n", "", "é\r\n", "\xE3\r\n"} {
			line := "a:" + strings.Repeat("b", n-2)
			text := line + end
			var got []error
			for _, err := range rule.CheckLines(strings.NewReader(text + "a:b")) {
				got = append(got, err)
			}
			var want []error
			for _, line := range linesOf(text + "a:b") {
				want = append(want, rule.Check(line))
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%d bytes and %q: %v, not %v", n, end, got, want)
			}
		}
	}
}

func TestCheckLinesErrors(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	broken := errors.New("broken")
	long := strings.Repeat("a:", 1<<16)
	for _, text := range []string{"", "a:b\n", "a:b\nc", "a:b\n" + long, long + "\n" + long} {
		done := strings.Count(text, "\n")
		n := 0
		for number, err := range rule.CheckLines(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))) {
			if n++; number != n || n <= done && err != nil || n > done && err != broken {
				t.Errorf("%.20q: line %d: %v", text, number, err)
			}
		}
		if n != done+1 {
			t.Errorf("%.20q: %d lines", text, n)
		}
	}
	for number := range rule.CheckLines(strings.NewReader("a\nb\n")) {
		if number > 1 {
			t.Error("it goes on")
		}
		break
	}
}

func TestCheckLinesAllocatesNothingALine(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	text := bytes.Repeat([]byte("a:b/é\n"), 10_000)
	text = append(text, bytes.Repeat([]byte("a:"), 1<<20)...)
	if n := testing.AllocsPerRun(3, func() {
		for n, err := range rule.CheckLines(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(n, err)
			}
		}
	}); n > 6 {
		t.Errorf("%v allocations", n)
	}
}

var _ io.WriteCloser = (*tables.Checker)(nil)
