// Package terminal formats text for a terminal, safe from control sequences and invisible
// characters: diagnostics, numbers, a progress bar, JSON.
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

// color reports whether the output to w is colored: w is a terminal with colors, or CLICOLOR_FORCE
// is set (https://bixense.com/clicolors), and NO_COLOR is not set (https://no-color.org).
func color(w io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return obeys(w) || force != "" && force != "0"
}

// obeys reports whether w is a terminal that interprets control sequences.
func obeys(w io.Writer) bool { return Is(w) && os.Getenv("TERM") != "dumb" }

// columns returns the width of the terminal w in cells, or otherwise if w is not a terminal.
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
