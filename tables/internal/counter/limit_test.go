package counter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/format"
)

// gaps returns an XRI string with n + 1 readings: each closing parenthesis either is part of the
// query or ends a call, after which three more calls begin. So the depths are 1, 3, 5 and so on.
func gaps(n int) string { return "=(?" + strings.Repeat(")*(*(*(?", n) }

func TestReadings(t *testing.T) {
	rule := xri(t, "xri")
	for _, n := range []int{0, 1, 2, 3, 6, 7, 8, counter.MaxReadings/2 - 1} {
		w := counter.New(format.Table(rule))
		if s := gaps(n); w.Advance(s) != len(s) || w.Readings() != n+1 || w.Depth() != int64(2*n+1) {
			t.Errorf("%d gaps: %d readings down to %d", n, w.Readings(), w.Depth())
		}
		if !rule.Valid(gaps(n)+")") || rule.Valid(gaps(n)+"[") {
			t.Errorf("wrong about %d gaps", n)
		}
		if err := rule.Check(gaps(n) + "["); err == nil || undecided(err) {
			t.Errorf("%d gaps: %v", n, err)
		}
		others := make([]string, 2)
		for i := range others { // a copy continues independently
			other := w.Clone()
			other.Advance(strings.Repeat(")", i+1))
			others[i] = strings.Repeat("v", int(other.Depth())) + strings.Repeat("r", other.Readings())
		}
		again := w.Clone()
		again.Advance("))")
		if got := strings.Repeat("v", int(again.Depth())) + strings.Repeat("r", again.Readings()); got != others[1] ||
			w.Readings() != n+1 {
			t.Errorf("%d gaps: the copies depend on one another: %q, %q", n, got, others)
		}
	}
}

func undecided(err error) bool {
	var e *tables.SyntaxError
	ok := errors.As(err, &e)
	return ok && e.Undecided()
}

// A string with too many readings is rejected, and its error is undecided, even in pieces. It may
// be a member: this one is.
func TestUndecided(t *testing.T) {
	rule := xri(t, "xri")
	s := gaps(counter.MaxReadings) + ")"
	if rule.Valid(s) {
		t.Error("it is decided")
	}
	w, most := counter.New(format.Table(rule)), 0
	for i := 0; i < len(s) && !w.Dead(); i++ {
		w.Advance(s[i : i+1])
		most = max(most, w.Readings())
	}
	if !w.Undecided() || most > counter.MaxReadings || most < counter.MaxReadings-2 {
		t.Errorf("it has %d readings, at most %d", most, counter.MaxReadings)
	}
	if ok, err := rule.ValidReader(strings.NewReader(s)); ok || err != nil {
		t.Errorf("a reader is valid: %t, %v", ok, err)
	}
	err := rule.Check(s)
	if !undecided(err) {
		t.Fatalf("the error is %v", err)
	}
	var e *tables.SyntaxError
	errors.As(err, &e)
	if want := "undecided: the string can be parsed in too many ways"; e.Message() != want ||
		!strings.HasPrefix(e.Error(), "xri: column ") || !strings.HasSuffix(e.Error(), want) {
		t.Errorf("the error is %q", e.Error())
	}
	var fields struct {
		Message string
		Offset  int
	}
	if text, err := json.Marshal(e); err != nil || json.Unmarshal(text, &fields) != nil || fields.Offset != e.Offset ||
		!strings.HasPrefix(fields.Message, "undecided") {
		t.Errorf("as JSON: %s, %v", text, err)
	}
	if e.Column != e.Offset+1 || e.AtEnd || e.Incomplete {
		t.Errorf("the error is %+v", e)
	}
	if undecided(rule.Check(s[:e.Offset])) || !undecided(rule.Check(s[:e.Offset+1])) {
		t.Errorf("the offset %d is not where it is undecided", e.Offset)
	}
	if n := rule.Prefix(s); n > e.Offset || n < e.Offset-8 || !rule.Valid(s[:n]) {
		t.Errorf("the longest prefix has %d bytes", n)
	}
	for from := 0; from < len(s); from += 19 {
		c := tables.NewChecker(rule)
		n, first := c.WriteString(s[:from])
		m, second := c.WriteString(s[from:])
		if err := c.Close(); said(err) != said(e) || n+m != e.Offset || said(errors.Join(first, second)) == "valid" {
			t.Fatalf("cut at %d: %d and %d bytes, %v", from, n, m, err)
		}
	}
	b := tables.NewBatch(rule)
	b.Buffer = 16
	text := "=\n" + s + "\n=()\n"
	if got := b.AppendValidLines(nil, []byte(text)); !slices.Equal(got, []bool{true, false, true}) {
		t.Errorf("the verdicts on lines are %v", got)
	}
	var all []string
	for l, err := range b.Lines(strings.NewReader(text), '\n') {
		if err != nil {
			t.Fatal(err)
		}
		if l.Last {
			all = append(all, said(l.Err()))
		}
	}
	if !slices.Equal(all, []string{"valid", said(e), "valid"}) {
		t.Errorf("the lines are %q", all)
	}
}

// The error for a string with too many readings contains the complete character at its offset,
// however the string is split, even if a byte inside the character is what exceeds the limit.
func TestUndecidedCharacters(t *testing.T) {
	for _, tt := range []struct {
		name, open, close, text string
		offset                  int
		found                   string
	}{
		{"the first byte", `%xAB`, `%xBB`, "=\u00AB?" + strings.Repeat("\u00BB\u00AB\u00AB\u00AB?", 20), 98, `"«" (U+00AB)`},
		{"the last byte", `"("`, `%x20AC`, "=(?" + strings.Repeat("\u20AC(((?", 20) + "\u20AC", 115, `"€" (U+20AC)`},
	} {
		rule := compiled(t, fmt.Sprintf(`top = "=" v
v = *c ["?" q]
c = %s v %s
q = *(%[1]s / %[2]s / "a" / "?")`, tt.open, tt.close), "top")
		var want *tables.SyntaxError
		errors.As(rule.Check(tt.text), &want)
		if want == nil || !want.Undecided() || want.Offset != tt.offset || want.Found() != tt.found {
			t.Fatalf("%s: %v, found %s at offset %d", tt.name, want, want.Found(), want.Offset)
		}
		for size := 1; size < 9; size++ {
			c := tables.NewChecker(rule)
			for rest := tt.text; rest != ""; rest = rest[min(size, len(rest)):] {
				c.WriteString(rest[:min(size, len(rest))])
			}
			var got *tables.SyntaxError
			errors.As(c.Close(), &got)
			if got == nil || said(got) != said(want) || got.Found() != want.Found() {
				t.Errorf("%s, in pieces of %d: %v, found %s", tt.name, size, got, got.Found())
			}
		}
	}
}

// A walk with few readings does not allocate, even if it had many before.
func TestManyReadingsEnd(t *testing.T) {
	c := tables.NewChecker(compiled(t, `top = "=" *c "." *"z"
v = *c ["?" q]
c = "(" v ")"
q = *("(" / ")" / "a" / "?")`, "top"))
	if _, err := c.WriteString("=(?" + strings.Repeat(")(((?", 9) + ")."); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { c.WriteString("z") }); n > 0 {
		t.Errorf("%g allocations", n)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// A walk that had too many readings remains undecided, even if a later byte merges two of them.
func TestLostReadings(t *testing.T) {
	for _, tt := range []struct {
		readings, depth int
		lost            bool
	}{
		{counter.MaxReadings, 0, false},
		{counter.MaxReadings, 2, false}, // between 1 and 3
		{counter.MaxReadings + 1, 0, true},
		{counter.MaxReadings + 1, 2, true},
	} {
		if n, lost := counter.Gather(tt.readings, tt.depth); lost != tt.lost || n > counter.MaxReadings {
			t.Errorf("%+v: %d readings, lost: %t", tt, n, lost)
		}
	}
}

// A string of 100,000 calls has few readings throughout. So the time is linear, because each byte
// takes the same number of steps.
func TestDeepStringsHaveFewReadings(t *testing.T) {
	const deep = 100_000
	table := format.Table(xri(t, "xri"))
	for _, tt := range []struct {
		s      string
		depth  int64 // at the end
		member bool
	}{
		{"=" + strings.Repeat("(", deep), deep, false},
		{"=" + strings.Repeat("(", deep) + strings.Repeat(")", deep), 0, true},
		{"=" + strings.Repeat("(", deep) + strings.Repeat(")", deep-1), 1, false},
		{"=" + strings.Repeat("(", deep) + "?" + strings.Repeat(")", 2*deep), deep, true},
		{"=" + strings.Repeat("(=*", deep) + strings.Repeat("!)", deep), 0, true},
		{"=" + strings.Repeat("*()", deep), 0, true},
		{"=" + strings.Repeat("(a:", deep) + strings.Repeat(")", deep), 1, true},
	} {
		w, most := counter.New(table), 0
		for from := 0; from < len(tt.s); from += 7 {
			w.Advance(tt.s[from:min(from+7, len(tt.s))])
			most = max(most, w.Readings())
		}
		if most > 5 || w.Depth() != tt.depth || w.Accepting() != tt.member {
			t.Errorf("%.20q, %d bytes: %d readings, down to %d, a member: %t", tt.s, len(tt.s), most, w.Depth(), w.Accepting())
		}
	}
}
