package machine

import (
	"errors"
	"fmt"
	"math/bits"

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
	return explore([]verification{{in: r.Start(), q: m.Start}}, r.symbols(m),
		func(v verification) error {
			if !r.Accepting(v.in) {
				return nil
			}
			if !m.Accept[v.q] {
				return errors.New("the regions accept it, and it is no member")
			}
			return v.verify(m)
		},
		func(v verification, b byte) (verification, bool, error) {
			if v.in = r.Step(v.in, b); v.in == (Shape{}) {
				return v, false, nil
			}
			v.q = m.after(v.q, int(b))
			if !r.Components {
				return v, true, nil
			}
			err := v.read(m, b)
			return v, true, err
		})
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
	err := explore([]verification{{in: r.Start(), q: m.Start}}, r.symbols(m),
		func(v verification) error {
			if !m.Accept[v.q] {
				return nil
			}
			return v.verify(m)
		},
		func(v verification, b byte) (verification, bool, error) {
			if v.q = m.after(v.q, int(b)); v.q == 0 {
				return v, false, nil
			}
			v.in.region = r.cutting(v.in.region, b)
			err := v.read(m, b)
			return v, true, err
		})
	if err != nil {
		return fmt.Errorf("the delimiters %w", err)
	}
	return nil
}

// symbols returns a byte of all bytes that neither the machine nor the shape tells apart.
func (r *Regions) symbols(m *Machine) []byte {
	type kind struct{ class, region, half, delimiter uint8 }
	return symbolsOf(func(b byte) kind {
		k := kind{class: m.Class[b], region: r.Class[b], half: b >> 7}
		if b == ':' || b == '/' || b == '?' || b == '#' {
			k.delimiter = b
		}
		return k
	})
}

// A verification is where a string of the shape leads: in the shape, in the machine, and in the
// claims about components.
type verification struct {
	in Shape
	q  uint16

	query  bool  // whether the query has begun
	head   uint8 // the slots, a bit each, of bytes that are of a scheme or of a path
	slash  uint8 // the slot of the slash after them plus 1, while it may be of a path or of an authority
	claims claims
}

// read takes the slot of v.q for the component that the shape gives to b, the byte before v.q.
func (v *verification) read(m *Machine, b byte) error {
	slot := m.SlotOf[v.q]
	if v.q == 0 || int(slot) >= len(m.Slots) {
		return fmt.Errorf("state %d is of no component", v.q)
	}
	switch v.in.region {
	case shapeScheme:
		v.head |= 1 << slot
	case shapeColon:
		v.settle(format.SchemeRegion)
		v.claims.add(slot, format.SchemeRegion)
	case shapeRoot, shapeSlash:
		v.settle(format.PathRegion)
		v.slash = slot + 1
	case shapeAuthority:
		v.settle(format.AuthorityRegion)
		v.claims.add(slot, format.AuthorityRegion)
	case shapePort:
		v.claims.add(slot, format.AuthorityRegion)
	case shapeFragment:
		v.settle(format.PathRegion)
		v.claims.add(slot, format.FragmentRegion)
	default:
		v.settle(format.PathRegion)
		component := format.PathRegion
		if v.query = v.query || b < 0x80 && m.Regions.Class[b]&EndPath != 0; v.query {
			component = format.QueryRegion
		}
		v.claims.add(slot, component)
	}
	return nil
}

// settle claims for a component the bytes whose component was not known until now.
func (v *verification) settle(component int) {
	for slot := range uint8(MaxSlots) {
		if v.head>>slot&1 != 0 || v.slash == slot+1 {
			v.claims.add(slot, component)
		}
	}
	v.head, v.slash = 0, 0
}

// verify checks the claims about a string that ends here.
func (v verification) verify(m *Machine) error {
	v.settle(format.PathRegion)
	return v.claims.verify(m)
}

// claims say to which components delimiters give the bytes of a string: bit MaxComponents*slot +
// component is set if that is so of a byte that leads to a state of the slot.
type claims uint64

// add claims a byte.
func (c *claims) add(slot uint8, component int) { *c |= 1 << (MaxComponents*int(slot) + component) }

// of returns the components of the bytes of a slot, a bit each.
func (c claims) of(slot int) uint8 { return uint8(c >> (MaxComponents * slot)) }

// verify checks that the labels deal every byte to the component that is claimed, see [Slot].
func (c claims) verify(m *Machine) error {
	sole := uint8(0) // the components that have a byte of a slot alone, a bit each
	for slot, s := range m.Slots {
		if s.First == s.Second && c.of(slot) != 0 {
			sole |= 1 << s.First
		}
	}
	for slot, s := range m.Slots {
		component := s.Second
		if sole>>s.First&1 != 0 {
			component = s.First
		}
		if wrong := c.of(slot) &^ (1 << component); wrong != 0 {
			return fmt.Errorf("the labels give a byte of component %d to component %d",
				bits.TrailingZeros8(wrong), component)
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
	everyByte := symbolsOf(func(b byte) byte { return b })
	return explore([]pair{{q: m.Start}}, everyByte,
		func(p pair) error {
			if p.tail > 0 && m.Accept[p.q] {
				return fmt.Errorf("state %d accepts inside a sequence of UTF-8", p.q)
			}
			return nil
		},
		func(p pair, b byte) (to pair, ok bool, err error) {
			to = pair{q: m.after(p.q, int(b)), fragment: p.fragment}
			if to.q == 0 {
				return to, false, nil
			}
			ok = true
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
				return to, false, fmt.Errorf("byte %#02x may follow on state %d", b, p.q)
			}
			if to.tail == 0 {
				to.low, to.top = 0, 0
			}
			return to, true, nil
		})
}
