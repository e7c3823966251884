package terminal

import "unicode/utf8"

// Width returns the width of text, as returned by [Visible], in cells of a terminal. If the width
// is more than most, Width may return any other number over most.
//
// Idea. ASCII alone gives a lower bound. Few texts are split into cells.
//
// Tested against: FuzzWidth compares it with the sum over all cells.
func Width(text string, most int) int {
	sure := minWidth(text, most)
	if sure > most || sure == len(text) {
		return sure
	}
	end := boundary(text, min(len(text), cellBytes*maxWidth))
	return sum(cells(text[:end]))
}

// minWidth returns a lower bound of the width: the number of ASCII characters after others of
// ASCII, because each of them begins a cell. It stops at the first number over most.
func minWidth(text string, most int) int {
	n := 0
	after := byte(0)
	for i := 0; i < len(text) && n <= most; i++ {
		if text[i]|after < utf8.RuneSelf {
			n++
		}
		after = text[i]
	}
	return n
}
