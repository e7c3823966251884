package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// Regions defines in which regions of the shape each byte is allowed, for use by the region kernel
// (tables/internal/hier). The shape of hierarchical identifiers is
//
//	[ scheme ":" ] [ "//" authority [ ":" port ] ] rest [ "#" fragment ]
//
// An authority ends before the first byte that is not allowed in it. The rest is a path with or
// without a query; where the query begins does not matter for membership. If the scheme is absent,
// the first segment of the path must not contain a colon (RFC 3986, section 4.2).
//
// The kernel reads 64 bytes at a time instead of stepping from byte to byte. It therefore leaves
// some strings undecided, which the other engines decide. Every string that the kernel accepts must
// be a member, and no string that it rejects may be a member. [Machine.VerifyRegions] proves both
// by walking the automaton of the shape (see Shape) instead of the kernel.
//
// Some bytes have a fixed meaning, whatever their class. The colon and the slash in the shape are
// always the bytes ":" and "/", and a byte above 0x7F is always part of a UTF-8 sequence.
type Regions struct {
	Class [256]uint8 // by byte; class bits describe regions for bytes below 0x80, and UTF-8 properties for all others

	// Opaque reports whether the "//" may be absent after the colon, as in "mailto:a@example.org".
	Opaque bool

	// Relative reports whether the scheme may be absent. If so, Opaque is also true.
	Relative bool

	// Components reports whether the first components of the rule are the scheme with its colon, the
	// authority with its slashes, the path, the query and the fragment.
	Components bool

	// Cuts reports whether delimiters split every member into these components, even a member without
	// the shape. If so, Components is also true.
	Cuts bool

	// Strict reports whether members never contain a truncated pct-encoding, a second fragment
	// delimiter or malformed UTF-8. If so, the kernel may reject strings that contain such an error.
	// Even if Strict is false, the kernel may reject strings that contain a byte below 0x80 of class
	// 0.
	Strict bool
}

// Bits of the class of a byte below 0x80.
const (
	InScheme    = 1 << iota // allowed in a scheme after its first byte
	InAuthority             // allowed in an authority; without Plain: begins a pct-encoding, there and elsewhere
	InBody                  // does not end an authority or a port; a byte without this bit ends both
	InPort                  // allowed in a port
	HexDigit                // may follow the byte that begins a pct-encoding
	BeginScheme             // allowed as the first byte of a scheme
	EndPath                 // begins a query or a fragment
	Plain                   // allowed anywhere after the authority

	// Sometimes, with no other bit set, is the class of a byte that occurs in some member but is
	// not allowed in any region of the shape. The kernel never accepts a string that contains such
	// a byte. It leaves the string undecided, unless it rejects the string for another error. A
	// byte of class 0 never occurs in a member.
	Sometimes = BeginScheme
)

// A byte with InAuthority but without Plain begins a pct-encoding, like "%". A byte with EndPath
// but without Plain begins the fragment, like "#".

// Bits of the class of a byte above 0x7F.
const (
	Continues     = 1 << iota // 80 to BF
	ContinuesHigh             // A0 to BF
	Leads                     // one continuation byte must follow
	LeadsTwo                  // a second continuation byte must follow
	LeadsHigh                 // the next byte must be between A0 and BF
	LeadsLow                  // the next byte must be between 80 and 9F
	LeadsThree                // three continuation bytes must follow; without Leads and LeadsTwo
	LeadsWide                 // the next byte must be between 90 and BF

	// In continuation bytes, the two bits for four-byte sequences have a different meaning. ucschar
	// (RFC 3987, section 2.2) excludes the last two code points of each plane. Their third byte is
	// BF, and their fourth byte is BE or BF. ContinuesLast covers both bytes. The kernel leaves a
	// four-byte sequence undecided if its third and fourth bytes are both ContinuesLast. This
	// affects four code points in every 4096.
	ContinuesLast   = LeadsThree // BE and BF
	ContinuesLowest = LeadsWide  // 80 to 8F
)

// A setOfHalf is a set of bytes from one half: below 0x80, or from 0x80 on. Kernels use a
// byte-shuffle instruction to look up the lower four bits l of a byte in the set. Bit h of element
// l indicates whether the byte with the next three bits h is in the set: for 0x2F, this is bit 2 of
// element 15.
type setOfHalf [16]uint8

// add adds byte b to the set. It ignores the highest bit of b.
func (s *setOfHalf) add(b uint8) { s[b&15] |= 1 << (b >> 4 & 7) }

// set returns the set of the bytes in a half whose class contains the bit. half is the first byte
// of the half, 0 or 128.
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

// flags returns the header flags of a table with these regions, or 0 if r is nil.
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

// Encode returns the regions as a table section: the classes, the flags, and a setOfHalf for each
// half and each bit of a class. It returns nil if r is nil.
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
				return fmt.Errorf("byte %#02x cannot have class %#02x", b, c)
			}
		case b >= 0x80:
			if c != Continuing(b) {
				return fmt.Errorf("byte %#02x is not classified as UTF-8 requires", b)
			}
		case c&Plain == 0 && c&^HexDigit != 0 && c != InAuthority|InBody && c != EndPath && c != Sometimes:
			return fmt.Errorf("byte %#02x has class %#02x, but is not allowed everywhere", b, c)
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
		return errors.New("byte 0 must have class 0")
	}
	if r.Class[':']&InScheme != 0 {
		return errors.New("a colon does not end a scheme")
	}
	if r.Relative && !r.Opaque {
		return errors.New("a path is allowed by itself, but not after a scheme")
	}
	return nil
}

// leadClasses returns the classes that b may have as the first byte of a UTF-8 sequence. All of
// them require as many continuation bytes as UTF-8 requires after b. It returns nil if b does not
// begin a sequence.
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
