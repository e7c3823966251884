package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// Regions define in which regions of the shape each byte is allowed, for the region kernel
// (tables/internal/hier). The shape of hierarchical identifiers is
//
//	[ scheme ":" ] [ "//" authority [ ":" port ] ] rest [ "#" fragment ]
//
// An authority ends before the first byte that is not allowed in an authority. The rest is a path
// with or without a query; where the query begins does not matter for membership. Without a scheme
// no colon is allowed in the first segment of the path (RFC 3986, section 4.2).
//
// The kernel reads 64 bytes at a time, without steps from byte to byte. So it cannot decide some
// strings, and the other engines decide these. Every string that the kernel accepts must be a
// member, and no string that it rejects may be a member: [Machine.VerifyRegions] proves both. It
// walks the automaton of the shape (see Shape) instead of the kernel.
//
// Some bytes have a meaning that no class changes. The colon and the slash of the shape are the
// bytes ":" and "/", and a byte over 0x7F is part of a UTF-8 sequence.
type Regions struct {
	Class [256]uint8 // by byte; below 0x80 the bits of a class mean regions, above they mean UTF-8

	// Opaque reports whether the "//" may be absent after the colon, as in "mailto:a@example.org".
	Opaque bool

	// Relative reports whether the scheme may be absent. Then Opaque is true, too.
	Relative bool

	// Components reports whether the first components of the rule are the scheme, with the colon;
	// the authority, with the slashes; the path; the query; and the fragment.
	Components bool

	// Cuts reports whether delimiters split every member into these components, even a member without
	// the shape. Then Components is true, too.
	Cuts bool

	// Strict reports whether members have no truncated pct-encoding, no second fragment delimiter, and
	// no malformed UTF-8. Then the kernel may reject a string with such an error. It may reject a
	// string with a byte of class 0 below 0x80 even without Strict.
	Strict bool
}

// Bits of the class of a byte below 0x80.
const (
	InScheme    = 1 << iota // allowed in a scheme after its first byte
	InAuthority             // allowed in an authority; without Plain: begins a pct-encoding, there and elsewhere
	InBody                  // does not end an authority or a port; without it: ends both
	InPort                  // allowed in a port
	HexDigit                // may follow the byte that begins a pct-encoding
	BeginScheme             // allowed as the first byte of a scheme
	EndPath                 // begins a query or a fragment
	Plain                   // allowed anywhere after the authority

	// Sometimes, without another bit, is the class of a byte that is allowed in some member, but in no
	// region of the shape. The kernel never accepts a string with such a byte. It leaves the string
	// undecided, unless another error rejects it. A byte of class 0 occurs in no member.
	Sometimes = BeginScheme
)

// A byte with InAuthority and without Plain begins a pct-encoding, as "%" does. A byte with EndPath
// and without Plain begins the fragment, as "#" does.

// Bits of the class of a byte above 0x7F.
const (
	Continues     = 1 << iota // 80 to BF
	ContinuesHigh             // A0 to BF
	Leads                     // one continuing byte must follow
	LeadsTwo                  // and another one after it
	LeadsHigh                 // the next byte must be between A0 and BF
	LeadsLow                  // the next byte must be between 80 and 9F
	LeadsThree                // three continuing bytes must follow; without Leads and LeadsTwo
	LeadsWide                 // the next byte must be between 90 and BF

	// In continuing bytes the two bits for sequences of four bytes have another meaning. ucschar (RFC
	// 3987, section 2.2) excludes the last two code points of each plane. Their third byte is BF, and
	// their fourth is BE or BF. ContinuesLast serves for both bytes. The kernel leaves a sequence of
	// four bytes undecided if its third and its fourth byte both are ContinuesLast. These are four
	// code points of 4096.
	ContinuesLast   = LeadsThree // BE and BF
	ContinuesLowest = LeadsWide  // 80 to 8F
)

// A setOfHalf is a set of the bytes of one half: below 0x80, or from 0x80. Kernels look up the
// lower four bits l of a byte in it, with an instruction that shuffles bytes. Bit h of element l
// indicates whether the byte with the upper bits h, of three, is in the set: for 0x2F it is bit 2
// of element 15.
type setOfHalf [16]uint8

// add adds byte b to the set. It ignores the highest bit of b.
func (s *setOfHalf) add(b uint8) { s[b&15] |= 1 << (b >> 4 & 7) }

// set returns the set of those bytes of a half whose class has the bit. half is the first byte of
// the half, 0 or 128.
func (r *Regions) set(half int, bit uint8) (s setOfHalf) {
	for b := range 128 {
		if r.Class[half+b]&bit != 0 {
			s.add(uint8(b))
		}
	}
	return s
}

// pct returns the byte that begins a pct-encoding. ok is false unless there is exactly one such
// byte.
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

// flags returns the header flags of a table with these regions, 0 for nil regions.
func (r *Regions) flags() uint8 {
	switch {
	case r == nil:
		return 0
	case !r.Cuts:
		return format.HasRegions
	case !r.Relative:
		return format.HasRegions | format.HasDelimiters
	}
	return format.HasRegions | format.HasDelimiters | format.HasRelative
}

// Encode returns the regions as a section of a table, nil for nil regions: the classes, the flags,
// and a setOfHalf for each half and bit of a class.
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

// fits returns an error if the kernel cannot work with the classes. For example, ":" and "/" must
// be Plain, and the byte 0 must have class 0. The error names the offending byte or condition.
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
				return fmt.Errorf("byte %#02x is not classified as UTF-8 requires", b)
			}
		case c&Plain == 0 && c&^HexDigit != 0 && c != InAuthority|InBody && c != EndPath && c != Sometimes:
			return fmt.Errorf("byte %#02x has the class %#02x, but is not allowed everywhere", b, c)
		case c&BeginScheme != 0 && c&InScheme == 0 && c != Sometimes:
			return fmt.Errorf("byte %#02x can begin a scheme but not continue one", b)
		}
	}
	for _, b := range ":/" {
		if r.Class[b]&Plain == 0 {
			return fmt.Errorf("the delimiter %q is not allowed everywhere", b)
		}
	}
	if r.Class[0] != 0 { // the kernel reads zeros after the end of a string
		return errors.New("the byte 0 is allowed somewhere")
	}
	if r.Class[':']&InScheme != 0 {
		return errors.New("a colon does not end a scheme")
	}
	if r.Relative && !r.Opaque {
		return errors.New("a path is allowed by itself, but not after a scheme")
	}
	return nil
}

// leadClasses returns the classes that b may have as the first byte of a UTF-8 sequence: they all
// require the number of continuing bytes that UTF-8 requires after b. It returns nil if b begins no
// sequence.
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
