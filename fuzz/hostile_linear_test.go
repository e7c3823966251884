package fuzz

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// An entry is a way into the library that reads a text once.
type entry struct {
	name string
	do   func(b []byte)
}

func entries() []entry {
	r := rfc3987.IRIReference
	late := sets[len(sets)-1].Set // *"a" "b"
	lex := func(set tables.Set) func(b []byte) {
		return func(b []byte) {
			for l := set.LexerBytes(b); l.Next(); {
			}
		}
	}
	batch := tables.NewBatch(r)
	batch.Workers = 1
	var verdicts []bool
	return []entry{
		{"Valid", func(b []byte) { r.ValidBytes(b) }},
		{"ValidURI", func(b []byte) { rfc3986.URIReference.ValidBytes(b) }},
		{"Check", func(b []byte) {
			if err := r.Check(view(b)); err != nil {
				_ = err.Error()
			}
		}},
		{"Prefix", func(b []byte) { r.Prefix(view(b)) }},
		{"Split", func(b []byte) { r.Split(view(b)) }},
		{"Advance", func(b []byte) { r.Advance(r.Start(), b) }},
		{"ParseReference", func(b []byte) {
			ref, err := iri.ParseReference(view(b))
			if err != nil {
				_ = err.Error()
				return
			}
			_, _, _, _ = ref.Host(), ref.HostKind(), ref.PathKind(), ref.Offsets()
			_, _, _ = ref.Userinfo(), ref.Port(), ref.Query()
		}},
		{"Classify", func(b []byte) { rfc3987.IRIReferenceAlternatives.Classify(view(b)) }},
		{"Batch, a line", func(b []byte) { verdicts = batch.AppendValidLines(verdicts[:0], b) }},
		{"Checker", func(b []byte) {
			c := tables.NewChecker(r)
			for piece := range slices.Chunk(b, 4099) {
				c.Write(piece)
			}
			c.Close()
		}},
		{"CheckReader", func(b []byte) { r.CheckReader(bytes.NewReader(b)) }},
		{"CheckLines", func(b []byte) {
			for range r.CheckLines(bytes.NewReader(b)) {
			}
		}},
		{"Munch", func(b []byte) {
			m := ntriples.Token.Munch()
			m.Advance(b)
		}},
		{"Lexer of N-Triples", lex(ntriples.Token)},
		{"Lexer of alternatives", lex(rfc3987.IRIReferenceAlternatives)},
		{"Lexer of path kinds", lex(rfc3987.PathKinds)},
		{`Lexer of *"a" "b"`, lex(late)},
	}
}

// linearInputs are the incidents and what they repeat: a front, and a unit as often as it fits.
func linearInputs() (all [][2]string) {
	for _, s := range inputs() {
		if len(s) > 1 && len(s) < 64 {
			all = append(all, [2]string{"", s})
		}
	}
	return append(all, [][2]string{
		{"http://h/?", "a&b&c&"}, {"http://h/", "../"}, {"http://h/", "./"}, {"http://h/", "a/../"}, {"a:", "/x"}, {"//", "h"}, {"//", "a:"}, {"http://h:", "8"},
		{"http://h:", "\t"}, {"http://", " "}, {"http://", "@"}, {"http://a@b", "[@"}, {"//", "["}, {"//[", "1:"}, {"//[v1.", "a:"}, {"//", "1."}, {"//u", ":p@"},
		{"", "%41"}, {"a:?", "%C3%A9"}, {"", "é"}, {"a:/", "引"}, {"a:?", "\U0001F600"}, {"a:?", "\uE000"}, {"a:#", "\U0001FFFD"}, {"", "\xC3"}, {"a:", "\x80"},
		{"", "a"}, {"", "a:b\n"}, {"", "\n"}, {"", "a b\n"}, {"", "\r\n"}, {"<a:", "b"}, {"", "<a:b> "}, {"\"", "\\n"}, {"\"", "a"}, {"_:", "a."}, {"", "_:a "}, {"a", "?"}, {"#", "/"},
		{"http://例え.テスト/", "引き割り/納豆?q=é&"}, {"a:?", "aé"}, {"//1.2.3.4/", "%41é/"}, {"", "a+b-c."},
	}...)
}

// fill returns a text of so many bytes.
func fill(b []byte, input [2]string) {
	n := copy(b, input[0])
	n += copy(b[n:], input[1])
	for from := len(input[0]); n < len(b); {
		n += copy(b[n:], b[from:n])
	}
}

// measure returns the time that a call takes, the least of some: a call alone when it is long, the mean of many when it is short.
func measure(do func(b []byte), b []byte, rounds int) time.Duration {
	const least = 2 * time.Millisecond
	best := time.Duration(math.MaxInt64)
	for range rounds {
		calls := 0
		begin := cpuTime()
		var took time.Duration
		for took < least {
			for range max(1, calls) {
				do(b)
			}
			calls += max(1, calls)
			took = cpuTime() - begin
		}
		best = min(best, took/time.Duration(calls))
	}
	return best
}

// Time is linear: of every entry point on the incidents and their repeats, t(2n)/t(n) is at most
// 2.2 for texts of 1 KiB to 64 MiB. The time is the least of several rounds, on the clock of the
// processor; a ratio above that is measured again, with more rounds. Without -hostile everything is only run
// once, so that it does not rot: every day, tests of time would fail for what others do on the machine.
//
// Where a text outgrows a cache the ratio may be more than 2 without anything wrong in the code, so
// it is the square root of that of two doublings, and a text that is refused at its beginning counts
// for nothing: it takes less than a twentieth of a nanosecond for a byte.
func TestHostileLinear(t *testing.T) {
	if !*hostileLong {
		b := make([]byte, 20_000)
		for _, input := range linearInputs() {
			fill(b, input)
			for _, e := range entries() {
				e.do(b)
			}
		}
		return
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const from, to = 1 << 10, 64 << 20
	var report []string
	for _, e := range entries() {
		t.Run(e.name, func(t *testing.T) {
			line := linear(t, e, from, to)
			report = append(report, line)
			t.Log(line)
		})
	}
	slices.SortFunc(report, cmp.Compare)
	t.Logf("%d inputs, %d entry points, %s to %s\n\n%s%s", len(linearInputs()), len(report), sizeName(from), sizeName(to), linearHead, strings.Join(report, "\n"))
}

// mostTwice is the bar for t(2n)/t(n).
const mostTwice = 2.2

const linearHead = `| entry point | worst t(2n)/t(n) | on | slowest ns a byte at the end | on | fastest of those read to the end | slowest/fastest |
| --- | ---: | --- | ---: | --- | ---: | ---: |
`

// linear returns the line of the report for an entry point. It fails the test when a ratio is over the bar.
func linear(t *testing.T, e entry, from, to int) string {
	worst, slowest, fastest := figure{}, figure{}, figure{value: math.Inf(1)}
	b := make([]byte, to)
	for _, input := range linearInputs() {
		var times []float64
		fill(b, input)
		for n := from; n <= to; n *= 4 {
			rounds := 5
			if n > 1<<20 {
				rounds = 3
			}
			times = append(times, float64(measure(e.do, b[:n], rounds)))
		}
		name := fmt.Sprintf("%.20q %.24q…", input[0], input[1])
		for i := 1; i < len(times); i++ {
			n := from << (2 * i)
			if times[i]/float64(n) < 0.05 {
				continue
			}
			ratio := math.Sqrt(times[i] / times[i-1])
			if ratio > mostTwice {
				const rounds = 15
				ratio = math.Sqrt(float64(measure(e.do, b[:n], rounds)) / float64(measure(e.do, b[:n/4], rounds)))
			}
			where := fmt.Sprintf("%s at %s", name, sizeName(int64(n)))
			worst.raise(ratio, where)
			if ratio > mostTwice {
				t.Errorf("%s: t(2n)/t(n) is %.2f on %s", e.name, ratio, where)
			}
		}
		if long := times[len(times)-1] / float64(to); long >= 0.05 {
			slowest.raise(long, name)
			if long < fastest.value {
				fastest = figure{long, name}
			}
		}
		debug.FreeOSMemory()
	}
	return fmt.Sprintf("| %s | %.2f | %s | %.2f | %s | %.2f | %.1f |", e.name, worst.value, strings.ReplaceAll(worst.where, "|", `\|`),
		slowest.value, strings.ReplaceAll(slowest.where, "|", `\|`), fastest.value, slowest.value/fastest.value)
}

// A figure is a number and where it was found.
type figure struct {
	value float64
	where string
}

func (f *figure) raise(value float64, where string) {
	if value > f.value {
		*f = figure{value, where}
	}
}
