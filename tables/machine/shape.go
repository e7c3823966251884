package machine

// A Shape is a state of a small automaton that accepts the strings with the shape of a hierarchical
// identifier (see [Regions]). The automaton does the work of the kernel's masks byte by byte, and
// proofs walk it instead of the kernel. region is the current part of the string, and pending
// describes the bytes that must follow to complete a byte sequence. The zero Shape is the dead
// state.
type Shape struct{ region, pending uint8 }

// Values of Shape.region, in the order of a string's parts.
const (
	shapeDead = iota
	shapeStart
	shapeScheme  // the scheme, or the first path segment of a string without a scheme
	shapeSegment // the first path segment, after a byte that no scheme contains
	shapeRoot    // after a "/" at the beginning of the string
	shapeColon   // after the colon of a scheme
	shapeSlash   // after a "/" directly after this colon
	shapeAuthority
	shapePort
	shapeRest
	shapeFragment
)

// Values of Shape.pending: the bytes that must follow to complete a pct-encoding or a UTF-8
// sequence. Hex means a hex digit, and Tail means any continuation byte (80 to BF). High means a
// continuation byte from A0 up, Low one up to 9F, and Wide one from 90 up. For example,
// pendingHighTail requires a byte between A0 and BF and then any continuation byte. Three in a name
// means three continuation bytes.
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
	pendingThird  // the third byte of four is next
	pendingFourth // the fourth byte is next; it must not be ContinuesLast, because the third byte is
)

// Start returns the Shape before the first byte of a string.
func (r *Regions) Start() Shape { return Shape{shapeStart, pendingNone} }

// Step returns the Shape reached from q on byte b.
func (r *Regions) Step(q Shape, b uint8) Shape {
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
			return Shape{shapeScheme, pendingNone}
		case r.Relative && b == '/':
			return Shape{shapeRoot, pendingNone}
		}
		return r.segment(b)
	case shapeScheme:
		switch {
		case c&InScheme != 0:
			return q
		case b == ':':
			return Shape{shapeColon, pendingNone}
		}
		return r.segment(b)
	case shapeSegment:
		return r.segment(b)
	case shapeRoot, shapeColon, shapeSlash:
		switch {
		case b == '/' && q.region == shapeColon:
			return Shape{shapeSlash, pendingNone}
		case b == '/':
			return Shape{shapeAuthority, pendingNone}
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
			return Shape{shapePort, pendingNone}
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
	return Shape{}
}

// segment returns the Shape after b, a byte in the first path segment of a string without a scheme.
// A "/" or a byte that begins a query or a fragment ends the segment. A ":" leads to the dead
// Shape, as does every byte if r.Relative is false.
func (r *Regions) segment(b uint8) Shape {
	switch {
	case !r.Relative || b == ':':
		return Shape{}
	case b == '/' || b < 0x80 && r.Class[b]&EndPath != 0:
		return r.body(shapeRest, b)
	}
	return r.body(shapeSegment, b)
}

// opaque returns the Shape after byte b if the "//" before an authority is absent: b follows the
// colon, or a single slash after the colon, and is not a slash itself. It returns the dead Shape
// unless r.Opaque is true.
func (r *Regions) opaque(b uint8) Shape {
	if !r.Opaque {
		return Shape{}
	}
	return r.body(shapeRest, b)
}

// body returns the Shape after b, which is read in the given region. b may be an ASCII character in
// the region, the first byte of a UTF-8 sequence, the "%" of a pct-encoding, or the "#" before the
// fragment. For any other byte, body returns the dead Shape.
func (r *Regions) body(region, b uint8) Shape {
	c := r.Class[b]
	switch {
	case b >= 0xC0:
		return r.lead(region, c)
	case b >= 0x80:
	case c&Plain != 0:
		return Shape{region, pendingNone}
	case c&InAuthority != 0:
		return Shape{region, pendingHexHex}
	case c&EndPath != 0 && region != shapeFragment:
		return Shape{shapeFragment, pendingNone}
	}
	return Shape{}
}

// lead returns the Shape after a byte above 0xBF, the first byte of a UTF-8 sequence. c is the
// class of this byte, which determines the bytes that must follow.
func (r *Regions) lead(region, c uint8) Shape {
	switch c {
	case Leads:
		return Shape{region, pendingTail}
	case Leads | LeadsHigh:
		return Shape{region, pendingHigh}
	case Leads | LeadsLow:
		return Shape{region, pendingLow}
	case Leads | LeadsTwo:
		return Shape{region, pendingTailTail}
	case Leads | LeadsTwo | LeadsHigh:
		return Shape{region, pendingHighTail}
	case Leads | LeadsTwo | LeadsLow:
		return Shape{region, pendingLowTail}
	case LeadsThree:
		return Shape{region, pendingThree}
	case LeadsThree | LeadsLow:
		return Shape{region, pendingLowThree}
	case LeadsThree | LeadsWide:
		return Shape{region, pendingWideThree}
	}
	return Shape{}
}

// continued returns the Shape after b if q is inside a pct-encoding or a UTF-8 sequence. It returns
// the dead Shape if b does not continue the sequence, or if the kernel leaves the sequence
// undecided (ContinuesLast).
func (r *Regions) continued(q Shape, b uint8) Shape {
	c := r.Class[b]
	if q.pending <= pendingHex {
		if b >= 0x80 || c&HexDigit == 0 {
			return Shape{}
		}
		return Shape{q.region, (q.pending + 1) % (pendingHex + 1)}
	}
	if b < 0x80 || c&Continues == 0 {
		return Shape{}
	}
	high, last := c&ContinuesHigh != 0, c&ContinuesLast != 0
	switch q.pending {
	case pendingHigh, pendingHighTail:
		if !high {
			return Shape{}
		}
	case pendingLow, pendingLowTail, pendingLowThree:
		if high {
			return Shape{}
		}
	case pendingWideThree:
		if c&ContinuesLowest != 0 {
			return Shape{}
		}
	case pendingThird:
		if last {
			return Shape{q.region, pendingFourth}
		}
		return Shape{q.region, pendingTail}
	case pendingFourth:
		if last {
			return Shape{}
		}
		return Shape{q.region, pendingNone}
	}
	switch {
	case q.pending >= pendingThree:
		return Shape{q.region, pendingThird}
	case q.pending >= pendingTailTail:
		return Shape{q.region, pendingTail}
	}
	return Shape{q.region, pendingNone}
}

// Accepting reports whether a string that leads from Start to q has the shape.
func (r *Regions) Accepting(q Shape) bool {
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

// Accepts reports whether s has the shape. It calls Step for each byte. Every string that the
// kernel accepts has the shape. The kernel does not decide some strings of this shape, such as
// strings shorter than four bytes.
func (r *Regions) Accepts(s string) bool {
	q := Shape{shapeStart, pendingNone}
	for i := 0; i < len(s) && q != (Shape{}); i++ {
		q = r.Step(q, s[i])
	}
	return r.Accepting(q)
}

// cutting returns the region of byte b, given the region of the byte before b. It considers only
// delimiters, like cutMember in tables/internal/engine. It assigns a region to every byte of every
// string, even if the string is not a member.
func (r *Regions) cutting(region, b uint8) uint8 {
	switch {
	case region == shapeFragment:
		return region
	case region <= shapeScheme && b == ':':
		return shapeColon
	case region <= shapeScheme && !r.Relative:
		return shapeScheme
	case b == '#':
		return shapeFragment
	case b == '?' || region == shapeRest:
		return shapeRest
	case b != '/':
		switch region {
		case shapeStart:
			return shapeScheme
		case shapeScheme, shapeAuthority:
			return region
		}
		return shapeRest
	}
	switch region {
	case shapeStart:
		return shapeRoot
	case shapeColon:
		return shapeSlash
	case shapeRoot, shapeSlash:
		return shapeAuthority
	}
	return shapeRest
}
