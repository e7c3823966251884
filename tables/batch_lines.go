package tables

import "unsafe"

// This file has the lines of a text and their verdicts, on one core.

// A stretch is some lines of a text in a row, and their verdicts.
type stretch struct {
	n      int
	starts [maxLines + 1]int // where each line begins, and the line after the last
	valid  [maxLines]bool
	picked [maxLines]uint8 // numbers of lines
}

// read reads lines of text from the offset at on, and returns where the line after them begins.
//
// Idea. With SIMD, the region kernel reads all lines before the tables read the lines that it
// leaves undecided. A branch on each verdict right after its call would mispredict, and wait for
// the kernel. The loop over the lines is in assembly, where it takes 32 instructions a line and not
// 70. Bytes after a line may be read, which saves the kernel for AVX2 its masked loads. Without
// SIMD, Valid reads a line as soon as IndexByte has found its end, because the processor begins the
// next search meanwhile: that takes 0.85 times as long (Zen 5).
//
// Requires and returns. It requires at < len(text), where a line begins. It sets n, which is at
// least 1, and n+1 starts and n verdicts.
//
// Cost. With SIMD, text to verdicts takes 0.9 to 1.1 times a loop of Valid over the same lines in
// a list, for lines of up to 2 KB (Zen 5).
//
// Rejected. A walk of eight lines at once on a table, for processors without AVX2: it takes 0.3 to
// 0.7 times as long there, and 0.6 to 1.9 times as long elsewhere, for 500 lines of code. Lines
// of at most 64 bytes before the longer lines: the order costs more than the mispredictions.
//
// Twin: TestBatchAgrees.
func (s *stretch) read(r Rule, text []byte, at int) (next int) {
	if s.starts[0] = at; !simd || cpu == plainCPU {
		for s.n = 0; s.n < maxLines && at < len(text); s.n++ {
			at = endOfLine(text, at)
			s.starts[s.n+1] = at
			s.valid[s.n] = r.Valid(view(s.line(text, s.n)))
		}
		return at
	}
	s.n = lineEnds((*[maxLines]int)(s.starts[1:]), text, at)
	open := s.n
	if regions := r.regions(); regions != nil {
		for i := range s.n * tracing {
			saw("regions", view(s.line(text, i)))
		}
		open = inShapes(s, regions, unsafe.SliceData(text), len(text))
	} else {
		for i := range s.picked {
			s.picked[i] = uint8(i)
		}
	}
	for _, i := range s.picked[:open] {
		s.valid[i] = r.validOnTables(view(s.line(text, int(i))))
	}
	return s.starts[s.n]
}

// line returns line i without its end.
func (s *stretch) line(text []byte, i int) []byte { return withoutEnd(text[s.starts[i]:s.starts[i+1]]) }

// invalid returns the numbers of the invalid lines. They are good until the next call of read.
func (s *stretch) invalid() []uint8 {
	n := 0
	for i, valid := range s.valid[:s.n] {
		s.picked[n] = uint8(i)
		if !valid {
			n++
		}
	}
	return s.picked[:n]
}

// appendValidLines appends the verdicts of the lines of text. Its last argument is for inOrder.
func (b *Batch) appendValidLines(dst []bool, text []byte, _ int) []bool {
	var s stretch
	for at := 0; at < len(text); {
		at = s.read(b.rule, text, at)
		dst = append(dst, s.valid[:s.n]...)
	}
	return dst
}

// appendInvalidLines appends the spans of the invalid lines of text. The offset of text is base.
func (b *Batch) appendInvalidLines(dst []Span, text []byte, base int) []Span {
	var s stretch
	for at := 0; at < len(text); {
		at = s.read(b.rule, text, at)
		for _, i := range s.invalid() {
			start := base + s.starts[i]
			dst = append(dst, Span{start, start + len(s.line(text, int(i)))})
		}
	}
	return dst
}

// countLines returns how many lines of text are valid and how many are not.
func (b *Batch) countLines(text []byte) (valid, invalid int) {
	var s stretch
	lines := 0
	for at := 0; at < len(text); {
		at = s.read(b.rule, text, at)
		for _, ok := range s.valid[:s.n] {
			if ok {
				valid++
			}
		}
		lines += s.n
	}
	return valid, lines - valid
}

// appendCounts appends what countLines returns. Its last argument is for inOrder.
func (b *Batch) appendCounts(dst [][2]int, text []byte, _ int) [][2]int {
	valid, invalid := b.countLines(text)
	return append(dst, [2]int{valid, invalid})
}
