package syntax

import (
	"fmt"
	"strings"
	"testing"
)

var kindNames = [...]string{
	tokEnd: "end", tokBad: "bad", tokName: "name", tokDefine: "define", tokIncrement: "increment",
	tokChoice: "choice", tokNumber: "number", tokStar: "star", tokList: "list", tokOpenGroup: "open",
	tokCloseGroup: "close",
	tokOpenOption: "[", tokCloseOption: "]", tokString: "string", tokNumVal: "numval", tokProse: "prose",
}

// tokens returns the tokens of text: kind(text) for each, after the indentation for the
// first of a line.
func tokens(n *notation, text string) string {
	var items []string
	for _, t := range lexABNF(n, text, 0).tokens {
		item := kindNames[t.kind] + "(" + text[t.pos:t.end] + ")"
		if t.indent >= 0 {
			item = fmt.Sprintf("%d:%s", t.indent, item)
		}
		items = append(items, item)
	}
	return strings.Join(items, " ")
}

func TestLex(t *testing.T) {
	for _, tt := range []struct {
		d          Dialect
		text, want string
	}{
		{ABNF, "", "0:end()"},
		{ABNF, "a", "0:name(a) end()"},
		{ABNF, " a\n", "1:name(a) 0:end()"},
		{ABNF, "\ta\n \tb\n  c", "8:name(a) 8:name(b) 2:name(c) end()"},
		{ABNF, "a-1_b", "0:name(a-1_b) end()"},
		{ABNF, "1a", "0:number(1) name(a) end()"},
		{ABNF, "1*2a", "0:number(1) star(*) number(2) name(a) end()"},
		{ABNF, "a=b=/c", "0:name(a) define(=) name(b) increment(=/) name(c) end()"},
		{ABNF, "= /", "0:define(=) choice(/) end()"},
		{ABNF, "([a])", "0:open(() [([) name(a) ](]) close()) end()"},
		{ABNF, "a;b\nc", "0:name(a) 0:name(c) end()"},
		{ABNF, "\"a;\"b", "0:string(\"a;\") name(b) end()"},
		{ABNF, "%s\"a\" %x1.2-g", "0:string(%s\"a\") numval(%x1.2-g) end()"},
		{ABNF, "<a>b", "0:prose(<a>) name(b) end()"},
		{ABNF, "<-a", "0:define(<-) name(a) end()"},
		{ABNF, "<-a>", "0:prose(<-a>) end()"},
		{ABNF, "a::=b:=c", "0:name(a) define(::=) name(b) define(:=) name(c) end()"},
		{ABNF, "a|||b", "0:name(a) bad(|||) name(b) end()"},
		{ABNF, "'a b'c'", "0:bad('a b') name(c) bad(') end()"},
		{ABNF, "\"a\nb", "0:bad(\"a) 0:name(b) end()"},
		{ABNF, "a\rb\r\nc", "0:name(a) 0:name(b) 0:name(c) end()"},
		{ABNF, "\u00A0a", "1:name(a) end()"},
		{ABNF, "%", "0:bad(%) end()"},
		{ABNF, "%q1", "0:bad(%q1) end()"},
		{RFC822, "a|b/c", "0:name(a) choice(|) name(b) bad(/) name(c) end()"},
		{RFC822, "%x41", "0:bad(%x41) end()"},
		{RFC822, "a_b", "0:name(a_b) end()"},
	} {
		if got := tokens(&notations[tt.d], tt.text); got != tt.want {
			t.Errorf("%s %q\n got %s\nwant %s", tt.d, tt.text, got, tt.want)
		}
	}
}

// The tokens follow each other, are not empty, and leave out only blanks and comments.
func TestLexCovers(t *testing.T) {
	for _, tt := range errorTests {
		last := Pos(0)
		for _, tok := range lexABNF(&notations[ABNF], tt.text, 0).tokens {
			gap := tt.text[last:tok.pos]
			if tok.kind != tokEnd && tok.end <= tok.pos || !isGap(gap) {
				t.Errorf("%q: token %v behind %q", tt.text, tok, gap)
			}
			last = tok.end
		}
	}
}

// isGap reports whether s may stand between tokens.
func isGap(s string) bool {
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		blank, _, _ := strings.Cut(line, ";")
		for _, r := range blank {
			if r != ' ' && r != '\t' && !isForeignBlank(r) {
				return false
			}
		}
	}
	return true
}

func TestDescribe(t *testing.T) {
	for s, want := range map[string]string{
		"a": "'a'", "'": "'''", " ": "' '", "\x00": "NUL (U+0000)", "\x7F": "DEL (U+007F)", "\x1B[31m": "ESC (U+001B)",
		"\t": "TAB (U+0009)", "\r": "CR (U+000D)", "\u00A0": "a no-break space (U+00A0)", "\u00E4": "'\u00E4' (U+00E4)",
		"\u202E": "U+202E", "\u0301": "U+0301", "\U0001F600": "'\U0001F600' (U+1F600)", "\uFFFD": "'\uFFFD' (U+FFFD)",
		"\xFF": "the byte FF",
	} {
		if got := describe(s); got != want {
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
		if got := hexBytes(s); got != want {
			t.Errorf("hexBytes(%q) = %s, want %s", s, got, want)
		}
	}
}
