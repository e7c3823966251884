package caret

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
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
		{"a byte", Excerpt{"a\xffb", 1, 1, all}, "a<0xFF>b", " ^~~~~~"},
		{"tab", Excerpt{"ab\tc\td", 3, 1, all}, "ab      c       d", "        ^"},
		{"a tab", Excerpt{"ab\tc", 2, 1, all}, "ab      c", "  ^~~~~~"},
		{"tab behind wide", Excerpt{"東\tc", 4, 1, all}, "東      c", "        ^"},
		{"no-break space", Excerpt{"a\u00a0\u3000b", 6, 1, all}, "a␣␣b", "   ^"},
		{"controls", Excerpt{"\x00\x1b\x7f\u0085", 0, 1, all}, "<U+0000><U+001B><U+007F><U+0085>", "^~~~~~~~"},
		{"cut on the right", Excerpt{"a" + strings.Repeat("b", 50), 0, 1, 20}, "a" + strings.Repeat("b", 17) + "…", "^"},
		{"cut on the left", Excerpt{strings.Repeat("b", 50) + "a", 50, 1, 20}, "…" + strings.Repeat("b", 17) + "a", strings.Repeat(" ", 18) + "^"},
		{"cut at the end", Excerpt{strings.Repeat("b", 50), 50, 0, 20}, "…" + strings.Repeat("b", 17), strings.Repeat(" ", 18) + "^"},
		{"cut on both sides", Excerpt{strings.Repeat("b", 50) + "a" + strings.Repeat("c", 50), 50, 1, 20},
			"…bbbbbbbbbacccccccc…", "          ^"},
		{"cut between wide ones", Excerpt{strings.Repeat("東", 50), 75, 3, 20}, "…" + strings.Repeat("東", 9) + "…", "         ^~"},
		{"fits", Excerpt{strings.Repeat("b", 20), 3, 1, 20}, strings.Repeat("b", 20), "   ^"},
	} {
		text, mark := test.e.Render()
		if text != test.text || mark != test.mark {
			t.Errorf("%s:\n got %q\n     %q\nwant %q\n     %q", test.name, text, mark, test.text, test.mark)
		}
	}
}

// Whatever the text and the place are, the lines fit, print and have one caret.
func FuzzRender(f *testing.F) {
	f.Add("a\u202e\xff東e\u0301\tb", 3, 2, 20)
	f.Add(strings.Repeat("\u0301", 100), 30, 2, 20)
	f.Add(strings.Repeat("\xbf", 1000), 500, 1000, 30)
	f.Add("\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa", 1, 1, 1)
	f.Fuzz(func(t *testing.T, line string, offset, n, width int) {
		width = min(max(width, minWidth), 200)
		text, mark := Excerpt{line, offset, n, width}.Render()
		if !utf8.ValidString(text) || Visible(text) != text {
			t.Errorf("%q does not print", text)
		}
		if got := sum(cells(text)); got > width {
			t.Errorf("%q has %d cells, at most %d fit", text, got, width)
		}
		if strings.Count(mark, "^") != 1 || len(mark) > width || strings.Trim(mark, " ^~") != "" {
			t.Errorf("the mark is %q", mark)
		}
	})
}

func TestRenderMegabytes(t *testing.T) {
	line := strings.Repeat("東", 20<<20)
	text, mark := Excerpt{line, len(line) / 2, 3, 40}.Render()
	if len(text) > 200 || len(mark) > 40 {
		t.Errorf("%q\n%q", text, mark)
	}
}

func TestVisible(t *testing.T) {
	if got, want := Visible("a\u00a0\u202e\x1b[1m\xff é"), "a<U+00A0><U+202E><U+001B>[1m<0xFF> é"; got != want {
		t.Errorf("%q, want %q", got, want)
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
	if NewPrinter(&out, &out).Print(Diagnostic{File: "f", Line: 1, Column: 1, Message: "m"}); out.String() != "f:1:1: m\n\n^\n" {
		t.Errorf("%q", out.String())
	}
}

// An excerpt of a window is that of the line.
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
	NewPrinter(&out, &out).Print(Diagnostic{File: "\x1b]0;a\nb\u202e\u009b", Line: 1, Column: 1, Message: "m"})
	if got, want := out.String(), "<U+001B>]0;a<U+000A>b<U+202E><U+009B>:1:1: m\n\n^\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
