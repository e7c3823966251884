package report

import (
	"strings"
	"unicode/utf8"
)

// The lengths in bytes of the longest texts that are kept as they are.
const (
	longestPath    = 4096
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

// cloned returns a copy, because the memory of a line is used again.
func cloned(s string) string { return strings.Clone(s) }
