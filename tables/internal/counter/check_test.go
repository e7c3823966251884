package counter_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// shallow reports whether the non-recursive rules are deep enough for a string.
func (s sample) shallow(text string) bool {
	return len(text) < s.levels || strings.Count(text, s.alphabet[0])+strings.Count(text, s.alphabet[1]) < s.levels
}

// said formats everything that an error reports, with the expected words sorted.
func said(err error) string {
	if err == nil {
		return "valid"
	}
	var e *tables.SyntaxError
	ok := errors.As(err, &e)
	if !ok {
		return "another error: " + err.Error()
	}
	return fmt.Sprint(e.Offset, e.Column, e.AtEnd, e.Incomplete, e.Undecided(), e.Found(),
		slices.Sorted(slices.Values(e.Expected())),
		e.Component(), len(e.Error()) > 0)
}

// A table with calls returns the same errors as a table without recursion, on all short strings and
// many others.
func TestCheck(t *testing.T) {
	for _, s := range samples {
		counts, flat := s.rules(t)
		members := 0
		check := func(text string) {
			if !s.shallow(text) {
				return
			}
			want := said(flat.Check(text))
			if want == "valid" {
				members++
			}
			if got := said(counts.Check(text)); got != want {
				t.Fatalf("%s: %q\ngot  %s\nwant %s", s.name, text, got, want)
			}
			if counts.Valid(text) != (want == "valid") || counts.ValidBytes([]byte(text)) != (want == "valid") {
				t.Fatalf("%s: %q is valid: %t", s.name, text, want != "valid")
			}
			if got, want := counts.Prefix(text), flat.Prefix(text); got != want {
				t.Fatalf("%s: the prefix of %q has %d bytes, want %d", s.name, text, got, want)
			}
		}
		s.strings(4, check)
		r := seeded(1)
		for range max(5000, testkit.Few(20_000)) {
			check(s.random(r))
		}
		if members < 10 {
			t.Errorf("%s: only %d members", s.name, members)
		}
	}
}

// Pieces yield the same error as the complete string, wherever it is split.
func TestPieces(t *testing.T) {
	for _, s := range samples {
		counts, flat := s.rules(t)
		check := func(text string) {
			if !s.shallow(text) {
				return
			}
			want := said(flat.Check(text))
			if got := said(counts.CheckReader(iotest.OneByteReader(strings.NewReader(text)))); got != want {
				t.Fatalf("%s: a reader of %q\ngot  %s\nwant %s", s.name, text, got, want)
			}
			if ok, err := counts.ValidReader(iotest.OneByteReader(strings.NewReader(text))); err != nil ||
				ok != (want == "valid") {
				t.Fatalf("%s: a reader of %q is valid: %t, %v", s.name, text, ok, err)
			}
			for i := range len(text) + 1 {
				for k := i; k <= len(text); k++ {
					if !testkit.Sparse(3, i+k+len(text)) {
						continue
					}
					one, other := tables.NewChecker(counts), tables.NewChecker(flat)
					for _, piece := range []string{text[:i], text[i:k], text[k:]} {
						n, err := one.WriteString(piece)
						m, err2 := other.WriteString(piece)
						if n != m || said(err) != said(err2) {
							t.Fatalf("%s: %q, %q, %q: the piece %q\ngot  %d %s\nwant %d %s",
								s.name, text[:i], text[i:k], text[k:], piece, n, said(err), m, said(err2))
						}
						if got, want := said(one.Close()), said(other.Close()); got != want {
							t.Fatalf("%s: %q, %q, %q: close after the piece %q\ngot  %s\nwant %s",
								s.name, text[:i], text[i:k], text[k:], piece, got, want)
						}
					}
					one.Reset()
					if got, want := said(one.Close()), said(counts.Check("")); got != want {
						t.Fatalf("%s: reset after %q: %s, want %s", s.name, text, got, want)
					}
				}
			}
		}
		s.strings(3, check)
		r := seeded(2)
		for range testkit.Few(400) {
			check(s.random(r))
		}
	}
}

// Lines in texts, lists and readers get the same verdicts and errors as single strings.
func TestLines(t *testing.T) {
	for _, s := range samples {
		counts, _ := s.rules(t)
		r := seeded(3)
		var text bytes.Buffer
		var lines []string
		for range testkit.Few(4000) {
			line := strings.ReplaceAll(s.random(r), "\n", "")
			line = strings.TrimRight(line, "\r")
			lines = append(lines, line)
			text.WriteString(line + []string{"\n", "\r\n"}[r.IntN(2)])
		}
		b := tables.NewBatch(counts)
		verdicts := b.AppendValidLines(nil, text.Bytes())
		listed := b.AppendValid(nil, lines)
		if len(verdicts) != len(lines) {
			t.Fatalf("%s: %d lines, want %d", s.name, len(verdicts), len(lines))
		}
		invalid := 0
		for i, line := range lines {
			if want := counts.Valid(line); verdicts[i] != want || listed[i] != want {
				t.Fatalf("%s: line %q is valid: %t, %t", s.name, line, verdicts[i], listed[i])
			}
			if !verdicts[i] {
				invalid++
			}
		}
		if spans := b.AppendInvalidLines(nil, text.Bytes()); len(spans) != invalid {
			t.Errorf("%s: %d invalid lines, want %d", s.name, len(spans), invalid)
		}
		if _, n := b.CountLines(text.Bytes()); n != invalid {
			t.Errorf("%s: %d invalid lines, want %d", s.name, n, invalid)
		}
		for _, buffer := range []int{16, 64, 0} {
			b.Buffer = buffer
			i := 0
			for l, err := range b.Lines(bytes.NewReader(text.Bytes()), '\n') {
				if err != nil {
					t.Fatal(err)
				}
				if !l.Last {
					continue
				}
				if want := counts.Valid(lines[i]); l.Valid != want || said(l.Err()) != said(counts.Check(lines[i])) {
					t.Fatalf("%s, buffer %d: line %q is valid: %t, %s, want %s", s.name, buffer, lines[i], l.Valid, said(l.Err()),
						said(counts.Check(lines[i])))
				}
				i++
			}
			if i != len(lines) {
				t.Errorf("%s, buffer %d: %d lines of %d", s.name, buffer, i, len(lines))
			}
		}
	}
}

// A rule with calls has neither states nor components.
func TestStates(t *testing.T) {
	counts, _ := samples[0].rules(t)
	q := counts.Start()
	if !q.Dead() || !counts.Advance(q, []byte("a")).Dead() || !counts.AdvanceString(1, "a").Dead() ||
		counts.Accepting(1) || counts.Accepting(0) {
		t.Error("it has a state")
	}
	if _, ok := counts.Split("(a)"); ok || len(counts.Components()) > 0 {
		t.Error("it has components")
	}
	if _, _, _, _, err := counts.Ends("(a", counts); said(err) != said(counts.Check("(a")) {
		t.Errorf("the error of Ends is %v", err)
	}
	if _, _, _, _, err := counts.Ends("(a)", counts); err != nil {
		t.Errorf("the error of Ends is %v", err)
	}
}

// The bytes that represent tokens never occur in a member, at any offset.
func TestTokensAreNoBytes(t *testing.T) {
	rule := xri(t, "xri")
	for _, s := range []string{"=", "=example*home*phone/+contact/x?a", "=(=example*home*phone/+contact/x?a)",
		"=(http://example.org/path)*department/path/to/a/page?query", gaps(2) + "aaaaaaaaaaaaaaaa)"} {
		if !rule.Valid(s) {
			t.Fatalf("%q is no member", s)
		}
		for at := range len(s) + 1 {
			for b := 0xFC; b <= 0xFF; b++ {
				for _, rest := range []string{s[at:], s[min(at+1, len(s)):], ""} {
					text := s[:at] + string([]byte{byte(b)}) + rest
					var e *tables.SyntaxError
					ok := errors.As(rule.Check(text), &e)
					if rule.Valid(text) || !ok || e.Offset != at {
						t.Fatalf("%q: %v", text, e)
					}
				}
			}
		}
	}
	counts, r := compiled(t, strings.ReplaceAll(ambiguous.text, "#", ""), "top"), seeded(9)
	for range testkit.Few(40_000) { // with calls in several readings
		text := strings.Repeat(")", r.IntN(12)) + ambiguous.random(r) + ambiguous.random(r)
		at := r.IntN(len(text) + 1)
		if text = text[:at] + string([]byte{byte(0xFC + r.IntN(4))}) + text[at:]; counts.Valid(text) {
			t.Fatalf("%q is a member", text)
		}
	}
}
