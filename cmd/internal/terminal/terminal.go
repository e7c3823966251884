// Package terminal formats diagnostics, numbers, a progress bar and JSON for a terminal. It
// neutralizes control sequences and invisible characters.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether a reader or writer is a terminal.
func Is(end any) bool {
	f, ok := end.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// obeys reports whether w is a terminal that interprets control sequences.
func obeys(w io.Writer) bool { return Is(w) && os.Getenv("TERM") != "dumb" }

// columns returns the width of the terminal w in cells, or the value of otherwise if w is not a
// terminal.
func columns(w io.Writer, otherwise int) int {
	if !Is(w) {
		return otherwise
	}
	width, _, err := term.GetSize(int(w.(*os.File).Fd()))
	if err != nil || width <= 0 {
		return otherwise
	}
	return width
}
