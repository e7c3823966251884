// Package terminal writes text for people at a terminal, without text that deceives there:
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

// color reports whether the output to w is in colour. w is a terminal with colours, or
// CLICOLOR_FORCE is set (https://bixense.com/clicolors), and NO_COLOR is not
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

// columns returns the cells of a line of w, or otherwise if w is no terminal.
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
