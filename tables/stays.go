package tables

// A long run is a stretch of a string on which the walk stays in one state: the text of a
// "data:" URI, a literal of N-Triples. A walk takes a step for each byte of it, a kernel looks
// at 64 or 128 at once and asks only whether all of them are in the set on which the state
// stays. It is worth a call when the run is long, and never for the components of an
// everyday URL, each of which would cost a branch that is predicted wrong.

// A set128 is a set of the bytes of one half, below 0x80 or from there on, in the form in
// which a shuffle of bytes looks them up by their lower four bits: bit h of byte l stands for
// h<<4|l.
type set128 [16]uint8

// add puts a byte of the half into the set.
func (s *set128) add(b uint8) { s[b&15] |= 1 << (b >> 4 & 7) }

// has reports whether a byte of the half is in the set.
func (s *set128) has(b uint8) bool { return s[b&15]>>(b>>4&7)&1 != 0 }

// stayed returns how many bytes s begins with that are below 0x80 and in the set: the twin
// of the kernels, and what does their work where there are none.
func (s *set128) stayed(text string) int {
	for i := range len(text) {
		if b := text[i]; b >= 0x80 || !s.has(b) {
			return i
		}
	}
	return len(text)
}
