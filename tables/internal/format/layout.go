package format

// MaxReadings is the maximum number of readings of a walk on a table with calls; see package
// counter. Few members of human-written grammars have more than two readings, and the largest
// number seen is four. Among 300,000 random strings of 40 XRI symbols, the largest number is six.
const MaxReadings = 32

// A Table is the string of a rule or of a set. Its methods read sections. Whole, Names, Places,
// Regions and RegionsAt accept any string; Accepts and Label accept any complete table. The other
// methods may panic on a malformed string.
type Table string

// Offsets in the header, and the offset of the rows after it.
const (
	AtMagic     = 0  // 4 bytes
	AtSize      = 4  // uint32: the length of the table in bytes
	AtStates    = 8  // uint32: n
	AtCount     = 12 // uint16: k
	AtStride    = 14 // uint16: w
	AtStart     = 16 // uint8: the start state: 1, or 0 if the language is empty
	AtExactness = 17 // uint8
	AtFirst     = 18 // uint8: f, the first state with cells in the wide table, or Far
	AtFlags     = 19 // uint8
	AtMask      = 20 // uint32
	AtFront     = 24 // uint32: the offset of the section, or 0 if it is absent
	AtRest      = 28
	AtAccept    = 32
	AtWide      = 36
	AtLabels    = 40
	AtWords     = 44
	AtNames     = 48
	AtDepth     = 52 // uint32: the maximum depth of a subset
	AtHash      = 56 // 32 bytes
	AtRows      = 88
)

// Sizes and limits.
const (
	ClassesSize  = 2 * 256
	ChecksumSize = 4
	FromEnd      = ClassesSize + ChecksumSize // bytes from the first class to the end of the table

	Far      = 255   // a cell of rows for a far state, whose number only the wide table contains
	Window   = 256   // bytes that a walk may read from the beginning of a row
	MaxState = 65535 // the maximum state number

	MaxText       = 65535 // maximum bytes in a text, words in a table and words in a list
	MaxComponents = 8
	MaxSlots      = 7
)

// Bits of AtFlags.
const (
	HasRegions    = 1  // the table has a regions section
	HasDelimiters = 2  // delimiters split members into components
	HasRelative   = 4  // for HasDelimiters: a member may lack a scheme
	HasUTF8       = 8  // every member is UTF-8, and states inside a sequence have no list of words
	HasCalls      = 16 // see package counter
)

// Bytes that never occur in UTF-8. In a table with HasCalls they are call tokens, not bytes of a
// member; see package counter.
const (
	Last  = 0xFC
	Back  = 0xFD
	Enter = 0xFE
	Call  = 0xFF
)

// Subset is the exactness of a table that omits the members whose calls nest deeper than its
// maximum depth.
const Subset = 2

// HasCalls reports whether the rule of the table refers to itself. If so, package counter walks the
// table.
func (t Table) HasCalls() bool { return t[AtFlags]&HasCalls != 0 }

// Whole reports whether the string is long enough for a walk (the last invariant).
func (t Table) Whole() bool {
	return len(t) >= AtRows+FromEnd &&
		uint(t.Uint32(AtMask)) <= uint(len(t)-Window)
}

// Uint16 decodes the two-byte number at an offset in the table.
func (t Table) Uint16(at int) int { return int(t[at]) | int(t[at+1])<<8 }

// Uint32 decodes the four-byte number at an offset in the table.
func (t Table) Uint32(at int) int {
	_ = t[at+3] // one bounds check and one load
	return int(t[at]) | int(t[at+1])<<8 | int(t[at+2])<<16 | int(t[at+3])<<24
}

// Text returns the text at an offset, and the offset after the text. The two bytes at the given
// offset contain the length of the text, which follows them.
func (t Table) Text(at int) (text string, after int) {
	n := t.Uint16(at)
	return string(t[at+2 : at+2+n]), at + 2 + n
}

// Names returns the names of the grammar and of the rule or set, or "" for both if one of them is
// not inside the table.
func (t Table) Names() (grammar, name string) {
	if !t.Whole() {
		return "", ""
	}
	var names [2]string
	at := t.Uint32(AtNames)
	for i := range names {
		if at < 0 || at > len(t)-2 || t.Uint16(at) > len(t)-2-at {
			return "", ""
		}
		names[i], at = t.Text(at)
	}
	return names[0], names[1]
}

// Accepts reports whether state q accepts. A state outside the table does not accept.
func (t Table) Accepts(q int) bool {
	at := t.Uint32(AtAccept) + q>>3
	return uint(at) < uint(len(t)) && t[at]>>(q&7)&1 != 0
}

// Label returns the label of state q of a set: the number of its first matching rule plus 1, or
// 0. It returns 0 for a state outside the table.
func (t Table) Label(q int) int {
	at := t.Uint32(AtLabels) + 2 + 2*q
	if uint(at) > uint(len(t)-FromEnd) {
		return 0
	}
	return t.Uint16(at)
}
