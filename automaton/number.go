package automaton

import "encoding/binary"

// mergeClasses gives bytes with equal columns one class, and numbers classes by their smallest
// byte.
func (d *DFA) mergeClasses() *DFA {
	merged := &DFA{accept: d.accept, start: d.start}
	column := make([]byte, 0, 4*d.NumStates())
	ids := map[string]uint8{}
	var old []int // a class of d for each class of merged
	var known [256]bool
	var as [256]uint8 // by known class of d
	for b, c := range d.class {
		if !known[c] {
			column = column[:0]
			for q := range d.accept {
				column = binary.LittleEndian.AppendUint32(column, uint32(d.Next(StateID(q), int(c))))
			}
			if _, ok := ids[string(column)]; !ok {
				ids[string(column)] = uint8(len(old))
				old = append(old, int(c))
			}
			known[c], as[c] = true, ids[string(column)]
		}
		merged.class[b] = as[c]
	}
	merged.classes = len(old)
	merged.next = make([]StateID, 0, len(d.accept)*len(old))
	for q := range d.accept {
		for _, c := range old {
			merged.next = append(merged.next, d.Next(StateID(q), c))
		}
	}
	return merged
}

// number drops unreachable states and numbers the others breadth first: the dead state 0, the start
// 1.
func (d *DFA) number() *DFA {
	order := []StateID{Dead}
	ids := make([]StateID, d.NumStates()) // 0 for Dead and for states without a number yet
	visit := func(q StateID) {
		if q != Dead && ids[q] == 0 {
			ids[q] = StateID(len(order))
			order = append(order, q)
		}
	}
	visit(d.start)
	for i := 1; i < len(order); i++ {
		for c := range d.classes {
			visit(d.Next(order[i], c))
		}
	}
	numbered := &DFA{class: d.class, classes: d.classes, start: ids[d.start]}
	for _, q := range order {
		numbered.accept = append(numbered.accept, d.accept[q])
		for c := range d.classes {
			numbered.next = append(numbered.next, ids[d.Next(q, c)])
		}
	}
	return numbered
}
