package machine

// utf8Lead describes the UTF-8 sequences that begin with byte b (RFC 3629, section 4). tail is the
// number of bytes that must follow b, and the first of these must be between low and high. If b
// does not begin a multibyte sequence, tail is 0.
func utf8Lead(b uint8) (tail int, low, high uint8) {
	switch {
	case 0xC2 <= b && b <= 0xDF:
		return 1, 0x80, 0xBF
	case b == 0xE0:
		return 2, 0xA0, 0xBF
	case b == 0xED:
		return 2, 0x80, 0x9F
	case 0xE1 <= b && b <= 0xEF:
		return 2, 0x80, 0xBF
	case b == 0xF0:
		return 3, 0x90, 0xBF
	case b == 0xF4:
		return 3, 0x80, 0x8F
	case 0xF1 <= b && b <= 0xF3:
		return 3, 0x80, 0xBF
	}
	return 0, 0, 0
}

// Continuing returns the class that [Regions.Class] must contain for b, a UTF-8 continuation byte
// (0x80 to 0xBF).
func Continuing(b uint8) uint8 {
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
