package formats_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

func readJSONPointer(s string) bool {
	escaped := strings.NewReplacer("~0", "", "~1", "").Replace(s)
	return utf8.ValidString(s) && (s == "" || s[0] == '/') && !strings.Contains(escaped, "~")
}

func readRelativeJSONPointer(s string) bool {
	integer := func() bool {
		rest := strings.TrimLeft(s, digits)
		number := s[:len(s)-len(rest)]
		s = rest
		return number == "0" || number != "" && number[0] != '0'
	}
	if !integer() {
		return false
	}
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s = s[1:]; !integer() {
			return false
		}
	}
	return s == "#" || readJSONPointer(s)
}

func TestJSONPointer(t *testing.T) {
	reading{
		"json-pointer", formats.JSONPointer, readJSONPointer,
		// RFC 6901, section 5.
		[]string{"", "/foo", "/foo/0", "/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n", "/~01"},
		[]string{"a", "/~", "/~2", "/a~", "~0", "#/a", "/\xed\xa0\x80"},
		"/ ~ ~0 ~1 ~2 a # \U0010ffff",
	}.test(t)
	reading{
		"relative-json-pointer", formats.RelativeJSONPointer, readRelativeJSONPointer,
		// The draft, section 5.1.
		[]string{
			"0", "1/0", "0-1", "2/highly/nested/objects", "0#", "0-1#", "1#", "0/objects", "1/nested/objects",
			"2/foo/0",
			"10+20/a~1b", "0+0#",
		},
		[]string{"", "/", "#", "01", "-1", "0##", "0+", "0+01", "0+1+1", "0#/a", "1a", "0/~", "\u0661"},
		"/ ~ ~0 # + - 0 1 9 10 a \u0661",
	}.test(t)
}
