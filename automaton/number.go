package automaton

import "encoding/binary"

// mergeClasses merges byte classes with equal columns and numbers the classes by their smallest
// byte.
func (d *DFA) mergeClasses() *DFA {
	merged := &DFA{accept: d.accept, start: d.start}
	column := make([]byte, 0, 4*d.NumStates())
	ids := map[string]uint8{}
	var old []int // by class of merged: a class of d merged into it
	var known [256]bool
	var as [256]uint8 // by class of d: its class in merged
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

// shareClasses returns an automaton in which bytes with equal columns share a class. It reads the
// table row by row, which suits large automata before minimization. It compares each column only
// with the first column of the same hash, so a few equal columns may remain in separate classes.
// The result takes over d's memory; on error, that memory is returned to the meter.
func (d *DFA) shareClasses(meter *Meter) (*DFA, error) {
	as, classes, err := d.alike(meter)
	size := int64(classes) * int64(d.NumStates()) * 4
	if err == nil && classes == d.classes {
		return d, nil
	}
	if err == nil {
		err = meter.spend(0, size)
	}
	if err != nil {
		meter.release(d.size())
		return nil, err
	}
	shared := &DFA{classes: classes, accept: d.accept, start: d.start, next: make([]StateID, 0, size/4)}
	ids, columns := make([]uint8, d.classes), make([]int, 0, classes)
	for c, first := range as {
		if first == c {
			ids[c] = uint8(len(columns))
			columns = append(columns, c)
		}
	}
	for b, c := range d.class {
		shared.class[b] = ids[as[c]]
	}
	for q := range d.accept {
		row := d.next[q*d.classes:][:d.classes]
		for _, c := range columns {
			shared.next = append(shared.next, row[c])
		}
	}
	meter.release(int64(len(d.next)) * 4)
	return shared, nil
}

// alike returns, for each class, the first class with the same hash if the two columns are equal,
// and otherwise the class itself. It also returns the number of distinct classes in the list.
func (d *DFA) alike(meter *Meter) (as []int, classes int, err error) {
	hash, first := make([]uint64, d.classes), map[uint64]int{}
	for q := range d.accept {
		for c, to := range d.next[q*d.classes:][:d.classes] {
			hash[c] = (hash[c] ^ uint64(to)) * 0x9E3779B97F4A7C15
			hash[c] ^= hash[c] >> 32
		}
		if err := meter.Work(int64(d.classes)); err != nil {
			return nil, 0, err
		}
	}
	as = make([]int, d.classes)
	for c, h := range hash {
		if _, ok := first[h]; !ok {
			first[h] = c
		}
		as[c] = first[h]
	}
	for q := range d.accept {
		row := d.next[q*d.classes:][:d.classes]
		for c, to := range row {
			if to != row[as[c]] {
				as[c] = c
			}
		}
	}
	for c := range as {
		if as[c] == c {
			classes++
		}
	}
	return as, classes, nil
}

// number removes unreachable states and numbers the others breadth first: the dead state is 0 and
// the start is 1.
func (d *DFA) number() *DFA {
	order := []StateID{Dead}
	ids := make([]StateID, d.NumStates()) // 0 for Dead and for unnumbered states
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
	numbered.next = make([]StateID, 0, len(order)*d.classes)
	for _, q := range order {
		numbered.accept = append(numbered.accept, d.accept[q])
		for c := range d.classes {
			numbered.next = append(numbered.next, ids[d.Next(q, c)])
		}
	}
	return numbered
}
