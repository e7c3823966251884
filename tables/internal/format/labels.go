package format

// SlotUnit is the factor by which a table multiplies the slot number of each state.
const SlotUnit = 9

// Labels is a view of the labels section of a rule.
type Labels struct {
	Components int    // the number of components
	Slots      string // two bytes per slot: its first and its second component
	slotOf     string // one byte per state: SlotUnit times its slot number
}

// Labels returns a view of the labels section. It requires the table of a rule that machine.Verify
// accepts.
func (t Table) Labels() Labels {
	at := t.Uint32(AtLabels)
	l := Labels{Components: int(t[at])}
	slots := int(t[at+1])
	at += 2
	for range l.Components {
		at += 4 + t.Uint16(at+2)
	}
	l.Slots = string(t[at : at+2*slots])
	l.slotOf = string(t[at+2*slots : t.Uint32(AtWords)])
	return l
}

// SlotOf returns the slot of state q.
func (l *Labels) SlotOf(q int) int { return int(l.slotOf[q] / SlotUnit) }

// Of returns the two components of state q's slot, which are equal if the slot has only one.
func (l *Labels) Of(q int) (first, second uint8) {
	slot := l.SlotOf(q)
	return l.Slots[2*slot], l.Slots[2*slot+1]
}
