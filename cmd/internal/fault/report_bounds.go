package fault

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// The lengths in bytes of the longest texts that are kept as they are.
const (
	longestPath    = 1000
	longestMessage = 1000
)

// shortened returns s, or the beginning of a longer text with "…" after it. No character is cut.
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

// kept returns a copy of s, shortened, because the memory of a line is used again.
func kept(s string, most int) string { return strings.Clone(shortened(s, most)) }

// shown returns a text for a page, where all characters show.
func shown(s string) string {
	return shortened(terminal.Visible(shortened(s, longestName)), longestName)
}
