//go:build linux && amd64 && gc && !purego

package tables_test

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/hier"
)

// A newlineTest compares the newline kernel with its slow version, between unreadable pages.
type newlineTest struct {
	*testing.T
	text, memory *testkit.Fence // for texts and for ends
	kernel       func(ends *[hier.MaxLines]int, text *byte, from, to int) (n int)
	most         int // maximum number of lines returned by one call
}

func newNewlineTest(t *testing.T) *newlineTest {
	k := tables.Newlines()
	if k == nil {
		t.Skip("this processor has no AVX2")
	}
	return &newlineTest{t, testkit.NewFence(t, 1<<13), testkit.NewFence(t, 1<<13), k, 0}
}

// compare runs the kernel on the complete blocks of text, and lineEnds, at both ends of the fences.
func (t *newlineTest) compare(text []byte) {
	t.Helper()
	to := len(text) / engine.BlockBytes * engine.BlockBytes
	var want []int
	for at := 0; at < to && len(want) <= hier.MaxLines-engine.BlockBytes; at += engine.BlockBytes {
		want = append(want, endsSlowly(text, at, at+engine.BlockBytes)...)
	}
	memory := t.memory.Memory
	for _, text := range []string{t.text.First(string(text)), t.text.Last(string(text))} {
		for _, at := range []int{0, len(memory) - 8*hier.MaxLines} {
			ends := (*[hier.MaxLines]int)(unsafe.Pointer(&memory[at]))
			if why := testkit.Faults(func() {
				n := t.kernel(ends, unsafe.StringData(text), 0, to)
				if t.most = max(t.most, n); n > len(ends) || !slices.Equal(ends[:n], want) {
					t.Fatalf("the lines of %q end at %v, not %v", text, ends[:min(n, len(ends))], want)
				}
				if text != "" {
					checkLineEnds(t.T, ends, unsafe.Slice(unsafe.StringData(text), len(text)), 0)
				}
			}); why != nil {
				t.Fatalf("%q (%d bytes): %v", text, len(text), why)
			}
		}
	}
}

func TestNewlinesTouchNothingOutside(t *testing.T) {
	test := newNewlineTest(t)
	for n := range 201 {
		if testkit.OneIn(3, n) {
			lineTexts(n, test.compare)
		}
	}
	r := seeded(91)
	for n := 201; n <= 2*engine.CallBytes; n += 1 + r.IntN(64*(9-testkit.Few(8))) {
		for density := 1; density <= 128; density *= 2 {
			text := make([]byte, n)
			for i := range text {
				if r.IntN(density) == 0 {
					text[i] = '\n'
				}
			}
			test.compare(text)
		}
	}
	if test.most != hier.MaxLines {
		t.Errorf("at most %d lines were returned", test.most)
	}
}

// The memory for ends fills up after one block or another, either exactly to the last element or
// with too few elements left for another block.
func TestNewlinesFillTheirRoom(t *testing.T) {
	test := newNewlineTest(t)
	for full := range 6 {
		for least := range engine.BlockBytes + 1 {
			text := make([]byte, 6*engine.BlockBytes)
			for i := range text {
				block, place := i/engine.BlockBytes, i%engine.BlockBytes
				if block != full || place < least {
					text[i] = '\n'
				}
			}
			test.compare(text)
		}
	}
}

// Blocks may begin at any offset in a text.
func TestNewlinesFromAnyOffset(t *testing.T) {
	test := newNewlineTest(t)
	var ends [hier.MaxLines]int
	text := make([]byte, 400)
	for i := range text {
		text[i] = "\n\n\na"[i*7%4]
	}
	for from := range 200 {
		for to := from; to <= len(text); to += engine.BlockBytes {
			n := test.kernel(&ends, &text[0], from, to)
			if want := endsSlowly(text, from, to); n < min(len(want), hier.MaxLines-63) || !slices.Equal(ends[:n], want[:n]) {
				t.Fatalf("from %d to %d: %v, not %v", from, to, ends[:n], want)
			}
		}
	}
}
