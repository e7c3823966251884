package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3987"
)

// hostileSizes returns the lengths of lines: everyDay (a quarter of that outside CI) or, with
// -hostile, a gibibyte and lengths above 2³¹ and 2³².
func hostileSizes(everyDay int64) []int64 {
	if *hostileLong {
		return []int64{1 << 30, 1<<31 + 1<<20, 1<<32 + 1<<20}
	}
	switch {
	case testkit.Slow:
		everyDay /= 16
	case !thorough():
		everyDay /= 4
	}
	return []int64{everyDay}
}

// A stream is a line that is never entirely in memory: a beginning, a repeated unit, and an end.
type stream struct {
	io.Reader
	runes int64 // code points before the end
	bytes int64
}

// A repeater repeats a unit endlessly. Its block contains the unit many times.
type repeater struct {
	block []byte
	at    int
	left  int64
}

func (r *repeater) Read(p []byte) (n int, err error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n = copy(p[:min(int64(len(p)), r.left)], r.block[r.at:])
	r.at = (r.at + n) % len(r.block)
	r.left -= int64(n)
	return n, nil
}

// unit has six code points in seven bytes, so buffers split it at every offset.
const unit = "/a%41é"

func newStream(size int64, end string) *stream {
	count := size / int64(len(unit))
	middle := &repeater{block: bytes.Repeat([]byte(unit), 10_000), left: count * int64(len(unit))}
	return &stream{
		Reader: io.MultiReader(strings.NewReader("a://h"), middle, strings.NewReader(end)),
		runes:  5 + count*6, bytes: 5 + count*int64(len(unit)),
	}
}

// toInt returns n, or the largest int if n is larger.
func toInt(n int64) int { return int(min(n, math.MaxInt)) }

// TestHostileLine checks that lines of any length are read in constant memory, and that errors have
// correct offsets.
func TestHostileLine(t *testing.T) {
	rule := rfc3987.IRI
	for _, size := range hostileSizes(16 << 20) {
		for name, read := range map[string]func(s *stream) error{
			"CheckReader": func(s *stream) error { return rule.CheckReader(s) },
			"ValidReader": func(s *stream) error {
				valid, err := rule.ValidReader(s)
				if err == nil && !valid {
					err = errWrong
				}
				return err
			},
			"Batch.Lines": func(s *stream) (last error) {
				n, b := 0, tables.NewBatch(rule)
				b.Buffer = 64 << 10
				for l, err := range b.Lines(io.MultiReader(s, strings.NewReader("\nb:c\n")), '\n') {
					if l.First {
						n++
					}
					switch {
					case err != nil || n != l.Number:
						return fmt.Errorf("line %d, after %d: %w", l.Number, n, err)
					case l.Last && l.Valid != (l.Err() == nil):
						return fmt.Errorf("line %d: %v, %w", l.Number, l.Valid, l.Err())
					case n == 1:
						last = l.Err()
					case l.Err() != nil:
						return fmt.Errorf("line %d: %w", n, l.Err())
					}
				}
				if n != 2 {
					return fmt.Errorf("%d lines", n)
				}
				return last
			},
			"Checker": func(s *stream) error {
				c := tables.NewChecker(rule)
				if _, err := io.CopyBuffer(struct{ io.Writer }{c}, s, make([]byte, 4099)); err != nil {
					return err
				}
				return c.Close()
			},
		} {
			for _, end := range []string{"", " x", "\xC3"} {
				s := newStream(size, end)
				var err error
				bytes, stacks := allocated(func() { err = read(s) })
				t.Logf("%s of %s, end %q: %d KiB allocated, the stacks grew by %d KiB", name, sizeName(size), end,
					bytes>>10, stacks>>10)
				if bytes > 1<<20 || stacks > 256<<10 {
					t.Errorf("%s of %s: %d bytes were allocated, the stacks grew by %d", name, sizeName(size), bytes, stacks)
				}
				checkPlace(t, name, err, end, s)
			}
		}
	}
}

var errWrong = errors.New("wrong")

// checkPlace checks that an error has the offset and column of the end of a stream.
func checkPlace(t *testing.T, name string, err error, end string, s *stream) {
	t.Helper()
	var wrong *tables.SyntaxError
	switch {
	case err == errWrong && end != "", err == nil && end == "":
	case !errors.As(err, &wrong) || end == "":
		t.Errorf("%s, end %q: %v", name, end, err)
	case wrong.Offset != toInt(s.bytes) || wrong.Column != toInt(s.runes+1):
		t.Errorf("%s, end %q: offset %d, column %d, not %d, %d", name, end, wrong.Offset, wrong.Column, s.bytes, s.runes+1)
	}
}

// TestHostileLineOfProgram checks that an "iri check" process takes no more memory for a long line
// than for a short one. It runs only with -hostile, because it builds the program.
func TestHostileLineOfProgram(t *testing.T) {
	if !*hostileLong {
		t.Skip("in the long run: go test ./fuzz -run HostileLineOfProgram -args -hostile")
	}
	program := filepath.Join(t.TempDir(), "iri.exe")
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/iri").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(size int64, end string) (memory int64) {
		cmd := exec.Command(program, "check", "--json", "-")
		var out bytes.Buffer
		s := newStream(size, end)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = s, &out, &out
		err := cmd.Run()
		if want := fmt.Sprintf(`"offset":%d,`, s.bytes); (err == nil) != (end == "") || end != "" &&
			!strings.Contains(out.String(), want) {
			t.Fatalf("%v, not %s\n%.500s", err, want, out.String())
		}
		return residentSet(cmd.ProcessState)
	}
	forgetPeak()
	short := run(1<<10, "")
	if short > 1<<28 {
		t.Fatalf("%s of memory for a line of 1 KiB: this is the peak of the tests, which would hide that of the program",
			sizeName(short))
	}
	for _, size := range hostileSizes(0) {
		for _, end := range []string{"", " x"} {
			memory := run(size, end)
			t.Logf("a line of %s, end %q: %s of memory, a line of 1 KiB: %s", sizeName(size), end, sizeName(memory),
				sizeName(short))
			if memory > short+16<<20 {
				t.Errorf("%d bytes of memory, %d for a short line", memory, short)
			}
		}
	}
}

// available returns the number of bytes of free memory, or math.MaxInt64 if the system does not
// report it.
func available() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return math.MaxInt64
	}
	for line := range strings.Lines(string(text)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "MemAvailable: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return math.MaxInt64
}

// TestHostileString checks strings of any length that fits in memory: no further allocation,
// constant stack depth, and correct offsets just above 2³¹ and 2³².
func TestHostileString(t *testing.T) {
	for _, size := range hostileSizes(8 << 20) {
		if bits.UintSize == 32 && size > 1<<30 {
			t.Logf("a string of %s is too long for a 32-bit int", sizeName(size))
			continue
		}
		if free := available(); size+2<<30 > free && *hostileLong {
			t.Errorf("a string of %s is not tried: %s of memory are free", sizeName(size), sizeName(free))
			continue
		}
		hostileString(t, size)
	}
}

func hostileString(t *testing.T, size int64) {
	const front, end = "a://h", "?q#f  "
	count := int((size - int64(len(front)+len(end))) / int64(len(unit)))
	b := make([]byte, 0, len(front)+count*len(unit)+len(end))
	b = append(b, front...)
	b = append(b, unit...)
	for len(b) < len(front)+count*len(unit) { // doubles the length
		b = append(b, b[len(front):min(len(b), len(front)+count*len(unit)-len(b)+len(front))]...)
	}
	path := len(b)
	b = append(b, end...)
	valid, wrong := b[:path+4], b[:path+6]
	rule := rfc3987.IRI
	quoted := func(b []byte) string { // an IRIREF of N-Triples, in place
		b[0], b[len(b)-1] = '<', '>'
		return view(b)
	}
	anything := compileAny(t)
	for _, x := range []struct {
		name string
		do   func() bool
	}{
		{"Valid", func() bool { return rule.Valid(view(valid)) && !rule.Valid(view(wrong)) }},
		{"ValidBytes", func() bool { return rule.ValidBytes(valid) && !rule.ValidBytes(wrong) }},
		{"Check", func() bool {
			var err *tables.SyntaxError
			errors.As(rule.Check(view(wrong)), &err)
			return rule.Check(view(valid)) == nil && err != nil && err.Offset == path+4 && err.Column == 5+6*count+4+1 &&
				err.Error() != ""
		}},
		{"Prefix", func() bool { return rule.Prefix(view(wrong)) == path+4 }},
		{"Split", func() bool {
			x, ok := rule.Split(view(valid))
			_, not := rule.Split(view(wrong))
			return ok && !not && x[2] == path-5
		}},
		{"AdvanceString", func() bool { return rule.Accepting(rule.AdvanceString(rule.Start(), view(valid))) }},
		{"Parse", func() bool {
			i, err := iri.Parse(view(valid))
			o := i.Offsets()
			return err == nil && len(i.Path()) == path-5 && i.Query() == "q" && i.Fragment() == "f" && i.Host() == "h" &&
				i.HostKind() == iri.RegNameHost &&
				i.PathKind() == iri.AbEmptyPath && o.Query.Start == path+1 && o.Fragment.End == path+4 && i.Scheme() == "a" &&
				!i.HasPort() && !i.HasUserinfo()
		}},
		{"ParseReference", func() bool {
			_, err := iri.ParseReference(view(wrong))
			r, ok := iri.ParseReference(view(valid[5:]))
			return err != nil && ok == nil && r.Query() == "q" && r.Offsets().Query.Start == path+1-5
		}},
		{"ValidURI", func() bool { return !iri.ValidURI(view(valid)) && !iri.ValidURIReference(view(valid)) }},
		{"Checker", func() bool {
			c := tables.NewChecker(rule)
			c.WriteString(view(wrong))
			var err *tables.SyntaxError
			errors.As(c.Close(), &err)
			return err != nil && err.Offset == path+4
		}},
		{"Checker, torn", func() bool {
			c := tables.NewChecker(rule)
			c.WriteString("a:\xC3")
			c.WriteString("\xA9")
			c.Write(valid[5:])
			return c.Close() == nil
		}},
		{"Checker of octets, torn", func() bool {
			c := tables.NewChecker(anything)
			c.WriteString("\xE3")
			c.WriteString("\x81")
			c.WriteString(view(b[len(b)-3:]) + "\xE3")
			c.Write(valid)
			return c.Close() == nil
		}},
		{"Batch", func() bool {
			batch := tables.NewBatch(rule)
			batch.Workers = 1
			v, i := batch.CountLines(valid)
			spans := batch.AppendInvalidLines(nil, wrong)
			return v == 1 && i == 0 && len(spans) == 1 && spans[0].End == len(wrong) &&
				len(batch.AppendValid(nil, []string{view(valid)})) == 1
		}},
		{"LongestMatch", func() bool {
			m := ntriples.Token.LongestMatch()
			m.AdvanceString("<a:")
			m.AdvanceString(view(valid[5:]))
			return !m.AdvanceString("> ") && m.Read() > int64(path)
		}},
		{"Lexer", func() bool { // comes last, because it writes
			l := ntriples.Token.Lexer(quoted(valid))
			return l.Next() && len(l.Text()) == len(valid) && !l.Next()
		}},
	} {
		var ok bool
		spent := testkit.CPUTime()
		bytes, stacks := allocated(func() { ok = x.do() })
		spent = testkit.CPUTime() - spent
		t.Logf("%s of %s: %d bytes allocated, the stacks grew by %d KiB, %.2f ns a byte", x.name, sizeName(size), bytes,
			stacks>>10, float64(spent)/float64(size))
		if !ok || bytes > 256<<10 || stacks > 256<<10 {
			t.Errorf("%s of %s: results correct: %t; %d bytes were allocated, the stacks grew by %d", x.name,
				sizeName(size), ok, bytes, stacks)
		}
	}
}

// compileAny returns a rule of octets that matches every string.
func compileAny(t *testing.T) tables.Rule {
	g, err := build.Compile(context.Background(), syntax.NewSource("any", ";@octets\nany = *%x00-FF\n"),
		build.Options{Name: "any", Places: true})
	if err != nil {
		t.Fatal(err)
	}
	return g.Rule("any").Table
}
