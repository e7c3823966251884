package tables

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// Regions are what the region kernel (simd_amd64.s) knows of a rule: of each byte, in which
// regions of the shape of a hierarchical identifier it may stand. The shape is
//
//	scheme ":" [ "//" authority [ ":" port ] ] rest [ "#" fragment ]
//
// where an authority ends before the first byte that cannot be in one, and the rest is a
// path with or without a query: what tells them apart does not matter for membership. The
// kernel looks at 64 bytes at a time and makes no step from byte to byte, so it can know no
// more than what a mask of 64 bits says, and where that does not settle it a string goes the
// way of all strings. So whatever the kernel accepts must be a member, and what it refuses
// must be none: [Rule.Verify] proves both, on the automaton that step is.
//
// Nothing is read into the bytes but this: a delimiter of the shape is the byte that it is
// called by; a byte over 0x7F is part of a UTF-8 sequence.
type Regions struct {
	Class [256]uint8 // of each byte; what the bits mean differs below and above 0x80

	// Opaque is whether something else than "//" may follow the colon.
	Opaque bool

	// Components is whether the first components of the rule are the scheme, with the colon;
	// the authority, with the slashes; the path; the query; and the fragment.
	Components bool

	// Strict is whether a string is no member when an escape begins in it that is none, when
	// there are two delimiters of fragments, or when it is not well-formed UTF-8. (When it has
	// a byte of class 0, it never is.)
	Strict bool
}

// The bits of the class of a byte below 0x80.
const (
	InScheme    = 1 << iota // may stand in a scheme behind its first byte
	InAuthority             // in an authority; without Plain: begins an escape there and elsewhere
	InBody                  // does not end an authority, nor a port
	InPort                  // in a port
	HexDigit                // behind an escape byte
	BeginScheme             // may be the first of a scheme
	EndPath                 // begins a query or a fragment
	Plain                   // may stand anywhere behind the authority

	// Sometimes, alone, is a byte that is of no region and may stand somewhere in a member. A byte of
	// class 0 stands in no member.
	Sometimes = BeginScheme
)

// A byte that is InAuthority and not Plain begins an escape of three bytes ("%"), one that
// is EndPath and not Plain begins the fragment ("#").

// The bits of the class of a byte from 0x80 on.
const (
	Continues     = 1 << iota // 80 to BF
	ContinuesHigh             // A0 to BF
	Leads                     // one that continues must follow
	LeadsTwo                  // another one must follow that
	LeadsHigh                 // the next one must be from A0 to BF
	LeadsLow                  // the next one must be from 80 to 9F
)

// The section of a table that holds regions. It may begin at any offset.
const (
	regionsClass  = 0   // 256 bytes: Class
	regionsFlags  = 256 // 1 byte: 1 if Opaque, 2 if Components, 4 if Strict; then padding
	regionsSets   = 272 // 16 bytes for each bit of setBits: a set of 128 bytes as set128 has it
	regionsLength = regionsSets + 16*(8+6)

	flagOpaque, flagComponents, flagRefuse = 1, 2, 4
)

// What a kernel can say.
const (
	unknown = iota
	inLanguage
	notInLanguage
)

// set returns the bytes of a half whose class has a bit.
func (r *Regions) set(half int, bit uint8) (s set128) {
	for b := range 128 {
		if r.Class[half+b]&bit != 0 {
			s.add(uint8(b))
		}
	}
	return s
}

// encode returns the section.
func (r *Regions) encode() []byte {
	out := make([]byte, regionsSets, regionsLength)
	copy(out, r.Class[:])
	if r.Opaque {
		out[regionsFlags] |= flagOpaque
	}
	if r.Components {
		out[regionsFlags] |= flagComponents
	}
	if r.Strict {
		out[regionsFlags] |= flagRefuse
	}
	for bit := range 8 {
		s := r.set(0, 1<<bit)
		out = append(out, s[:]...)
	}
	for bit := range 6 {
		s := r.set(128, 1<<bit)
		out = append(out, s[:]...)
	}
	return out
}

// decodeRegions is the inverse of encode, for as many bytes as encode makes.
func decodeRegions(section string) *Regions {
	if len(section) < regionsLength {
		return nil
	}
	r := &Regions{Opaque: section[regionsFlags]&flagOpaque != 0, Components: section[regionsFlags]&flagComponents != 0, Strict: section[regionsFlags]&flagRefuse != 0}
	copy(r.Class[:], section)
	return r
}

// regions returns the section of a table, nil when there is none.
func (r Rule) regions() *uint8 {
	if at := r.regionsAt(); at > 0 {
		return (*uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), at))
	}
	return nil
}

// areComponents reports whether regions, a section or nil, are the components of the rule.
func areComponents(regions *uint8) bool {
	return regions != nil && *(*uint8)(unsafe.Add(unsafe.Pointer(regions), regionsFlags))&flagComponents != 0
}

// regionsAt returns where the section is, 0 when there is none.
func (r Rule) regionsAt() int {
	if len(r) < atRows+fromEnd+regionsLength || r[atHot]&hasRegions == 0 {
		return 0
	}
	return max(0, len(r)-fromEnd-regionsLength-hotSize*int(r[atHot]&hasHot))
}

// regions reads the classes; that all the rest follows from them is seen by encoding again.
func (d *decoder) regions() {
	if d.at = d.rule.regionsAt(); d.at > 0 {
		d.m.Regions = decodeRegions(d.bytes(regionsLength))
	}
}

// splitRest deals what comes behind the authority of a string of the shape to the path, the
// query and the fragment.
func (x *Extents) splitRest(s string) {
	rest := s[x[schemeRegion]+x[authorityRegion]:]
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		x[fragmentRegion] = len(rest) - i
		rest = rest[:i]
	}
	x[pathRegion] = len(rest)
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		x[queryRegion] = len(rest) - i
		x[pathRegion] = i
	}
}

// fits reports what the kernel takes for granted of the classes.
func (r *Regions) fits() error {
	for i, c := range r.Class {
		b := byte(i)
		switch {
		case b >= 0x80:
			continues, high := c&Continues != 0, c&ContinuesHigh != 0
			if continues != (b <= 0xBF) || high != (0xA0 <= b && b <= 0xBF) || b <= 0xBF && c > Continues|ContinuesHigh {
				return fmt.Errorf("byte %#02x continues a sequence, or does not, against UTF-8", b)
			}
			if c > 0 && c&Leads == 0 && !continues || c >= LeadsLow<<1 {
				return fmt.Errorf("byte %#02x has the class %#02x", b, c)
			}
		case c&Plain == 0 && c&^HexDigit != 0 && c != InAuthority|InBody && c != EndPath && c != Sometimes:
			return fmt.Errorf("byte %#02x has the class %#02x, and may not stand everywhere", b, c)
		case c&BeginScheme != 0 && c&InScheme == 0 && c != Sometimes:
			return fmt.Errorf("byte %#02x begins a scheme and cannot stand in one", b)
		}
	}
	for _, b := range ":/" {
		if r.Class[b]&Plain == 0 {
			return fmt.Errorf("the delimiter %q may not stand everywhere", b)
		}
	}
	if r.Class[0] != 0 { // it is what the kernel sees behind the end
		return errors.New("the byte 0 may stand somewhere")
	}
	if r.Class[':']&InScheme != 0 {
		return errors.New("a colon does not end a scheme")
	}
	return nil
}

// A shape is where in the shape a walk is: the state of a small automaton that says byte for
// byte what the kernel says in masks. It is the kernel's twin and what proofs walk.
type shape struct{ region, pending uint8 }

// The regions, in the order in which they follow each other.
const (
	shapeDead = iota
	shapeStart
	shapeScheme
	shapeColon // behind the colon
	shapeSlash // behind "/" behind the colon
	shapeAuthority
	shapePort
	shapeRest
	shapeFragment
)

// What a sequence of several bytes still needs.
const (
	pendingNone = iota
	pendingHexHex
	pendingHex
	pendingTail
	pendingHigh
	pendingLow
	pendingTailTail
	pendingHighTail
	pendingLowTail
)

// step returns where a walk is after one more byte.
func (r *Regions) step(q shape, b uint8) shape {
	if q.pending != pendingNone {
		return r.continued(q, b)
	}
	c := r.Class[b]
	if b >= 0x80 {
		c = 0
	}
	switch q.region {
	case shapeStart:
		if c&BeginScheme != 0 && c != Sometimes {
			return shape{shapeScheme, pendingNone}
		}
	case shapeScheme:
		switch {
		case c&InScheme != 0:
			return q
		case b == ':':
			return shape{shapeColon, pendingNone}
		}
	case shapeColon:
		if b == '/' {
			return shape{shapeSlash, pendingNone}
		}
		return r.opaque(b)
	case shapeSlash:
		if b == '/' {
			return shape{shapeAuthority, pendingNone}
		}
		return r.opaque(b)
	case shapeAuthority:
		switch {
		case c&InAuthority != 0, b >= 0x80:
			return r.body(q.region, b)
		case c&InBody == 0:
			return r.body(shapeRest, b)
		case b == ':':
			return shape{shapePort, pendingNone}
		}
	case shapePort:
		switch {
		case c&InPort != 0:
			return q
		case c&InBody == 0 && b < 0x80:
			return r.body(shapeRest, b)
		}
	case shapeRest, shapeFragment:
		return r.body(q.region, b)
	}
	return shape{}
}

func (r *Regions) opaque(b uint8) shape {
	if !r.Opaque {
		return shape{}
	}
	return r.body(shapeRest, b)
}

// body reads what may stand in a region, or begins the fragment.
func (r *Regions) body(region, b uint8) shape {
	c := r.Class[b]
	switch {
	case b >= 0x80 && c&Leads != 0:
		pending := uint8(pendingTail)
		switch {
		case c&LeadsHigh != 0 && c&LeadsLow != 0:
			return shape{}
		case c&LeadsHigh != 0:
			pending = pendingHigh
		case c&LeadsLow != 0:
			pending = pendingLow
		}
		if c&LeadsTwo != 0 {
			pending += pendingTailTail - pendingTail
		}
		return shape{region, pending}
	case b >= 0x80:
	case c&Plain != 0:
		return shape{region, pendingNone}
	case c&InAuthority != 0:
		return shape{region, pendingHexHex}
	case c&EndPath != 0 && region != shapeFragment:
		return shape{shapeFragment, pendingNone}
	}
	return shape{}
}

// continued reads on in a sequence.
func (r *Regions) continued(q shape, b uint8) shape {
	c := r.Class[b]
	if q.pending <= pendingHex {
		if b >= 0x80 || c&HexDigit == 0 {
			return shape{}
		}
		return shape{q.region, (q.pending + 1) % (pendingHex + 1)}
	}
	if b < 0x80 || c&Continues == 0 {
		return shape{}
	}
	high := c&ContinuesHigh != 0
	switch q.pending {
	case pendingHigh, pendingHighTail:
		if !high {
			return shape{}
		}
	case pendingLow, pendingLowTail:
		if high {
			return shape{}
		}
	}
	if q.pending < pendingTailTail {
		return shape{q.region, pendingNone}
	}
	return shape{q.region, pendingTail}
}

// accepting reports whether the shape may end here.
func (r *Regions) accepting(q shape) bool {
	switch q.region {
	case shapeColon, shapeSlash:
		return r.Opaque
	case shapeAuthority, shapePort, shapeRest, shapeFragment:
		return q.pending == pendingNone
	}
	return false
}

// Accepts reports whether s is of the shape: what the kernel says, said slowly.
func (r *Regions) Accepts(s string) bool {
	q := shape{shapeStart, pendingNone}
	for i := 0; i < len(s) && q != (shape{}); i++ {
		q = r.step(q, s[i])
	}
	return r.accepting(q)
}

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
	if r.Components && (len(m.Components) < fragmentRegion || len(m.SlotOf) == 0) {
		return fmt.Errorf("the %d components are not those of a hierarchical identifier", len(m.Components))
	}
	if err := m.verifyRefusals(); err != nil {
		return err
	}
	start := verification{in: shape{shapeStart, pendingNone}, q: m.Start}
	seen, queue, symbols := verified{start: {}}, []verification{start}, r.symbols(m)
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		if r.accepting(v.in) {
			if err := v.accept(m); err != nil {
				return fmt.Errorf("of %q: %w", seen.way(v), err)
			}
		}
		for _, b := range symbols {
			to := v
			if to.in = r.step(v.in, b); to.in == (shape{}) {
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
		if b == ':' || b == '/' {
			k.delimiter = b
		}
		if !seen[k] {
			seen[k] = true
			symbols = append(symbols, b)
		}
	}
	return symbols
}

// The regions that can be components, in the order in which a rule has to have these.
const (
	schemeRegion = iota
	authorityRegion
	pathRegion
	queryRegion
	fragmentRegion
)

// A verification is what a string of the shape leads to.
type verification struct {
	in shape
	q  uint16

	// What is known of components, where a slot may stand for two: see [Slot].
	query  bool  // whether the query has begun
	slash  uint8 // the slot of the slash behind the colon, and one, as long as it may be of a path or an authority
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
	if v.slash > 0 {
		region := pathRegion
		if v.in.region == shapeAuthority {
			region = authorityRegion
		}
		if err := v.claim(m, v.slash-1, region); err != nil {
			return err
		}
		v.slash = 0
	}
	switch v.in.region {
	case shapeScheme, shapeColon:
		return v.claim(m, slot, schemeRegion)
	case shapeSlash:
		v.slash = slot + 1
		return nil
	case shapeAuthority, shapePort:
		return v.claim(m, slot, authorityRegion)
	case shapeFragment:
		return v.claim(m, slot, fragmentRegion)
	}
	if v.query = v.query || b < 0x80 && m.Regions.Class[b]&EndPath != 0; v.query {
		return v.claim(m, slot, queryRegion)
	}
	return v.claim(m, slot, pathRegion)
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
	if v.slash > 0 {
		if err := v.claim(m, v.slash-1, pathRegion); err != nil {
			return err
		}
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

// utf8Lead returns how many bytes must follow a byte that begins a sequence, and from where
// to where the next of them may be (RFC 3629, section 4); no bytes when it begins none.
func utf8Lead(b uint8) (tail int, low, high uint8) {
	switch {
	case 0xC2 <= b && b <= 0xDF:
		return 1, 0x80, 0xBF
	case b == 0xE0:
		return 2, 0xA0, 0xBF
	case b == 0xED:
		return 2, 0x80, 0x9F
	case 0xE1 <= b && b <= 0xEF:
		return 2, 0x80, 0xBF
	case b == 0xF0:
		return 3, 0x90, 0xBF
	case b == 0xF4:
		return 3, 0x80, 0x8F
	case 0xF1 <= b && b <= 0xF3:
		return 3, 0x80, 0xBF
	}
	return 0, 0, 0
}
