package tables

import "strings"

// This file is a twin of Valid on tables, which writes down what it reads.

// A Section is a part of a table.
type Section struct {
	Name     string
	From, To int  // offsets in bytes
	Valid    bool // whether Valid, on tables, can read there
}

// Sections returns the sections of a table that has shift rows and is not read backwards, one behind the other.
func (r Rule) Sections() (list []Section) {
	block := len(r) - fromEnd - hotSize
	places, regions := r.uint32(block+hotPlaces), r.regionsAt()
	if regions == 0 {
		regions = block
	}
	names, text := r.uint32(atNames), r.uint32(block+hotText)
	_, listed := r.text(names)
	_, endOfNames := r.text(listed)
	number, tails := int(r[places+placesCount]), int(r[places+placesCount+1])
	listed = places + placesStates + 2*maxStates*number*tails
	padding := listed + 3*(number+tails)
	if r.uint32(block+hotCounts) != 0 {
		padding += 3 + 3*int(r[padding+2])
	}
	if text != 0 {
		padding += 3 + 3*int(r[padding+2])
	} else {
		text = places
	}
	from := 0
	section := func(name string, to int, valid bool) {
		list = append(list, Section{name, from, to, valid})
		from = to
	}
	section("header", atRows, true)
	section("rows", r.uint32(atJoin), true)
	section("join", r.uint32(atAccept), false)
	section("accept", r.uint32(atWide), true)
	section("wide", r.uint32(atLabels), true)
	section("labels", r.uint32(atWords), false)
	section("words", names, false)
	section("names", endOfNames, false)
	section("rows that count", text, false)
	section("shift rows of text", places, true)
	section("states of places", listed, true)
	section("places", padding, false)
	section("padding", regions, false)
	section("regions", block, false)
	section("shift rows: masks and places", block+hotTails, true)
	classes := 0
	for b := range 256 {
		classes = max(classes, r.uint16(block+hotBothLow+2*b)>>8+1)
	}
	section("shift rows: tails", block+hotTails+8*classes*classes, true)
	section("shift rows: room for tails", block+hotRows, false)
	section("shift rows: structure", block+hotLow, true)
	section("shift rows: classes of ASCII", block+hotBothLow, true)
	section("shift rows: classes of all bytes", block+hotFree, true)
	section("free sets", len(r)-fromEnd, true)
	section("classes", len(r)-checksumSize, true)
	section("checksum", len(r), false)
	return list
}

// A Touch walks a table as Valid does, and knows what was read.
type Touch struct {
	rule  Rule
	block int
	Read  []bool // by offset
}

// NewTouch returns a Touch of a table that has shift rows.
func NewTouch(r Rule) *Touch {
	return &Touch{rule: r, block: len(r) - fromEnd - hotSize, Read: make([]bool, len(r))}
}

func (t *Touch) uint8(at int) int {
	t.Read[at] = true
	return int(t.rule[at])
}

func (t *Touch) uint16(at int) int { return t.uint8(at) | t.uint8(at+1)<<8 }
func (t *Touch) uint32(at int) int { return t.uint16(at) | t.uint16(at+2)<<16 }
func (t *Touch) uint64(at int) uint64 {
	return uint64(uint32(t.uint32(at))) | uint64(t.uint32(at+4))<<32
}

func (t *Touch) stops(at int, q uint64) bool { return t.uint64(t.block+at)>>(q&63)&1 != 0 }

// Valid is validOnTables.
func (t *Touch) Valid(s string) bool {
	t.uint8(atHot)
	if len(s) < freeFrom || len(s) > freeMost || s[0] == 0 {
		return t.validLong(s)
	}
	// What is read of s does not matter here, but for whether all of it is looked at before the rest is walked.
	blocks := s
	if len(s) > freeFixed {
		blocks = s[:8] + s[len(s)-freeFixed+8:]
	}
	if !ascii(blocks) {
		return t.walkText(s)
	}
	q := t.pairs(t.block+hotRows, t.block+hotLow, uint64(t.uint8(t.block+hotFirst)), s[:8])
	free := t.block + hotFree
	seen := uint32(1 << noSet)
	for _, b := range []byte(s[8:]) {
		if b < 0x80 {
			seen |= uint32(t.uint8(free + freeWords + int(b)))
		}
	}
	is := func(q uint64) bool { return seen>>t.uint8(free+freeAt+int(q))&1 == 0 }
	settled := func(n int) bool {
		if seen>>onceBit&1 != 0 {
			if strings.Count(s[n:], string(rune(t.uint8(free+freeOnce)))) > 1 {
				return false
			}
		}
		return seen>>escapeBit&1 == 0 || t.escaped(free, s, n)
	}
	switch {
	case !ascii(s):
		return t.walkText(s)
	case is(q):
		return settled(8)
	}
	dead, stops := uint64(t.uint8(t.block+hotDead)), t.stops(hotStops, q)
	switch {
	case seen>>neverBit&1 != 0 || q == dead:
		return false
	case stops:
		return t.goOn(q, s, 0)
	}
	for n := 8; n < len(s)-8 && ^seen&uint32(t.uint8(free+freeBits)) != 0; n += 8 {
		to := t.pairs(t.block+hotRows, t.block+hotLow, q, s[n:n+8])
		if t.stops(hotStops, to) {
			return to != dead && t.goOn(q, s, n)
		}
		if q = to; is(q) {
			return settled(n + 8)
		}
	}
	return t.walkRows(s)
}

// validLong is verdictOfOther. What is free of a long string has no escapes, so that no more is read for these.
// The words of bytes in runs are read here, for they are 0, and not there.
func (t *Touch) validLong(s string) bool {
	free := t.block + hotFree
	if len(s) <= freeMost || s[0] == 0 || strings.IndexByte(s, byte(t.uint8(free+freeEscape))) >= 0 {
		return t.walkRows(s)
	}
	t.uint32(free + freeRuns)
	seen := uint32(1 << noSet)
	for _, b := range []byte(s[8:]) {
		if b < 0x80 {
			seen |= uint32(t.uint8(free + freeWords + int(b)))
		}
	}
	q := t.pairs(t.block+hotRows, t.block+hotLow, uint64(t.uint8(t.block+hotFirst)), s[:8])
	if !ascii(s) || seen>>t.uint8(free+freeAt+int(q))&1 != 0 {
		return t.walkRows(s)
	}
	return seen>>onceBit&1 == 0 || strings.Count(s[8:], string(rune(t.uint8(free+freeOnce)))) < 2
}

func (t *Touch) escaped(free int, s string, n int) bool {
	begins := byte(t.uint8(free + freeEscape))
	for i := n; i < len(s); i++ {
		if s[i] == begins && (i+2 >= len(s) || strings.IndexByte("0123456789ABCDEFabcdef", s[i+1]) < 0 || strings.IndexByte("0123456789ABCDEFabcdef", s[i+2]) < 0) {
			return false
		}
	}
	return true
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

func (t *Touch) walkText(s string) bool {
	n := (len(s)-1)&7 + 1
	q := t.pairs(t.block+hotRows, t.block+hotLow, uint64(t.uint8(t.block+hotFirst)), string(make([]byte, 8-n))+s[:n])
	x := t.pairs(t.block+hotRows, t.block+hotLow, q, s[n:n+8])
	text := t.uint32(t.block + hotText)
	if text == 0 {
		return t.goOnEarly(q, x, s, n)
	}
	from := x
	if x = uint64(t.uint8(text + textFrom + int(from))); x == noPlace {
		return t.goOnEarly(q, from, s, n)
	}
	t.uint64(text + textEscapes)
	for n += 8; n < len(s); n += 8 {
		to := t.pairs(text+textRows, text+textLow, x, s[n:n+8])
		if t.uint64(text+textEscapes)>>to&1 != 0 {
			return t.resume(text+textStates+2*maxStates*int(x), s, n)
		}
		x = to
	}
	return t.uint64(text+textAccepts)>>x&1 != 0
}

func (t *Touch) goOnEarly(q, x uint64, s string, n int) bool {
	switch uint64(t.uint8(t.block + hotEscape)) {
	case q:
		return t.goOn(q, s, 0)
	case x:
		return t.goOn(q, s, n)
	}
	return t.goOnBoth(x, s, n+8)
}

func (t *Touch) walkRows(s string) bool {
	first := uint64(t.uint8(t.block + hotFirst))
	q, n := t.shift(first, s)
	if n == len(s) {
		return t.stops(hotAccepts, q)
	}
	return q != uint64(t.uint8(t.block+hotDead)) && t.goOn(q, s, n)
}

func (t *Touch) goOn(q uint64, s string, n int) bool {
	switch {
	case n == 0:
		q = uint64(t.uint8(t.block + hotFirst))
	case !ascii(s[n : n+8]):
		return t.goOnText(q, s, n)
	}
	return t.resume(t.statesAt(q, uint64(t.uint8(t.block+hotHome))), s, n)
}

func (t *Touch) goOnText(q uint64, s string, n int) bool {
	if text := t.uint32(t.block + hotText); text != 0 {
		if x := uint64(t.uint8(text + textFrom + int(q))); x != noPlace {
			if x, n = t.blocks(text+textRows, text+textLow, text+textStops, text+textDead, x, s, n); n == len(s) {
				return t.uint64(text+textAccepts)>>x&1 != 0
			}
			if x == uint64(t.uint8(text+textDead)) {
				return false
			}
			return t.resume(text+textStates+2*maxStates*int(x), s, n)
		}
	}
	return t.goOnBoth(q, s, n)
}

func (t *Touch) goOnBoth(q uint64, s string, n int) bool {
	home := uint64(t.uint8(t.block + hotHome))
	q, u, n := t.both(q, home, s, n)
	if n == len(s) {
		return u == home && t.stops(hotAccepts, q)
	}
	return q != uint64(t.uint8(t.block+hotDead)) && t.resume(t.statesAt(q, u), s, n)
}

func (t *Touch) shift(q uint64, s string) (uint64, int) {
	if len(s) == 0 || s[0] == 0 {
		return q, 0
	}
	n := (len(s)-1)&7 + 1
	block := string(make([]byte, 8-n)) + s[:n]
	if q = t.pairs(t.block+hotRows, t.block+hotLow, q, block); t.stops(hotStops, q) {
		return q, 0
	}
	return t.blocks(t.block+hotRows, t.block+hotLow, t.block+hotStops, t.block+hotDead, q, s, n)
}

// blocks walks s from n on, eight bytes and then a look, on rows of pairs.
func (t *Touch) blocks(rows, low, stops, dead int, q uint64, s string, n int) (uint64, int) {
	for ; n < len(s); n += 8 {
		to := t.pairs(rows, low, q, s[n:n+8])
		if t.uint64(stops)>>to&1 != 0 {
			if to != uint64(t.uint8(dead)) {
				to = q
			}
			return to, n
		}
		q = to
	}
	return q, n
}

// pairs makes a step for every two bytes; the classes of second bytes are behind those of first ones.
func (t *Touch) pairs(rows, low int, q uint64, s string) uint64 {
	for ; s != ""; s = s[2:] {
		c := t.uint8(low+int(s[0])) | t.uint8(low+256+int(s[1]))
		q = t.uint64(rows+8*c) >> q & 63
	}
	return q
}

func (t *Touch) both(q, u uint64, s string, n int) (uint64, uint64, int) {
	for ; n < len(s); n += 8 {
		x, y := q, u
		for i := n; i < n+8; i += 2 {
			c := t.uint16(t.block+hotBothLow+2*int(s[i])) + t.uint16(t.block+hotBothHigh+2*int(s[i+1]))
			x = t.uint64(t.block+hotRows+8*(c&255)) >> (x & 63) & 63
			y = t.uint64(t.block+hotTails+8*(c>>8)) >> (y & 63) & 63
		}
		far, farTail := t.stops(hotStops, x), t.stops(hotTailStops, y)
		if far || farTail {
			dead, tailDead := uint64(t.uint8(t.block+hotDead)), uint64(t.uint8(t.block+hotTailDead))
			if (x == dead || !far) && (y == tailDead || !farTail) {
				q = dead
			}
			return q, u, n
		}
		q, u = x, y
	}
	return q, u, n
}

func (t *Touch) resume(two int, s string, n int) bool {
	t.uint32(atMask)
	states := [maxStates]int{t.uint16(two), t.uint16(two + 2)}
	to, end := states, n
	if len(s)-n >= 8 && max(states[0], states[1]) < escape {
		if end = n + 8; len(s)-end >= 4 {
			end += 4
		}
		for i := range to {
			for _, b := range []byte(s[n:end]) {
				to[i] = t.row(to[i], b)
			}
		}
		if to == [maxStates]int{} {
			return false
		}
	}
	t.uint32(atBack)
	state := t.told(two, s[:n])
	if state == states[1] {
		to[0] = to[1]
	}
	if end > n && to[0] < escape {
		state, n = to[0], end
	}
	for stay := 8; ; stay *= 2 {
		var q, u uint64
		for placed := false; !placed; {
			end := min(n+stay+(len(s)-n)%8, len(s))
			if state = t.advance(state, s[n:end]); state == 0 {
				return false
			}
			if n = end; n == len(s) {
				return t.accepting(state)
			}
			q, u, placed = t.placeOf(state)
		}
		home := uint64(t.uint8(t.block + hotHome))
		q, u, end := t.both(q, u, s, n)
		switch {
		case end == len(s):
			return u == home && t.stops(hotAccepts, q)
		case q == uint64(t.uint8(t.block+hotDead)):
			return false
		case t.uint8(t.block+hotTells) == noByte:
			state = t.advance(state, s[n:end])
		default:
			state = t.told(t.statesAt(q, u), s[:end])
		}
		n = end
	}
}

func (t *Touch) statesAt(q, u uint64) int {
	at := t.uint32(t.block + hotPlaces)
	number := t.uint8(at+placesTail+int(u))*t.uint8(at+placesCount) + t.uint8(at+placesRank+int(q))
	return at + placesStates + 2*maxStates*number
}

func (t *Touch) told(two int, s string) int {
	without, with := t.uint16(two), t.uint16(two+2)
	switch {
	case with == without:
	case t.uint8(t.block+hotTells) == noByte:
		return t.advance(t.uint8(atStart), s)
	case strings.Contains(s, string(rune(t.uint8(t.block+hotTells)))):
		return with
	}
	return without
}

func (t *Touch) placeOf(state int) (place, tail uint64, ok bool) {
	at := t.uint32(t.block + hotPlaces)
	if state >= escape {
		return 0, 0, false
	}
	place, tail = uint64(t.uint8(at+placesOf+2*state)), uint64(t.uint8(at+placesOf+2*state+1))
	return place, tail, place != noPlace
}

func (t *Touch) accepting(q int) bool {
	return t.uint8(t.uint32(atAccept)+q>>3)>>(q&7)&1 != 0
}

// row is a step on rows.
func (t *Touch) row(q int, b byte) int {
	at := t.uint16(len(t.rule)-fromEnd+2*int(b)) & t.uint32(atMask)
	return t.uint8(at + q)
}

func (t *Touch) advance(q int, s string) int {
	for {
		if q < escape {
			to, n := t.near(q, s)
			if n == len(s) {
				return to
			}
			q, s = to, s[n:]
		}
		to, n := t.far(q, s)
		if n == len(s) {
			return to
		}
		q, s = to, s[n:]
	}
}

func (t *Touch) near(q int, s string) (to, n int) {
	for n < len(s) {
		to, end := q, len(s)
		if n < len(s)/8*8 {
			end = n + 8
		}
		for i := n; i < end; i++ {
			to = t.row(to, s[i])
		}
		if to == escape {
			return q, n
		}
		if q, n = to, end; q == 0 {
			return 0, len(s)
		}
	}
	return q, n
}

func (t *Touch) far(q int, s string) (to, n int) {
	for n < len(s) && (n < 64 || q >= escape) {
		if q = t.step(q, s[n]); q == 0 {
			return 0, len(s)
		}
		n++
	}
	return q, n
}

func (t *Touch) step(q int, b byte) int {
	first, at := t.uint8(atFirst), t.uint32(atWide)
	size := t.uint32(atStates) - first
	if q < first {
		return t.row(q, b)
	}
	class := t.uint8(len(t.rule) - fromEnd + 2*int(b) + 1)
	return t.uint16(at + 2*(class*size+q-first))
}
