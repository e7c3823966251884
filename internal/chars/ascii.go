package chars

// IsASCII reports whether all bytes of s are below 0x80.
func IsASCII(s string) bool {
	var all uint64
	if len(s) < 8 {
		for i := range len(s) {
			all |= uint64(s[i])
		}
		return all&HighBits == 0
	}
	all = Word(s, len(s)-8)
	for ; len(s) > 32; s = s[32:] {
		all |= Word(s, 0) | Word(s, 8) | Word(s, 16) | Word(s, 24)
	}
	for ; len(s) > 8; s = s[8:] {
		all |= Word(s, 0)
	}
	return all&HighBits == 0
}

// HasUpper reports whether s contains an upper-case ASCII letter.
func HasUpper(s string) bool {
	var upper uint64
	for ; len(s) >= 8; s = s[8:] {
		upper |= uppers(Word(s, 0))
	}
	for i := range len(s) {
		upper |= uppers(uint64(s[i]))
	}
	return upper != 0
}

// uppers sets the high bit of each byte of w that is an upper-case letter.
func uppers(w uint64) uint64 {
	low := w &^ HighBits
	return (low + (0x80-'A')*each) &^ (low + (0x7f-'Z')*each) &^ w & HighBits
}

func Lower(c byte) byte {
	if c-'A' <= 'Z'-'A' {
		return c | 0x20
	}
	return c
}

func Upper(c byte) byte {
	if c-'a' <= 'z'-'a' {
		return c &^ 0x20
	}
	return c
}

// AppendLower appends s with its ASCII letters lowercased.
func AppendLower(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = append(dst, Lower(s[i]))
	}
	return dst
}

// EqualFold reports whether two strings are equal, ignoring the case of ASCII letters.
// strings.EqualFold also folds other letters, such as U+212A to "k".
func EqualFold(a, b string) bool {
	if len(a) != len(b) || a == b {
		return len(a) == len(b)
	}
	for i := range len(a) {
		if Lower(a[i]) != Lower(b[i]) {
			return false
		}
	}
	return true
}

// IsOneOf reports whether s is one of words, ignoring the case of ASCII letters.
func IsOneOf(s string, words ...string) bool {
	for _, word := range words {
		if EqualFold(s, word) {
			return true
		}
	}
	return false
}
