package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// defaultBuffer is the size that selects the default buffer of "iri check".
const defaultBuffer = 0

// checkIn runs "iri check" with a buffer of the given size.
func checkIn(buffer int, input io.Reader, args ...string) string {
	defer scripttest.Forget()
	root := &cobra.Command{Use: "iri"}
	root.AddCommand((&check{buffer: buffer}).command())
	var out, stderr bytes.Buffer
	status := program.Run(root, append([]string{"check"}, args...), input, &out, &stderr)
	return fmt.Sprintf("%s%s%d", &out, &stderr, status)
}

// samePieces checks that lines split by a small buffer produce the same output as whole lines.
func samePieces(t *testing.T, buffer int, input string, args ...string) {
	t.Helper()
	want := checkIn(2*len(input)+100, strings.NewReader(input), args...)
	if got := checkIn(buffer, strings.NewReader(input), args...); got != want {
		t.Fatalf("%q, a buffer of %d, of %.300q:\n%.600s\nnot\n%.600s", args, buffer, input, got, want)
	}
}

var modes = [][]string{{}, {"--json"}, {"--verdicts"}, {"--quiet"}, {"--max-errors", "1"}, {"-r", "IRI-reference"}}

// TestCheckInPieces checks that lines of any length produce the same output in pieces, however
// small.
func TestCheckInPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(50, 50))
	parts := []string{
		"a", "/", "a:", "é", "あ", "\U0001F600", "%41", "%", "<", " ", "\t", "\u202E", "e\u0301", "\xFF", "\xE3", "\xE3\x81",
		"\x81", "\r", "\r\n", "\n", "\x00",
		"\uFEFF", "http://[1:2:3:4:5:6:7:8]/", strings.Repeat("x", 30), strings.Repeat("é", 30),
	}
	escapes := []string{`\\`, `\x41`, `\xE3\x81\x82`, `\xE3`, `\x81`, `\u00e9`, `\U0001F600`, `\uD800`, `\x20`}
	for round := range testkit.Fewer(3000) {
		var text strings.Builder
		list := parts
		args := modes[round%len(modes)]
		if round%2 == 0 {
			list = append(list[:len(list):len(list)], escapes...)
			args = append(args[:len(args):len(args)], "--escaped")
		}
		if round%5 == 0 {
			args = append(args[:len(args):len(args)], "-0")
		} else {
			list = slices.DeleteFunc(slices.Clone(list), func(part string) bool { return part == "\x00" }) // not text
		}
		for range r.IntN(40) {
			if r.IntN(8) > 0 { // text that is likely valid, to let the walk get far
				list := list[:min(len(list), 7)]
				text.WriteString(list[r.IntN(len(list))])
				continue
			}
			text.WriteString(list[r.IntN(len(list))])
		}
		if round%50 == 0 && round%2 == 0 {
			text.WriteString([]string{`\`, `\q`, `\x4`, `\u12`, `\x4\`, `\é`}[r.IntN(6)])
			text.WriteString(strings.Repeat("b", r.IntN(30)))
		}
		samePieces(t, 16+r.IntN(50), text.String(), args...)
	}
}

// TestCheckAtTheBorders checks errors at every offset around piece boundaries, near the ends of
// long lines and far from them.
func TestCheckAtTheBorders(t *testing.T) {
	const buffer = 64
	phase := 0
	for _, unit := range []string{"a", "é", "あ", `\u00e9`, `\xE3\x81\x82`} {
		for _, wrong := range []string{" ", "\u202E", "\xE3", "\xE3\x81", "\U000E0001", `\x20`, `\xE3`, `\xE3\x81`} {
			phase++
			for _, behind := range []int{0, 1, 200, 9000} {
				for _, front := range []int{0, 100, 9000 / len(unit)} {
					step := 1
					if behind > 200 || front > 100 {
						step = 44 / testkit.Few(4)
					}
					if step == 1 {
						step = 8 / testkit.Few(8)
					}
					phase++
					if !testkit.OneIn(5, phase) {
						continue
					}
					var text strings.Builder
					for i := phase % step; i < buffer+2; i += step {
						text.WriteString("a:" + strings.Repeat(unit, front) + strings.Repeat("b", i) + wrong +
							strings.Repeat("c", behind) + "\r\nx:y\n")
					}
					samePieces(t, buffer, text.String(), "--escaped")
					if !strings.Contains(unit+wrong, `\`) {
						samePieces(t, buffer, text.String())
					}
				}
			}
		}
	}
}

// TestCheckEndsInPieces checks the end of a line, or of the file, at any offset in the buffer.
func TestCheckEndsInPieces(t *testing.T) {
	for i, end := range []string{"", "\n", "\r\n", "\r", "\r\r\n", "\n\n", "é", "é\n", "\xE3", "\xE3\n", "\xE3\r\n",
		`\xE3` + "\n", `\\`, `\`, "\r\nb"} {
		step := 8 / testkit.Few(8)
		for n := i % step; n < 80; n += step {
			if !testkit.OneIn(3, n) {
				continue
			}
			text := "a:" + strings.Repeat("b", n) + end
			samePieces(t, 32, text)
			samePieces(t, 32, text, "--escaped")
			samePieces(t, 32, text, "-0")
		}
	}
}

// TestCheckFailsInsideALine checks a line cut off by a failed read: it must not get a verdict or be
// counted.
func TestCheckFailsInsideALine(t *testing.T) {
	for n := range 100 {
		input := func() io.Reader {
			return io.MultiReader(strings.NewReader("a:b\nc:"+strings.Repeat("d", n)), failing{})
		}
		want := checkIn(1<<16, input(), "--verdicts")
		if got := checkIn(16, input(), "--verdicts"); got != want || !strings.Contains(want, "after line 1: no more") {
			t.Fatalf("%s\nnot\n%s", got, want)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, fmt.Errorf("no more") }

// TestCheckTakesConstantMemory checks that a long line takes no more memory than a short one.
func TestCheckTakesConstantMemory(t *testing.T) {
	size := testkit.Few(256) << 20
	if testkit.Slow || testing.Short() {
		size = 16 << 20
	}
	for _, test := range []struct {
		name, unit, end string
		size            int
		args            []string
		want            string
	}{
		{"valid", "a/é", "\n", size, nil, "1 valid, 0 invalid\n0"},
		{"wrong at the end", "a/é", " \n", size / 4, nil, fmt.Sprintf(":1:%d: ", size/16*3+3)},
		{"escaped, wrong at the end", `\x41`, ` `, size / 4, []string{"--escaped", "--json"},
			fmt.Sprintf(`"column":%d,"offset":%d,`, size/4+3, size/4+2)},
		{"wrong at the beginning", " ", "", size / 4, []string{"--json"}, `"column":3,"offset":2,`},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		line := io.MultiReader(strings.NewReader("a:"), &repeated{unit: test.unit, left: test.size},
			strings.NewReader(test.end))
		text := checkIn(128<<10, line, test.args...)
		runtime.ReadMemStats(&after)
		if !strings.Contains(text, test.want) {
			t.Errorf("%s: %s", test.name, text)
		}
		got := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d KB were allocated in all", test.name, got>>10)
		if got > 4<<20 {
			t.Errorf("%s: %d bytes were allocated", test.name, got)
		}
	}
}

// repeated is a reader of a repeated text.
type repeated struct {
	unit string
	at   int
	left int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if p = p[:min(len(p), r.left)]; len(p) > 0 {
		for i := range min(len(p), len(r.unit)) {
			p[i] = r.unit[(r.at+i)%len(r.unit)]
		}
		for n = min(len(p), len(r.unit)); n < len(p); {
			n += copy(p[n:], p[:n/len(r.unit)*len(r.unit)])
		}
	}
	r.at = (r.at + n) % len(r.unit)
	r.left -= n
	return n, nil
}

// TestCheckInBlocks checks that lines in blocks get the same diagnostics as lines checked one by
// one, which happens with --escaped.
func TestCheckInBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 51))
	parts := []string{
		"a:b", "a:b\n", "a:b\n", "https://example.org/é/%41?q#f\r\n", "a:あ\n", "\n", "\r\n", "\r", "a b\n", "\uFEFFa:b\n",
		"\xFF\n", "a:\xE3\n", "\x01\n",
		"a:b\r\r\n", "http://[1:22:333:4444:5:6:77:255.255.255.255]/\n", "http://[1:22:333:4444:5:6:77:8888]/\n",
	}
	for round := range testkit.Few(24) {
		var text strings.Builder
		for size := r.IntN(400_000); text.Len() < size; {
			part := parts[r.IntN(len(parts))]
			if round%2 == 0 && r.IntN(4) > 0 {
				part = parts[1+r.IntN(4)]
			}
			text.WriteString(part)
			if r.IntN(3000) == 0 {
				text.WriteString("a:" + strings.Repeat("é", r.IntN(100_000)))
			}
		}
		for _, buffer := range []int{20_000, 64 << 10, defaultBuffer} {
			var source, reference io.Reader = strings.NewReader(text.String()), strings.NewReader(text.String())
			if round%3 == 0 {
				source, reference = io.MultiReader(iotest.HalfReader(source), failing{}), io.MultiReader(reference, failing{})
			}
			args := modes[round%len(modes)]
			got, want := checkIn(buffer, source, args...),
				checkIn(defaultBuffer, reference, append(args[:len(args):len(args)], "--escaped")...)
			if got != want {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				at = max(0, at-100)
				t.Fatalf("%q, a buffer of %d:\n…%.400s\nnot\n…%.400s", args, buffer, got[at:], want[at:])
			}
		}
	}
}

// TestCheckInBlocksTakesConstantMemory checks that many blocks of lines take no more memory than a
// few.
func TestCheckInBlocksTakesConstantMemory(t *testing.T) {
	for _, unit := range []string{"https://example.org/\n", "https://example.org/\xE3\n"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		text := checkIn(defaultBuffer, &repeated{unit: unit, left: 1 << 26}, "--quiet")
		runtime.ReadMemStats(&after)
		n := after.TotalAlloc - before.TotalAlloc
		t.Logf("lines %q: %d KB were allocated in all", unit, n>>10)
		if n > 16<<20 {
			t.Errorf("lines %q: %d bytes were allocated: %s", unit, n, text)
		}
	}
}

// stops matches the diagnostics of "iri check --json", with the columns and offsets at which
// automata stop.
var stops = regexp.MustCompile(`(?m)^{"file":"-","line":(\d+),.*"stop":{"column":(\d+),"offset":(\d+),.*$`)

// TestEditAgrees checks that trimming and skipping lines produces the same output as a text edited
// that way beforehand.
func TestEditAgrees(t *testing.T) {
	testkit.SkipSlow(t)
	r := rand.New(rand.NewPCG(52, 52))
	parts := []string{" ", "\t", "#", "a:b", "a:é", "<", "%", "\n", "\n", "\r\n", " \n", "\n#", "\u00A0", "\xFF"}
	for range testkit.Few(2000) {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		var want strings.Builder
		valid, invalid, blank, comments := 0, 0, 0, 0
		n := 0
		for line := range strings.Lines(b.String()) {
			n++
			line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if !strings.HasSuffix(b.String(), "\n") && n == strings.Count(b.String(), "\n")+1 {
				line = b.String()[strings.LastIndex(b.String(), "\n")+1:] // a CR before the end of the file is a part of the line
			}
			text := strings.Trim(line, " \t")
			switch err := rfc3987.IRI.Check(text); {
			case text == "":
				blank++
			case text[0] == '#':
				comments++
			case err == nil:
				valid++
			default:
				invalid++
				e, _ := errors.AsType[*tables.SyntaxError](err)
				indent := strings.Index(line, text)
				fmt.Fprintf(&want, "%d:%d:%d\n", n, e.Column+indent, e.Offset+indent)
			}
		}
		fmt.Fprintf(&want,
			`{"summary":{"valid":%d,"invalid":%d,"hidden":0,"denied":0,"warnings":0,"notes":0,`+
				`"hidden_findings":0,"blank":%d,"comments":%d,"missing":0,"ignored":0,"known":0,`+
				`"without_iri":0,"unread":0,"interrupted":false}}`+"\n",
			valid, invalid, blank, comments)
		fmt.Fprintf(&want, "%d valid, %d invalid%s%s\n", valid, invalid,
			number(blank, "blank line", "skipped"), number(comments, "comment", "skipped"))
		out := checkIn(defaultBuffer, strings.NewReader(b.String()), "--json", "--trim", "--skip-blank", "--comment", "#")
		out = stops.ReplaceAllString(out, "$1:$2:$3")
		if got := out[:strings.LastIndex(out, "\n")+1]; got != want.String() {
			t.Fatalf("of %q\n%s\nnot\n%s", b.String(), got, want.String())
		}
	}
}
