package rdf

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// naive returns the offsets of the marks in a text, followed by the length of the text.
func naive(text []byte) (all []int) {
	for i, b := range text {
		if strings.IndexByte("\n\r\"<>\\", b) >= 0 {
			all = append(all, i)
		}
	}
	return append(all, len(text))
}

// all returns the results of next, up to and including the length of the text.
func (m *marks) all() (all []int) {
	for len(all) == 0 || all[len(all)-1] < len(m.text) {
		all = append(all, m.next())
	}
	return all
}

// randomText returns a text that contains marks, characters of all lengths and, optionally, invalid
// bytes.
func randomText(r *rand.Rand, size int, wrong bool) []byte {
	pieces := []string{"<", ">", `"`, `\`, "\n", "\r", " ", "a", "abcdefgh", strings.Repeat("x", 70), "é", "日本語", "😀",
		"\x00", "\x0F", "\x1A", "\x7F", "\xC2\x8A", "<<>>\"\"\\\\\n\n<>", strings.Repeat("<", 64)}
	if wrong {
		pieces = append(pieces, "\x80", "\xC3", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x8F", "\xFF")
	}
	var b []byte
	few := 1 + r.IntN(len(pieces))
	for len(b) < size {
		b = append(b, pieces[r.IntN(few)]...)
	}
	return b[:size]
}

// The marks are those that a loop over the bytes finds, starting from the beginning or from any
// other offset. If utf8 is true after the last mark, the text is valid UTF-8, or seek skipped the
// invalid chunk.
func TestMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	atLevels(func(level string) {
		var m marks
		said := 0
		for i := range 2000 {
			size := r.IntN([]int{70, 300, chunkBytes + 70, 3*chunkBytes + 70}[r.IntN(4)])
			if r.IntN(4) == 0 {
				size &^= blockBytes - 1
			}
			text := append(randomText(r, size, i%2 == 0), '>')
			if r.IntN(2) == 0 {
				text = text[min(1, size):]
			}
			want := naive(text)
			if m.begin(text); !slices.Equal(m.all(), want) {
				t.Fatalf("%s: the marks of %q are not %v", level, text, want)
			}
			if m.next() != len(text) {
				t.Fatalf("%s: after the last mark of %q comes another", level, text)
			}
			if m.utf8 {
				said++
				if !utf8.Valid(text) {
					t.Fatalf("%s: %q is no UTF-8", level, text)
				}
			}
			for range 3 {
				at := r.IntN(len(text))
				n, _ := slices.BinarySearch(want, at)
				m.begin(text)
				if m.seek(at); !slices.Equal(m.all(), want[n:]) {
					t.Fatalf("%s: the marks of %q from %d on are not %v", level, text, at, want[n:])
				}
				rest := text[at&^(chunkBytes-1):]
				for rest[0]&0xC0 == 0x80 { // the end of a sequence; the last byte is ASCII
					rest = rest[1:]
				}
				if m.utf8 && !utf8.Valid(rest) {
					t.Fatalf("%s: %q is no UTF-8", level, rest)
				}
			}
		}
		if t.Logf("%s: %d texts are said to be UTF-8", level, said); (said < 100) != (level == "tables") {
			t.Error("they are too few, or there is no kernel")
		}
	})
}

// The kernel agrees with package unicode/utf8 on two blocks: for all pairs of bytes, and for up to
// four bytes at the limits of validity, at offsets around the ends of halves and blocks.
func TestMarksValidateUTF8(t *testing.T) {
	var borders []string
	const bytesAtBorders = "\x00\x20\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF" +
		"\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF"
	for _, b := range []byte(bytesAtBorders) {
		borders = append(borders, string([]byte{b}))
	}
	all, last := []string{""}, []string{""}
	for range 4 {
		var longer []string
		for i, s := range last {
			for j, b := range borders {
				if len(s) < 3 || testkit.OneIn(32, i+j) {
					longer = append(longer, s+b)
				}
			}
		}
		all, last = append(all, longer...), longer
	}
	for a := range 256 {
		for b := range 256 {
			all = append(all, string([]byte{byte(a), byte(b)}))
		}
	}
	atLevels(func(level string) {
		var to offsets
		if _, validates := markBlocks(&to, bytes.Repeat([]byte{' '}, 2*blockBytes), 0, 2*blockBytes); !validates {
			return
		}
		wrong, text := 0, bytes.Repeat([]byte{' '}, 2*blockBytes)
		for i, s := range all {
			for j, at := range []int{59, 60, 61, 62, 63, 28, 29, 30, 31, 32, 64, 0} {
				if !testkit.OneIn(8, i+j) && at != blockBytes-2 {
					continue
				}
				copy(text[at:], s)
				_, got := markBlocks(&to, text, 0, len(text))
				if got != utf8.Valid(text) {
					t.Fatalf("%s: %q at %d: %v", level, s, at, got)
				}
				if !got {
					wrong++
				}
				copy(text[at:], "    "[:len(s)])
			}
		}
		if wrong < len(all) {
			t.Errorf("%s: only %d texts are no UTF-8", level, wrong)
		}
	})
}

// The kernel agrees with package unicode/utf8 on a sequence that spans two chunks.
func TestMarksValidateAcrossChunks(t *testing.T) {
	for _, s := range []string{"é", "日", "😀", "\xC3", "\xE6\x97", "\xF0\x9F\x98", "\x80", "\xED\xA0\x80"} {
		for before := 1; before <= 4; before++ {
			text := bytes.Repeat([]byte{' '}, 2*chunkBytes)
			copy(text[chunkBytes-before:], s)
			text[len(text)-1] = '>'
			atLevels(func(level string) {
				var m marks
				m.begin(text)
				m.next()
				if kernel := level != "tables"; m.utf8 != (kernel && utf8.Valid(text)) {
					t.Errorf("%s: %q, %d bytes before a chunk: %v", level, s, before, m.utf8)
				}
			})
		}
	}
}
