package certificate

// points returns the term that matches the UTF-8 sequences of the code points in ranges (RFC 3629,
// section 3). Code points from D800 to DFFF and values above 10FFFF have no UTF-8 sequence.
func (t *Terms) points(ranges []Range) Term {
	// The code points whose sequences are 1, 2, 3 and 4 bytes long, and the lead byte whose payload
	// bits are zero.
	forms := []struct {
		lo, hi rune
		lead   int
		tails  int
	}{
		{0x00, 0x7F, 0x00, 0},
		{0x80, 0x7FF, 0xC0, 1},
		{0x800, 0xD7FF, 0xE0, 2},
		{0xE000, 0xFFFF, 0xE0, 2},
		{0x10000, 0x10FFFF, 0xF0, 3},
	}
	var terms []Term
	for _, r := range ranges {
		for _, f := range forms {
			if lo, hi := max(r.Lo, f.lo), min(r.Hi, f.hi); lo <= hi {
				terms = append(terms, t.sixes(int(lo), int(hi), f.lead, f.tails))
			}
		}
	}
	return t.alt(terms...)
}

// sixes returns the term that matches the numbers from lo to hi in base 64. A number is a lead
// byte, which is the sum of base and the first digit, followed by tails bytes of six bits each.
// Tested against: unicode/utf8 (TestPoints).
func (t *Terms) sixes(lo, hi, base, tails int) Term {
	const tail = 0x80
	if tails == 0 {
		return t.set(span(base+lo, base+hi), Empty)
	}
	unit := 1 << (6 * tails)
	first, last := lo/unit, hi/unit
	if first == last {
		return t.set(span(base+first, base+first), t.sixes(lo%unit, hi%unit, tail, tails-1))
	}
	return t.alt(
		t.set(span(base+first, base+first), t.sixes(lo%unit, unit-1, tail, tails-1)),
		t.set(span(base+first+1, base+last-1), t.sixes(0, unit-1, tail, tails-1)),
		t.set(span(base+last, base+last), t.sixes(0, hi%unit, tail, tails-1)),
	)
}
