package machine

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/irilex/iri/tables/internal/format"
)

// This file proves that region kernels and delimiters agree with the machine.
//
// Idea. explore (explore.go) walks the machine in parallel with a small automaton. For kernels, the
// small automaton is Shape (shape.go), which does the kernel's work byte by byte. For delimiters,
// it is Regions.cutting. The small automaton assigns a component to each byte, and claims record
// these components by slot (see [Slot]). At the end of a string, the labels of the machine must
// assign the same components to its bytes.
//
// Requires and returns. VerifyRegions requires a machine that passes the earlier checks in
// Machine.verify, including Machine.fits. VerifyRegions itself calls Regions.fits. Its error quotes
// an offending string, or names an offending byte or condition.
//
// Cost. One step per symbol for each reachable combination of a state, a Shape and claims.
//
// Tested against: twins.Proved, which uses regular expressions for the shape.

// VerifyRegions checks that every string with the shape is a member and that kernels do not reject
// any member. If Regions.Components is true, it checks that the regions of these strings are their
// components. If Regions.Cuts is true, it checks that delimiters split every member into its
// components. Its error names an offending string or byte. If m has no regions, VerifyRegions
// returns nil.
func (m *Machine) VerifyRegions() error {
	r := m.Regions
	if r == nil {
		return nil
	}
	if r.Components && (len(m.Components) < format.FragmentRegion || len(m.SlotOf) == 0) {
		return fmt.Errorf("a hierarchical identifier does not have these %d components", len(m.Components))
	}
	for _, check := range []func() error{r.fits, m.verifyRejections, m.verifyCuts} {
		if err := check(); err != nil {
			return err
		}
	}
	return m.verifyClaims(
		func(v verification) bool { return r.Accepting(v.in) },
		func(v verification, b byte) Shape { return r.Step(v.in, b) })
}

// verifyCuts checks that delimiters split every member into its components, if Regions.Cuts is
// true. Its error names a byte whose class does not fit the delimiters "?" and "#", or quotes a
// member that delimiters split differently.
func (m *Machine) verifyCuts() error {
	r := m.Regions
	if !r.Cuts {
		return nil
	}
	if !r.Components {
		return errors.New("regions with Cuts need Components")
	}
	for b := range 0x80 {
		c, ends := r.Class[b], b == '?' || b == '#'
		if ends && c != 0 && c&EndPath == 0 || !ends && c&EndPath != 0 {
			return fmt.Errorf("byte %#02x: only ? and # have the class EndPath", b)
		}
	}
	return m.verifyClaims(
		func(v verification) bool { return m.Accept[v.q] },
		func(v verification, b byte) (to Shape) {
			if m.after(v.q, int(b)) != 0 {
				to.region = r.cutting(v.in.region, b)
			}
			return to
		})
}

// verifyClaims walks all strings. step returns the Shape after a byte. The walk skips strings that
// lead to the dead Shape, Shape{}. ends reports whether verifyClaims must check the string read so
// far. The checked string must be a member. If Regions.Components is true, the labels must also
// assign its bytes to the same components as the claims do. Otherwise the error quotes the string.
func (m *Machine) verifyClaims(ends func(verification) bool, step func(verification, byte) Shape) error {
	return explore(verification{in: m.Regions.Start(), q: m.Start}, m.symbols(ofASCII, ":/?#"),
		func(v verification) error {
			switch {
			case !ends(v):
				return nil
			case !m.Accept[v.q]:
				return errors.New("the regions accept it, but it is not a member")
			}
			v.settle(format.PathRegion)
			return v.claims.verify(m)
		},
		func(v verification, b byte) (to verification, ok bool, err error) {
			to = v
			if to.in = step(v, b); to.in == (Shape{}) {
				return to, false, nil
			}
			if to.q = m.after(v.q, int(b)); m.Regions.Components {
				err = to.read(m, b)
			}
			return to, true, err
		})
}

// A verification describes a walk after the bytes read so far: the Shape, the state q of the
// machine, and the claims about the components of these bytes.
type verification struct {
	in Shape
	q  uint16

	query   bool  // whether the query has begun
	pending uint8 // a bit set: the slots of the bytes whose component depends on a later byte
	claims  claims
}

// read records the component of b in v.claims. The byte b led to the Shape v.in, whose region
// determines the component, and to the state v.q. If only a later byte can determine the component,
// read records the slot of b in v.pending. For example, the "a" in `a/b` could be a scheme until
// the "/" is read. read returns an error if v.q has no slot.
func (v *verification) read(m *Machine, b byte) error {
	slot, component := m.SlotOf[v.q], format.PathRegion
	if v.q == 0 || int(slot) >= len(m.Slots) {
		return fmt.Errorf("state %d belongs to no component", v.q)
	}
	switch v.in.region {
	case shapeScheme, shapeRoot, shapeSlash:
		v.pending |= 1 << slot
		return nil
	case shapeColon:
		component = format.SchemeRegion
	case shapeAuthority, shapePort:
		component = format.AuthorityRegion
	}
	v.settle(component)
	v.query = v.query || b < 0x80 && m.Regions.Class[b]&EndPath != 0
	switch {
	case v.in.region == shapeFragment:
		component = format.FragmentRegion
	case v.query:
		component = format.QueryRegion
	}
	v.claims.add(slot, component)
	return nil
}

// settle records the component of the pending bytes in v.claims and clears v.pending.
func (v *verification) settle(component int) {
	for slot := range uint8(MaxSlots) {
		if v.pending>>slot&1 != 0 {
			v.claims.add(slot, component)
		}
	}
	v.pending = 0
}

// claims record which components a small automaton assigns to the bytes of a string. Bit
// MaxComponents*slot + component is set if the automaton assigned some byte to this component and
// the byte led the machine to a state with this slot.
type claims uint64

// add records that a byte in the component led to a state with the slot.
func (c *claims) add(slot uint8, component int) { *c |= 1 << (MaxComponents*int(slot) + component) }

// of returns a bit set of the components of all bytes that led to states with the slot.
func (c claims) of(slot int) uint8 { return uint8(c >> (MaxComponents * slot)) }

// verify checks that the labels of m assign every byte to the same component as the claims do. If a
// slot names two components, the rule in [Slot] determines which component the labels choose. The
// error names the two components that differ.
func (c claims) verify(m *Machine) error {
	sole := uint8(0) // a bit set: the components with a byte whose slot names no other component
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
			return fmt.Errorf("the labels assign a byte of component %d to component %d",
				bits.TrailingZeros8(wrong), component)
		}
	}
	return nil
}

// verifyRejections checks that kernels do not reject any member. Kernels reject a string that
// contains a byte below 0x80 of class 0, so no member may contain such a byte. If Regions.Strict is
// true, kernels also reject strings that lack the form checked by verifyForm, so every member must
// have this form. The error names an offending byte or string.
func (m *Machine) verifyRejections() error {
	for q := range m.States() {
		for b := range 0x80 {
			if m.Regions.Class[b] == 0 && m.after(uint16(q), b) != 0 {
				return fmt.Errorf("byte %#02x has class 0, but can occur after state %d", b, q)
			}
		}
	}
	if m.Regions.Strict {
		return m.verifyForm(m.Regions)
	}
	return nil
}

// verifyForm checks the form of members: every member must be UTF-8, and states inside a UTF-8
// sequence must have a nil list in Expect. If r is not nil, each pct-encoding must have two hex
// digits, and a member may contain at most one fragment delimiter. verifyForm walks m in parallel
// with a small automaton for strings of this form. Its error quotes a string that lacks the form.
func (m *Machine) verifyForm(r *Regions) error {
	type pair struct {
		q         uint16
		hex, tail int   // number of remaining bytes in a pct-encoding or in a UTF-8 sequence
		low, top  uint8 // minimum and maximum next byte of the sequence
		fragment  bool
	}
	return explore(pair{q: m.Start}, m.symbols(ofUTF8, ""),
		func(p pair) error {
			switch {
			case p.hex+p.tail > 0 && m.Accept[p.q]:
				return fmt.Errorf("state %d accepts inside a pct-encoding or a UTF-8 sequence", p.q)
			case p.tail > 0 && m.Expect[p.q] != nil:
				return fmt.Errorf("state %d has words inside a UTF-8 sequence", p.q)
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
			case p.hex > 0:
				ok = b < 0x80 && r.Class[b]&HexDigit != 0
				to.hex = p.hex - 1
			case p.tail > 0:
				ok = p.low <= b && b <= p.top
				to.tail, to.low, to.top = p.tail-1, 0x80, 0xBF
			case b >= 0x80:
				to.tail, to.low, to.top = utf8Lead(b)
				ok = to.tail > 0
			case r == nil:
			case r.Class[b] == InAuthority|InBody:
				to.hex = 2
			case r.Class[b] == EndPath:
				ok, to.fragment = !p.fragment, true
			}
			if !ok {
				err = fmt.Errorf("byte %#02x can follow state %d", b, p.q)
			}
			return to, true, err
		})
}

// Byte borders. Each border is the first byte of a new range. UTF-8 treats all bytes in a range of
// ofUTF8 alike: either all occur at the same positions in well-formed sequences, or none occurs at
// all.
const (
	ofASCII = "\x80"
	ofUTF8  = "\x80\x90\xA0\xC0\xC2\xE0\xE1\xED\xEE\xF0\xF1\xF4\xF5"
)

// symbols returns the smallest byte of each kind. Two bytes are of the same kind if they are in the
// same class of the machine and in the same class of the regions, and no border separates them.
// Each byte in delimiters is a separate kind. A walk does not distinguish bytes of the same kind,
// so a walk over the symbols covers all bytes.
func (m *Machine) symbols(borders, delimiters string) (symbols []byte) {
	type kind struct {
		class, region uint8
		borders       int // the number of borders up to the byte
		delimiter     int
	}
	seen, passed := map[kind]bool{}, 0
	for i := range 256 {
		b := byte(i)
		if strings.IndexByte(borders, b) >= 0 {
			passed++
		}
		k := kind{class: m.Class[b], borders: passed, delimiter: strings.IndexByte(delimiters, b)}
		if m.Regions != nil {
			k.region = m.Regions.Class[b]
		}
		if !seen[k] {
			seen[k] = true
			symbols = append(symbols, b)
		}
	}
	return symbols
}
