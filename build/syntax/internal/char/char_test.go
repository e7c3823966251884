package char

import (
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	for s, want := range map[string]string{
		"a": "'a'", "'": "'''", " ": "' '", "\x00": "NUL (U+0000)", "\x7F": "DEL (U+007F)", "\x1B[31m": "ESC (U+001B)",
		"\t": "TAB (U+0009)", "\r": "CR (U+000D)", "\u00A0": "a no-break space (U+00A0)", "\u00E4": "'\u00E4' (U+00E4)",
		"\u202E": "U+202E", "\u0301": "U+0301", "\U0001F600": "'\U0001F600' (U+1F600)", "\uFFFD": "'\uFFFD' (U+FFFD)",
		"\xFF": "the byte FF",
	} {
		if got := Describe(s); got != want {
			t.Errorf("describe(%q) = %s, want %s", s, got, want)
		}
	}
}

func TestHexBytes(t *testing.T) {
	for s, want := range map[string]string{
		"\xFF":                     "the byte FF",
		"\xFF\xFE":                 "the bytes FF FE",
		strings.Repeat("\xFF", 9):  "the bytes FF FF FF FF FF FF FF FF ...",
		strings.Repeat("\x80", 99): "the bytes 80 80 80 80 80 80 80 80 ...",
	} {
		if got := HexBytes(s); got != want {
			t.Errorf("hexBytes(%q) = %s, want %s", s, got, want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	const maxInt = int(^uint(0) >> 1)
	for _, tt := range []struct {
		digits      string
		base, limit int
		want        int
		ok          bool
	}{
		{"0", 10, 0, 0, true},
		{"1", 10, 0, 0, false},
		{"10000", 10, 10000, 10000, true},
		{"10001", 10, 10000, 0, false},
		{"9223372036854775807", 10, maxInt, maxInt, true},
		{"9223372036854775808", 10, maxInt, 0, false},
		{"18446744073709551616", 10, maxInt, 0, false},
		{"10FfFf", 16, 0x10FFFF, 0x10FFFF, true},
		{"110000", 16, 0x10FFFF, 0, false},
		{"1010", 2, 100, 10, true},
		{"2", 2, 100, 0, false},
		{"", 10, 100, 0, false},
		{"-", 16, 100, 0, false},
	} {
		if n, ok := ParseNumber(tt.digits, tt.base, tt.limit); ok != tt.ok || ok && n != tt.want {
			t.Errorf("parseNumber(%q, %d, %d) = %d, %t", tt.digits, tt.base, tt.limit, n, ok)
		}
	}
}
