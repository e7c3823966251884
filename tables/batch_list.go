package tables

import (
	"bytes"
	"slices"
	"unsafe"
)

// This file has what is made of the states of strings of a list.
//
// Strings are lines when they have no newline and do not end in CR. The few others have their
// verdicts from Valid.

// stringOrBytes is what a list may be of.
type stringOrBytes interface{ string | []byte }

// viewOf returns s, or the bytes of s, as a string; nothing is copied.
func viewOf[S stringOrBytes](s S) string {
	switch s := any(s).(type) {
	case string:
		return s
	case []byte:
		return view(s)
	}
	panic("BUG: neither string nor bytes")
}

func appendValid[S stringOrBytes](b *Batch, dst []bool, list []S) []bool {
	n := len(dst)
	dst = slices.Grow(dst, len(list))[:n+len(list)]
	if len(list) < b.block/usual*2 || b.workers() == 1 {
		validList(b, dst[n:], list)
	} else {
		listTogether(b, dst[n:], list)
	}
	return dst
}

// validList puts the verdicts of list into verdicts, which is as long.
func validList[S stringOrBytes](b *Batch, verdicts []bool, list []S) {
	const least = 48 // fewer are not worth a weave
	if len(list) < least {
		validEach(b, verdicts, list)
	} else {
		weaveList(b, verdicts, list)
	}
}

func weaveList[S stringOrBytes](b *Batch, verdicts []bool, list []S) {
	var w weave
	for at, ask := 0, 0; at < len(list); {
		if at >= ask {
			ask = at + believed
			if accepts(b.rule, list[at:]) {
				end := min(ask, len(list))
				validEach(b, verdicts[at:end], list[at:end])
				at = end
				continue
			}
		}
		end := fillList(&w, list, at)
		if w.n <= lanes/2 {
			end = min(end+1, len(list)) // too long for a lane, perhaps
			validEach(b, verdicts[at:end], list[at:end])
			at = end
			continue
		}
		var odd [lanes]bool
		for k := range w.n {
			odd[k] = !areLines(w.states(k), w.end[k]-w.from[k])
		}
		w.walk(b.table)
		for k := range w.n {
			lane, out := list[w.from[k]:w.end[k]], verdicts[w.from[k]:w.end[k]]
			if odd[k] {
				validEach(b, out, lane)
			} else {
				readVerdicts(b, out, lane, w.states(k))
			}
		}
		at = end
	}
}

// What is said of some strings is believed, whatever it is, for as many as here.
const (
	asked    = 16
	believed = 256
)

// accepts reports whether Valid accepts nearly all of the strings that list begins with and does not walk them to
// the end: because AVX-512 says that they are of the shape, or because nearly all of their bytes are free. Then
// Valid takes less time than the weave, down to a third of it; where it must walk, or AVX2 looks at what is not of
// ASCII, up to three times as much, for branches that are predicted wrongly.
//
// Rejected: to ask about every string and weave what is left, which costs such a branch
// wherever the kinds of strings take turns; to do the same with the lines of a text, where
// finding the end of each costs what is gained.
func accepts[S stringOrBytes](r Rule, list []S) bool {
	list = list[:min(asked, len(list))]
	var regions *uint8
	if simd && cpu == avx512CPU {
		regions = r.regions()
	}
	others := 0
	for _, s := range list {
		s := viewOf(s)
		switch {
		case len(s) >= stride-1: // which no lane takes
		case regions != nil:
			if inShape(regions, unsafe.StringData(s), len(s), nil) != inLanguage {
				others++
			}
		default:
			others++
		}
	}
	return others <= 1
}

// areLines reports whether n strings with a newline behind each are as many lines.
func areLines(text []byte, n int) bool {
	return bytes.Count(text, []byte{'\n'}) == n && !bytes.Contains(text, []byte("\r\n"))
}

// fillList copies strings from list[at:], a newline behind each, as many as there is room
// for, and returns the number of the next one.
func fillList[S stringOrBytes](w *weave, list []S, at int) int {
	w.n, w.size = 0, [lanes]int{}
	most := (len(list)-at)/lanes + 1
	for ; w.n < lanes && at < len(list); w.n++ {
		lane, size, begin := w.text[w.n*stride:][:stride], 0, at
		for at < len(list) && at-begin < most && len(list[at]) < stride-size {
			size += copy(lane[size:], list[at])
			lane[size] = '\n'
			size++
			at++
		}
		if size == 0 {
			break
		}
		w.from[w.n], w.end[w.n], w.size[w.n] = begin, at, size
	}
	return at
}

// readVerdicts reads the verdicts of list out of the states that it led to.
func readVerdicts[S stringOrBytes](b *Batch, verdicts []bool, list []S, states []byte) {
	if bytes.Count(states, []byte{lineGood}) == len(list) {
		for i := range verdicts {
			verdicts[i] = true
		}
		return
	}
	at := 0
	for i, s := range list {
		at += len(s) + 1
		verdicts[i] = states[at-1] == lineGood
		if states[at-1] == lineOpen {
			verdicts[i] = b.rule.Valid(viewOf(s))
		}
	}
}

func validEach[S stringOrBytes](b *Batch, verdicts []bool, list []S) {
	for i, s := range list {
		verdicts[i] = b.rule.Valid(viewOf(s))
	}
}
