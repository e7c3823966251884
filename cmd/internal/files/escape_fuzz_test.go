package files

import (
	"bytes"
	"fmt"
	"testing"
	"unicode/utf8"
)

// escape writes text as input for [Unescape]. The bytes of how determine the form of each piece:
// literal, a byte, a code point, short or long.
func escape(text, how []byte) []byte {
	var line []byte
	for len(text) > 0 {
		manner := byte(0)
		if len(how) > 0 {
			manner, how = how[0], how[1:]
		}
		c, size := utf8.DecodeRune(text)
		whole := c != utf8.RuneError || size > 1
		switch {
		case manner%4 == 1 && whole && c <= 0xFFFF:
			line = fmt.Appendf(line, `\u%04x`, c)
		case manner%4 == 2 && whole:
			line = fmt.Appendf(line, `\U%08X`, c)
		case manner%4 == 3 || text[0] == '\n' || text[0] == '\r' || text[0] == 0:
			size = 1
			line = fmt.Appendf(line, `\x%02X`, text[0])
		case text[0] == '\\':
			line = append(line, `\\`...)
		default:
			line = append(line, text[:size]...)
		}
		text = text[size:]
	}
	return line
}

// FuzzEscape escapes arbitrary bytes on one line and reads them back.
func FuzzEscape(f *testing.F) {
	for _, text := range []string{"", "a:é", `\`, `\x41`, "\x00\n\r\xff\xc3", "\xed\xa0\x80\U0010FFFF",
		"http://[::1]/\u200E?\uE000"} {
		for how := range byte(4) {
			f.Add([]byte(text), []byte{how, how + 1, how, how, how + 2})
		}
	}
	f.Fuzz(func(t *testing.T, text, how []byte) {
		line := escape(text, how)
		if bytes.ContainsAny(line, "\n\r\x00") {
			t.Fatalf("%q is no line", line)
		}
		got, _, err := Unescape(nil, line, false)
		if err != nil || !bytes.Equal(got, text) {
			t.Fatalf("%q is escaped as %q and read as %q, %v", text, line, got, err)
		}
	})
}

// FuzzUnescape unescapes any line. An invalid escape must be reported at a backslash, after the
// correct text before it. Unescaping a line in two pieces must yield the text of the entire line.
func FuzzUnescape(f *testing.F) {
	for _, line := range []string{``, `\x41\u00e9\U0001F989\\`, `a\`, `\q`, `\x4`, `\uD800`, `\U00110000`, `\U01000000`,
		"\\\xff", `\x+1`, `\\\`} {
		f.Add([]byte(line), len(line)/2)
	}
	f.Fuzz(func(t *testing.T, line []byte, cut int) {
		text, at, err := Unescape(nil, line, false)
		if wrong, ok := err.(EscapeError); ok {
			if at < 0 || at >= len(line) || line[at] != '\\' || !bytes.HasPrefix(line[at:], []byte(wrong)) {
				t.Fatalf("%q: %d, %+v", line, at, wrong)
			}
			if before, _, err := Unescape(nil, line[:at], false); err != nil || !bytes.Equal(before, text) {
				t.Fatalf("%q before offset %d: %q, %v, and not %q", line, at, before, err, text)
			}
		} else if err != nil || at != len(line) {
			t.Fatalf("%q: %d, %v", line, at, err)
		}
		cut = min(max(cut, 0), len(line))
		got, taken, first := Unescape(nil, line[:cut], true)
		if first != nil && err == nil || taken > cut {
			t.Fatalf("%q: the first %d bytes, %d taken: %v", line, cut, taken, first)
		}
		if first != nil {
			return // invalid, like the whole line
		}
		got, _, second := Unescape(got, line[taken:], false)
		if (second == nil) != (err == nil) || !bytes.Equal(got, text) {
			t.Fatalf("%q cut at %d: %q, %v, and not %q, %v", line, cut, got, second, text, err)
		}
		if err == nil {
			if got := Backslashes.Append(nil, line); !bytes.Equal(got, text) {
				t.Fatalf("%q: Append returns %q, not %q", line, got, text)
			}
			checkOrigins(t, line, text)
		}
	})
}

// checkOrigins checks that the ranges of Origin are consecutive and cover the line.
func checkOrigins(t *testing.T, line, text []byte) {
	end := 0
	for i := range text {
		at, n := Backslashes.Origin(line, i)
		if at+n != end && at != end || n <= 0 {
			t.Fatalf("Origin(%q, %d) = %d, %d behind %d", line, i, at, n, end)
		}
		end = at + n
		if i > 100 {
			return // the check takes quadratic time
		}
	}
	if at, n := Backslashes.Origin(line, len(text)); at != len(line) || n != 0 || end != len(line) {
		t.Fatalf("the end of %q: %d, %d", line, at, n)
	}
}
