package tables

import (
	"bytes"
	"slices"
	"unsafe"
)

// This file has the engine for many lines at once.
//
// A walk of one string waits, at every byte, for the load of the byte before. Walks of
// different strings do not wait for each other. So this engine walks eight texts at once, a
// byte of each in turn, and what limits it is no more how long a load takes but how many
// instructions a processor starts at a time. It looks at nothing but the table: no branch
// depends on the text, so there is no text that is slow, and no set of frequent states.
//
// What the bytes of the texts were is replaced by the states that they led to. The newline is
// a byte as any other: it leads back to the start, to one of two states that are the start
// both and say how the line was. To find out about the lines is to look for these states
// afterwards, which [bytes.Count] and [bytes.IndexByte] do many bytes at a time. That is why
// the texts are copied first: it costs a twentieth, lets one loop serve lines of a text
// and strings of a list, and needs one address for all texts, not sixteen, which
// would not fit the registers. That address moves, for a store to the sum of two registers takes
// a port that loads need (Cascade Lake: 1.05 times the time), and a state is as wide as a register, for
// a byte would be extended to one at every step (1.13).
//
// Rejected: four walks that begin the next string where one ends, for each of which a branch
// is predicted wrongly; verdicts taken in the loop, a store and an addition a byte; four
// walks (a quarter slower); two bytes a load (no faster); to touch what is copied next while walking,
// which gains in large texts what it loses in small ones. Lines of some kilobytes are left to
// Valid, whose shift rows are as fast on one.

const (
	lanes  = 8            // walks at once: as many as have room for their states in the registers
	stride = 2<<10 + 64   // bytes of a lane, the longest line too. Eight powers of two apart they would meet in one set of the cache
	share  = stride - 128 // bytes after which the end of a line ends a lane
)

// The states of lines, by number, that are not those of a rule.
const (
	lineDead = iota // nothing but the newline leads on
	lineBad         // the start, behind a line that is no member
	lineGood        // the start, behind a member
	lineOpen        // the start, behind a line for which the table had not enough states
	lineLost        // inside such a line
)

// A lineTable is the automaton of lines of a rule: cell [b][q] is the state after q on byte b.
type lineTable [256][256]uint8

// A lineState is a state of a rule and, where the byte before was a CR, what the verdict is if
// it belongs to the end of the line.
type lineState struct {
	state State
	cr    uint8 // 0, or lineBad or lineGood
}

// newLineTable returns the table, and whether it has all states: the first 251 by breadth are
// in it, and from them lineLost stands for the others.
func newLineTable(r Rule) (t *lineTable, complete bool) {
	t, complete = new(lineTable), true
	start := lineState{state: r.Start()}
	list := []lineState{lineDead: {}, lineBad: start, lineGood: start, lineOpen: start, lineLost: {}}
	number := map[lineState]uint8{{}: lineDead} // the start, inside a line, gets a number of its own
	for q := 0; q < len(list); q++ {
		var last lineState // bytes in a row often lead to the same one
		n := uint8(lineDead)
		for b := range t {
			if to := list[q].after(r, byte(b)); to != last {
				var known bool
				if n, known = number[to]; !known && len(list) < len(t[b]) {
					n = uint8(len(list))
					number[to] = n
					list = append(list, to)
				} else if !known {
					n, complete = lineLost, false
				}
				last = to
			}
			t[b][q] = n
		}
		t['\n'][q] = list[q].end(r)
	}
	for b := range t {
		t[b][lineLost] = lineLost
	}
	t['\n'][lineLost] = lineOpen
	return t, complete
}

// after returns the state after b, which is no newline.
func (q lineState) after(r Rule, b byte) (to lineState) {
	if b == '\n' || !r.whole() {
		return lineState{}
	}
	to.state = State(r.step(int(q.state), b))
	if b == '\r' && (r.Accepting(q.state) || to.state != 0) {
		to.cr = verdictState(r.Accepting(q.state))
	}
	return to
}

// end returns the state after a newline.
func (q lineState) end(r Rule) uint8 {
	if q.cr != 0 {
		return q.cr
	}
	return verdictState(r.Accepting(q.state))
}

func verdictState(valid bool) uint8 {
	if valid {
		return lineGood
	}
	return lineBad
}

// A weave is where texts are walked.
type weave struct {
	text [lanes * stride]byte // lane k has its bytes, later its states, from k*stride on
	size [lanes]int           // how many of each count
	from [lanes]int           // where the lane is from: an offset in the text, or the number of a string
	end  [lanes]int           // and where that ends
	n    int                  // how many lanes there are
}

// states returns the states of a lane, or what its bytes are before the walk.
func (w *weave) states(k int) []byte { return w.text[k*stride:][:w.size[k]] }

// lines returns the lines that lane k is from.
func (w *weave) lines(text []byte, k int) []byte { return text[w.from[k]:w.end[k]] }

// walk replaces the bytes of all lanes by the states that they lead to, from the start.
func (w *weave) walk(t *lineTable) {
	p, rows := unsafe.Pointer(&w.text), unsafe.Pointer(t)
	end := unsafe.Add(p, min(stride-1, slices.Max(w.size[:])))
	var a, b, c, d, e, f, g, h uint = lineBad, lineBad, lineBad, lineBad, lineBad, lineBad, lineBad, lineBad
	for ; uintptr(p) < uintptr(end); p = unsafe.Add(p, 2) {
		x := (*[(lanes-1)*stride + 2]uint8)(p)
		a = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[0])<<8), a)))
		x[0] = uint8(a)
		b = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[stride])<<8), b)))
		x[stride] = uint8(b)
		c = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[2*stride])<<8), c)))
		x[2*stride] = uint8(c)
		d = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[3*stride])<<8), d)))
		x[3*stride] = uint8(d)
		e = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[4*stride])<<8), e)))
		x[4*stride] = uint8(e)
		f = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[5*stride])<<8), f)))
		x[5*stride] = uint8(f)
		g = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[6*stride])<<8), g)))
		x[6*stride] = uint8(g)
		h = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[7*stride])<<8), h)))
		x[7*stride] = uint8(h)
		a = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[1])<<8), a)))
		x[1] = uint8(a)
		b = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[stride+1])<<8), b)))
		x[stride+1] = uint8(b)
		c = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[2*stride+1])<<8), c)))
		x[2*stride+1] = uint8(c)
		d = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[3*stride+1])<<8), d)))
		x[3*stride+1] = uint8(d)
		e = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[4*stride+1])<<8), e)))
		x[4*stride+1] = uint8(e)
		f = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[5*stride+1])<<8), f)))
		x[5*stride+1] = uint8(f)
		g = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[6*stride+1])<<8), g)))
		x[6*stride+1] = uint8(g)
		h = uint(*(*uint8)(unsafe.Add(unsafe.Add(rows, uint(x[7*stride+1])<<8), h)))
		x[7*stride+1] = uint8(h)
	}
}

// fill copies lines from text[from:], as many as there is room for, and returns where the next
// one begins. There a line is too long for a lane, or the last one has no newline, or the
// lanes are full.
func (w *weave) fill(text []byte, from int) int {
	w.n, w.size = 0, [lanes]int{}
	most := min(share, (len(text)-from)/lanes)
	for ; w.n < lanes; w.n++ {
		rest := text[from:]
		size := wholeLines(rest[:min(len(rest), stride)], most)
		if size == 0 {
			break
		}
		copy(w.text[w.n*stride:][:stride], rest[:size])
		w.from[w.n], w.end[w.n], w.size[w.n] = from, from+size, size
		from += size
	}
	return from
}

// wholeLines returns how many bytes the first lines of text have: the line in which byte
// number most is ends them, or if it has no end in text the one before.
func wholeLines(text []byte, most int) int {
	most = min(most, len(text))
	if i := bytes.IndexByte(text[most:], '\n'); i >= 0 {
		return most + i + 1
	}
	if bytes.IndexByte(text[:most], '\n') < 0 { // or a long line would be looked at byte by byte
		return 0
	}
	return bytes.LastIndexByte(text[:most], '\n') + 1
}
