package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// This file proves what the region kernel takes for granted of a rule.

// VerifyRegions checks that every string of the shape is a member, and, if that is said, that
// the regions are the components of the rule. It walks everything that a string of the
// shape can lead to: a state of the shape, one of the machine, and what is known of
// components. Without regions there is nothing to check.
func (m *Machine) VerifyRegions() error {
	r := m.Regions
	if r == nil {
		return nil
	}
	if err := r.fits(); err != nil {
		return err
	}
	if r.Components && (len(m.Components) < format.FragmentRegion || len(m.SlotOf) == 0) {
		return fmt.Errorf("the %d components are not those of a hierarchical identifier", len(m.Components))
	}
	if err := m.verifyRefusals(); err != nil {
		return err
	}
	if err := m.verifyCuts(); err != nil {
		return err
	}
	start := verification{in: Shape{shapeStart, pendingNone}, q: m.Start}
	seen, queue, symbols := verified{start: {}}, []verification{start}, r.symbols(m)
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		if r.Accepting(v.in) {
			if err := v.accept(m); err != nil {
				return fmt.Errorf("of %q: %w", seen.way(v), err)
			}
		}
		for _, b := range symbols {
			to := v
			if to.in = r.Step(v.in, b); to.in == (Shape{}) {
				continue
			}
			to.q = m.Next[int(v.q)*m.Count+int(m.Class[b])]
			if r.Components {
				if err := to.read(m, b); err != nil {
					return fmt.Errorf("of %q: %w", append(seen.way(v), b), err)
				}
			}
			if _, ok := seen[to]; !ok {
				seen[to] = verifiedStep{v, b}
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// verifyCuts checks that the delimiters cut every member into its components.
func (m *Machine) verifyCuts() error {
	r := m.Regions
	if !r.Cuts {
		return nil
	}
	if !r.Components {
		return errors.New("delimiters cut what are no components")
	}
	for b := range 0x80 {
		c, ends := r.Class[b], b == '?' || b == '#'
		if ends && c != 0 && c&EndPath == 0 || !ends && c&EndPath != 0 {
			return fmt.Errorf("byte %#02x ends a path, or does not, against the delimiters", b)
		}
	}
	start := verification{in: Shape{shapeStart, pendingNone}, q: m.Start}
	seen, queue, symbols := verified{start: {}}, []verification{start}, r.symbols(m)
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		if m.Accept[v.q] {
			if err := v.accept(m); err != nil {
				return fmt.Errorf("the delimiters of %q: %w", seen.way(v), err)
			}
		}
		for _, b := range symbols {
			to := v
			if to.q = m.Next[int(v.q)*m.Count+int(m.Class[b])]; to.q == 0 {
				continue
			}
			to.in.region = r.cutting(v.in.region, b)
			if err := to.read(m, b); err != nil {
				return fmt.Errorf("the delimiters of %q: %w", append(seen.way(v), b), err)
			}
			if _, ok := seen[to]; !ok {
				seen[to] = verifiedStep{v, b}
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// verified has how each verification was come to first. To keep the strings themselves would
// take the square of the longest.
type verified map[verification]verifiedStep

type verifiedStep struct {
	before verification
	b      byte
}

// way returns the bytes that led to a verification.
func (seen verified) way(v verification) (way []byte) {
	for step := seen[v]; step.before != (verification{}); step = seen[v] {
		way = append(way, step.b)
		v = step.before
	}
	slices.Reverse(way)
	return way
}

// symbols are a byte of all those that neither the machine nor the shape tells apart.
func (r *Regions) symbols(m *Machine) (symbols []byte) {
	type kind struct{ class, region, half, delimiter uint8 }
	seen := map[kind]bool{}
	for i := range 256 {
		b := byte(i)
		k := kind{class: m.Class[b], region: r.Class[b], half: b >> 7}
		if b == ':' || b == '/' || b == '?' || b == '#' {
			k.delimiter = b
		}
		if !seen[k] {
			seen[k] = true
			symbols = append(symbols, b)
		}
	}
	return symbols
}

// A verification is what a string of the shape leads to.
type verification struct {
	in Shape
	q  uint16

	// What is known of components, where a slot may stand for two: see [Slot].
	query  bool  // whether the query has begun
	head   uint8 // the slots, a bit each, of what may be of a scheme or a path
	slash  uint8 // the slot of the slash before those, and one, as long as it may be of a path or an authority
	sole   uint8 // by component: whether a slot said it alone
	first  uint8 // by slot: whether a byte has to be of its first component,
	second uint8 // and of its second
}

// read takes the slot of a byte, which led to v.q, for what the shape says.
func (v *verification) read(m *Machine, b byte) error {
	slot := m.SlotOf[v.q]
	if v.q == 0 || int(slot) >= len(m.Slots) {
		return fmt.Errorf("state %d is of no component", v.q)
	}
	if v.in.region == shapeScheme {
		v.head |= 1 << slot
		return nil
	}
	of := format.PathRegion
	switch v.in.region {
	case shapeColon:
		of = format.SchemeRegion
	case shapeAuthority:
		of = format.AuthorityRegion
	}
	if err := v.settle(m, of); err != nil {
		return err
	}
	switch v.in.region {
	case shapeColon:
		return v.claim(m, slot, format.SchemeRegion)
	case shapeRoot, shapeSlash:
		v.slash = slot + 1
		return nil
	case shapeAuthority, shapePort:
		return v.claim(m, slot, format.AuthorityRegion)
	case shapeFragment:
		return v.claim(m, slot, format.FragmentRegion)
	}
	if v.query = v.query || b < 0x80 && m.Regions.Class[b]&EndPath != 0; v.query {
		return v.claim(m, slot, format.QueryRegion)
	}
	return v.claim(m, slot, format.PathRegion)
}

// settle notes of what component that is which was not known until now.
func (v *verification) settle(m *Machine, component int) error {
	for slot := range uint8(len(m.Slots)) {
		if v.head>>slot&1 != 0 || v.slash == slot+1 {
			if err := v.claim(m, slot, component); err != nil {
				return err
			}
		}
	}
	v.head, v.slash = 0, 0
	return nil
}

// claim notes that a byte of a slot is of a component.
func (v *verification) claim(m *Machine, slot uint8, component int) error {
	s := m.Slots[slot]
	switch {
	case s.First == component && s.Second == component:
		v.sole |= 1 << component
	case s.First == component:
		v.first |= 1 << slot
	case s.Second == component:
		v.second |= 1 << slot
	default:
		return fmt.Errorf("region %d is component %d or %d", component, s.First, s.Second)
	}
	return nil
}

// accept checks what can be said of a string only when all of it is read.
func (v verification) accept(m *Machine) error {
	if !m.Accept[v.q] {
		return errors.New("the regions accept it, and it is no member")
	}
	if err := v.settle(m, format.PathRegion); err != nil {
		return err
	}
	for slot, s := range m.Slots {
		if sole := v.sole>>s.First&1 != 0; v.first>>slot&1 != 0 && !sole || v.second>>slot&1 != 0 && sole {
			return fmt.Errorf("slot %d is of the other component", slot)
		}
	}
	return nil
}

// verifyRefusals checks that what kernels refuse is in no member.
func (m *Machine) verifyRefusals() error {
	r := m.Regions
	for q := range m.States() {
		for b := range 0x80 {
			first := m.next(q, int(m.Class[b]))
			switch c := r.Class[b]; {
			case c == 0 && first != 0:
				return fmt.Errorf("byte %#02x may stand somewhere, from state %d on", b, q)
			case c == InAuthority|InBody && r.Strict && first != 0:
				if m.Accept[first] {
					return fmt.Errorf("an escape may end behind its first byte, in state %d", first)
				}
				for digit := range 256 {
					second := m.next(first, int(m.Class[digit]))
					hex := digit < 0x80 && r.Class[digit]&HexDigit != 0
					if second != 0 && (!hex || m.Accept[second]) {
						return fmt.Errorf("byte %#02x may stand in an escape, or end it, in state %d", digit, first)
					}
					for last := range 256 {
						hex := last < 0x80 && r.Class[last]&HexDigit != 0
						if !hex && m.next(second, int(m.Class[last])) != 0 {
							return fmt.Errorf("byte %#02x may end an escape, in state %d", last, second)
						}
					}
				}
			}
		}
	}
	if r.Strict {
		return m.verifyStrict()
	}
	return nil
}

// verifyStrict checks that members are well-formed UTF-8 and have at most one delimiter of a
// fragment: it walks m beside an automaton that says so.
func (m *Machine) verifyStrict() error {
	type pair struct {
		q        uint16
		tail     int // the bytes that must continue a sequence, and in low and high what the next may be
		low, top uint8
		fragment bool
	}
	start := pair{q: m.Start}
	seen, queue := map[pair]bool{start: true}, []pair{start}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if p.tail > 0 && m.Accept[p.q] {
			return fmt.Errorf("state %d accepts inside a sequence of UTF-8", p.q)
		}
		for i := range 256 {
			b := byte(i)
			to := pair{q: uint16(m.next(int(p.q), int(m.Class[b]))), fragment: p.fragment}
			if to.q == 0 {
				continue
			}
			ok := true
			switch {
			case p.tail > 0:
				ok = p.low <= b && b <= p.top
				to.tail, to.low, to.top = p.tail-1, 0x80, 0xBF
			case b < 0x80:
				if m.Regions.Class[b] == EndPath {
					ok, to.fragment = !p.fragment, true
				}
			default:
				to.tail, to.low, to.top = utf8Lead(b)
				ok = to.tail > 0
			}
			if !ok {
				return fmt.Errorf("byte %#02x may follow on state %d", b, p.q)
			}
			if to.tail == 0 {
				to.low, to.top = 0, 0
			}
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return nil
}
