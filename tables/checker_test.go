package tables_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// inPieces returns a checker's result for the pieces, and checks every earlier result.
func inPieces(t testing.TB, c *tables.Checker, pieces ...string) error {
	c.Reset()
	before := 0
	for i, piece := range pieces {
		n, err := c.Write([]byte(piece))
		if err == nil {
			if n != len(piece) {
				t.Fatalf("of %q: %d bytes of piece %d, and no error", pieces, n, i)
			}
			before += n
			continue
		}
		e := err.(*tables.SyntaxError)
		if n != max(e.Offset-before, 0) || n > len(piece) || e.Offset < before-3 && strings.HasPrefix(e.Found(), `"`) {
			t.Fatalf("of %q: %d bytes of piece %d, which begins at %d, and the error is at %d", pieces, n, i, before, e.Offset)
		}
		if n, again := c.WriteString(piece); n != 0 || again != err || c.Close() != err {
			t.Fatalf("of %q: the error does not stay", pieces)
		}
		return err
	}
	unclosed := *c
	err := c.Close()
	if again := c.Close(); !reflect.DeepEqual(err, again) || *c != unclosed {
		t.Fatalf("of %q: %v, and then %v; the checker was %+v and is %+v", pieces, err, again, unclosed, *c)
	}
	return err
}

// sameInPieces checks that a checker's result for the pieces of s equals that of Check.
func sameInPieces(t testing.TB, c *tables.Checker, want error, pieces ...string) {
	if got := inPieces(t, c, pieces...); !reflect.DeepEqual(got, want) {
		t.Fatalf("of %q\n%+v, not\n%+v", pieces, got, want)
	}
}

// sameAtEverySplit tries every split into two pieces, the split into single bytes, and some random
// splits into many pieces.
func sameAtEverySplit(t testing.TB, r *rand.Rand, rule tables.Rule, s string) (splits int) {
	t.Helper()
	c, want := tables.NewChecker(rule), rule.Check(s)
	for i := range len(s) + 1 {
		sameInPieces(t, c, want, s[:i], s[i:])
	}
	sameInPieces(t, c, want, strings.Split(s, "")...)
	var single []string
	for i := range len(s) {
		single = append(single, s[i:i+1])
	}
	sameInPieces(t, c, want, single...)
	for range 3 {
		sameInPieces(t, c, want, randomPieces(r, s)...)
	}
	return len(s) + 6
}

func randomPieces(r *rand.Rand, s string) (pieces []string) {
	for s != "" {
		n := r.IntN(min(len(s), 12) + 1)
		pieces, s = append(pieces, s[:n]), s[n:]
	}
	return pieces
}

// The test covers rules with and without components, with and without a wide table, and non-UTF-8
// tables.
func TestCheckerAtEverySplit(t *testing.T) {
	r := seeded(40)
	splits := 0
	for _, l := range allLanguages(t) {
		for i, s := range l.texts(r, 13, 1) {
			if !testkit.OneIn(2, i) {
				continue
			}
			splits += sameAtEverySplit(t, r, l.rule, s)
		}
		if l.m.States() > 255 && l.dfa == nil {
			for range testkit.Fewer(60) {
				splits += sameAtEverySplit(t, r, l.rule, string(mutate(r, longAddress(r))))
			}
		}
	}
	if splits < testkit.Fewer(500_000) {
		t.Errorf("only %d splits", splits)
	}
}

// The test covers valid and invalid UTF-8 sequences in all orders.
func TestCheckerOfSequences(t *testing.T) {
	r := seeded(41)
	parts := []string{
		"a", "%", " ", "é", "€", "あ", "\uFFFD", "\u202E", "\uE000", "\U0001F600", "\U000E0001", "\U0010FFFF", "\xE3",
		"\x81", "\xE3\x81",
		"\xF0", "\xF0\x9F", "\xF0\x9F\x98", "\xF0\x90\x80", "\xC2", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
		"\xE2\x82", "\x00",
	}
	rules := []tables.Rule{bundledRule(t, "rfc3987", "IRI-reference"), bundledRule(t, "rfc3987", "iquery"),
		bundledRule(t, "rfc3986", "URI-reference")}
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range append(parts[:4:4], "", "\x81") {
				for _, rule := range rules {
					sameAtEverySplit(t, r, rule, a+b+c)
				}
			}
		}
	}
}

func TestCheckerOfCorpora(t *testing.T) {
	r := seeded(42)
	iri, reference := bundledRule(t, "rfc3987", "IRI"), bundledRule(t, "rfc3986", "URI-reference")
	for _, name := range []string{"urls", "iris"} {
		lines := strings.Split(strings.TrimSuffix(shared.Read(t, "corpora", name+".txt"), "\n"), "\n")
		for range testkit.Few(2000) {
			s := []byte(lines[r.IntN(len(lines))])
			for range r.IntN(3) {
				s = mutate(r, s)
			}
			sameAtEverySplit(t, r, iri, string(s))
			sameAtEverySplit(t, r, reference, string(s))
		}
	}
}

// Close returns the result for each prefix, even if the string could continue.
func TestCloseIsNoEnd(t *testing.T) {
	r := seeded(43)
	for _, l := range allLanguages(t) {
		for _, s := range l.texts(r, 10, 1) {
			c := tables.NewChecker(l.rule)
			for i := range len(s) + 1 {
				if got, want := c.Close(), l.rule.Check(s[:i]); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: of %q\n%+v, not\n%+v", l.name, s[:i], got, want)
				}
				if i < len(s) {
					if _, err := c.WriteString(s[i : i+1]); err != nil {
						break
					}
				}
			}
		}
	}
}

func TestCheckerOfNoTable(t *testing.T) {
	r := seeded(44)
	for _, s := range []string{"", "a", "é", "\xE3", "\xE3\x81x", "\xFF"} {
		sameAtEverySplit(t, r, "", s)
		sameAtEverySplit(t, r, "no table", s)
	}
	var zero tables.Checker
	if got, want := zero.Close(), tables.Rule("").Check(""); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// However a reader behaves, the result equals that of Check for the entire string.
func TestReadersSayWhatCheckSays(t *testing.T) {
	r := seeded(45)
	rule := bundledRule(t, "rfc3987", "IRI")
	long := "http://[1:2:3:4:5:6:7:8]/" + strings.Repeat("segmént/あ/", 20_000)
	texts := []string{"", "a:b", "a b", "a:\xE3\x81", "a:\xE3\x81 ", long, long + " ", long + "\xE3", long[:1<<16-1] +
		"あ ", long[:1<<16-26] + "\u202E"}
	for range testkit.Few(300) {
		texts = append(texts, string(mutate(r, longAddress(r))))
	}
	for _, s := range texts {
		want := rule.Check(s)
		for name, manner := range map[string]func(io.Reader) io.Reader{
			"whole":    func(rd io.Reader) io.Reader { return rd },
			"one byte": iotest.OneByteReader,
			"half":     iotest.HalfReader,
			"data and error": func(rd io.Reader) io.Reader {
				return iotest.DataErrReader(rd)
			},
			"sometimes nothing": func(rd io.Reader) io.Reader { return &lazy{rd, r} },
		} {
			if err := rule.CheckReader(manner(strings.NewReader(s))); !reflect.DeepEqual(err, want) {
				t.Fatalf("%s: of %.60q…\n%+v, not\n%+v", name, s, err, want)
			}
			if valid, err := rule.ValidReader(manner(strings.NewReader(s))); err != nil || valid != (want == nil) {
				t.Fatalf("%s: of %.60q… %v, %v", name, s, valid, err)
			}
		}
	}
}

// A lazy reader sometimes returns 0 bytes.
type lazy struct {
	io.Reader
	r *rand.Rand
}

func (l *lazy) Read(p []byte) (int, error) {
	if l.r.IntN(3) == 0 {
		return 0, nil
	}
	return l.Reader.Read(p)
}

// A stalled reader returns a text byte by byte, with pause empty reads before each byte, and after
// the text only empty reads. Its test fails after twice the permitted number of empty reads, so
// that it cannot hang.
type stalled struct {
	t        *testing.T
	text     string
	pause, n int
}

func (s *stalled) Read(p []byte) (int, error) {
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

// A reader that returns 0 bytes forever causes an error, but one that does so only for a while does
// not.
func TestReadersThatStall(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	for _, text := range []string{"", "a:b", "a:b\n"} {
		for _, pause := range []int{0, 1, 99} {
			stall := func() io.Reader { return &stalled{t: t, text: text, pause: pause} }
			broken := errors.New("broken")
			late := func() io.Reader {
				return io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(broken))
			}
			if err := rule.CheckReader(stall()); text != "a:b\n" && err != io.ErrNoProgress {
				t.Errorf("CheckReader of %q: %v", text, err)
			}
			if valid, err := rule.ValidReader(stall()); text != "a:b\n" && (valid || err != io.ErrNoProgress) {
				t.Errorf("ValidReader of %q: %v, %v", text, valid, err)
			}
			lines := func(rd io.Reader) (all []error) {
				for l, err := range tables.NewBatch(rule).Lines(rd, '\n') {
					if err == nil {
						err = l.Err()
					}
					all = append(all, err)
				}
				return all
			}
			got, want := lines(stall()), lines(late())
			if want[len(want)-1] = io.ErrNoProgress; !reflect.DeepEqual(got, want) {
				t.Errorf("Lines of %q: %v, not %v", text, got, want)
			}
		}
	}
}

// A reader's error is returned unchanged, unless the text before it has already been rejected.
func TestReaderErrors(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	broken := errors.New("broken")
	for _, tt := range []struct {
		rd   io.Reader
		want error
	}{
		{iotest.ErrReader(broken), broken},
		{io.MultiReader(strings.NewReader("a:b"), iotest.ErrReader(broken)), broken},
		{iotest.DataErrReader(io.MultiReader(strings.NewReader("a:b"), iotest.ErrReader(broken))), broken},
		{iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a:b"))), iotest.ErrTimeout},
		{&stalled{t: t}, io.ErrNoProgress},
	} {
		if err := rule.CheckReader(tt.rd); err != tt.want {
			t.Errorf("%v, not %v", err, tt.want)
		}
	}
	for _, rd := range []func() io.Reader{
		func() io.Reader { return io.MultiReader(strings.NewReader("a b"), iotest.ErrReader(broken)) },
		func() io.Reader {
			return iotest.DataErrReader(io.MultiReader(strings.NewReader("a b"), iotest.ErrReader(broken)))
		},
	} {
		if err := rule.CheckReader(rd()); !reflect.DeepEqual(err, rule.Check("a b")) {
			t.Errorf("%v", err)
		}
		if valid, err := rule.ValidReader(rd()); valid || err != nil {
			t.Errorf("%v, %v", valid, err)
		}
	}
	if valid, err := rule.ValidReader(io.MultiReader(strings.NewReader("a:b"), iotest.ErrReader(broken))); valid ||
		err != broken {
		t.Errorf("%v, %v", valid, err)
	}
}

// An endless reader repeats its text.
type endless struct {
	text string
	at   int
	read int64
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		m := copy(p[n:], e.text[e.at:])
		e.at = (e.at + m) % len(e.text)
		n += m
	}
	e.read += int64(n)
	return n, nil
}

// Reading stops soon after the error, and offsets continue across buffers.
func TestReadersStopAtTheError(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	e := endless{text: "a:/é/"}
	text := io.MultiReader(io.LimitReader(&e, 60_000_000), strings.NewReader(" "), &e)
	err := syntaxError(t, rule.CheckReader(text))
	if err.Offset != 60_000_000 || err.Column != 50_000_001 || err.Found() != "a space" || e.read > 61_000_000 {
		t.Errorf("%+v after %d bytes", err, e.read)
	}
	e = endless{text: " "}
	if valid, err := rule.ValidReader(&e); valid || err != nil || e.read > 1<<20 {
		t.Errorf("%v, %v after %d bytes", valid, err, e.read)
	}
}

func TestCheckerAllocatesNothing(t *testing.T) {
	c := tables.NewChecker(bundledRule(t, "rfc3987", "IRI"))
	b := []byte("http://[1:2:3:4:5:6:7:8]/a/b/c/%C3%A9/é/あ/\U0001F600?query#fragment")
	for size := range len(b) {
		if n := testing.AllocsPerRun(100, func() {
			c.Reset()
			for rest := b; len(rest) > 0; {
				n := min(size+1, len(rest))
				if _, err := c.Write(rest[:n]); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%v allocations with pieces of %d bytes", n, size+1)
		}
	}
}

// A reader needs only the memory for one buffer.
func TestReadersTakeConstantMemory(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	text := bytes.Repeat([]byte("a:/é/"), 1<<20)
	for name, f := range map[string]func() bool{
		"CheckReader": func() bool { return rule.CheckReader(bytes.NewReader(text)) == nil },
		"ValidReader": func() bool { ok, err := rule.ValidReader(bytes.NewReader(text)); return ok && err == nil },
	} {
		if n := testing.AllocsPerRun(3, func() {
			if !f() {
				t.Errorf("%s refuses", name)
			}
		}); n > 3 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// BenchmarkReaders reports the speed of the readers on one long string as a multiple of Advance's
// speed on the same string in memory, using the minima of interleaved rounds. Run it with
// -benchtime=50x.
func BenchmarkReaders(b *testing.B) {
	rule := bundledRule(b, "rfc3987", "IRI")
	for _, name := range []string{"urls", "iris"} {
		b.Run(name, func(b *testing.B) {
			text := "a:?" + strings.Map(func(c rune) rune {
				if strings.ContainsRune("\n#[]", c) {
					return '/'
				}
				return c
			}, shared.Read(b, "corpora", name+".txt"))
			engines := []func() bool{
				func() bool { return rule.Accepting(rule.AdvanceString(rule.Start(), text)) },
				func() bool { ok, err := rule.ValidReader(strings.NewReader(text)); return ok && err == nil },
				func() bool { return rule.CheckReader(strings.NewReader(text)) == nil },
				func() bool { return rule.Check(text) == nil },
			}
			best := make([]time.Duration, len(engines))
			for b.Loop() {
				for i, engine := range engines {
					begin := time.Now()
					if !engine() {
						b.Fatalf("engine %d refuses", i)
					}
					if took := time.Since(begin); best[i] == 0 || took < best[i] {
						best[i] = took
					}
				}
			}
			b.ReportMetric(float64(best[0])/float64(best[1]), "ValidReader-ratio")
			b.ReportMetric(float64(best[0])/float64(best[2]), "CheckReader-ratio")
			b.ReportMetric(float64(best[0])/float64(best[3]), "Check-ratio")
			b.ReportMetric(float64(len(text))/float64(best[0].Microseconds()), "Advance-MB/s")
		})
	}
}

// The test covers rules over octets, code points or both, with every short string of critical bytes
// at every split.
func TestCheckerOfOctets(t *testing.T) {
	const document = `; @octets a
; @octets b
; @octets c
a = *( "x" / %x80-FF )
b = *( %xC3 / %xC3.A9 "x" / %xE3.81 "x" / %xE3.81.81.81.81 "x" )
c = *( %xE3 *2%x81 / "x" )
d = *( %xE9 / a )
e = *( %x3041-3043 / b )
f = *( %x3041-3043 / "x" )
`
	g, err := build.Compile(context.Background(), syntax.NewSource("octets", document),
		build.Options{Name: "octets", Places: true})
	if err != nil {
		t.Fatal(err)
	}
	r := seeded(46)
	kinds := map[string]int{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		rule := g.Rule(name).Table
		l, octets := languageOf(t, rule), name <= "c" // all states of a, b and c are between two octets
		for i := range testkit.Few(3000) {
			s := make([]byte, i%9)
			for j := range s {
				s[j] = "xxy\xC3\xA9\xE3\x81\x81\x81\x82\xFF"[r.IntN(11)]
			}
			sameAtEverySplit(t, r, rule, string(s))
			var e *tables.SyntaxError
			switch err := rule.Check(string(s)); {
			case err == nil:
				kinds["valid"]++
			case errors.As(err, &e) && e.Column != utf8.RuneCount(s[:e.Offset])+1,
				octets && l.after(string(s[:e.Offset])) == 0,
				octets && e.Offset < len(s) && l.after(string(s[:e.Offset+1])) != 0:
				t.Fatalf("%s of %q: %+v", name, s, e)
			case strings.HasPrefix(e.Found(), "the end inside"):
				kinds["inside"]++
			case e.Incomplete:
				kinds["the end"]++
			case e.Offset > 0 && !utf8.RuneStart(s[e.Offset]):
				kinds["in the middle of a code point"]++
			}
		}
	}
	t.Log(kinds)
	for _, kind := range []string{"valid", "inside", "the end", "in the middle of a code point"} {
		if kinds[kind] < testkit.Few(24) {
			t.Errorf("%s: only %d", kind, kinds[kind])
		}
	}
}

// A sizes reader starts with a given number of empty reads, and then returns text. It records the
// sizes of the buffers passed to it.
type sizes struct {
	empty int
	text  string
	asked []int
}

func (r *sizes) Read(p []byte) (int, error) {
	r.asked = append(r.asked, len(p))
	if r.empty--; r.empty >= 0 {
		return 0, nil
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A reader first gets a 512-byte buffer, and a 64 KB buffer once it has filled the first. Up to 99
// consecutive empty reads are allowed; 100 are an error.
func TestHowReadersAreRead(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	for _, tt := range []struct {
		empty, length int
		asked         []int
		err           error
	}{
		{0, 511, []int{512, 512}, nil},
		{0, 512, []int{512, 64 << 10}, nil},
		{0, 64<<10 + 512, []int{512, 64 << 10, 64 << 10}, nil},
		{99, 3, slices.Repeat([]int{512}, 101), nil},
		{100, 3, slices.Repeat([]int{512}, 100), io.ErrNoProgress},
	} {
		r := &sizes{empty: tt.empty, text: "a:" + strings.Repeat("b", tt.length-2)}
		ok, err := rule.ValidReader(r)
		if ok != (tt.err == nil) || err != tt.err || !slices.Equal(r.asked, tt.asked) {
			t.Errorf("%d times nothing, then %d bytes: %v, %v, and %d bytes are asked for", tt.empty, tt.length,
				ok, err, r.asked)
		}
	}
}

// If no characters are expected, the message does not list any.
func TestMessageWithoutExpectations(t *testing.T) {
	none := oneX()
	none.Start, none.Accept = 0, []bool{false}
	none.Next, none.Expect = none.Next[:none.Count], none.Expect[:1]
	for _, tt := range []struct {
		m       *machine.Machine
		s, want string
	}{
		{none, "x", `r: column 1: "x" is not allowed`},
		{none, "", `r: column 1: the end is not allowed`},
		{oneX(), "xy", `r: column 2: "y" is not allowed, expected the end`},
		{oneX(), "x\xC3", `r: column 2: the byte 0xC3 (not UTF-8) is not allowed, expected the end`},
	} {
		tt.m.Name = "r"
		rule, err := tt.m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if got := rule.Check(tt.s).Error(); got != tt.want {
			t.Errorf("of %q: %q, not %q", tt.s, got, tt.want)
		}
	}
}
