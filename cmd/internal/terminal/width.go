package terminal

import "unicode/utf8"

// Width returns how many cells of a terminal a text takes that is [Visible], or some number over
// most if it takes more than most. Few texts are taken apart into cells for that.
func Width(text string, most int) int {
	sure := leastWidth(text, most)
	if sure > most || sure == len(text) {
		return sure
	}
	end := boundary(text, min(len(text), cellBytes*maxWidth))
	return sum(cells(text[:end]))
}

// leastWidth returns a number of cells that a text takes at least: its characters of ASCII after
// others of ASCII, each of which begins a cell. It stops at the first number over most.
func leastWidth(text string, most int) int {
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
