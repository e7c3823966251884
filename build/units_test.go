package build

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
)

// Bytes are numbered one by one: each is a code point or a byte by itself, and all are
// included at the boundary.
func TestAsUnitsOfEveryRange(t *testing.T) {
	for lo := rune(0); lo < 256; lo++ {
		for hi := lo; hi < 256; hi++ {
			var got, want []rune
			for _, s := range asUnits([]span.Span{{Lo: lo, Hi: hi}}) {
				for r := s.Lo; r <= s.Hi; r++ {
					got = append(got, r)
				}
			}
			for b := lo; b <= hi; b++ {
				want = append(want, b)
				if b >= 0x80 {
					want[len(want)-1] += span.ByteUnit
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("bytes %X to %X: %X, want %X", lo, hi, got, want)
			}
		}
	}
}

// The text above a caret: a number, a name or a class, and no character more.
func TestTokenLen(t *testing.T) {
	for text, want := range map[string]string{
		"%x80-FF )":    "%x80-FF",
		"%d128.129/":   "%d128.129",
		"name_2-a.b=":  "name_2-a.b",
		"aZ{":          "aZ",
		"az@":          "az",
		"A0[":          "A0",
		"b`":           "b",
		"[\u0080-]x":   "[\u0080-]",
		"[ unfinished": "[",
		`"a b" / "c"`:  `"a b"`,
		`"" / "c"`:     `""`,
		`'a"' / 'c'`:   `'a"'`,
		"x":            "x",
	} {
		if got := text[:tokenLen(text)]; got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}

// A repetition without an end is one copy of its element, however deep: only counts multiply.
func TestCopiesOfRepetitions(t *testing.T) {
	for text, copies := range map[string]int{
		`r = *("a" *("b" *"c"))`:    1,
		`r = ["a"] 1*"b" *1"c"`:     1,
		`r = 3*( *(2"a") )`:         6,
		`r = 2*5( *3"a" ) 4( 3"b")`: 15,
	} {
		for short := range 2 {
			limits := DefaultLimits()
			limits.Copies = copies - short
			if limits.Copies == 0 {
				continue // not one of our limits
			}
			g, _, _ := compileExtended(text, limits)
			err := g.Rules[0].Err
			var over *automaton.LimitError
			if short == 0 && err != nil || short == 1 && (!errors.As(err, &over) || over.Reached != int64(copies)) {
				t.Errorf("%s with a limit of %d copies: %v", text, limits.Copies, err)
			}
		}
	}
}

// Words for what may follow: three neighbours are written out and four are not. A letter is
// written once if its other case may follow too.
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
		{span.Span{Lo: span.ByteUnit + 0x80, Hi: span.ByteUnit + 0x82}, nil, []string{"the byte 0x80", "the byte 0x81", "the byte 0x82"}},
		{span.Span{Lo: span.ByteUnit + 0x80, Hi: span.ByteUnit + 0x83}, nil, []string{"a byte 0x80 to 0x83"}},
	} {
		if got := describeSpan(c.s, append([]span.Span{c.s}, c.left...)); !slices.Equal(got, c.want) {
			t.Errorf("%X beside %X: %q, want %q", c.s, c.left, got, c.want)
		}
	}
}

// The first twenty positions are reported, the last of them with the number of the others.
func TestRemarksAreCounted(t *testing.T) {
	for _, n := range []int{1, 19, 20, 21, 45} {
		got := strings.Split(
			remarks(lines(n, func(i int) string { return fmt.Sprintf("a%d = %%x80-FF", i) }), "octets"), "\n")
		if len(got) != min(n, 20) {
			t.Errorf("%d places: %d remarks", n, len(got))
		}
		for i, line := range got {
			more := ""
			if i == 19 && n > 20 {
				more = fmt.Sprintf(" (and so in %d more places)", n-20)
			}
			if _, said, _ := strings.Cut(line, " (and so"); said == "" != (more == "") || !strings.HasSuffix(line, more) {
				t.Errorf("%d places: remark %d is %s", n, i, line)
			}
		}
	}
}

// The bytes allowed after each byte that begins a sequence agree with utf8.Valid, byte by
// byte.
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

// A class over U+00FF shows that a document counts code points; one up to it does not.
func TestWideClassesSettleWhatNumbersAre(t *testing.T) {
	for class, warned := range map[string]bool{"<[a-z]>": true, "<[a-\u00FE]>": true, "<[a-\u00FF]>": true,
		"<[a-\u0100]>": false, "<[\u4E00]>": false} {
		_, _, list := compileExtended("a = %x80-FF b\nb = "+class+"\n", DefaultLimits())
		if got := withCodes(list, "octets") != ""; got != warned {
			t.Errorf("beside %s: warned is %v: %s", class, got, diagnostics(list))
		}
	}
}

// The lengths of expressions with members of one length, -1 for all others.
func TestLengths(t *testing.T) {
	for text, want := range map[string]int{
		`"ab"`: 2, `"ab" / "a" "b"`: 2, `"ab" / "a"`: -1, `3("ab")`: 6, `0("ab")`: 0, `*"a"`: -1, `1*2"a"`: -1,
		`""`: 0, `"" ""`: 0, `["a"]`: -1, `"a" / %x62 / %x63-64`: 1, `2( "ab" / 2"c" ) 1"d"`: 5,
	} {
		g, _ := compileABNF("r = " + text + "\n")
		if got := g.length(g.Rule("r").expr); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// Alternatives cancelled on the way are an error, and no smaller set.
func TestAlternativesThatAreCancelled(t *testing.T) {
	const rules = "l = \"a\" / m\nm = 1*\"b\" / n\nn = \"c\"\n"
	for _, text := range []string{rules, "; @alternatives l: m n\n" + rules} {
		ctx, cancel := context.WithCancel(context.Background())
		document, list := readExtended(text)
		g := compile(ctx, document, list, Options{Name: "test", Limits: DefaultLimits()})
		if _, err := g.Alternatives("l"); err != nil {
			t.Fatal(err)
		}
		cancel()
		if set, err := g.Alternatives("l"); !errors.Is(err, context.Canceled) || set != "" {
			t.Errorf("%q: %v", text, err)
		}
		all, _, err := g.alternatives(g.Rule("l"))
		if err == nil {
			t.Errorf("%q: %d alternatives, and no error", text, len(all))
		}
	}
}
