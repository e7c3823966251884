package format

// SlotBits is the width in bits of the counter of a slot: seven counters fit a uint64.
const SlotBits = 9

// Labels are a view of the section of labels of a rule.
type Labels struct {
	Components int    // their number
	Slots      string // two bytes a slot: its first and its second component
	Shift      string // a byte a state: SlotBits times the number of its slot
}

// Labels returns the view.
func (t Table) Labels() Labels {
	at := t.Uint32(AtLabels)
	l := Labels{Components: int(t[at])}
	slots := int(t[at+1])
	at += 2
	for range l.Components {
		at += 4 + t.Uint16(at+2)
	}
	l.Slots = string(t[at : at+2*slots])
	l.Shift = string(t[at+2*slots : t.Uint32(AtWords)])
	return l
}

// Of returns the components of the slot of state q.
func (l *Labels) Of(q int) (first, second uint8) {
	slot := int(l.Shift[q] / SlotBits)
	return l.Slots[2*slot], l.Slots[2*slot+1]
}
