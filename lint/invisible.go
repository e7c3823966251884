package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/uts46"
)

// This file finds invisible characters.

// invisible finds invisible non-ASCII characters, including percent-encoded ones. It skips
// characters that shape the one before them, and characters that the methods browsers (in a host)
// and formatting report.
func (x *search) invisible(yield yielder) bool {
	if x.isLeft && strings.IndexByte(x.s, '%') < 0 || findings.VisibleText.Valid(x.s) {
		return true
	}
	for _, p := range x.parts() {
		for i, before := p.Start, rune(0); i < p.End; {
			r, size := chars.DecodedRune(x.s[i:p.End])
			at := iri.Span{Start: i, End: i + size}
			if isInvisible(r) && !shapes(r, before) && !(isBidiControl(r) && x.s[i] != '%') &&
				!(x.mapsHost(p) && (isJoiner(r) || hostCode(r) != "")) &&
				!x.report(yield, "invisible-character", p.Component, at) {
				return false
			}
			before = r
			i += size
		}
	}
	return true
}

// isInvisible reports whether r is in the set [findings.Invisible].
func isInvisible(r rune) bool {
	return r >= utf8.RuneSelf && findings.Invisible.First(string(r)) >= 0
}

func isBidiControl(r rune) bool {
	return findings.Invisible.First(string(r)) == findings.InvisibleBidirectionalControl
}

func isJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// shapes reports whether r may affect how the character before it is displayed. A joiner may do so
// after a letter that joins, a virama, a mark or a symbol (an emoji); a variation selector may do
// so after a symbol or a character of a script that has variants. The first such script is Myanmar.
func shapes(r, before rune) bool {
	if before < utf8.RuneSelf {
		return false
	}
	class := uts46.Character.First(string(before))
	isSelector := findings.Invisible.First(string(r)) == findings.InvisibleVariationSelector
	switch {
	case isInvisible(before):
		return isJoiner(r) && before == '\uFE0F' // a red heart
	case isSelector:
		return class == uts46.CharacterNeutral || before >= '\u1000'
	case isJoiner(r):
		switch class {
		case uts46.CharacterLeftJoining, uts46.CharacterRightJoining, uts46.CharacterVirama,
			uts46.CharacterSpacingVirama, uts46.CharacterMark, uts46.CharacterNeutral:
			return true
		}
	}
	return false
}

// invisibleName returns the name of an invisible character or of its group.
func invisibleName(r rune) string {
	name := findings.Invisible.RuleName(findings.Invisible.First(string(r)))
	return strings.ReplaceAll(name, "-", " ")
}
