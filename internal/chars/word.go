package chars

// HighBits has the highest bit of each of eight bytes. Bytes beyond ASCII have this bit.
const HighBits = 0x8080808080808080

// each times a byte is the byte eight times.
const each = 0x0101010101010101

// Word returns the eight bytes of s from offset i on.
func Word(s string, i int) uint64 {
	s = s[i:][:8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Marks returns the high bit of each byte of w equal to c, and of some bytes after it. Its other
// bits have no meaning.
func Marks(w uint64, c byte) uint64 {
	w ^= each * uint64(c)
	return (w - each) &^ w
}

// Half returns the four bytes of s from offset i on.
func Half(s string, i int) uint32 {
	s = s[i:][:4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
