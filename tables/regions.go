package tables

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"
)

// Regions are what the region kernel (simd_amd64.s) knows of a rule: of each byte, in which
// regions of the shape of a hierarchical identifier it may stand. The shape is
//
//	[ scheme ":" ] [ "//" authority [ ":" port ] ] rest [ "#" fragment ]
//
// where an authority ends before the first byte that cannot be in one, and the rest is a
// path with or without a query: what tells them apart does not matter for membership. Without a
// scheme no colon may stand in the first segment of the path (RFC 3986, section 4.2). The
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

	// Relative is whether there may be no scheme; then Opaque is true, too.
	Relative bool

	// Components is whether the first components of the rule are the scheme, with the colon;
	// the authority, with the slashes; the path; the query; and the fragment.
	Components bool

	// Cuts is whether these are, of every member and not only of those of the shape, what lies
	// between the delimiters (cuts.go). Then Components is true, too.
	Cuts bool

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
	Leads                     // one byte that continues must follow
	LeadsTwo                  // another one must follow after that
	LeadsHigh                 // the next one must be from A0 to BF
	LeadsLow                  // the next one must be from 80 to 9F
	LeadsThree                // three bytes that continue must follow; without Leads and LeadsTwo
	LeadsWide                 // the next one must be from 90 to BF

	// The bits of leads of four bytes have another meaning in bytes that continue. No plane of
	// ucschar (RFC 3987, section 2.2) has its last two code points. Their third byte is BF and their
	// fourth BE or BF. One bit serves for both bytes: a sequence of four bytes is undecided when its
	// third and its fourth byte both are ContinuesLast, as in four code points of 4096.
	ContinuesLast   = LeadsThree // BE and BF
	ContinuesLowest = LeadsWide  // 80 to 8F
)

// continuing returns the class of a byte from 80 to BF.
func continuing(b uint8) uint8 {
	switch {
	case b >= 0xBE:
		return Continues | ContinuesHigh | ContinuesLast
	case b >= 0xA0:
		return Continues | ContinuesHigh
	case b < 0x90:
		return Continues | ContinuesLowest
	}
	return Continues
}

// The section of a table that holds regions. It may begin at any offset.
const (
	regionsClass  = 0   // 256 bytes: Class
	regionsFlags  = 256 // 1 byte: the flags
	regionsEscape = 257 // 1 byte: that one; then padding
	regionsSets   = 272 // 16 bytes for each bit of setBits: a set of 128 bytes as set128 has it
	regionsLength = regionsSets + 16*(8+8)

	flagOpaque, flagComponents, flagRefuse, flagRelative, flagCuts, flagEscapes = 1, 2, 4, 8, 16, 32
)

// A set128 is a set of the bytes of one half, below 0x80 or from there on, as a shuffle of bytes
// looks them up by their lower four bits: bit h of byte l stands for h<<4|l.
type set128 [16]uint8

// add puts a byte of the half into the set.
func (s *set128) add(b uint8) { s[b&15] |= 1 << (b >> 4 & 7) }

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

// escape returns the byte that begins an escape, if it is one.
func (r *Regions) escape() (begins uint8, ok bool) {
	n := 0
	for b := range uint8(0x80) {
		if r.Class[b]&(InAuthority|Plain) == InAuthority {
			begins = b
			n++
		}
	}
	return begins, n == 1
}

// flags returns the flags in the header of a table with the regions.
func (r *Regions) flags() (flags uint8) {
	flags = hasRegions
	if r.Cuts {
		flags |= hasCuts
		if r.Relative {
			flags |= hasRelative
		}
	}
	return flags
}

// encode returns the section; nil for no regions.
func (r *Regions) encode() []byte {
	if r == nil {
		return nil
	}
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
	if r.Relative {
		out[regionsFlags] |= flagRelative
	}
	if r.Cuts {
		out[regionsFlags] |= flagCuts
	}
	if b, ok := r.escape(); ok {
		out[regionsFlags] |= flagEscapes
		out[regionsEscape] = b
	}
	for bit := range 8 {
		s := r.set(0, 1<<bit)
		out = append(out, s[:]...)
	}
	for bit := range 8 {
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
	flags := section[regionsFlags]
	r := &Regions{
		Opaque: flags&flagOpaque != 0, Relative: flags&flagRelative != 0,
		Components: flags&flagComponents != 0, Cuts: flags&flagCuts != 0, Strict: flags&flagRefuse != 0,
	}
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

// regionsAt returns where the section is, 0 when there is none: next to the classes, so that a
// walk need not load its offset.
func (r Rule) regionsAt() int {
	if len(r) < atRows+fromEnd+regionsLength || r[atFlags]&hasRegions == 0 {
		return 0
	}
	return len(r) - fromEnd - regionsLength
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
	scheme := x[schemeRegion]
	x.takeRest(cutRest(s, scheme, scheme+x[authorityRegion]), len(s))
}

// takeRest takes these three, of a string of n bytes.
func (x *Extents) takeRest(e Ends, n int) {
	x[pathRegion], x[queryRegion], x[fragmentRegion] = e.Path-e.Authority, e.Query-e.Path, n-e.Query
}

// fits reports what the kernel takes for granted of the classes.
func (r *Regions) fits() error {
	for i, c := range r.Class {
		b := byte(i)
		switch {
		case b >= 0xC0:
			if c != 0 && !slices.Contains(leadClasses(b), c) {
				return fmt.Errorf("byte %#02x has the class %#02x", b, c)
			}
		case b >= 0x80:
			if c != continuing(b) {
				return fmt.Errorf("byte %#02x continues a sequence, or does not, against UTF-8", b)
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
	if r.Relative && !r.Opaque {
		return errors.New("a path may stand alone, and not behind a scheme")
	}
	return nil
}

// leadClasses returns the classes that UTF-8 allows for the first byte of a sequence.
func leadClasses(b uint8) []uint8 {
	const two = Leads | LeadsTwo
	switch tail, _, _ := utf8Lead(b); tail {
	case 1:
		return []uint8{Leads, Leads | LeadsHigh, Leads | LeadsLow}
	case 2:
		return []uint8{two, two | LeadsHigh, two | LeadsLow}
	case 3:
		return []uint8{LeadsThree, LeadsThree | LeadsWide, LeadsThree | LeadsLow}
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
	shapeScheme  // or the first segment of a path, without a scheme
	shapeSegment // which it is for sure
	shapeRoot    // behind "/" at the beginning
	shapeColon   // behind the colon
	shapeSlash   // behind "/" behind the colon
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
	pendingThree
	pendingLowThree
	pendingWideThree
	pendingThird  // of four
	pendingFourth // after a third byte that is ContinuesLast: one that is not
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
		switch {
		case c&BeginScheme != 0 && c != Sometimes:
			return shape{shapeScheme, pendingNone}
		case r.Relative && b == '/':
			return shape{shapeRoot, pendingNone}
		}
		return r.segment(b)
	case shapeScheme:
		switch {
		case c&InScheme != 0:
			return q
		case b == ':':
			return shape{shapeColon, pendingNone}
		}
		return r.segment(b)
	case shapeSegment:
		return r.segment(b)
	case shapeRoot, shapeColon, shapeSlash:
		switch {
		case b == '/' && q.region == shapeColon:
			return shape{shapeSlash, pendingNone}
		case b == '/':
			return shape{shapeAuthority, pendingNone}
		case q.region == shapeRoot:
			return r.body(shapeRest, b)
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

// segment reads on in the first segment of a string without a scheme.
func (r *Regions) segment(b uint8) shape {
	switch {
	case !r.Relative || b == ':':
		return shape{}
	case b == '/' || b < 0x80 && r.Class[b]&EndPath != 0:
		return r.body(shapeRest, b)
	}
	return r.body(shapeSegment, b)
}

// body reads what may stand in a region, or begins the fragment.
func (r *Regions) body(region, b uint8) shape {
	c := r.Class[b]
	switch {
	case b >= 0xC0:
		return r.lead(region, c)
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

// lead returns where a walk is after a byte from C0 on, of class c.
func (r *Regions) lead(region, c uint8) shape {
	switch c {
	case Leads:
		return shape{region, pendingTail}
	case Leads | LeadsHigh:
		return shape{region, pendingHigh}
	case Leads | LeadsLow:
		return shape{region, pendingLow}
	case Leads | LeadsTwo:
		return shape{region, pendingTailTail}
	case Leads | LeadsTwo | LeadsHigh:
		return shape{region, pendingHighTail}
	case Leads | LeadsTwo | LeadsLow:
		return shape{region, pendingLowTail}
	case LeadsThree:
		return shape{region, pendingThree}
	case LeadsThree | LeadsLow:
		return shape{region, pendingLowThree}
	case LeadsThree | LeadsWide:
		return shape{region, pendingWideThree}
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
	high, last := c&ContinuesHigh != 0, c&ContinuesLast != 0
	switch q.pending {
	case pendingHigh, pendingHighTail:
		if !high {
			return shape{}
		}
	case pendingLow, pendingLowTail, pendingLowThree:
		if high {
			return shape{}
		}
	case pendingWideThree:
		if c&ContinuesLowest != 0 {
			return shape{}
		}
	case pendingThird:
		if last {
			return shape{q.region, pendingFourth}
		}
		return shape{q.region, pendingTail}
	case pendingFourth:
		if last {
			return shape{}
		}
		return shape{q.region, pendingNone}
	}
	switch {
	case q.pending >= pendingThree:
		return shape{q.region, pendingThird}
	case q.pending >= pendingTailTail:
		return shape{q.region, pendingTail}
	}
	return shape{q.region, pendingNone}
}

// accepting reports whether the shape may end here.
func (r *Regions) accepting(q shape) bool {
	switch q.region {
	case shapeStart, shapeScheme, shapeRoot:
		return r.Relative
	case shapeColon, shapeSlash:
		return r.Opaque
	case shapeSegment, shapeAuthority, shapePort, shapeRest, shapeFragment:
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
