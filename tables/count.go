package tables

import "unsafe"

// This file counts the bytes of components on shift rows: what shift.go does for a verdict,
// with rows that tell all states apart, for a path is walked as a query is and yet is none.
//
// Each place says by how much a byte that leads there counts in the register of slots, so a
// byte costs a shift and an addition, and no branch and no store. These rows are of
// single bytes, for of a pair both bytes count. At the end the register has the lengths of
// the components side by side.
//
// Storing the end of the component at every byte costs twice as much, and a branch where a
// component changes costs more than the counting of a whole URL.

const (
	// countChunk is how many bytes fit the register, in whole blocks of eight.
	countChunk = chunk &^ 7

	highBits = 0x8080808080808080
)

// lengths returns the lengths of the components of s side by side, if s is a member. Where there
// are no rows that count, or s is longer than the register counts, that is unsettled.
func (r Rule) lengths(s string) (lengths uint64, verdict uint8) {
	rows := r.countRows()
	if rows == nil || len(s) > countChunk {
		return 0, unsettled
	}
	q, lengths, n := count(rows, 0, s, 0)
	if n < len(s) {
		if lengths, verdict = r.countOn(rows, q, lengths, s, n); verdict != member {
			return 0, verdict
		}
	} else if *(*uint64)(unsafe.Add(rows, countsAccepts))>>(q&63)&1 == 0 {
		return 0, nonMember
	}
	return dealOut(rows, lengths), member
}

// countOn counts the bytes of a string that the register can count, of which the first n are
// counted already and lead to the place q, and the eight behind them away from it.
func (r Rule) countOn(rows unsafe.Pointer, q, packed uint64, s string, n int) (uint64, uint8) {
	hot := r.shiftRows()
	home := uint64(*(*uint8)(unsafe.Add(hot, hotHome)))
	u := home
	if n > 0 && *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))&highBits != 0 {
		var more uint64
		q, u, more, n = countBoth(rows, hot, q, u, s, n)
		packed += more
	}
	ok := u == home && *(*uint64)(unsafe.Add(rows, countsAccepts))>>(q&63)&1 != 0
	if n < len(s) {
		packed, ok = r.countFar(rows, q, u, packed, s, n, true, nil)
	}
	if !ok {
		return 0, nonMember
	}
	return packed, member
}

// countAll adds how many bytes of s each slot has to counts, and says whether s is a member;
// unsettled, where there are no rows that count.
func (r Rule) countAll(s string, counts *slotCounts) (verdict uint8) {
	rows := r.countRows()
	if rows == nil {
		return unsettled
	}
	home := uint64(*(*uint8)(unsafe.Add(r.shiftRows(), hotHome)))
	if _, ok := r.countFar(rows, 0, home, 0, s, 0, false, counts); !ok {
		return nonMember
	}
	return member
}

// countFar counts the bytes of each slot in s, and reports whether s is a member. The first n
// bytes are counted and lead to the places q and u; escaped says that those behind them lead
// to the escape. The sum is in the register unless there are counts to add to.
//
// What shift rows do not know is done on the plain engine, a block at first. A walk that
// escapes again and again would be done twice, so each escape keeps it on the plain engine
// for twice as long as the last one.
func (r Rule) countFar(rows unsafe.Pointer, q, u, packed uint64, s string, n int, escaped bool, counts *slotCounts) (uint64, bool) {
	if !r.whole() {
		return 0, false
	}
	hot := r.shiftRows()
	home := uint64(*(*uint8)(unsafe.Add(hot, hotHome)))
	state, known := int(r[atStart]), 0 // the state after so many bytes
	var more uint64
	for stay := 8; ; escaped = true {
		if escaped {
			switch {
			case n == known:
			case u != home: // inside a character
				state = r.advance(state, s[known:n])
			default:
				state = int(*(*uint16)(unsafe.Add(rows, countsStates+2*int(q&63))))
			}
			for placed := false; !placed; stay = min(2*stay, countChunk) {
				end := min(n+stay, len(s))
				if n == 0 { // as count does, so that whole blocks are left
					end = (len(s)-1)&7 + 1
				}
				more, state = r.countFew(rows, state, s[n:end])
				packed = counts.take(packed + more)
				if n = end; state == 0 || n == len(s) {
					return packed, r.accepting(state)
				}
				if state < escape {
					q = uint64(*(*uint8)(unsafe.Add(rows, countsPlaces+state)))
					placed = q != noPlace
				}
			}
			known, u = n, home
		}
		for from := -1; n > from; { // as far as rows lead
			if from = n; u == home {
				q, more, n = count(rows, q, s, n)
				packed = counts.take(packed + more)
			}
			if n > 0 && n < len(s) && (u != home || *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))&highBits != 0) {
				q, u, more, n = countBoth(rows, hot, q, u, s, n)
				packed = counts.take(packed + more)
			}
			if n == len(s) {
				return packed, u == home && *(*uint64)(unsafe.Add(rows, countsAccepts))>>(q&63)&1 != 0
			}
		}
	}
}

// countFew counts a few bytes on the plain engine, from a state on.
func (r Rule) countFew(rows unsafe.Pointer, from int, s string) (packed uint64, q int) {
	if from < escape {
		p, q := r.plain(), uint8(from)
		for i := 0; i < len(s); i++ {
			q = p.row(s[i])[q]
			packed += 1 << (*(*uint8)(unsafe.Add(rows, countsShifts+int(q))) & 63)
		}
		if q != escape {
			return packed, int(q)
		}
	}
	v := r.split()
	return v.countChunk(from, s)
}

// countRows returns the section of counts, nil when there is none.
func (r Rule) countRows() unsafe.Pointer {
	hot := r.shiftRows()
	if hot == nil {
		return nil
	}
	at := uint(*(*uint32)(unsafe.Add(hot, hotCounts)))
	if at == 0 || at > uint(len(r)-countsSize) {
		return nil
	}
	return unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), at)
}

// dealOut is deal in the register: it empties the slots of two components.
func dealOut(rows unsafe.Pointer, lengths uint64) uint64 {
	twos, sole := uint(*(*uint8)(unsafe.Add(rows, countsTwos))), lengths&*(*uint64)(unsafe.Add(rows, countsSole))
	dealt := sole
	for i := range min(twos, MaxSlots) {
		two := (*[3]uint8)(unsafe.Add(rows, countsTwos+1+3*i))
		to := two[2]
		if sole>>(two[1]&63)&chunk != 0 {
			to = two[1]
		}
		dealt += lengths >> (two[0] & 63) & chunk << (to & 63)
	}
	return dealt
}

// count walks s from n on, from the place q, on the rows that count. It returns the place and
// the counts after n bytes: all, or as many as there were when eight more led to the escape,
// or had a byte over 0x7F among them, or would be too many to count. From the beginning on,
// where n is 0, the first block has 1 to 8 bytes, and q does not matter.
func count(rows unsafe.Pointer, q uint64, s string, n int) (_, packed uint64, _ int) {
	p := unsafe.Pointer(unsafe.StringData(s))
	stops := *(*uint64)(unsafe.Add(rows, countsStops))
	row, slot := (*[256]uint64)(unsafe.Add(rows, countsRows)), (*[64]uint64)(unsafe.Add(rows, countsSlots))
	end := len(s)
	if n == 0 {
		q = uint64(*(*uint8)(unsafe.Add(rows, countsFirst)))
		var w uint64 // the first block, 1 to 8 bytes with NULs in front of them, if there is one
		first := (len(s)-1)&7 + 1
		switch {
		case len(s) >= 8:
			w = *(*uint64)(p) << (-uint(8*len(s)) & 63)
		case len(s) >= 4:
			w = uint64(*(*uint32)(p))<<(uint(64-8*first)&63) | uint64(*(*uint32)(unsafe.Add(p, first-4)))<<32
		case len(s) > 0:
			middle, last := *(*uint8)(unsafe.Add(p, first/2)), *(*uint8)(unsafe.Add(p, first-1))
			w = uint64(*(*uint8)(p))<<(uint(64-8*first)&63) | uint64(middle)<<(uint(64-8*first+first/2*8)&63) | uint64(last)<<56
		default:
			return q, 0, 0
		}
		if w&highBits != 0 || *(*uint8)(p) == 0 {
			return q, 0, 0
		}
		x := row[uint8(w)] >> (q & 63)
		packed = slot[x&63]
		x = row[uint8(w>>8)] >> (x & 63)
		packed += slot[x&63]
		x = row[uint8(w>>16)] >> (x & 63)
		packed += slot[x&63]
		x = row[uint8(w>>24)] >> (x & 63)
		packed += slot[x&63]
		x = row[uint8(w>>32)] >> (x & 63)
		packed += slot[x&63]
		x = row[uint8(w>>40)] >> (x & 63)
		packed += slot[x&63]
		x = row[uint8(w>>48)] >> (x & 63)
		packed += slot[x&63]
		x = row[w>>56] >> (x & 63)
		packed += slot[x&63]
		if stops>>(x&63)&1 != 0 {
			return q, 0, 0
		}
		q, n = x, first
	}
	end = min(end, n+countChunk-8)
	for ; n < end; n += 8 {
		b := (*[8]uint8)(unsafe.Add(p, n))
		if *(*uint64)(unsafe.Pointer(b))&highBits != 0 {
			break
		}
		sum := packed
		x := row[b[0]] >> (q & 63)
		sum += slot[x&63]
		x = row[b[1]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[2]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[3]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[4]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[5]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[6]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[7]] >> (x & 63)
		sum += slot[x&63]
		if stops>>(x&63)&1 != 0 {
			break
		}
		q, packed = x, sum
	}
	return q & 63, packed, n
}

// countBoth is count from n on, with bytes over 0x7F too, as both is shift: u is the place in tails.
func countBoth(rows, hot unsafe.Pointer, q, u uint64, s string, n int) (_, _, packed uint64, _ int) {
	end := min(len(s), n+countChunk)
	row, slot := (*[256]uint64)(unsafe.Add(rows, countsRows)), (*[64]uint64)(unsafe.Add(rows, countsSlots))
	tails, low, high := (*[256]uint64)(unsafe.Add(hot, hotTails)), (*[256]uint16)(unsafe.Add(hot, hotBothLow)), (*[256]uint16)(unsafe.Add(hot, hotBothHigh))
	for ; n < end; n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		y := tails[(low[b[0]]+high[b[1]])>>8] >> (u & 63)
		y = tails[(low[b[2]]+high[b[3]])>>8] >> (y & 63)
		y = tails[(low[b[4]]+high[b[5]])>>8] >> (y & 63)
		y = tails[(low[b[6]]+high[b[7]])>>8] >> (y & 63)
		if *(*uint64)(unsafe.Add(hot, hotTailStops))>>(y&63)&1 != 0 {
			break
		}
		x := row[b[0]] >> (q & 63)
		sum := packed + slot[x&63]
		x = row[b[1]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[2]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[3]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[4]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[5]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[6]] >> (x & 63)
		sum += slot[x&63]
		x = row[b[7]] >> (x & 63)
		sum += slot[x&63]
		if *(*uint64)(unsafe.Add(rows, countsStops))>>(x&63)&1 != 0 {
			break
		}
		q, u, packed = x, y, sum
	}
	return q & 63, u & 63, packed, n
}
