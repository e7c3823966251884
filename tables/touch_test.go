package tables

import "github.com/irilex/iri/tables/internal/format"

// This file reimplements Valid on tables, recording the bytes that it reads.

// A Section is a part of a table.
type Section struct {
	Name     string
	From, To int  // offsets in bytes
	Valid    bool // whether Valid may read it
}

// Sections returns the sections of a table in order; sections that the table lacks are empty.
func (r Rule) Sections() (list []Section) {
	names := r.table().Uint32(format.AtNames)
	_, at := r.table().Text(names)
	_, padding := r.table().Text(at)
	regions := len(r) - format.FromEnd
	if at := r.table().RegionsAt(); at > 0 {
		regions = at
	}
	rest := regions
	if at := r.table().Uint32(format.AtRest); at > 0 {
		rest = at
	}
	front := rest
	if at := r.table().Uint32(format.AtFront); at > 0 {
		front = at
	}
	from := 0
	section := func(name string, to int, valid bool) {
		list = append(list, Section{name, from, to, valid})
		from = to
	}
	set := func(name string, to int) {
		size := (to - from) / format.PlacesSize // 0 or 1
		section(name+": masks", from+size*format.PlacesRows, true)
		section(name+": rows", from+size*(format.PlacesStates-format.PlacesRows), true)
		section(name+": states", from+size*(format.PlacesSize-format.PlacesStates), true)
	}
	section("header", format.AtRows, true)
	section("rows", r.table().Uint32(format.AtAccept), true)
	section("accept", r.table().Uint32(format.AtWide), true)
	section("wide", r.table().Uint32(format.AtLabels), true)
	section("labels", r.table().Uint32(format.AtWords), false)
	section("words", names, false)
	section("names", padding, false)
	section("padding", front, false)
	set("front", rest)
	set("rest", regions)
	section("regions", len(r)-format.FromEnd, false)
	section("classes", len(r)-format.ChecksumSize, true)
	section("checksum", len(r), false)
	return list
}

// A Touch walks a table as Valid does, and records the bytes read.
type Touch struct {
	rule Rule
	Read []bool // by offset
}

// NewTouch returns a Touch for a table.
func NewTouch(r Rule) *Touch { return &Touch{rule: r, Read: make([]bool, len(r))} }

func (t *Touch) uint8(at int) int {
	t.Read[at] = true
	return int(t.rule[at])
}

func (t *Touch) uint16(at int) int { return t.uint8(at) | t.uint8(at+1)<<8 }
func (t *Touch) uint32(at int) int { return t.uint16(at) | t.uint16(at+2)<<16 }
func (t *Touch) uint64(at int) uint64 {
	return uint64(uint32(t.uint32(at))) | uint64(t.uint32(at+4))<<32
}

// Valid is engine.ValidOnTables for a table with a front.
func (t *Touch) Valid(s string) bool {
	t.uint32(format.AtMask)
	front := t.uint32(format.AtFront)
	if s == "" || s[0] == 0 {
		t.uint8(format.AtFlags)
		return t.accepting(t.advance(t.uint8(format.AtStart), s))
	}
	first, size := t.uint8(front+format.PlacesFirst), (len(s)-1)&7+1
	if size < 8 { // the block is padded with NULs
		t.uint64(front + format.PlacesRows)
	}
	x, n := t.walk(front, first, s, size)
	if n == len(s) {
		return t.uint64(front+format.PlacesAccepts)>>x&1 != 0
	}
	at, q, s := front, t.uint16(front+format.PlacesStates+2*x), s[n:]
	direct := n > 0 && high(s[:8])
	for spilled := !direct; q != 0 && s != ""; {
		if at == front && len(s) >= 8 && high(s[:8]) {
			at, spilled = t.uint32(format.AtRest), false
		}
		if n := min(8, len(s)); spilled || at == 0 || q >= format.Far ||
			t.uint8(at+format.PlacesOf+q) == t.uint8(at+format.PlacesSpill) {
			q, s, spilled, direct = t.advance(q, s[:n]), s[n:], false, false
			continue
		}
		x, n := t.walk(at, t.uint8(at+format.PlacesOf+q), s, min(8, len(s)))
		if direct && n == len(s) {
			return t.uint64(at+format.PlacesAccepts)>>x&1 != 0
		}
		q, s, spilled, direct = t.uint16(at+format.PlacesStates+2*x), s[n:], true, false
	}
	return t.accepting(q)
}

// walk walks s in blocks, from place x of a section. first is the length of the first block. It
// stops before a block that spills. On the front it also stops before a block of eight bytes that
// contains a byte over 0x7F, unless it is the first.
func (t *Touch) walk(at, x int, s string, first int) (place, n int) {
	for end := first; n < len(s); end = min(end+8, len(s)) {
		if at == t.uint32(format.AtFront) && n > 0 && end-n == 8 && high(s[n:end]) {
			return x, n
		}
		begin, y := n, x
		for ; n < end; n++ {
			y = int(t.uint64(at+format.PlacesRows+8*int(s[n])) >> y & 63)
		}
		if t.uint64(at+format.PlacesStops)>>y&1 != 0 {
			if y == t.uint8(at+format.PlacesDead) {
				return y, len(s)
			}
			return x, begin
		}
		x = y
	}
	return x, n
}

func high(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return true
		}
	}
	return false
}

func (t *Touch) accepting(q int) bool { return t.uint8(t.uint32(format.AtAccept)+q>>3)>>(q&7)&1 != 0 }

// advance corresponds to advancePlain. A walk that leaves the rows is repeated from the start of
// the current eight bytes.
func (t *Touch) advance(q int, s string) int {
	for s != "" && q != 0 {
		if q < format.Far {
			to, n := t.near(q, s)
			if q, s = to, s[n:]; s == "" {
				break
			}
		}
		for n := 0; s != "" && q != 0 && (n < 64 || q >= format.Far); n++ {
			q, s = t.step(q, s[0]), s[1:]
		}
	}
	return q
}

// near walks s using the rows, and stops before the eight bytes in which the walk leaves them.
func (t *Touch) near(q int, s string) (to, n int) {
	for ; n < len(s); n += 8 {
		to := q
		for _, b := range []byte(s[n:min(n+8, len(s))]) {
			to = t.row(to, b)
		}
		switch to {
		case 0:
			return 0, len(s)
		case format.Far:
			return q, n
		}
		q = to
	}
	return q, len(s)
}

// row returns the cell for a state and a byte.
func (t *Touch) row(q int, b byte) int {
	return t.uint8(t.uint16(len(t.rule)-format.FromEnd+2*int(b))&t.uint32(format.AtMask) + q)
}

func (t *Touch) step(q int, b byte) int {
	first := t.uint8(format.AtFirst)
	if q < first {
		return t.row(q, b)
	}
	class := t.uint8(len(t.rule) - format.FromEnd + 2*int(b) + 1)
	return t.uint16(t.uint32(format.AtWide) + 2*(class*(t.uint32(format.AtStates)-first)+q-first))
}
