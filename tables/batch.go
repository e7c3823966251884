package tables

import (
	"bytes"
	"runtime"
)

// A Batch gives the verdict of [Rule.Valid] for many strings at once: those of a list, or
// the lines of a text. On one core, lines take two thirds or less of the time that it takes to find each and
// to call Valid for it, but where AVX-512 accepts most of them: then the two take as long. The strings of a
// list take six to nine tenths of the time of Valid, and are left to Valid where that accepts most of them
// without a walk (BenchmarkBatch). Large batches are divided among several cores.
//
// [NewBatch] makes a Batch, which may be used by any number of goroutines at once.
//
// A line is what [Rule.CheckLines] takes for one: it ends in LF or CRLF, which are no part of
// it, or where the text does; what is behind the last LF is a line unless it is empty.
type Batch struct {
	// Workers is how many goroutines, the caller's included, share a large batch: 0 stands
	// for [runtime.GOMAXPROCS], and 1 for the caller's alone. It must not change during a call.
	Workers int

	rule     Rule
	table    *lineTable
	complete bool
	block    int // bytes, about, that a goroutine takes at a time
}

// blockSize is large enough for the cost of taking a block to vanish, and small enough for
// goroutines to end together.
const blockSize = 256 << 10

// NewBatch prepares a batch for a rule. It derives a table of 64 KB from that of the rule,
// which takes less than a millisecond: a Batch is for thousands of strings, or to be kept.
func NewBatch(r Rule) *Batch {
	b := &Batch{rule: r, block: blockSize}
	b.table, b.complete = newLineTable(r)
	return b
}

// AppendValidLines appends to dst, for every line of text, whether it is a member of the
// rule's language. With room in dst it does not allocate when one goroutine is enough: there is
// one worker, or the text has less than half a megabyte. Else it allocates for blocks of 256 KB,
// four for each worker, and not for the whole text.
func (b *Batch) AppendValidLines(dst []bool, text []byte) []bool {
	if b.alone(len(text)) {
		return b.appendValidLines(dst, text, 0)
	}
	return inOrder(b, text, dst, b.block/usual, b.appendValidLines)
}

// AppendInvalidLines appends to dst where those lines of text are that are no members of the
// rule's language, in their order: text[s.Start:s.End] is a line without its end. It
// allocates as [Batch.AppendValidLines] does.
func (b *Batch) AppendInvalidLines(dst []Span, text []byte) []Span {
	if b.alone(len(text)) {
		return b.appendInvalidLines(dst, text, 0)
	}
	return inOrder(b, text, dst, 0, b.appendInvalidLines)
}

// CountLines returns how many lines of text are members of the rule's language and how many
// are not. It allocates as [Batch.AppendValidLines] does.
func (b *Batch) CountLines(text []byte) (valid, invalid int) {
	if b.alone(len(text)) {
		return b.countLines(text)
	}
	return b.countTogether(text)
}

// AppendValid appends to dst, for every string of list, whether it is a member of the rule's
// language. With room in dst and one worker, or less than some thousand strings, it does not allocate.
func (b *Batch) AppendValid(dst []bool, list []string) []bool { return appendValid(b, dst, list) }

// AppendValidBytes is AppendValid for slices of bytes.
func (b *Batch) AppendValidBytes(dst []bool, list [][]byte) []bool { return appendValid(b, dst, list) }

// workers returns how many goroutines share a large batch.
func (b *Batch) workers() int {
	if b.Workers > 0 {
		return b.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// alone reports whether the caller's goroutine is to do n bytes alone.
func (b *Batch) alone(n int) bool { return n < 2*b.block || b.workers() == 1 }

// valid returns the verdict of one line, its end included.
func (b *Batch) valid(line []byte) bool { return b.rule.Valid(view(withoutEnd(line))) }

// small is the size of a text, in bytes, that is not worth a weave: to clear it takes as long.
const small = 2 << 10

// next takes lines of text from at on, and returns where they end. When few of them are
// ready for the weave it is for the caller to look at each, and woven is false.
func (b *Batch) next(w *weave, text []byte, at int) (end int, woven bool) {
	end = w.fill(text, at)
	if w.n <= lanes/2 {
		return endOfLine(text, end), false
	}
	w.walk(b.table)
	if !b.complete {
		b.settle(w, text)
	}
	return end, true
}

// settle finds the verdicts of lines for which the table had not enough states.
func (b *Batch) settle(w *weave, text []byte) {
	for k := range w.n {
		lines, states := w.lines(text, k), w.states(k)
		for at := 0; ; {
			i := bytes.IndexByte(states[at:], lineOpen)
			if i < 0 {
				break
			}
			at += i + 1
			states[at-1] = lineBad
			if b.valid(lines[startOfLast(lines[:at]):at]) {
				states[at-1] = lineGood
			}
		}
	}
}

// startOfLast returns where the last line of lines begins, which has its newline.
func startOfLast(lines []byte) int {
	return bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1
}
