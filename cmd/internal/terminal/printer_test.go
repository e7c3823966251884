package terminal

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

func TestRender(t *testing.T) {
	const all = 1000
	for _, test := range []struct {
		name       string
		e          Excerpt
		text, mark string
	}{
		{"ascii", Excerpt{"http://a b", 8, 1, all}, "http://a b", "        ^"},
		{"long place", Excerpt{"a = bcd e", 4, 3, all}, "a = bcd e", "    ^~~"},
		{"empty line", Excerpt{"", 0, 0, all}, "", "^"},
		{"the end", Excerpt{"ab", 2, 0, all}, "ab", "  ^"},
		{"behind the end", Excerpt{"ab", 9, 3, all}, "ab", "  ^"},
		{"a place over the end", Excerpt{"ab", 1, 9, all}, "ab", " ^"},
		{"wide", Excerpt{"東京x", 6, 1, all}, "東京x", "    ^"},
		{"a wide place", Excerpt{"a東b", 1, 3, all}, "a東b", " ^~"},
		{"combining", Excerpt{"e\u0301x", 3, 1, all}, "e\u0301x", " ^"},
		{"on a combining mark", Excerpt{"ae\u0301x", 2, 2, all}, "ae\u0301x", " ^"},
		{"mark with nothing before it", Excerpt{"\x01\u0301x", 3, 1, all}, "<U+0001>◌\u0301x", "         ^"},
		{"bidi", Excerpt{"a\u202eb", 4, 1, all}, "a<U+202E>b", "         ^"},
		{"a bidi place", Excerpt{"a\u202eb", 1, 3, all}, "a<U+202E>b", " ^~~~~~~~"},
		{"emoji of several", Excerpt{"👩\u200d🚀x", 11, 1, all}, "👩<U+200D>🚀x", "            ^"},
		{"ill-formed", Excerpt{"a\xff\xe2\x82b", 4, 1, all}, "a<0xFF><0xE2><0x82>b", "                   ^"},
		{"it begins in the middle of a character", Excerpt{"\x80\xbfb", 0, 1, all}, "<0x80><0xBF>b", "^~~~~~"},
		{"a byte", Excerpt{"a\xffb", 1, 1, all}, "a<0xFF>b", " ^~~~~~"},
		{"tab", Excerpt{"ab\tc\td", 3, 1, all}, "ab      c       d", "        ^"},
		{"a tab", Excerpt{"ab\tc", 2, 1, all}, "ab      c", "  ^~~~~~"},
		{"tab behind wide", Excerpt{"東\tc", 4, 1, all}, "東      c", "        ^"},
		{"no-break space", Excerpt{"a\u00a0\u3000b", 6, 1, all}, "a␣␣b", "   ^"},
		{"controls", Excerpt{"\x00\x1b\x7f\u0085", 0, 1, all}, "<U+0000><U+001B><U+007F><U+0085>", "^~~~~~~~"},
		{"letters from right to left", Excerpt{"a:\u05d0\u05d1<", 6, 1, all}, "a:\u05d0\u05d1<", "    ^"},
		{"a variant", Excerpt{"❤\ufe0fx", 6, 1, all}, "❤<U+FE0F>x", "         ^"},
		{"a flag", Excerpt{"🇩🇪x", 8, 1, all}, "🇩🇪x", "  ^"},
		{"a shade", Excerpt{"👍🏽x", 8, 1, all}, "👍🏽x", "  ^"},
		{"a keycap", Excerpt{"1\u20e3x", 4, 1, all}, "1\u20e3x", " ^"},
		{"invisible letters and marks", Excerpt{"\u3164\u034f\u2800\U000e0100x", 0, 3, all},
			"<U+3164><U+034F><U+2800><U+E0100>x", "^~~~~~~~"},
		{"a mark of its own width", Excerpt{"က\u102bx", 6, 1, all}, "က\u102bx", "  ^"},
		{"a syllable of three", Excerpt{"\u1100\u1161\u11a8x", 9, 1, all}, "\u1100\u1161\u11a8x", "  ^"},
		{"halfwidth katakana", Excerpt{"ｶ\uff9ex", 6, 1, all}, "ｶ\uff9ex", "  ^"},
		{"a spacing mark", Excerpt{"कः<", 6, 1, all}, "कः<", "  ^"},
		{"carriage return and NUL", Excerpt{"a\rb\x00<", 4, 1, all}, "a<U+000D>b<U+0000><", "                  ^"},
		{"an ellipsis in the line", Excerpt{"…<", 3, 1, all}, "…<", " ^"},
		{"cut on the right", Excerpt{"a" + strings.Repeat("b", 50), 0, 1, 20}, "a" + strings.Repeat("b", 17) + "…", "^"},
		{"cut on the left", Excerpt{strings.Repeat("b", 50) + "a", 50, 1, 20}, "…" + strings.Repeat("b", 17) + "a",
			strings.Repeat(" ", 18) + "^"},
		{"cut at the end", Excerpt{strings.Repeat("b", 50), 50, 0, 20}, "…" + strings.Repeat("b", 17),
			strings.Repeat(" ", 18) + "^"},
		{"cut on both sides", Excerpt{strings.Repeat("b", 50) + "a" + strings.Repeat("c", 50), 50, 1, 20},
			"…bbbbbbbbbacccccccc…", "          ^"},
		{"cut between wide ones", Excerpt{strings.Repeat("東", 50), 75, 3, 20}, "…" + strings.Repeat("東", 9) +
			"…", "         ^~"},
		{"fits", Excerpt{strings.Repeat("b", 20), 3, 1, 20}, strings.Repeat("b", 20), "   ^"},
	} {
		text, mark := test.e.Render()
		if text != test.text || mark != test.mark {
			t.Errorf("%s:\n got %q\n     %q\nwant %q\n     %q", test.name, text, mark, test.text, test.mark)
		}
	}
}

// The lines fit, are printable and contain one caret, for any text and any offset.
func FuzzRender(f *testing.F) {
	f.Add("a\u202e\xff東e\u0301\tb", 3, 2, 20)
	f.Add(strings.Repeat("\u0301", 100), 30, 2, 20)
	f.Add(strings.Repeat("\xbf", 1000), 500, 1000, 30)
	f.Add("\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa", 1, 1, 1)
	f.Fuzz(func(t *testing.T, line string, offset, n, width int) {
		width = min(max(width, minColumns), 200)
		text, mark := Excerpt{line, offset, n, width}.Render()
		if !utf8.ValidString(text) || Visible(text) != text {
			t.Errorf("%q does not print", text)
		}
		if got := sum(cells(text)); got > width {
			t.Errorf("%q has %d cells, at most %d fit", text, got, width)
		}
		if all := cells(line); len(line) <= cellBytes*width && sum(all) < width-2 && !strings.ContainsFunc(line, blank) &&
			text != Visible(line) {
			t.Errorf("%q lacks something of %q", text, line)
		}
		if strings.Count(mark, "^") != 1 || len(mark) > width || strings.Trim(mark, " ^~") != "" {
			t.Errorf("the mark is %q", mark)
		}
	})
}

// blank reports whether an excerpt and Visible show a character differently.
func blank(c rune) bool { return c == '\t' || c != ' ' && unicode.Is(unicode.Zs, c) }

// The parts make up the line, and the marked one is as wide as the mark.
func TestSplit(t *testing.T) {
	for _, test := range []struct {
		e                     Excerpt
		before, marked, after string
	}{
		{Excerpt{"a = bcd e", 4, 3, 100}, "a = ", "bcd", " e"},
		{Excerpt{"ab", 2, 0, 100}, "ab", "", ""},
		{Excerpt{"a b", 1, 0, 100}, "a", " ", "b"},
		{Excerpt{"a\u202eb", 1, 3, 100}, "a", "<U+202E>", "b"},
		{Excerpt{strings.Repeat("b", 50) + "a" + strings.Repeat("c", 50), 50, 1, 20}, "…bbbbbbbbb", "a", "cccccccc…"},
		{Excerpt{strings.Repeat("東", 50), 75, 3, 20}, "…東東東東", "東", "東東東東…"},
		{Excerpt{strings.Repeat("b", 50), 10, 40, 20}, "…bbbbbbbbb", "bbbbbbbbb", "…"},
	} {
		before, marked, after, mark := test.e.Split()
		if before != test.before || marked != test.marked || after != test.after {
			t.Errorf("%+v: %q, %q, %q", test.e, before, marked, after)
		}
		text, sameMark := test.e.Render()
		if text != before+marked+after || mark != sameMark {
			t.Errorf("%+v: %q and %q are not the parts", test.e, text, sameMark)
		}
	}
}

func TestRenderMegabytes(t *testing.T) {
	line := strings.Repeat("東", 20<<20)
	for offset, want := range map[int]string{
		0:             strings.Repeat("東", 19) + "…\n^~",
		len(line) / 2: "…" + strings.Repeat("東", 19) + "…\n" + strings.Repeat(" ", 19) + "^~",
		len(line) - 3: "…" + strings.Repeat("東", 19) + "\n" + strings.Repeat(" ", 37) + "^~",
		len(line):     "…" + strings.Repeat("東", 18) + "\n" + strings.Repeat(" ", 37) + "^",
	} {
		text, mark := Excerpt{line, offset, 3, 40}.Render()
		if got := text + "\n" + mark; got != want {
			t.Errorf("offset %d:\n%s\nwant\n%s", offset, got, want)
		}
	}
}

func TestVisible(t *testing.T) {
	if got, want := Visible("a\u00a0\u202e\x1b[1m\xff é"), "a<U+00A0><U+202E><U+001B>[1m<0xFF> é"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := Visible("\u0301a\x01\u0301b\u0301က\u102b"), "◌\u0301a<U+0001>◌\u0301b\u0301က\u102b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The visible form of a text consists of the cells of an excerpt.
func FuzzVisible(f *testing.F) {
	f.Add("a\u202e\xff東e\u0301\tb\u0301")
	f.Add("\u0301\u0301\x00\u0301က\u102b")
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		for _, c := range cells(s) {
			b.WriteString(c.text)
		}
		if got, want := Visible(s), b.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// A long line is shown entirely, but not split into cells.
func TestVisibleMegabytes(t *testing.T) {
	line := "é" + strings.Repeat("a", 16<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := Visible(line)
	runtime.ReadMemStats(&after)
	if got != line {
		t.Error("it is another")
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

// Every invisible or ambiguous character has a name.
func TestShows(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		hidden := unicode.In(c, unicode.C, unicode.Z, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
			unicode.Bidi_Control, unicode.Join_Control) && c != ' '
		assigned := unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
		if want := c == ' ' || assigned && !hidden && c != '\u2800'; shows(c) != want {
			t.Fatalf("%U: %v, want %v", c, !want, want)
		}
	}
}

// The control sequence that stops reordering is printed before a line, and the one that resumes it
// after the line.
func TestPrintOrder(t *testing.T) {
	for text, want := range map[string]string{
		"é東":             "é東",
		"a:\u05d0\u05d1": "\x1b[8la:\u05d0\u05d1\x1b[8h",
		"a:\u0661":       "\x1b[8la:\u0661\x1b[8h",
		"a:\U0001e900":   "\x1b[8la:\U0001e900\x1b[8h",
		"\u202e\u05d0":   "\x1b[8l<U+202E>\u05d0\x1b[8h",
	} {
		var out bytes.Buffer
		p := Printer{out: &out, width: 80, order: true}
		p.Print(Diagnostic{File: "f", Line: 1, Column: 1, Message: "m", Text: text, Len: 1})
		if got := strings.Split(out.String(), "\n")[1]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for c := rune(0); c < '\u0590'; c++ {
		if p, _ := bidi.LookupRune(c); p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.AN {
			t.Errorf("%U is from right to left", c)
		}
	}
}

func TestPrint(t *testing.T) {
	d := Diagnostic{
		File: "f", Line: 2, Column: 3, Severity: "error", Message: "no \u202e", Code: "bad",
		Text: "ab", Offset: 1, Len: 1,
	}
	for _, test := range []struct {
		color bool
		want  string
	}{
		{false, "f:2:3: error: no <U+202E> [bad]\nab\n ^\n"},
		{true, "\x1b[1mf:2:3:\x1b[m \x1b[1;31merror:\x1b[m no <U+202E> [bad]\nab\n \x1b[1;32m^\x1b[m\n"},
	} {
		var out bytes.Buffer
		p := Printer{out: &out, width: 80, color: test.color}
		if err := p.Print(d); err != nil || out.String() != test.want {
			t.Errorf("%q, %v; want %q", out.String(), err, test.want)
		}
	}
	var out bytes.Buffer
	if NewPrinter(&out, &out, "").Print(
		Diagnostic{File: "f", Line: 1, Column: 1, Message: "m"}); out.String() != "f:1:1: m\n\n^\n" {
		t.Errorf("%q", out.String())
	}
}

// An excerpt of a window equals an excerpt of the line.
func TestWindow(t *testing.T) {
	for _, unit := range []string{"a", "東", "\xbf", "e\u0301", "\t", "a\u202e", "👩\u200d🚀"} {
		line := strings.Repeat(unit, 20000)
		for _, offset := range []int{0, 1, 500, 9000, len(line) / 2, len(line) - 9000, len(line) - 1, len(line)} {
			text, at := Window([]byte(line), offset)
			if len(text) > 20000 || text[at:] != line[offset:][:len(text)-at] {
				t.Fatalf("%q: offset %d is %d of %d bytes", unit, offset, at, len(text))
			}
			for _, width := range []int{20, 101, 5000} {
				wantText, wantMark := Excerpt{line, offset, 1, width}.Render()
				gotText, gotMark := Excerpt{text, at, 1, width}.Render()
				if gotText != wantText || gotMark != wantMark {
					t.Errorf("%q, offset %d, width %d:\n%q\n%q", unit, offset, width, gotText, wantText)
				}
			}
		}
	}
}

func TestPrintFileName(t *testing.T) {
	var out bytes.Buffer
	NewPrinter(&out, &out, "").Print(Diagnostic{File: "\x1b]0;a\nb\u202e\u009b", Line: 1, Column: 1, Message: "m"})
	if got, want := out.String(), "<U+001B>]0;a<U+000A>b<U+202E><U+009B>:1:1: m\n\n^\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
