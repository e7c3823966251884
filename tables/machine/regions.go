package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// Regions are the classes of bytes for the region kernel (tables/internal/hier): for each byte, the
// regions of the shape of a hierarchical identifier where it may stand. The shape is
//
//	[ scheme ":" ] [ "//" authority [ ":" port ] ] rest [ "#" fragment ]
//
// An authority ends before the first byte that cannot be in one. The rest is a path with or without
// a query; their border does not matter for membership. Without a scheme no colon may stand in the
// first segment of the path (RFC 3986, section 4.2). The kernel reads 64 bytes at a time and makes
// no step from byte to byte, so a string that masks of 64 bits do not settle goes to the other
// engines. Every string accepted by the kernel must be a member, and no string refused by it may be
// one: [Machine.VerifyRegions] proves both. In place of the kernel it walks an automaton of the
// shape, a step of which is [Regions.Step].
//
// Some bytes have a meaning that no class changes. The colon and the slash of the shape are the
// bytes ":" and "/", and a byte over 0x7F is part of a UTF-8 sequence.
type Regions struct {
	Class [256]uint8 // by byte; the bits differ in meaning below and above 0x80

	// Opaque reports whether other bytes than "//" may follow the colon.
	Opaque bool

	// Relative reports whether the scheme may be absent; then Opaque is true, too.
	Relative bool

	// Components reports whether the first components of the rule are the scheme, with the colon;
	// the authority, with the slashes; the path; the query; and the fragment.
	Components bool

	// Cuts reports whether delimiters cut every member, not only the members of the shape, into
	// these components. Then Components is true, too.
	Cuts bool

	// Strict reports whether a string with a broken-off percent-encoding, with two delimiters of
	// fragments, or with malformed UTF-8 is never a member. (A string with a byte of class 0 never
	// is.)
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

	// Sometimes, alone, is the class of a byte of no region that may stand somewhere in a member. A
	// byte of class 0 stands in no member.
	Sometimes = BeginScheme
)

// A byte with InAuthority and without Plain begins a percent-encoding ("%"), one with EndPath and
// without Plain begins the fragment ("#").

// The bits of the class of a byte from 0x80 on.
const (
	Continues     = 1 << iota // 80 to BF
	ContinuesHigh             // A0 to BF
	Leads                     // one continuing byte must follow
	LeadsTwo                  // and another one after it
	LeadsHigh                 // the next byte must be from A0 to BF
	LeadsLow                  // the next byte must be from 80 to 9F
	LeadsThree                // three continuing bytes must follow; without Leads and LeadsTwo
	LeadsWide                 // the next byte must be from 90 to BF

	// The bits of leads of four bytes have another meaning in continuing bytes. No plane of ucschar
	// (RFC 3987, section 2.2) has its last two code points. Their third byte is BF and their fourth
	// BE or BF. One bit serves for both bytes: a sequence of four bytes is undecided when its third
	// and its fourth byte both are ContinuesLast, as in four code points of 4096.
	ContinuesLast   = LeadsThree // BE and BF
	ContinuesLowest = LeadsWide  // 80 to 8F
)

// A setOfHalf is a set of the bytes of one half, below 0x80 or from there on, in the form of a
// shuffle of bytes by the lower four bits: bit h of byte l stands for h<<4|l.
type setOfHalf [16]uint8

// add puts a byte of the half into the set.
func (s *setOfHalf) add(b uint8) { s[b&15] |= 1 << (b >> 4 & 7) }

// set returns the bytes of a half whose class has the bit. The half begins at 0 or at 128.
func (r *Regions) set(half int, bit uint8) (s setOfHalf) {
	for b := range 128 {
		if r.Class[half+b]&bit != 0 {
			s.add(uint8(b))
		}
	}
	return s
}

// pct returns the byte that begins a percent-encoding. ok is false unless there is exactly one.
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

// flags returns the flags about regions and delimiters for the header of a table.
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

// Encode returns the section of regions in a table, nil for nil regions.
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

// fits checks the conditions of the kernel on the classes. Its error names a byte at fault.
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
	if r.Class[0] != 0 { // the kernel reads this byte after the end
		return errors.New("the byte 0 may stand somewhere")
	}
	if r.Class[':']&InScheme != 0 {
		return errors.New("a colon does not end a scheme")
	}
	if r.Relative && !r.Opaque {
		return errors.New("a path may stand alone, and not after a scheme")
	}
	return nil
}

// leadClasses returns the classes that UTF-8 allows for b as the first byte of a sequence, nil if
// b begins no sequence.
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
