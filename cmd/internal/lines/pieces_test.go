package lines

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Pieces make up the lines, and cut no code point.
func TestPiecesLikeSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	units := []string{"a", "b", "\r", "\n", "\x00", "\xff", "é", "あ", "\U0001F600", "\xE3\x81", "long words", strings.Repeat("x", 40)}
	cut := 0
	for range 5000 {
		var text []byte
		for range rng.IntN(30) {
			text = append(text, units[rng.IntN(len(units))]...)
		}
		separator := "\n\x00"[rng.IntN(2)]
		r := newReader(&chunks{text, io.EOF, rng}, separator)
		r.buf = make([]byte, leastBuffer+rng.IntN(8))
		var got [][]byte
		var line []byte
		chars := 0
		for {
			piece, more, err := r.next(false)
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			chars += utf8.RuneCount(piece)
			if line = append(line, piece...); more {
				cut++
				if len(piece) < len(r.buf)-utf8.UTFMax {
					t.Fatalf("%q is a piece of %q", piece, text)
				}
				continue
			}
			if chars != utf8.RuneCount(line) {
				t.Fatalf("a code point of %q is cut", line)
			}
			got = append(got, line)
			line, chars = nil, 0
		}
		want := split(text, separator)
		if line != nil || !bytes.Equal(bytes.Join(got, []byte("|")), bytes.Join(want, []byte("|"))) || len(got) != len(want) {
			t.Fatalf("lines of %q by %q:\n got %q\nwant %q", text, separator, got, want)
		}
	}
	if cut < 5000 {
		t.Errorf("only %d cuts", cut)
	}
}

// The lines of inputs are the same in pieces, with escapes and wrong ones.
func TestEachInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	units := []string{"a", "bcdefghi", "\n", "é", `\\`, `\x41`, `\u00e9`, `\U0001F600`, "\r\n", "\r"}
	wrong := 0
	for round := range 5000 {
		var text strings.Builder
		for range rng.IntN(40) {
			text.WriteString(units[rng.IntN(len(units))])
		}
		if round%20 == 0 {
			text.WriteString([]string{`\`, `\q`, `\x4`, `\x4\`, `\U0001f60x`, "\\\n"}[rng.IntN(6)])
			text.WriteString(strings.Repeat("b", rng.IntN(30)))
		}
		collect := func(pieces int) (list []string) {
			in := Inputs{Stdin: strings.NewReader(text.String()), Separator: '\n', Escaped: true, Pieces: pieces, Idle: func() error { return nil }}
			err := in.Each(func(l *Line) error {
				if l.Begun {
					last := &list[len(list)-1]
					raw, unescaped, _ := strings.Cut(*last, "|")
					*last = raw + string(l.Raw) + "|" + unescaped + string(l.Text)
				} else {
					list = append(list, string(l.Raw)+"|"+string(l.Text))
				}
				if !l.More {
					list[len(list)-1] += fmt.Sprintf("|%d", l.Number)
				}
				return nil
			})
			var e *EscapeError
			if errors.As(err, &e) {
				wrong++
				list = slices.DeleteFunc(list, func(s string) bool { return strings.Count(s, "|") < 2 }) // pieces of the line
				list = append(list, err.Error())
			}
			return list
		}
		got, want := collect(16+rng.IntN(8)), collect(0)
		if !slices.Equal(got, want) {
			t.Fatalf("of %q\n%q\nnot\n%q", text.String(), got, want)
		}
	}
	if wrong < 200 {
		t.Errorf("only %d errors", wrong)
	}
}

func TestHint(t *testing.T) {
	const mark, utf16 = "begins with a byte order mark (U+FEFF), which is part of its first line", "looks like UTF-16; convert it to UTF-8"
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"\n", ""}, {"a:b\n", ""}, {"\uFEFFa:b\n", mark}, {"\uFEFF", mark}, {"a\n\uFEFFa\n", ""}, {"\xEF\xBB", ""},
		{"\xFF\xFEa\x00\n\x00", utf16}, {"\xFE\xFF\x00a\x00\n", utf16}, {"\xFE\xFF", utf16}, {"\xFF", ""},
		{"a\x00b\x00\n\x00", utf16}, {"\x00a\x00b\x00\n", utf16}, {strings.Repeat("a\x00", 1000) + "\n\x00", utf16}, {"\x00a\x00", ""},
		{"\x00\x00\x00\x00\x00", ""}, {"a\x00\n", ""}, {"a\x00bc\x00\n", ""}, {"ab\x00\x00cd\x00\x00\n", ""},
	} {
		var got []string
		in := Inputs{
			Stdin: strings.NewReader(test.text), Separator: '\n', Idle: func() error { return nil },
			Hint: func(name, what string) { got = append(got, name+" "+what) },
		}
		in.Each(func(l *Line) error { return nil })
		var want []string
		if test.want != "" {
			want = []string{"- " + test.want}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", test.text, got, want)
		}
	}
}
