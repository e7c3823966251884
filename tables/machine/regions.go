package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// Regions are what the region kernel (tables/internal/hier) knows of a rule: of each byte, in which
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
// must be none: [Verify] proves both, on the automaton that step is.
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
	// between the delimiters. Then Components is true, too.
	Cuts bool

	// Strict is whether a string is no member when a percent-encoding begins in it and breaks off,
	// when there are two delimiters of fragments, or when it is not well-formed UTF-8. (When it has a
	// byte of class 0, it never is.)
	Strict bool
}

// The bits of the class of a byte below 0x80.
const (
	InScheme    = 1 << iota // may stand in a scheme after its first byte
	InAuthority             // in an authority; without Plain: begins a percent-encoding there and elsewhere
	InBody                  // does not end an authority, nor a port
	InPort                  // in a port
	HexDigit                // after the byte that begins a percent-encoding
	BeginScheme             // may be the first of a scheme
	EndPath                 // begins a query or a fragment
	Plain                   // may stand anywhere after the authority

	// Sometimes, alone, is a byte that is of no region and may stand somewhere in a member. A byte of
	// class 0 stands in no member.
	Sometimes = BeginScheme
)

// A byte that is InAuthority and not Plain begins a percent-encoding ("%"), one that
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

// A setOfHalf is a set of the bytes of one half, below 0x80 or from there on, as a shuffle of bytes
// looks them up by their lower four bits: bit h of byte l stands for h<<4|l.
type setOfHalf [16]uint8

// add puts a byte of the half into the set.
func (s *setOfHalf) add(b uint8) { s[b&15] |= 1 << (b >> 4 & 7) }

// set returns the bytes of a half whose class has a bit.
func (r *Regions) set(half int, bit uint8) (s setOfHalf) {
	for b := range 128 {
		if r.Class[half+b]&bit != 0 {
			s.add(uint8(b))
		}
	}
	return s
}

// pct returns the byte that begins a percent-encoding; false if there is no such byte, or several.
func (r *Regions) pct() (begins uint8, ok bool) {
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
	flags = format.HasRegions
	if r.Cuts {
		flags |= format.HasDelimiters
		if r.Relative {
			flags |= format.HasRelative
		}
	}
	return flags
}

// Encode returns the section of a table; nil for no regions.
func (r *Regions) Encode() []byte {
	if r == nil {
		return nil
	}
	out := make([]byte, format.RegionsSets, format.RegionsLength)
	copy(out, r.Class[:])
	if r.Opaque {
		out[format.RegionsFlags] |= format.FlagOpaque
	}
	if r.Components {
		out[format.RegionsFlags] |= format.FlagComponents
	}
	if r.Strict {
		out[format.RegionsFlags] |= format.FlagRefuse
	}
	if r.Relative {
		out[format.RegionsFlags] |= format.FlagRelative
	}
	if r.Cuts {
		out[format.RegionsFlags] |= format.FlagDelimiters
	}
	if b, ok := r.pct(); ok {
		out[format.RegionsFlags] |= format.FlagPct
		out[format.RegionsPct] = b
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
			if c != Continuing(b) {
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
	if r.Class[0] != 0 { // it is what the kernel sees after the end
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
