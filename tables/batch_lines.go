package tables

import "github.com/irilex/iri/tables/internal/engine"

// This file validates the lines of a text on one core.

// appendValidLines appends a verdict for each line of text. It ignores its last argument, which
// inOrder passes.
func (b *Batch) appendValidLines(dst []bool, text []byte, _ int) []bool {
	var s engine.Batch
	for at := 0; at < len(text); {
		at = s.Read(b.rule.table(), text, at)
		dst = append(dst, s.Valid[:s.N]...)
	}
	return dst
}

// appendInvalidLines appends the spans of the invalid lines of text, which starts at offset base.
func (b *Batch) appendInvalidLines(dst []Span, text []byte, base int) []Span {
	var s engine.Batch
	for at := 0; at < len(text); {
		at = s.Read(b.rule.table(), text, at)
		for _, i := range s.Invalid() {
			start := base + s.Starts[i]
			dst = append(dst, Span{start, start + len(s.Line(text, int(i)))})
		}
	}
	return dst
}

// countLines returns the number of valid lines and the number of invalid lines in text.
func (b *Batch) countLines(text []byte) (valid, invalid int) {
	var s engine.Batch
	lines := 0
	for at := 0; at < len(text); {
		at = s.Read(b.rule.table(), text, at)
		for _, ok := range s.Valid[:s.N] {
			if ok {
				valid++
			}
		}
		lines += s.N
	}
	return valid, lines - valid
}

// appendCounts appends the result of countLines. It ignores its last argument, which inOrder
// passes.
func (b *Batch) appendCounts(dst [][2]int, text []byte, _ int) [][2]int {
	valid, invalid := b.countLines(text)
	return append(dst, [2]int{valid, invalid})
}
