package tables

import "slices"

// A Batch validates many strings at once: a slice of strings, or the lines of a text. It divides
// large batches across several cores. On one core, validating a slice takes as long as a loop over
// [Rule.Valid]. With AVX2, validating the lines of a text takes about as long; without it, each
// line also costs a call to [bytes.IndexByte] (BenchmarkBatch).
//
// Create a Batch with [NewBatch]. It is safe for concurrent use.
//
// A line ends with LF or CRLF, which are not part of the line, or at the end of the text. The text
// after the last LF is a line unless it is empty.
type Batch struct {
	// Workers is the number of goroutines for a large batch, including the caller's. 0 means
	// [runtime.GOMAXPROCS]; 1 means only the caller's. It must not change during a call.
	Workers int

	// Buffer is the maximum buffer size of [Batch.Lines] in bytes. 0 means 1 MiB, and the minimum is
	// 16. A buffer over 1 MiB only helps with longer lines: with [math.MaxInt] no line is split into
	// pieces. It must not change during a call.
	Buffer int

	ruled
	block int // approximate number of bytes in a block that a goroutine processes
}

const (
	// blockSize is large enough to make the cost of handing out a block negligible, and small enough
	// that all goroutines finish at about the same time.
	blockSize = 256 << 10

	// usual is the assumed length in bytes of a line or string.
	usual = 32
)

// NewBatch returns a batch for a rule. It allocates only a small struct.
func NewBatch(r Rule) *Batch { return &Batch{ruled: ruled{r}, block: blockSize} }

// AppendValidLines appends to dst, for every line of text, whether the rule matches it. If dst is
// large enough, AppendValidLines does not allocate when there is only one worker or less than half
// a megabyte of text. Otherwise it allocates room for the results of four 256 KB blocks per worker.
func (b *Batch) AppendValidLines(dst []bool, text []byte) []bool {
	if b.workersFor(len(text)) == 1 {
		return b.appendValidLines(dst, text, 0)
	}
	return inOrder(b, text, dst, b.block/usual, b.appendValidLines)
}

// AppendInvalidLines appends to dst the span of every line of text that the rule does not match, in
// order. The spans exclude line endings. It allocates like [Batch.AppendValidLines].
func (b *Batch) AppendInvalidLines(dst []Span, text []byte) []Span {
	if b.workersFor(len(text)) == 1 {
		return b.appendInvalidLines(dst, text, 0)
	}
	return inOrder(b, text, dst, 0, b.appendInvalidLines)
}

// CountLines returns the number of lines of text that the rule matches, and the number of lines
// that it does not match. It allocates like [Batch.AppendValidLines], but only a few bytes per
// block.
func (b *Batch) CountLines(text []byte) (valid, invalid int) {
	if b.workersFor(len(text)) == 1 {
		return b.countLines(text)
	}
	for _, n := range inOrder(b, text, nil, 1, b.appendCounts) {
		valid, invalid = valid+n[0], invalid+n[1]
	}
	return valid, invalid
}

// AppendValid appends to dst, for every string in list, whether the rule matches it. If dst is
// large enough, AppendValid does not allocate when there is only one worker or when list has at
// most a few thousand strings.
func (b *Batch) AppendValid(dst []bool, list []string) []bool {
	return appendValid(b, dst, list, Rule.Valid)
}

// AppendValidBytes is like AppendValid for byte slices.
func (b *Batch) AppendValidBytes(dst []bool, list [][]byte) []bool {
	return appendValid(b, dst, list, Rule.ValidBytes)
}

func appendValid[S any](b *Batch, dst []bool, list []S, valid func(Rule, S) bool) []bool {
	n, workers := len(dst), b.workersFor(len(list)*usual)
	dst = slices.Grow(dst, len(list))[:n+len(list)]
	if workers == 1 {
		validEach(b.rule, dst[n:], list, valid)
	} else {
		validParallel(b, dst[n:], list, valid)
	}
	return dst
}

// validEach sets verdicts[i] for list[i]. It requires len(verdicts) == len(list).
func validEach[S any](r Rule, verdicts []bool, list []S, valid func(Rule, S) bool) {
	for i, s := range list {
		verdicts[i] = valid(r, s)
	}
}
