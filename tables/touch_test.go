package tables

// This file is a twin of Valid on tables, which writes down the bytes that it reads.

// A Section is a part of a table.
type Section struct {
	Name     string
	From, To int  // offsets in bytes
	Valid    bool // whether Valid, on tables, can read there
}

// Sections returns the sections of a table one after the other; those that it lacks are empty.
func (r Rule) Sections() (list []Section) {
	names := r.uint32(atNames)
	_, at := r.text(names)
	_, padding := r.text(at)
	regions := len(r) - fromEnd
	if at := r.regionsAt(); at > 0 {
		regions = at
	}
	rest := regions
	if at := r.uint32(atRest); at > 0 {
		rest = at
	}
	front := rest
	if at := r.uint32(atFront); at > 0 {
		front = at
	}
	from := 0
	section := func(name string, to int, valid bool) {
		list = append(list, Section{name, from, to, valid})
		from = to
	}
	set := func(name string, to int) {
		size := (to - from) / placesSize // 0 or 1
		section(name+": masks", from+size*placesRows, true)
		section(name+": rows", from+size*(placesStates-placesRows), true)
		section(name+": states", from+size*(placesSize-placesStates), true)
	}
	section("header", atRows, true)
	section("rows", r.uint32(atAccept), true)
	section("accept", r.uint32(atWide), true)
	section("wide", r.uint32(atLabels), true)
	section("labels", r.uint32(atWords), false)
	section("words", names, false)
	section("names", padding, false)
	section("padding", front, false)
	set("front", rest)
	set("rest", regions)
	section("regions", len(r)-fromEnd, false)
	section("classes", len(r)-checksumSize, true)
	section("checksum", len(r), false)
	return list
}

// A Touch walks a table as Valid does, and knows the bytes that were read.
type Touch struct {
	rule Rule
	Read []bool // by offset
}

// NewTouch returns a Touch of a table.
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

// Valid is validOnTables of a table with a front.
func (t *Touch) Valid(s string) bool {
	t.uint32(atMask)
	front := t.uint32(atFront)
	if s == "" || s[0] == 0 {
		return t.accepting(t.advance(t.uint8(atStart), s))
	}
	first, size := t.uint8(front+placesFirst), (len(s)-1)&7+1
	if size < 8 { // NULs fill the block up
		t.uint64(front + placesRows)
	}
	x, n := t.walk(front, first, s, size)
	if n == len(s) {
		return t.uint64(front+placesAccepts)>>x&1 != 0
	}
	at, q, s := front, t.uint16(front+placesStates+2*x), s[n:]
	direct := n > 0 && high(s[:8])
	for spilled := !direct; q != 0 && s != ""; {
		if at == front && len(s) >= 8 && high(s[:8]) {
			at, spilled = t.uint32(atRest), false
		}
		if n := min(8, len(s)); spilled || at == 0 || q >= escape || t.uint8(at+placesOf+q) == t.uint8(at+placesSpill) {
			q, s, spilled, direct = t.advance(q, s[:n]), s[n:], false, false
			continue
		}
		x, n := t.walk(at, t.uint8(at+placesOf+q), s, min(8, len(s)))
		if direct && n == len(s) {
			return t.uint64(at+placesAccepts)>>x&1 != 0
		}
		q, s, spilled, direct = t.uint16(at+placesStates+2*x), s[n:], true, false
	}
	return t.accepting(q)
}

// walk walks s in blocks, of which the first has so many bytes, from place x of a section. It stops
// before a block that spills. On the front it also stops before a block of eight bytes that has one
// over 0x7F, unless it is the first.
func (t *Touch) walk(at, x int, s string, first int) (place, n int) {
	for end := first; n < len(s); end = min(end+8, len(s)) {
		if at == t.uint32(atFront) && n > 0 && end-n == 8 && high(s[n:end]) {
			return x, n
		}
		begin, y := n, x
		for ; n < end; n++ {
			y = int(t.uint64(at+placesRows+8*int(s[n])) >> y & 63)
		}
		if t.uint64(at+placesStops)>>y&1 != 0 {
			if y == t.uint8(at+placesDead) {
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

func (t *Touch) accepting(q int) bool { return t.uint8(t.uint32(atAccept)+q>>3)>>(q&7)&1 != 0 }

// advance is advancePlain. A walk that leaves the rows does it again from where its eight bytes began.
func (t *Touch) advance(q int, s string) int {
	for s != "" && q != 0 {
		if q < escape {
			to, n := t.near(q, s)
			if q, s = to, s[n:]; s == "" {
				break
			}
		}
		for n := 0; s != "" && q != 0 && (n < 64 || q >= escape); n++ {
			q, s = t.step(q, s[0]), s[1:]
		}
	}
	return q
}

// near walks s on rows, and stops before the eight bytes in which it leaves them.
func (t *Touch) near(q int, s string) (to, n int) {
	for ; n < len(s); n += 8 {
		to := q
		for _, b := range []byte(s[n:min(n+8, len(s))]) {
			to = t.row(to, b)
		}
		switch to {
		case 0:
			return 0, len(s)
		case escape:
			return q, n
		}
		q = to
	}
	return q, len(s)
}

// row returns the cell of a state and a byte.
func (t *Touch) row(q int, b byte) int {
	return t.uint8(t.uint16(len(t.rule)-fromEnd+2*int(b))&t.uint32(atMask) + q)
}

func (t *Touch) step(q int, b byte) int {
	first := t.uint8(atFirst)
	if q < first {
		return t.row(q, b)
	}
	class := t.uint8(len(t.rule) - fromEnd + 2*int(b) + 1)
	return t.uint16(t.uint32(atWide) + 2*(class*(t.uint32(atStates)-first)+q-first))
}
