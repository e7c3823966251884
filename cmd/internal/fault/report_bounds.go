package fault

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// Maximum text lengths in bytes. Longer texts are shortened.
const (
	maxPath    = 1000
	maxMessage = 1000
)

// shortened returns s unchanged, or truncates it and adds "…" if it is longer than limit bytes. It
// does not split a character.
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

// kept returns a shortened copy of s. The copy is needed because the next line overwrites s.
func kept(s string, limit int) string { return strings.Clone(shortened(s, limit)) }

// shown shortens a text for a page and makes all characters visible.
func shown(s string) string {
	return shortened(terminal.Visible(shortened(s, maxName)), maxName)
}
