package terminal

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
)

// A Color is a value of the flag --color: "auto", "always", "never", or "", which means "auto".
type Color string

// Colors lists the values of the flag.
var Colors = []string{"auto", "always", "never"}

// Set implements pflag.Value.
func (c *Color) Set(text string) error {
	if !slices.Contains(Colors, text) {
		return errors.New("not " + strings.Join(Colors, ", "))
	}
	*c = Color(text)
	return nil
}

// String implements pflag.Value.
func (c *Color) String() string { return string(*c) }

// Type implements pflag.Value.
func (c *Color) Type() string { return "color" }

// on reports whether output to w is colored. By default it is if w is a terminal that supports
// colors or CLICOLOR_FORCE is set (https://bixense.com/clicolors), unless NO_COLOR is set
// (https://no-color.org).
func (c Color) on(w io.Writer) bool {
	switch {
	case c == "always":
		return true
	case c == "never" || os.Getenv("NO_COLOR") != "":
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return obeys(w) || force != "" && force != "0"
}
