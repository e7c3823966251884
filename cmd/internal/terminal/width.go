package terminal

import "unicode/utf8"

// Width returns the width in cells of a text that [Visible] returned. If the width exceeds limit,
// Width may return any number above limit.
//
// Idea. The ASCII characters provide a lower bound, so few texts need to be split into cells.
//
// Tested against: FuzzWidth compares it with the sum over all cells.
func Width(text string, limit int) int {
	least := minWidth(text, limit)
	if least > limit || least == len(text) {
		return least
	}
	end := boundary(text, min(len(text), cellBytes*maxWidth))
	return sum(cells(text[:end]))
}

// minWidth returns a lower bound on the width: the number of ASCII characters that follow an ASCII
// character or begin the text, because each begins a cell. It stops as soon as the number exceeds
// limit.
func minWidth(text string, limit int) int {
	n := 0
	after := byte(0)
	for i := 0; i < len(text) && n <= limit; i++ {
		if text[i]|after < utf8.RuneSelf {
			n++
		}
		after = text[i]
	}
	return n
}
