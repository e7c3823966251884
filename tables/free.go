package tables

import "slices"

// This file finds where a string need not be walked; verdict.go makes use of it.
//
// A set of bytes of ASCII is free at a state, if all strings of these bytes lead from there to
// accepting states, the empty string and the longest ones too. Most strings are a few bytes that
// matter, of a scheme and of what introduces a host, and then, to the end, bytes that are free:
// in RFC 3987 those of unreserved and sub-delims, "/" and "?" in a host, and ":" and "@" as well
// from the path on. Whether all of many bytes are in a set is an OR of a word for each of them,
// with a bit for each set that it is not in: two or three instructions a byte that wait for
// nothing, where a walk takes four or five that wait for each other.
//
// Two more bytes are of a set, on a condition that is looked at only when there is one: that
// which begins an escape of three bytes ("%"), if two digits are behind it; and one that leads to
// where the set without it is free ("#"), if it is the only one.
//
// Most bytes are in all sets. Two runs of these, one of them in both cases of letters, are found in long strings
// by arithmetic on eight bytes at a time, without a word for each.
//
// All that is a property of the automaton, and follows from it: nothing here is chosen.

// freeSets are the sets that are free at states of a machine.
type freeSets struct {
	m      *Machine
	bit    map[freeSet]uint8
	escape uint8 // a byte that begins an escape, noByte if there is none
	once   uint8 // a byte that may stand in a set once, noByte if there is none
}

// A freeSet is a set, and whether the byte that begins an escape is of it on that condition, and
// that which may stand there once.
type freeSet struct {
	bytes        [128]bool
	escape, once bool
}

// noByte is over all of ASCII.
const noByte = 0xFF

// The bits of a word. What is not one of these is that of a set: a byte that is not in it has the bit.
const (
	neverBit  = 0 // a byte that is in no member
	endsBit   = 1 // one that ends a path: [Regions.Cuts]
	escapeBit = 2 // one that begins an escape
	onceBit   = 3 // one that may stand there once
	firstSet  = 4
	wordBits  = 8
	all       = ^uint32(0)
	noSet     = 31 // in no word, but in what they are ORed to: the set of places at which none is free
)

// The section of free sets, in the block of the shift rows.
const (
	freeAt     = 0               // 64 × uint8, by place: the bit of the set that is free there
	freeWords  = 64              // 128 × uint8, by byte
	freeBits   = freeWords + 128 // uint8: the bits of all sets
	freeEscape = freeBits + 1    // uint8: the byte that begins an escape
	freeOnce   = freeBits + 2    // uint8: the byte that may stand there once
	freeRuns   = freeBits + 3    // 4 × uint8: two runs of bytes with a word of 0, as [freeSets.runs] returns them
	freeSize   = freeBits + 8

	eachCase = ('a' ^ 'A') * ones // what letters of ASCII differ by
)

// free returns the section.
func (s *steps) free() []byte {
	f, at := s.findFree()
	var sets uint8
	for _, bit := range f.bit {
		sets |= 1 << bit
	}
	section := append(make([]byte, 0, freeSize), at[:]...)
	for b := range 128 {
		section = append(section, f.word(b))
	}
	section = append(section, sets, f.escape, f.once)
	runs := f.runs()
	return append(section, runs[:]...)[:freeSize]
}

// runs returns the longest run of bytes that have a word of 0 in both cases (bit 5 set, and not),
// third and fourth, and in front of it the longest of the others. Of each it is what must be added
// to a byte for its high bit to be set from the first of the run on, and behind the last; both 0 if there is none.
//
// For RFC 3987 these are letters, and from "&" to "9": all of base64 but what ends it.
func (f *freeSets) runs() (runs [4]uint8) {
	if len(f.bit) == 0 {
		return runs
	}
	const folds = 'a' ^ 'A'
	in := func(b int) bool { return f.word(b) == 0 }
	both := longestRun(func(b int) bool { return b&folds != 0 && in(b) && in(b^folds) })
	folded := func(b int) bool { return both[0] <= b|folds && b|folds < both[1] }
	one := longestRun(func(b int) bool { return in(b) && !folded(b) })
	for i, end := range []int{one[0], one[1], both[0], both[1]} {
		runs[i] = uint8(0x80 - end)
	}
	if one[0] == one[1] {
		runs[0], runs[1] = 0, 0
	}
	if both[0] == both[1] {
		runs[2], runs[3] = 0, 0
	}
	return runs
}

// longestRun returns where the longest run in ASCII begins and ends, the first if there are several; it is empty if there is none.
func longestRun(in func(b int) bool) (run [2]int) {
	from := 0
	for b := range 128 {
		if !in(b) {
			from = b + 1
		} else if b+1-from > run[1]-run[0] {
			run = [2]int{from, b + 1}
		}
	}
	return run
}

// findFree returns the sets, and by place the bit of that which is free there.
func (s *steps) findFree() (f *freeSets, at [64]byte) {
	f = &freeSets{m: s.m, bit: map[freeSet]uint8{}, escape: noByte, once: noByte}
	for i := range at {
		at[i] = noSet
	}
	for i, p := range s.hot {
		if states := s.states[[2]uint8{uint8(first + i), first}]; i > 0 && len(states) > 0 {
			at[p.At&63] = f.of(states)
		}
	}
	for set, bit := range f.bit { // a byte on a condition is in none without it
		if f.escape != noByte && set.bytes[f.escape] != set.escape || f.once != noByte && set.bytes[f.once] != set.once {
			delete(f.bit, set)
			for i := range at {
				if at[i] == bit {
					at[i] = noSet
				}
			}
		}
	}
	return f, at
}

// of returns the bit of the set that is free at all of the states.
func (f *freeSets) of(states []uint16) uint8 {
	set, ok := f.free(states[0])
	for _, q := range states[1:] {
		if other, _ := f.free(q); other != set {
			ok = false
		}
	}
	if _, known := f.bit[set]; !known && ok {
		if len(f.bit) == wordBits-firstSet {
			return noSet
		}
		f.bit[set] = firstSet + uint8(len(f.bit))
	}
	if !ok {
		return noSet
	}
	return f.bit[set]
}

// word returns the word of a byte.
func (f *freeSets) word(b int) (word uint8) {
	word = 1 << neverBit
	for q := range f.m.States() {
		if f.m.after(uint16(q), b) != 0 {
			word = 0
		}
	}
	if r := f.m.Regions; r != nil && r.Cuts && r.Class[b]&EndPath != 0 {
		word |= 1 << endsBit
	}
	if b == int(f.escape) {
		word |= 1 << escapeBit
	}
	if b == int(f.once) {
		word |= 1 << onceBit
	}
	for set, bit := range f.bit {
		if !set.bytes[b] {
			word |= 1 << bit
		}
	}
	return word
}

// free returns a set that is free at a state: the bytes that lead from it to itself, and one
// class of bytes after the other with which that is still so. ok is false if there is none.
func (f *freeSets) free(q uint16) (set freeSet, ok bool) {
	if !f.m.Accept[q] {
		return set, false
	}
	in, tried := make([]bool, f.m.Count), make([]bool, f.m.Count)
	for b := range set.bytes {
		if f.m.after(q, b) == q {
			in[f.m.Class[b]], tried[f.m.Class[b]] = true, true
		}
	}
	for b := range set.bytes {
		if c := f.m.Class[b]; !tried[c] {
			tried[c], in[c] = true, true
			in[c] = f.stays(q, in) != nil
		}
		set.bytes[b] = in[f.m.Class[b]]
		ok = ok || set.bytes[b]
	}
	if ok {
		met := f.stays(q, in)
		set.escape = f.take(&set, &f.escape, func(b int) bool { return f.beginsEscape(b, met) })
		set.once = f.take(&set, &f.once, func(b int) bool { return f.isOnce(b, set.escape, met, in) })
	}
	return set, ok
}

// take adds to a set the byte that fits, if there is one, and it is the one that is known if one is.
func (f *freeSets) take(set *freeSet, known *uint8, fits func(b int) bool) bool {
	for b := range set.bytes {
		if !set.bytes[b] && (*known == noByte || b == int(*known)) && fits(b) {
			*known, set.bytes[b] = uint8(b), true
			return true
		}
	}
	return false
}

// maxFree is the most states that a string of free bytes may go through. A path leads to a
// query, and a host to both.
const maxFree = 8

// stays returns the states to which strings of ASCII of these classes lead from q, itself first;
// nil if one of them does not accept, or if there are more than maxFree.
func (f *freeSets) stays(q uint16, in []bool) (met []uint16) {
	met = []uint16{q}
	for i := 0; i < len(met); i++ {
		if !f.m.Accept[met[i]] {
			return nil
		}
		for b := range 128 {
			if to := f.m.after(met[i], b); in[f.m.Class[b]] && !slices.Contains(met, to) {
				if len(met) == maxFree {
					return nil
				}
				met = append(met, to)
			}
		}
	}
	return met
}

// beginsEscape reports whether b and two hexadecimal digits lead from each of the states to one
// of them, and b and anything else of ASCII to the dead state, or the end to no member.
func (f *freeSets) beginsEscape(b int, met []uint16) bool {
	for _, q := range met {
		begun := f.m.after(q, b)
		if begun == 0 || f.m.Accept[begun] {
			return false
		}
		for i := range 128 {
			half := f.m.after(begun, i)
			if isHex := hexDigits(uint64(i))>>7&1 != 0; isHex != (half != 0) || f.m.Accept[half] {
				return false
			}
			for j := range 128 {
				to := f.m.after(half, j)
				if isHex := hexDigits(uint64(j))>>7&1 != 0; half != 0 && (isHex != (to != 0) || isHex && !slices.Contains(met, to)) {
					return false
				}
			}
		}
	}
	return true
}

// isOnce reports whether b leads from each of the states to one at which the classes in are
// free, with escapes if that is said, and from where on b is dead.
func (f *freeSets) isOnce(b int, escapes bool, met []uint16, in []bool) bool {
	for _, q := range met {
		behind := f.stays(f.m.after(q, b), in)
		if behind == nil || escapes && !f.beginsEscape(int(f.escape), behind) {
			return false
		}
		for _, q := range behind {
			if f.m.after(q, b) != 0 {
				return false
			}
		}
	}
	return true
}
