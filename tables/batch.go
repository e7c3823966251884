package tables

import "slices"

// A Batch gives the verdict of [Rule.Valid] for many strings at once: the strings of a list, or the
// lines of a text. It divides large batches among several cores. On one core a list takes the time
// of a loop of Valid. On a processor with AVX2 the lines of a text take about the same, because
// many of their ends are found at a time. Elsewhere they take the time of [bytes.IndexByte] and
// Valid for each line (BenchmarkBatch).
//
// [NewBatch] makes a Batch. Any number of goroutines may use it at once.
//
// A line ends in LF or CRLF, which are no part of it, or at the end of the text. The text after the
// last LF is a line unless it is empty.
type Batch struct {
	// Workers is the number of goroutines for a large batch, the caller's included: 0 stands for
	// [runtime.GOMAXPROCS], and 1 for the caller's alone. It must not change during a call.
	Workers int

	// Buffer is the largest number of bytes of a text in the memory of [Batch.Lines]: 0 stands for
	// 1 MiB, and numbers below 16 for 16. A buffer over 1 MiB serves longer lines only: with
	// [math.MaxInt] all lines come whole. It must not change during a call.
	Buffer int

	ruled
	block int // bytes, about, of the share that a goroutine takes at a time
}

const (
	// blockSize is large enough to make the cost of taking a block vanish, and small enough for
	// goroutines to end together.
	blockSize = 256 << 10

	// usual is the assumed number of bytes of a line, or of a string of a list.
	usual = 32
)

// NewBatch returns a batch for a rule. It allocates once, a small struct.
func NewBatch(r Rule) *Batch { return &Batch{ruled: ruled{r}, block: blockSize} }

// AppendValidLines appends to dst, for every line of text, whether it is a member of the rule's
// language. With room in dst it does not allocate for one goroutine: with one worker, or for a text
// of less than half a megabyte. Else it allocates for blocks of 256 KB, four for each worker, and
// not for the whole text.
func (b *Batch) AppendValidLines(dst []bool, text []byte) []bool {
	if b.crewFor(len(text)) == 1 {
		return b.appendValidLines(dst, text, 0)
	}
	return inOrder(b, text, dst, b.block/usual, b.appendValidLines)
}

// AppendInvalidLines appends to dst the span of every line of text outside the rule's language, in
// their order: text[s.Start:s.End] is a line without its end. It allocates as
// [Batch.AppendValidLines] does.
func (b *Batch) AppendInvalidLines(dst []Span, text []byte) []Span {
	if b.crewFor(len(text)) == 1 {
		return b.appendInvalidLines(dst, text, 0)
	}
	return inOrder(b, text, dst, 0, b.appendInvalidLines)
}

// CountLines returns the number of lines of text in the rule's language, and the number of all
// others. It allocates as [Batch.AppendValidLines] does, but for a few bytes a block.
func (b *Batch) CountLines(text []byte) (valid, invalid int) {
	if b.crewFor(len(text)) == 1 {
		return b.countLines(text)
	}
	for _, n := range inOrder(b, text, nil, 1, b.appendCounts) {
		valid, invalid = valid+n[0], invalid+n[1]
	}
	return valid, invalid
}

// AppendValid appends to dst, for every string of list, whether it is a member of the rule's
// language. With room in dst it does not allocate with one worker, or for a list of less than some
// thousand strings.
func (b *Batch) AppendValid(dst []bool, list []string) []bool {
	return appendValid(b, dst, list, Rule.Valid)
}

// AppendValidBytes is AppendValid for slices of bytes.
func (b *Batch) AppendValidBytes(dst []bool, list [][]byte) []bool {
	return appendValid(b, dst, list, Rule.ValidBytes)
}

func appendValid[S any](b *Batch, dst []bool, list []S, valid func(Rule, S) bool) []bool {
	n, crew := len(dst), b.crewFor(len(list)*usual)
	dst = slices.Grow(dst, len(list))[:n+len(list)]
	if crew == 1 {
		validEach(b.rule, dst[n:], list, valid)
	} else {
		listTogether(b, dst[n:], list, valid)
	}
	return dst
}

// validEach writes the verdicts of list to verdicts, which must be as long as list.
func validEach[S any](r Rule, verdicts []bool, list []S, valid func(Rule, S) bool) {
	for i, s := range list {
		verdicts[i] = valid(r, s)
	}
}
