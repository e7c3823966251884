package files

import (
	"bufio"
	"context"
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

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// inputs returns the Inputs for the named files. Their output is discarded.
func inputs(stdin io.Reader, names ...string) *Inputs {
	return &Inputs{
		Context: context.Background(), Command: func(string) string { return "iri check" }, Names: names, Stdin: stdin,
		Separator: '\n', Out: bufio.NewWriter(io.Discard),
	}
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
	testkit.WriteFile(t, a, "x\r\ny")
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
		if len(failed) != 3 || failed[1] != dir+" contains no files to read" || failed[2] != want {
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

// TestResultsAreWrittenFirst checks that results are flushed before every read, and that a write
// error ends reading.
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

// TestLongLines checks that lines of any length are complete.
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
	if want := `-:2:2: "\q" is not an escape`; len(failed) != 1 || !strings.HasPrefix(failed[0], want) {
		t.Errorf("%q, want %q", failed, want)
	}
	if !slices.Equal(got, []string{"-:1:éA"}) {
		t.Errorf("%q", got)
	}
}

// TestEscapedPieces checks that the pieces of an escaped line yield the text and the errors of the
// entire line.
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

const (
	dropped = "begins with a byte order mark (U+FEFF), which is dropped"
	kept    = "begins with a byte order mark (U+FEFF), which is part of its first line"
)

// TestBeginnings checks that a byte order mark is dropped with a hint, that the error for a binary
// file suggests a command that reads it, and that AsIs leaves the standard input unchanged.
func TestBeginnings(t *testing.T) {
	const utf16 = " is UTF-16, so its lines are not read; try: iconv -f UTF-16 -t UTF-8 FILE | iri check"
	const nul = " is not text, because it contains a NUL at offset "
	for _, test := range []struct{ text, hint, refusal, asIs string }{
		{"", "", "", ""}, {"\n", "", "", ""}, {"a:b\n", "", "", ""}, {"a\n\uFEFFa\n", "", "", ""}, {"\xEF\xBB", "", "", ""},
		{"\xFF", "", "", ""},
		{"\uFEFFa:b\n", dropped, "", kept}, {"\uFEFF", dropped, "", kept}, {"\uFEFF\uFEFFa", dropped, "", kept},
		{"\xFF\xFEa\x00\n\x00", "", utf16, "is UTF-16; its lines are read as UTF-8"},
		{"\xFE\xFF\x00a", "", utf16, "is UTF-16; its lines are read as UTF-8"},
		{"a\x00b\x00", "", " is UTF-16LE, so", "is UTF-16LE; its lines are read as UTF-8"},
		{"7z\xBC\xAF\x27\x1C", "", " is a 7z archive, so its lines are not read; try: 7z x -so FILE | iri check",
			"is a 7z archive; its lines are read as UTF-8"},
		{"a\x00\n", "", nul + "1; use -0 if its lines end in NUL", ""}, {"\uFEFFa\x00", "", nul + "4;", kept},
		{strings.Repeat("a", lookSize-1) + "\x00", "", nul + "65535;", ""},
		{strings.Repeat("a", lookSize) + "\x00", "", "", ""},
	} {
		check := func(asIs bool, hint, refusal string) {
			in := inputs(strings.NewReader(test.text), Stdin)
			if hint == dropped { // even if each read returns one byte
				in.Stdin = iotest.OneByteReader(in.Stdin)
			}
			in.AsIs = asIs
			for file, err := range in.Files() {
				if refusal != "" {
					if err == nil || !strings.HasPrefix(err.Error(), Stdin+refusal) {
						t.Errorf("%.20q: %v, not %s", test.text, err, refusal)
					}
					continue
				}
				want := test.text
				if hint == dropped {
					want = want[3:]
				}
				text, err := io.ReadAll(file)
				if file.Hint != hint || string(text) != want || err != nil {
					t.Errorf("%.20q: %q, want %q; it has %.20q, %v", test.text, file.Hint, hint, text, err)
				}
			}
		}
		check(false, test.hint, test.refusal)
		check(true, test.asIs, "")
	}
	file := filepath.Join(t.TempDir(), "f")
	testkit.WriteFile(t, file, "a\x00b\x00c\x00")
	for separator, want := range map[byte]string{
		'\n': file + " is UTF-16LE, so its lines are not read; try: iconv -f UTF-16LE -t UTF-8 " + file +
			" | iri check", 0: "",
	} {
		in := inputs(nil, file)
		in.Separator, in.AsIs = separator, true // only for the standard input
		if _, failed := collect(in); strings.Join(failed, "") != want {
			t.Errorf("%q, not %q", failed, want)
		}
	}
}

// TestFirstReadIsEnough checks that one short read from a pipe suffices, because the writer may
// send no more lines before it gets an answer.
func TestFirstReadIsEnough(t *testing.T) {
	rd, wr := io.Pipe()
	in := inputs(rd, Stdin)
	answers := make(chan string)
	in.Out = bufio.NewWriter(writerFunc(func(p []byte) { answers <- string(p) }))
	go func() {
		for file := range in.Files() {
			for l := range file.Lines() {
				fmt.Fprint(in.Out, l.Number)
			}
		}
		in.Out.Flush()
		close(answers)
	}()
	for _, want := range []string{"1", "2", "3"} {
		wr.Write([]byte("a\n"))
		if got := <-answers; got != want {
			t.Fatalf("%s, not %s", got, want)
		}
	}
	wr.Close()
	if got, more := <-answers; more {
		t.Error(got)
	}
}

type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

// TestEdit checks that lines are skipped and trimmed, and that the others keep their positions in
// the file.
func TestEdit(t *testing.T) {
	const text = "\uFEFF \ta \r\n\n \t\n#b\n #c\nd\t\n\\x20e\n"
	for _, test := range []struct {
		edit  Edit
		want  string
		blank int
		notes int
	}{
		{Edit{}, "1: \ta +3+0|2:+0+0|3: \t+0+0|4:#b+0+0|5: #c+0+0|6:d\t+0+0|7: e+0+0", 0, 0},
		{Edit{Trim: true}, "1:a+5+2|2:+0+0|3:+2+2|4:#b+0+0|5:#c+1+1|6:d+0+0|7: e+0+0", 0, 0},
		{Edit{SkipBlank: true}, "1: \ta +3+0|4:#b+0+0|5: #c+0+0|6:d\t+0+0|7: e+0+0", 2, 0},
		{Edit{Comment: "#"}, "1: \ta +3+0|2:+0+0|3: \t+0+0|5: #c+0+0|6:d\t+0+0|7: e+0+0", 0, 1},
		{Edit{Comment: "#", Trim: true, SkipBlank: true}, "1:a+5+2|6:d+0+0|7: e+0+0", 2, 2},
		{Edit{Comment: "é"}, "1: \ta +3+0|2:+0+0|3: \t+0+0|4:#b+0+0|5: #c+0+0|6:d\t+0+0|7: e+0+0", 0, 0},
	} {
		in := inputs(strings.NewReader(text), Stdin)
		in.Edit, in.Escaped = test.edit, true
		var got []string
		for file := range in.Files() {
			for l, err := range file.Lines() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%d:%s+%d+%d", l.Number, l.Text, l.Begin, l.Indent))
			}
		}
		if s := strings.Join(got, "|"); s != test.want || in.Blank != test.blank || in.Comments != test.notes ||
			in.Count != len(got) {
			t.Errorf("%+v: %q, not %q; %d blank, %d comments", test.edit, s, test.want, in.Blank, in.Comments)
		}
	}
}

// TestFilesAreInterrupted checks that canceling the context ends a blocked read, and that no more
// files are opened.
func TestFilesAreInterrupted(t *testing.T) {
	rd, wr := io.Pipe()
	in := inputs(rd, Stdin, "none")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in.Context = ctx
	go wr.Write([]byte("a\nb"))
	var got []string
	for file, err := range in.Files() {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		for l, err := range file.Lines() {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			got = append(got, string(l.Text))
			cancel()
		}
	}
	if want := []string{"a", "-: after line 1: context canceled", "context canceled"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestSize(t *testing.T) {
	a := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(a, make([]byte, 5), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{a, filepath.Dir(a), filepath.Join(filepath.Dir(a), "*")} {
		if n, ok := inputs(nil, a, name).Size(); n != 10 || !ok {
			t.Errorf("with %s: %d, %v", name, n, ok)
		}
	}
	for _, name := range []string{a + "none", a + "none*", Stdin} {
		if _, ok := inputs(strings.NewReader(""), a, name).Size(); ok {
			t.Errorf("%s has a size", name)
		}
	}
}

// TestOverwriting keeps the texts of lines. With Overwriting, each text must be overwritten after
// its line, even the last one, and the lines must otherwise be the same.
func TestOverwriting(t *testing.T) {
	t.Cleanup(func() { Overwriting = false })
	text := "a\nbc\\x64\n" + strings.Repeat("e", 100) + "\r\nf"
	read := func(on, escaped, pieces bool) (texts, kept []string) {
		Overwriting = on
		in := inputs(strings.NewReader(text), Stdin)
		in.Escaped = escaped
		for file, err := range in.Files() {
			if err != nil {
				t.Fatal(err)
			}
			b := tables.NewBatch("")
			if b.Buffer = 1 << 20; pieces {
				b.Buffer = 16
			}
			for l, err := range file.Verdicts(b, file) {
				line, err := file.Line(l, err)
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range [][]byte{line.Text, line.Raw, l.Text()} {
					texts, kept = append(texts, string(b)), append(kept, View(b))
				}
			}
		}
		return texts, kept
	}
	for _, escaped := range []bool{false, true} {
		for _, pieces := range []bool{false, true} {
			want, _ := read(false, escaped, pieces)
			texts, kept := read(true, escaped, pieces)
			if !slices.Equal(texts, want) {
				t.Errorf("escaped %t, pieces %t: %q, not %q", escaped, pieces, texts, want)
			}
			for i, text := range kept {
				if text != "" && text == texts[i] {
					t.Errorf("escaped %t, pieces %t: %q is kept", escaped, pieces, text)
				}
			}
		}
	}
}
