package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/tables"
)

// inputs returns the inputs of some files, whose results go nowhere.
func inputs(stdin io.Reader, names ...string) *Inputs {
	return &Inputs{Names: names, Stdin: stdin, Separator: '\n', Out: bufio.NewWriter(io.Discard)}
}

// collect returns the lines of all files, and the errors.
func collect(in *Inputs) (got, failed []string) {
	for file, err := range in.Files() {
		if err != nil {
			failed = append(failed, err.Error())
			continue
		}
		for l, err := range file.Lines() {
			if err != nil {
				failed = append(failed, err.Error())
				continue
			}
			got = append(got, fmt.Sprintf("%s:%d:%s", l.File, l.Number, l.Text))
		}
	}
	return got, failed
}

func TestFiles(t *testing.T) {
	a := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(a, []byte("x\r\ny"), 0o666); err != nil {
		t.Fatal(err)
	}
	got, failed := collect(inputs(strings.NewReader("z\n\n"), a, Stdin))
	if want := []string{a + ":1:x", a + ":2:y", "-:1:z", "-:2:"}; !slices.Equal(got, want) || failed != nil {
		t.Errorf("%q, %q", got, failed)
	}
}

func TestFilesGoOnAfterErrors(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{"": "-: broken", "a": "-: broken", "a\nb\nc": "-: after line 2: broken"} {
		broken := io.MultiReader(strings.NewReader(text), iotest.ErrReader(errors.New("broken")))
		_, failed := collect(inputs(broken, filepath.Join(dir, "none"), dir, Stdin))
		if len(failed) != 3 || !strings.HasPrefix(failed[1], dir+": ") || failed[2] != want {
			t.Errorf("%q, not %q", failed, want)
		}
	}
	_, failed := collect(inputs(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a\nb\n"))), Stdin))
	if !slices.Equal(failed, []string{"-: timeout"}) {
		t.Errorf("%q", failed)
	}
}

func TestFilesEnd(t *testing.T) {
	n := 0
	for file := range inputs(strings.NewReader("a\nb\n"), Stdin, Stdin).Files() {
		for range file.Lines() {
			n++
			break
		}
		break
	}
	if n != 1 {
		t.Errorf("%d lines", n)
	}
}

// The results are written before every read, and reading ends when they cannot be.
func TestResultsAreWrittenFirst(t *testing.T) {
	var out strings.Builder
	in := inputs(iotest.OneByteReader(strings.NewReader("a\nb\nc")), Stdin)
	in.Out = bufio.NewWriter(&out)
	for file := range in.Files() {
		for l, err := range file.Lines() {
			if want := "12345"[:l.Number-1]; err != nil || out.String() != want {
				t.Errorf("%q is written before line %d: %v", &out, l.Number, err)
			}
			fmt.Fprint(in.Out, l.Number)
		}
	}
	in = inputs(strings.NewReader("a\nb\n"), Stdin)
	rd, wr := io.Pipe()
	rd.Close()
	in.Out = bufio.NewWriter(wr)
	in.Out.WriteString("x")
	if got, failed := collect(in); got != nil || !slices.Equal(failed, []string{"-: " + io.ErrClosedPipe.Error()}) {
		t.Errorf("%q, %q", got, failed)
	}
}

// Lines are whole, however long they are.
func TestLongLines(t *testing.T) {
	const n = 64<<20 + 1
	in := inputs(io.MultiReader(strings.NewReader(strings.Repeat("a", n)), strings.NewReader("\nb")), Stdin)
	var sizes []int
	for file := range in.Files() {
		for l, err := range file.Lines() {
			if err != nil || !l.First || !l.Last {
				t.Fatal(l, err)
			}
			sizes = append(sizes, len(l.Text))
		}
	}
	if !slices.Equal(sizes, []int{n, 1}) {
		t.Errorf("lines of %d bytes", sizes)
	}
}

func TestEscapedLines(t *testing.T) {
	in := inputs(strings.NewReader("é\\x41\né\\q\nb"), Stdin)
	in.Escaped = true
	got, failed := collect(in)
	if want := `-:2:2: "\q" is no escape`; len(failed) != 1 || !strings.HasPrefix(failed[0], want) {
		t.Errorf("%q, want %q", failed, want)
	}
	if !slices.Equal(got, []string{"-:1:éA"}) {
		t.Errorf("%q", got)
	}
}

// Escaped lines in pieces are the whole lines, with the same errors.
func TestEscapedPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	units := []string{"a", "bcdefghi", "\n", "é", `\\`, `\x41`, `\u00e9`, `\U0001F600`, "\r\n", "\r"}
	wrong, pieces := 0, 0
	for round := range 5000 {
		var b strings.Builder
		for range rng.IntN(40) {
			b.WriteString(units[rng.IntN(len(units))])
		}
		if round%20 == 0 {
			b.WriteString([]string{`\`, `\q`, `\x4`, `\x4\`, `\U0001f60x`, "\\\n"}[rng.IntN(6)])
			b.WriteString(strings.Repeat("b", rng.IntN(30)))
		}
		in := inputs(strings.NewReader(b.String()), Stdin)
		in.Escaped = true
		want, failed := collect(in)
		want = append(want, failed...)
		wrong += len(failed)

		in.Stdin = strings.NewReader(b.String())
		batch := tables.NewBatch("")
		batch.Buffer = 16 + rng.IntN(8)
		var got []string
		for file := range in.Files() {
			text, raw := "", ""
			for l, err := range batch.Lines(file, '\n') {
				line, err := file.Line(l, err)
				if err != nil {
					got = append(got, err.Error())
					break
				}
				if line.First {
					text, raw = "", ""
				}
				text, raw = text+string(line.Text), raw+string(line.Raw)
				if pieces++; !line.Last {
					continue
				}
				if again, _, err := Unescape(nil, []byte(raw), false); err != nil || string(again) != text {
					t.Fatalf("%q is %q, not %q: %v", raw, text, again, err)
				}
				got = append(got, fmt.Sprintf("%s:%d:%s", line.File, line.Number, text))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("of %q\n%q\nnot\n%q", b.String(), got, want)
		}
	}
	if wrong < 200 || pieces < 20_000 {
		t.Errorf("only %d errors, %d pieces", wrong, pieces)
	}
}

func TestHint(t *testing.T) {
	const mark = "begins with a byte order mark (U+FEFF), which is part of its first line"
	const utf16 = "looks like UTF-16; convert it to UTF-8"
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"\n", ""}, {"a:b\n", ""}, {"\uFEFFa:b\n", mark}, {"\uFEFF", mark}, {"a\n\uFEFFa\n", ""}, {"\xEF\xBB", ""},
		{"\xFF\xFEa\x00\n\x00", utf16}, {"\xFE\xFF\x00a\x00\n", utf16}, {"\xFE\xFF", utf16}, {"\xFF", ""},
		{"a\x00b\x00\n\x00", utf16}, {"\x00a\x00b\x00\n", utf16}, {"\x00a\x00", ""},
		{strings.Repeat("a\x00", 1000) + "\n\x00", utf16},
		{"\x00\x00\x00\x00\x00", ""}, {"a\x00\n", ""}, {"a\x00bc\x00\n", ""}, {"ab\x00\x00cd\x00\x00\n", ""},
	} {
		for file := range inputs(strings.NewReader(test.text), Stdin).Files() {
			text, err := io.ReadAll(file)
			if file.Hint != test.want || string(text) != test.text || err != nil {
				t.Errorf("%q: %q, want %q; it has %q, %v", test.text, file.Hint, test.want, text, err)
			}
		}
	}
}

func TestSize(t *testing.T) {
	a := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(a, make([]byte, 5), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, ok := inputs(nil, a, a).Size(); n != 10 || !ok {
		t.Errorf("%d, %v", n, ok)
	}
	for _, name := range []string{filepath.Dir(a), a + "none", Stdin} {
		if _, ok := inputs(strings.NewReader(""), a, name).Size(); ok {
			t.Errorf("%s has a size", name)
		}
	}
}
