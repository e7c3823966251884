package lines

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// chunks returns its text in pieces of random length, sometimes nothing, and then err.
type chunks struct {
	text []byte
	err  error
	rng  *rand.Rand
}

func (c *chunks) Read(p []byte) (int, error) {
	n := min(len(p), len(c.text), c.rng.IntN(20))
	copy(p, c.text[:n])
	c.text = c.text[n:]
	if len(c.text) == 0 && c.rng.IntN(2) == 0 {
		return n, c.err
	}
	return n, nil
}

// split is the reader at its simplest.
func split(text []byte, separator byte) [][]byte {
	list := bytes.Split(text, []byte{separator})
	last := len(list) - 1
	for i := range list[:last] {
		if separator == '\n' {
			list[i] = bytes.TrimSuffix(list[i], []byte{'\r'})
		}
	}
	if len(list[last]) == 0 {
		list = list[:last]
	}
	return list
}

func readAll(r *reader) (list [][]byte, err error) {
	for {
		line, _, err := r.next(true)
		if err != nil {
			return list, err
		}
		list = append(list, bytes.Clone(line))
	}
}

func TestReaderLikeSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		text := make([]byte, rng.IntN(80))
		for i := range text {
			text[i] = "ab\r\n\x00\xff"[rng.IntN(6)]
		}
		separator := "\n\x00"[rng.IntN(2)]
		r := newReader(&chunks{text, io.EOF, rng}, separator)
		r.buf = make([]byte, 1+rng.IntN(8))
		got, err := readAll(r)
		want := split(text, separator)
		if err != io.EOF || !bytes.Equal(bytes.Join(got, []byte("|")), bytes.Join(want, []byte("|"))) || len(got) != len(want) {
			t.Fatalf("lines of %q by %q:\n got %q, %v\nwant %q", text, separator, got, err, want)
		}
	}
}

func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, text := range []string{"", "a", "a\n", "a\nb", "a\r\nb\r"} {
		got, err := readAll(newReader(&chunks{[]byte(text), broken, rng}, '\n'))
		if err != broken || len(got) != strings.Count(text, "\n") {
			t.Errorf("%q and then an error: %q, %v", text, got, err)
		}
	}
	if _, err := readAll(newReader(iotest.DataErrReader(strings.NewReader("a\nb")), '\n')); err != io.EOF {
		t.Error(err)
	}
}

// idle has a text, byte by byte after so many empty reads each, and then returns nothing for ever. Its
// test fails after twice the empty reads that the reader may try, so that it does not hang.
type idle struct {
	t        *testing.T
	text     string
	pause, n int
}

func (s *idle) Read(p []byte) (int, error) {
	if s.n++; s.n > 200 {
		s.t.Fatal("200 empty reads in a row")
	}
	if s.text == "" || s.n <= s.pause {
		return 0, nil
	}
	n := copy(p, s.text[:1])
	s.text, s.n = s.text[1:], 0
	return n, nil
}

func TestReaderNoProgress(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "a\r\nb"} {
		for _, pause := range []int{0, 1, 99} {
			got, err := readAll(newReader(&idle{t: t, text: text, pause: pause}, '\n'))
			if err != io.ErrNoProgress || len(got) != strings.Count(text, "\n") {
				t.Errorf("%q, %d empty reads before each byte: %q, %v", text, pause, got, err)
			}
		}
	}
}

func TestReaderLongLine(t *testing.T) {
	const n = 64<<20 + 1
	text := io.MultiReader(strings.NewReader(strings.Repeat("a", n)), strings.NewReader("\nb"))
	got, err := readAll(newReader(text, '\n'))
	if err != io.EOF || len(got) != 2 || len(got[0]) != n || string(got[1]) != "b" {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

func TestReaderAllocatesNothing(t *testing.T) {
	r := newReader(strings.NewReader(strings.Repeat("http://example.org/\n", 100_000)), '\n')
	if n := testing.AllocsPerRun(90_000, func() { r.next(true) }); n != 0 {
		t.Errorf("%v allocations a line", n)
	}
}
