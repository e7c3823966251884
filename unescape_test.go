package iri_test

import (
	"errors"
	"net/url"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// Unescape agrees with url.PathUnescape if the result is UTF-8. Otherwise it returns the offset of
// the error.
func TestUnescapeOfShortTexts(t *testing.T) {
	testkit.EachText([]string{"%", "4", "1", "a", "F", "g", "é", "%C3", "\xa9", "+", "/"}, 5, func(s string) {
		want, wantErr := url.PathUnescape(s)
		got, err := iri.Unescape(s)
		b, bytesErr := iri.AppendUnescape([]byte("x"), s)
		var wrong *iri.EscapeError
		errors.As(err, &wrong)
		switch {
		case wantErr != nil:
			if wrong == nil || wrong.NotUTF8 || got != "" || bytesErr == nil || string(b) != "x" {
				t.Fatalf("Unescape(%q) = %q, %v; of bytes %q, %v", s, got, err, b, bytesErr)
			}
			_, before := iri.AppendUnescape(nil, s[:wrong.Offset])
			_, after := url.PathUnescape(s[wrong.Offset:][:len(wrong.Text)])
			if before != nil || after == nil || wrong.Text[0] != '%' {
				t.Fatalf("Unescape(%q): %v", s, err)
			}
		case bytesErr != nil || string(b) != "x"+want:
			t.Fatalf("AppendUnescape(%q) = %q, %v, not %q", s, b, bytesErr, want)
		case utf8.ValidString(want):
			if err != nil || got != want {
				t.Fatalf("Unescape(%q) = %q, %v, not %q", s, got, err, want)
			}
		default:
			if wrong == nil || !wrong.NotUTF8 || got != "" {
				t.Fatalf("Unescape(%q) = %q, %v", s, got, err)
			}
			before, _ := url.PathUnescape(s[:wrong.Offset])
			after, _ := url.PathUnescape(s[wrong.Offset:])
			if r, size := utf8.DecodeRuneInString(after); !utf8.ValidString(before) || r != utf8.RuneError || size != 1 {
				t.Fatalf("Unescape(%q): %v", s, err)
			}
		}
	})
}

func TestUnescapeErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a%", `offset 1: "%" is not a percent-encoding; two hex digits must follow "%"`},
		{"%41%4", `offset 3: "%4" is not a percent-encoding; two hex digits must follow "%"`},
		{"é%zz1", `offset 2: "%zz" is not a percent-encoding; two hex digits must follow "%"`},
		{"%41%C3x", `offset 3: "%C3" does not decode to UTF-8; encode all bytes of the character`},
		{"%E4%BE%8B%e4%be", `offset 9: "%e4" does not decode to UTF-8; encode all bytes of the character`},
		{"a\xff", `offset 1: "\xff" does not decode to UTF-8; encode all bytes of the character`},
		{"%ED%A0%80", `offset 0: "%ED" does not decode to UTF-8; encode all bytes of the character`},
		{"%EF%BF%BD%80", `offset 9: "%80" does not decode to UTF-8; encode all bytes of the character`},
	} {
		if s, err := iri.Unescape(c.in); err == nil || err.Error() != c.want || s != "" {
			t.Errorf("Unescape(%q) = %q, %v, not %s", c.in, s, err, c.want)
		}
	}
}
