package grammar

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build"
)

// Re2c returns the definitions of a rule, and of the rules it refers to, for re2c. Rules become
// named definitions, with "_" for "-" in their names. Classes of code points stay classes, because
// re2c itself makes UTF-8 of them, with its option -8.
func Re2c(g *build.Grammar, rule string) (string, error) {
	return definitions(g, rule, notation{difference: `\`, text: re2cText, class: re2cClass})
}

func re2cText(text string, fold bool) (string, int) {
	quote := `"`
	if fold {
		quote = `'`
	}
	var b strings.Builder
	for _, c := range text {
		b.WriteString(re2cRune(c))
	}
	return quote + b.String() + quote, levelElement
}

func re2cClass(spans []span) (string, int) {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(re2cRune(s.lo))
		if s.lo < s.hi {
			b.WriteString("-" + re2cRune(s.hi))
		}
	}
	return "[" + b.String() + "]", levelElement
}

func re2cRune(c rune) string {
	switch {
	case c > 0xFFFF:
		return fmt.Sprintf(`\U%08X`, c)
	case c > 0x7F:
		return fmt.Sprintf(`\u%04X`, c)
	case c < ' ' || c == 0x7F || strings.ContainsRune(`"'\]-^*`, c):
		return fmt.Sprintf(`\x%02X`, c)
	}
	return string(c)
}
