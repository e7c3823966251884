package labels

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/span"
)

// describeSpan writes out three adjacent numbers, but not four. It writes a letter only once if its
// other case may follow too.
func TestDescribeSpan(t *testing.T) {
	for _, c := range []struct {
		s    span.Span
		left []span.Span // spans other than s
		want []string
	}{
		{span.Span{Lo: 'a', Hi: 'c'}, nil, []string{`"a"`, `"b"`, `"c"`}},
		{span.Span{Lo: 'a', Hi: 'd'}, nil, []string{`"a" to "d"`}},
		{span.Span{Lo: 'A', Hi: 'B'}, nil, []string{`"A"`, `"B"`}},
		{span.Span{Lo: 'A', Hi: 'B'}, []span.Span{{Lo: 'b', Hi: 'z'}}, []string{`"A"`}},
		{span.Span{Lo: '@', Hi: '@'}, []span.Span{{Lo: '`', Hi: '`'}}, []string{`"@"`}},
		{span.Span{Lo: 'Z', Hi: '['}, []span.Span{{Lo: 'z', Hi: '{'}}, []string{`"["`}},
		{span.Span{Lo: 0x1F, Hi: '!'}, nil, []string{"U+001F", "a space", `"!"`}},
		{span.Span{Lo: '~', Hi: 0x80}, nil, []string{`"~"`, "U+007F", "U+0080"}},
		{span.Span{Lo: 0xE000, Hi: 0xE003}, nil, []string{"U+E000 to U+E003"}},
		{span.Span{Lo: span.ByteUnit + 0x80, Hi: span.ByteUnit + 0x82}, nil,
			[]string{"the byte 0x80", "the byte 0x81", "the byte 0x82"}},
		{span.Span{Lo: span.ByteUnit + 0x80, Hi: span.ByteUnit + 0x83}, nil, []string{"a byte 0x80 to 0x83"}},
	} {
		if got := describeSpan(c.s, append([]span.Span{c.s}, c.left...)); !slices.Equal(got, c.want) {
			t.Errorf("%X beside %X: %q, want %q", c.s, c.left, got, c.want)
		}
	}
}

// The bytes allowed after each lead byte agree with utf8.Valid, byte by byte.
func TestLeadIsThatOfUTF8(t *testing.T) {
	for b := range 256 {
		in, ok := lead(7, byte(b))
		for second := range 256 {
			length := 0
			for n, rest := range []string{"", "\x80", "\x80\x80"} {
				if b >= utf8.RuneSelf && utf8.ValidString(string([]byte{byte(b), byte(second)})+rest) && second >= 0x80 {
					length = n + 1
				}
			}
			inRange := ok && in.lo <= byte(second) && byte(second) <= in.hi
			if inRange != (length > 0) || inRange && (in.n != length || in.q != 7) {
				t.Errorf("%02X %02X: %+v, %v; %d bytes follow", b, second, in, ok, length)
			}
		}
	}
}
