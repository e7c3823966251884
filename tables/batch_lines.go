package tables

import (
	"bytes"
	"slices"
)

// This file has what is made of the states of lines, on one core: verdicts, places, numbers.

// appendValidLines appends the verdicts of the lines of text. It makes no difference to it
// where text begins, which is the last argument.
func (b *Batch) appendValidLines(dst []bool, text []byte, _ int) []bool {
	if len(text) < small {
		return b.appendValidEach(dst, text)
	}
	return b.weaveValidLines(dst, text)
}

func (b *Batch) weaveValidLines(dst []bool, text []byte) []bool {
	var w weave
	for at := 0; at < len(text); {
		end, woven := b.next(&w, text, at)
		if !woven {
			dst = b.appendValidEach(dst, text[at:end])
		} else {
			for k := range w.n {
				dst = appendVerdicts(dst, w.lines(text, k), w.states(k))
			}
		}
		at = end
	}
	return dst
}

// appendValidEach looks at each line by itself.
func (b *Batch) appendValidEach(dst []bool, text []byte) []bool {
	for len(text) > 0 {
		end := endOfLine(text, 0)
		dst = append(dst, b.valid(text[:end]))
		text = text[end:]
	}
	return dst
}

// few bad lines in a lane are looked for; if there are more, every line is looked at.
const few = 24

// appendVerdicts appends the verdicts of lines that led to these states.
func appendVerdicts(dst []bool, lines, states []byte) []bool {
	bad := bytes.Count(states, []byte{lineBad})
	if bad > few {
		for at := 0; at < len(states); {
			at = endOfLine(lines, at)
			dst = append(dst, states[at-1] == lineGood)
		}
		return dst
	}
	for range bad {
		i := bytes.IndexByte(states, lineBad)
		dst = append(appendTrue(dst, bytes.Count(states[:i], []byte{lineGood})), false)
		states = states[i+1:]
	}
	return appendTrue(dst, bytes.Count(states, []byte{lineGood}))
}

// appendTrue appends true n times.
func appendTrue(dst []bool, n int) []bool {
	dst = slices.Grow(dst, n)
	for range n {
		dst = append(dst, true)
	}
	return dst
}

// appendInvalidLines appends where the lines of text are that are no members. The text begins at the offset base.
func (b *Batch) appendInvalidLines(dst []Span, text []byte, base int) []Span {
	if len(text) < small {
		return b.appendInvalidEach(dst, text, base)
	}
	return b.weaveInvalidLines(dst, text, base)
}

func (b *Batch) weaveInvalidLines(dst []Span, text []byte, base int) []Span {
	var w weave
	for at := 0; at < len(text); {
		end, woven := b.next(&w, text, at)
		if !woven {
			dst = b.appendInvalidEach(dst, text[at:end], base+at)
		} else {
			for k := range w.n {
				dst = appendBad(dst, w.lines(text, k), w.states(k), base+w.from[k])
			}
		}
		at = end
	}
	return dst
}

// appendInvalidEach looks at each line by itself.
func (b *Batch) appendInvalidEach(dst []Span, text []byte, base int) []Span {
	for at := 0; at < len(text); {
		end := endOfLine(text, at)
		if line := withoutEnd(text[at:end]); !b.rule.ValidBytes(line) {
			dst = append(dst, Span{base + at, base + at + len(line)})
		}
		at = end
	}
	return dst
}

// appendBad appends where the lines are that led to these states, if they are bad.
func appendBad(dst []Span, lines, states []byte, base int) []Span {
	bad := bytes.Count(states, []byte{lineBad})
	for at, dense := 0, bad > few; bad > 0; {
		start := at
		if dense {
			at = endOfLine(lines, at)
		} else {
			at += bytes.IndexByte(states[at:], lineBad) + 1
			start = startOfLast(lines[:at])
		}
		if states[at-1] == lineBad {
			end := at - 1
			if end > start && lines[end-1] == '\r' {
				end--
			}
			dst = append(dst, Span{base + start, base + end})
			bad--
		}
	}
	return dst
}

// countLines returns how many lines of text are members, and how many are not.
func (b *Batch) countLines(text []byte) (valid, invalid int) {
	if len(text) < small {
		return b.countEach(text)
	}
	return b.weaveCount(text)
}

func (b *Batch) weaveCount(text []byte) (valid, invalid int) {
	var w weave
	for at := 0; at < len(text); {
		end, woven := b.next(&w, text, at)
		if !woven {
			good, bad := b.countEach(text[at:end])
			valid, invalid = valid+good, invalid+bad
		} else {
			for k := range w.n {
				valid += bytes.Count(w.states(k), []byte{lineGood})
				invalid += bytes.Count(w.states(k), []byte{lineBad})
			}
		}
		at = end
	}
	return valid, invalid
}

// countEach looks at each line by itself.
func (b *Batch) countEach(text []byte) (valid, invalid int) {
	for len(text) > 0 {
		end := endOfLine(text, 0)
		if b.valid(text[:end]) {
			valid++
		} else {
			invalid++
		}
		text = text[end:]
	}
	return valid, invalid
}
