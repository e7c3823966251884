package fuzz

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// An entry is a library entry point that reads a text once.
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
		{"Find", func(b []byte) {
			for range text.Find(string(b)) {
			}
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
		{"Batch.Lines", func(b []byte) {
			for l := range batch.Lines(bytes.NewReader(b), '\n') {
				_ = l.Err()
			}
		}},
		{"LongestMatch", func(b []byte) {
			m := ntriples.Token.LongestMatch()
			m.Advance(b)
		}},
		{"Lexer of N-Triples", lex(ntriples.Token)},
		{"Lexer of alternatives", lex(rfc3987.IRIReferenceAlternatives)},
		{"Lexer of path kinds", lex(rfc3987.PathKinds)},
		{`Lexer of *"a" "b"`, lex(late)},
	}
}

// linearInputs returns pairs of a beginning and a repeated unit. The units are short inputs and the
// repeated parts of known incidents.
func linearInputs() (all [][2]string) {
	for _, s := range inputs() {
		if len(s) > 1 && len(s) < 64 {
			all = append(all, [2]string{"", s})
		}
	}
	return append(all, [][2]string{
		{"http://h/?", "a&b&c&"}, {"http://h/", "../"}, {"http://h/", "./"}, {"http://h/", "a/../"}, {"a:", "/x"},
		{"//", "h"}, {"//", "a:"}, {"http://h:", "8"},
		{"http://h:", "\t"}, {"http://", " "}, {"http://", "@"}, {"http://a@b", "[@"}, {"//", "["}, {"//[", "1:"},
		{"//[v1.", "a:"}, {"//", "1."}, {"//u", ":p@"},
		{"", "%41"}, {"a:?", "%C3%A9"}, {"", "é"}, {"a:/", "引"}, {"a:?", "\U0001F600"}, {"a:?", "\uE000"},
		{"a:#", "\U0001FFFD"}, {"", "\xC3"}, {"a:", "\x80"},
		{"", "a"}, {"", "a:b\n"}, {"", "\n"}, {"", "a b\n"}, {"", "\r\n"}, {"<a:", "b"}, {"", "<a:b> "}, {"\"", "\\n"},
		{"\"", "a"}, {"_:", "a."}, {"", "_:a "}, {"a", "?"}, {"#", "/"},
		{"http://例え.テスト/", "引き割り/納豆?q=é&"}, {"a:?", "aé"}, {"//1.2.3.4/", "%41é/"}, {"", "a+b-c."},
		{"", "http://a,"}, {"", "http://h:80x"}, {"", "a://"}, {"", "urn:("}, {"urn:", "'("}, {"http://[v1.", "tel:"},
		{"http://", "é、"}, {"", "http://a@"}, {"", "'"}, {"", "‘urn:x"}, {"", "（"}, {"", "urn:中（"}, {"urn:中", "（"},
	}...)
}

// fill fills b with the beginning followed by repetitions of the unit.
func fill(b []byte, input [2]string) {
	n := copy(b, input[0])
	n += copy(b[n:], input[1])
	for from := len(input[0]); n < len(b); {
		n += copy(b[n:], b[from:n])
	}
}

// measure returns the CPU time of a call, taking the minimum over several rounds. A round measures
// one long call, or averages many short ones.
func measure(do func(b []byte), b []byte, rounds int) time.Duration {
	const least = 2 * time.Millisecond
	best := time.Duration(math.MaxInt64)
	for range rounds {
		calls := 0
		begin := testkit.CPUTime()
		var took time.Duration
		for took < least {
			for range max(1, calls) {
				do(b)
			}
			calls += max(1, calls)
			took = testkit.CPUTime() - begin
		}
		best = min(best, took/time.Duration(calls))
	}
	return best
}

// TestHostileLinear checks that time is linear. T(n) is the longest time that an entry point takes
// for a text of n bytes, over all linearInputs. T(2n)/T(n), measured in CPU time, must be at most
// 2.2 from 1 KiB to 64 MiB. An input that takes more than linear time would be the slowest one long
// before 64 MiB. Without -hostile every entry point is just called once on every input, to keep the
// test from rotting: a timing test in every run would fail because of other processes on the
// machine.
//
// For a single input, t(2n)/t(n) may be larger without indicating a defect; the log reports it.
// Whether the text is a member depends on where it is cut. Locating an error takes a second walk. A
// line longer than a reader's buffer takes a different path. Vector instructions read ten bytes per
// nanosecond in the cache, and three outside it.
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
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(2 << 30)) // some entry points allocate for every line
	for _, e := range entries() {
		t.Run(e.name, func(t *testing.T) { linear(t, e) })
	}
	t.Logf("%d inputs, %s to %s", len(linearInputs()), sizeName(linearSizes[0]), sizeName(linearSizes[len(linearSizes)-1]))
}

// linearSizes are the lengths of the texts. Each step is two doublings, so the ratio per doubling
// is the square root of the ratio per step.
var linearSizes = []int64{1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20}

// maxTwice is the maximum allowed T(2n)/T(n).
const maxTwice = 2.2

// linear measures an entry point, and fails the test if T(2n)/T(n) exceeds maxTwice.
func linear(t *testing.T, e entry) {
	inputs, b := linearInputs(), make([]byte, linearSizes[len(linearSizes)-1])
	times := make([][]float64, len(linearSizes)) // by size and input
	for i := range times {
		times[i] = make([]float64, len(inputs))
	}
	for k, input := range inputs {
		fill(b, input)
		for i, n := range linearSizes {
			rounds := 5
			if n > 1<<20 {
				rounds = 2
			}
			times[i][k] = float64(measure(e.do, b[:n], rounds))
		}
		runtime.GC()
	}
	worst, slowest, alone := figure{}, figure{}, figure{}
	for i, n := range linearSizes {
		at := sizeName(n)
		k := longest(times[i])
		slowest.raise(times[i][k]/float64(n), fmt.Sprintf("%s at %s", nameOf(inputs[k]), at))
		if i == 0 {
			continue
		}
		ratio := func() float64 { return math.Sqrt(times[i][k] / slices.Max(times[i-1])) }
		for tries := 0; ratio() > maxTwice && tries < 20; tries++ { // another process may have been busy
			fill(b, inputs[k])
			times[i][k] = min(times[i][k], float64(measure(e.do, b[:n], 10)))
			k = longest(times[i])
		}
		worst.raise(ratio(), at)
		if ratio() > maxTwice {
			t.Errorf("%s: T(2n)/T(n) is %.2f at %s, on %s", e.name, ratio(), at, nameOf(inputs[k]))
		}
		for k, input := range inputs {
			if times[i][k]/float64(n) >= 0.05 { // otherwise the text is rejected near its beginning
				alone.raise(math.Sqrt(times[i][k]/times[i-1][k]), fmt.Sprintf("%s at %s", nameOf(input), at))
			}
		}
	}
	t.Logf("T(2n)/T(n) is at most %.2f, at %s; at most %.2f ns a byte, on %s; one input: at most %.2f, on %s",
		worst.value, worst.where, slowest.value, slowest.where, alone.value, alone.where)
}

// longest returns the index of the longest time.
func longest(times []float64) (k int) {
	for i, x := range times {
		if x > times[k] {
			k = i
		}
	}
	return k
}

// nameOf abbreviates an input.
func nameOf(input [2]string) string { return fmt.Sprintf("%.20q %.24q…", input[0], input[1]) }

// A figure is a number together with the input that produced it.
type figure struct {
	value float64
	where string
}

func (f *figure) raise(value float64, where string) {
	if value > f.value {
		*f = figure{value, where}
	}
}
