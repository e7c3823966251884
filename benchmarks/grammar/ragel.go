package grammar

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
)

// Ragel returns the definitions of a rule, and of the rules it refers to, for Ragel 6 with the
// alphabet unsigned char. Rules become named machines, with "_" for "-" in their names. Classes of
// code points become their UTF-8 forms, because the alphabet of Ragel is bytes.
func Ragel(g *build.Grammar, rule string) (string, error) {
	return definitions(g, rule, notation{reserved: ragelReserved, difference: "-", text: ragelText, class: ragelClass})
}

// ragelReserved are the keywords and the built-in machines of Ragel 6.10.
var ragelReserved = func() map[string]bool {
	reserved := map[string]bool{}
	for _, name := range strings.Fields(`
		access action alphtype entry eof err export exports from getkey import include inwhen
		lerr machine nfapostpop nfaprepush outwhen postpop prepush to variable when write
		alnum alpha any ascii cntrl digit empty extend graph lower null print punct space upper
		xdigit zlen`) {
		reserved[name] = true
	}
	return reserved
}()

// ragelText returns an expression for a text, and the level of the expression. Printable bytes are
// in quotes, and others are numbers. With fold the expression matches letters in either case.
func ragelText(text string, fold bool) (string, int) {
	if text == "" {
		return `""`, levelElement
	}
	var parts []string
	for _, run := range printable.FindAllString(text, -1) {
		if !strings.ContainsFunc(run, unprintable) {
			run = "'" + strings.NewReplacer(`'`, `\'`, `\`, `\\`).Replace(run) + "'"
			if fold {
				run += "i"
			}
			parts = append(parts, run)
			continue
		}
		for i := range len(run) {
			parts = append(parts, ragelByte(run[i]))
		}
	}
	return sequence(parts)
}

// printable matches a run of printable characters of ASCII, or a run of other characters.
var printable = regexp.MustCompile(`[ -~]+|[^ -~]+`)

func unprintable(c rune) bool { return c < ' ' || c > '~' }

// ragelClass returns an expression for the UTF-8 of one of the code points in spans, and the level
// of the expression.
func ragelClass(spans []span) (string, int) {
	var forms []string
	level := levelElement
	for _, s := range spans {
		for ranges := range automaton.Sequences(s.lo, s.hi) {
			var bytes []string
			for _, r := range ranges {
				text := ragelByte(r.Lo)
				if r.Lo < r.Hi {
					text += ".." + ragelByte(r.Hi)
				}
				bytes = append(bytes, text)
			}
			var form string
			form, level = sequence(bytes)
			forms = append(forms, form)
		}
	}
	if len(forms) > 1 {
		level = levelAlternation
	}
	return strings.Join(forms, " | "), level
}

// sequence returns the parts one after the other as an expression, and the level of the expression.
func sequence(parts []string) (string, int) {
	if len(parts) == 1 {
		return parts[0], levelElement
	}
	return strings.Join(parts, " "), levelConcatenation
}

func ragelByte(c byte) string {
	if '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
		return fmt.Sprintf("'%c'", c)
	}
	return fmt.Sprintf("0x%02X", c)
}
