package lines

import "bytes"

// bom is the byte order mark in UTF-8: U+FEFF.
const bom = "\xEF\xBB\xBF"

// HasBOM reports whether a file, or its first line, begins with a byte order mark in UTF-8.
func HasBOM(b []byte) bool { return bytes.HasPrefix(b, []byte(bom)) }

// hintSize is how many bytes of a file there are to see its encoding, at most.
const hintSize = 64

// hint says what is strange about the encoding of a file that begins with b, and "" if nothing is.
func hint(b []byte, separator byte) string {
	mark16 := bytes.HasPrefix(b, []byte("\xFF\xFE")) || bytes.HasPrefix(b, []byte("\xFE\xFF")) // not UTF-8
	switch {
	case HasBOM(b):
		return "begins with a byte order mark (U+FEFF), which is part of its first line"
	case mark16 || separator != 0 && everyOtherNUL(b):
		return "looks like UTF-16; convert it to UTF-8"
	}
	return ""
}

// everyOtherNUL reports whether b begins like ASCII in UTF-16: with NUL in the even places
// and nowhere else, or in the odd ones.
func everyOtherNUL(b []byte) bool {
	const least = 4
	nul := [2]int{}
	for i, c := range b {
		if c == 0 {
			nul[i%2]++
		}
	}
	return len(b) >= least && (nul == [2]int{0, len(b) / 2} || nul == [2]int{(len(b) + 1) / 2, 0})
}
