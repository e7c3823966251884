package lines

import "bytes"

// bom is the byte order mark in UTF-8: U+FEFF.
const bom = "\xEF\xBB\xBF"

// HasBOM reports whether a file, or its first line, begins with a byte order mark in UTF-8.
func HasBOM(b []byte) bool { return bytes.HasPrefix(b, []byte(bom)) }

// hint says what is strange about the encoding of a file that begins with b.
func (in *Inputs) hint(name string, b []byte) {
	switch {
	case HasBOM(b):
		in.Hint(name, "begins with a byte order mark (U+FEFF), which is part of its first line")
	case hasMark16(b) || in.Separator != 0 && everyOtherNUL(b):
		in.Hint(name, "looks like UTF-16; convert it to UTF-8")
	}
}

// hasMark16 reports whether b begins with a byte order mark in UTF-16. No text in UTF-8 has such bytes.
func hasMark16(b []byte) bool {
	return bytes.HasPrefix(b, []byte("\xFF\xFE")) || bytes.HasPrefix(b, []byte("\xFE\xFF"))
}

// everyOtherNUL reports whether b begins like ASCII in UTF-16: with NUL in the even places
// and nowhere else, or in the odd ones.
func everyOtherNUL(b []byte) bool {
	const enough, least = 64, 4
	b = b[:min(len(b), enough)]
	nul := [2]int{}
	for i, c := range b {
		if c == 0 {
			nul[i%2]++
		}
	}
	return len(b) >= least && (nul[0] == 0 && nul[1] == len(b)/2 || nul[0] == (len(b)+1)/2 && nul[1] == 0)
}
