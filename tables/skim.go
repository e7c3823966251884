package tables

// A long string that stays in one state for most of its length, the data of a "data:" URI in a
// rule that has no regions, need not be walked. When a walk has come to a state, the set
// of bytes on which that state stays is read off the rows, at the cost of some hundred bytes
// walked, and a kernel finds the end of the run. That no table holds these sets makes every
// table smaller and costs what only pays for runs of several hundred bytes: which is what
// strings are asked for first.
const (
	longString = 1024 // bytes; shorter ones are walked as they are
	longRun    = 256  // bytes that must be left for the set to be worth its price
	probe      = 32   // bytes to walk before a run is looked for
)

// skim decides about a long string, or gives up, ok false, when runs are too short: what is
// walked between them, at several cycles a byte, must stay a small part.
func (r Rule) skim(s string) (valid, ok bool) {
	if !r.whole() {
		return false, true
	}
	var set set128
	known, q, n := -1, int(r[atStart]), 0
	for walked := 0; len(s)-n >= longRun; walked += probe {
		if walked > 2*probe+n/16 {
			return false, false
		}
		q = r.advance(q, s[n:n+probe])
		n += probe
		if q == 0 {
			return false, true
		}
		if q < escape {
			if q != known {
				set, known = r.stays(uint8(q)), q
			}
			n += stay(&set, s[n:])
		}
	}
	return r.accepting(r.advance(q, s[n:])), true
}

// stays returns the bytes below 0x80 that lead from a state that rows know to itself; r must be whole.
func (r Rule) stays(q uint8) (set set128) {
	p := r.plain()
	for b := range uint8(0x80) {
		if p.row(b)[q] == q {
			set.add(b)
		}
	}
	return set
}
