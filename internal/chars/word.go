package chars

// HighBits has the highest bit of each of eight bytes set; in text, only non-ASCII bytes have that
// bit set.
const HighBits = 0x8080808080808080

// each, multiplied by a byte, repeats that byte eight times.
const each = 0x0101010101010101

// Word returns s[i:i+8] as a little-endian number.
func Word(s string, i int) uint64 {
	s = s[i:][:8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Marks sets the high bit of each byte of w that equals c, and possibly of bytes after it. Other
// bits of the result are undefined.
func Marks(w uint64, c byte) uint64 {
	w ^= each * uint64(c)
	return (w - each) &^ w
}

// Half returns s[i:i+4] as a little-endian number.
func Half(s string, i int) uint32 {
	s = s[i:][:4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
