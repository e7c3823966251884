// Package terminal writes what a person reads on a terminal, in a form that cannot deceive there:
// diagnostics, numbers, a progress bar, JSON.
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

// color reports whether w wants colour: it is a terminal that can, or CLICOLOR_FORCE asks
// for it anyway (https://bixense.com/clicolors), and the user did not opt out
// (https://no-color.org).
func color(w io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return obeys(w) || force != "" && force != "0"
}

// obeys reports whether w is a terminal that obeys control sequences.
func obeys(w io.Writer) bool { return Is(w) && os.Getenv("TERM") != "dumb" }

// columns returns how many cells a line of w has, or otherwise when w is no terminal.
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
