// Package terminal knows what is at the other end of a program's input and output.
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

// Color reports whether w wants colour: it is a terminal that can, or CLICOLOR_FORCE asks
// for it anyway (https://bixense.com/clicolors), and the user did not opt out
// (https://no-color.org).
func Color(w io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return Obeys(w) || force != "" && force != "0"
}

// Obeys reports whether w is a terminal that obeys control sequences.
func Obeys(w io.Writer) bool { return Is(w) && os.Getenv("TERM") != "dumb" }

// Width returns how many cells a line of w has, or otherwise when w is no terminal.
func Width(w io.Writer, otherwise int) int {
	if !Is(w) {
		return otherwise
	}
	width, _, err := term.GetSize(int(w.(*os.File).Fd()))
	if err != nil || width <= 0 {
		return otherwise
	}
	return width
}
