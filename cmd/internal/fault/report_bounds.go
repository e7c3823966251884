package fault

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// The lengths of the longest texts kept whole, in bytes.
const (
	longestPath    = 1000
	longestMessage = 1000
)

// shortened returns s, or the beginning of a longer text with "…" after it, of at most most bytes.
// It cuts no character.
func shortened(s string, most int) string {
	const mark = "…"
	if len(s) <= most {
		return s
	}
	end := most - len(mark)
	for end > most-len(mark)-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}

// kept returns a copy of s, shortened. It is a copy because the memory of a line is used again.
func kept(s string, most int) string { return strings.Clone(shortened(s, most)) }

// shown returns a text for a page, with all characters visible.
func shown(s string) string {
	return shortened(terminal.Visible(shortened(s, longestName)), longestName)
}
