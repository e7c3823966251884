package idna

import "strings"

// Properties holds the properties of a code point that matter for host names.
type Properties struct {
	Status    Status
	Direction Direction
	Joining   Joining // NonJoining if the code point is not valid
	IsMark    bool    // the General_Category is M
	Combining uint8   // the Canonical_Combining_Class; 9 is a virama
	isStable  bool    // unchanged by NFC and never composed with the previous code point
	Class     Class
}

// A Status is how UTS 46 treats a code point, without transitional processing.
type Status uint8

const (
	Valid      Status = iota
	Mapped            // replaced by other code points
	Ignored           // removed
	Disallowed        // not allowed
)

// A Class is how IDNA 2008 treats a code point (RFC 5892). Permitted code points are also grouped
// by the scripts that its contextual rules refer to.
type Class uint8

const (
	NotPermitted Class = iota // DISALLOWED or UNASSIGNED
	Permitted                 // PVALID, CONTEXTJ or CONTEXTO
	Greek                     // the same, and the Script is Greek
	Hebrew                    // the same, and the Script is Hebrew
	KanaOrHan                 // the same, and the Script is Hiragana, Katakana or Han
)

// A Direction is a group of Bidi_Class values that RFC 5893 treats alike.
type Direction uint8

const (
	LeftToRight    Direction = iota // L
	RightToLeft                     // R and AL
	ArabicNumber                    // AN
	EuropeanNumber                  // EN
	NonspacingMark                  // NSM
	Neutral                         // all other classes
)

// Joining is the Joining_Type of a code point. NonJoining includes Join_Causing, because RFC 5892,
// appendix A.1, treats both alike.
type Joining uint8

const (
	NonJoining Joining = iota
	LeftJoining
	RightJoining
	DualJoining
	Transparent
)

// Each table is a string of fixed-length records, sorted by the key at the beginning of each
// record. A key is one code point in three big-endian bytes, or two such code points.
//
//	runs            the first code point of a run; the index of its properties
//	mappings        a code point; the offset of its replacement in texts, two bytes; the length
//	decompositions  likewise
//	compositions    two code points; the code point composed of them
const (
	runWidth         = 4
	replacementWidth = 6
	compositionWidth = 9
	propertiesWidth  = 7 // one byte per field
)

// key encodes a code point as in the tables.
func key(r rune) string { return string([]byte{byte(r >> 16), byte(r >> 8), byte(r)}) }

// find returns the last record whose key is less than or equal to wanted, or "".
func find(table string, width int, wanted string) string {
	i, j := 0, len(table)/width // keys before i are at most wanted, and keys from j on are larger
	for i < j {
		middle := (i + j) / 2
		if table[middle*width:][:len(wanted)] <= wanted {
			i = middle + 1
		} else {
			j = middle
		}
	}
	if i == 0 {
		return ""
	}
	return table[(i-1)*width:][:width]
}

// PropertiesOf returns the properties of a code point. It repeats the search in find, because
// calling find would double the time, and PropertiesOf is called for every character.
func PropertiesOf(r rune) Properties {
	i, j := 0, len(runs)/runWidth
	for i < j {
		middle := (i + j) / 2
		run := runs[middle*runWidth:][:runWidth]
		if rune(run[0])<<16|rune(run[1])<<8|rune(run[2]) <= r {
			i = middle + 1
		} else {
			j = middle
		}
	}
	index := runs[i*runWidth-1]
	p := properties[int(index)*propertiesWidth:][:propertiesWidth]
	return Properties{Status(p[0]), Direction(p[1]), Joining(p[2]), p[3] == 1, p[4], p[5] == 1, Class(p[6])}
}

// MappingOf returns the text to which UTS 46 maps a code point, or "" if it is not mapped.
func MappingOf(r rune) string { return replacementOf(mappings, r) }

// replacementOf returns the replacement of a code point in a table, or "".
func replacementOf(table string, r rune) string {
	record := find(table, replacementWidth, key(r))
	if !strings.HasPrefix(record, key(r)) {
		return ""
	}
	return texts[int(record[3])<<8|int(record[4]):][:record[5]]
}
