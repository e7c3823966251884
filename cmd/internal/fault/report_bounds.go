package fault

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// The max lengths of texts, in bytes. Longer texts are shortened.
const (
	maxPath    = 1000
	maxMessage = 1000
)

// shortened returns s, or the beginning of a longer text and "…", limit bytes at most. It does not
// split a character.
func shortened(s string, limit int) string {
	const mark = "…"
	if len(s) <= limit {
		return s
	}
	end := limit - len(mark)
	for end > limit-len(mark)-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}

// kept returns a shortened copy of s, because the next line overwrites s.
func kept(s string, limit int) string { return strings.Clone(shortened(s, limit)) }

// shown returns a short text for a page, with all characters visible.
func shown(s string) string {
	return shortened(terminal.Visible(shortened(s, maxName)), maxName)
}
