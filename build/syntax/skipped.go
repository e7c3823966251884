package syntax

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// brokenHead matches the beginning of a line that is meant to define a rule: a word that resembles
// a name (1), the definition sign of some notation (2, or ":"), and an element. If the line or a
// comment ends after the sign (3), the element may follow later. A ":" is a sign only before a
// string, a number or a bracket, and not if it follows the word directly and a blank follows it:
// that is prose, as in Example: "text".
var brokenHead = regexp.MustCompile(`^(` + nearName + `)(?:` +
	`[ \t\x{A0}]*(=/|==?>?|::=|:=|/=|->|→)[ \t\x{A0}]*(?:[\pL\pN"'“‘%(\[<*#_{+\\$~]|($|;|/\*))|` +
	`:["'(\[%]|[ \t]+:[ \t]*["'(\[%])`)

// nearName matches a word in quotes or angle brackets, or a word with a letter or a digit among its
// first two characters. Colons may stand inside of the word, as in xml:lang.
const nearName = `"[^"\s]+"|'[^'\s]+'|<[\pL\pN][^\s<>=:;"]*>?|` +
	`[^\s<>=:;{}()\[\]|"'\x60\pL\pN]?[\pL\pN][^\s<>=:;|"\x60?]*?(?::[\pL\pN][^\s<>=:;|"\x60?]*?)*[?>]?`

// Broken returns the word and the sign that a line meant to define a rule begins with, in place of
// a name and the definition sign of its notation. The word is "" for any other line.
func Broken(line string) (word, sign string) {
	m := brokenHead.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	return m[1], cmp.Or(m[2], ":")
}

// A brokenDefinition is a line that is meant to define a rule but does not.
type brokenDefinition struct {
	word string // in place of a name
	sign string // in place of a definition sign
	pos  Pos    // of the word
}

// broken returns the definition on the line that begins with r.tokens[i]. ok is false if the line
// is prose or begins with a rule. In W3C's EBNF a production number may stand before the word.
func (r *abnfReader) broken(i int) (d brokenDefinition, ok bool) {
	margin := r.tokens[i].indent
	if r.tokens[i].kind == tokClass {
		i++
	}
	if margin < 0 || startsRule(r.tokens, i) {
		return d, false
	}
	t := r.tokens[i]
	line := r.grammar.Source.Text[t.pos:]
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	m := brokenHead.FindStringSubmatchIndex(line)
	if m == nil || t.kind == tokProse && t.pos+Pos(m[3]) < t.end {
		return d, false
	}
	if m[6] >= 0 { // the element must stand on the next line, indented
		for r.tokens[i].pos < t.pos+Pos(m[6]) && r.tokens[i].kind != tokEnd {
			i++
		}
		if next := r.tokens[i]; next.indent <= margin || next.kind == tokEnd {
			return d, false
		}
	}
	d = brokenDefinition{word: line[:m[3]], sign: ":", pos: t.pos}
	if m[4] >= 0 {
		d.sign = line[m[4]:m[5]]
	}
	return d, true
}

// reportBroken reports a broken definition as skipped, with the part that is wrong.
func (r *abnfReader) reportBroken(d brokenDefinition) {
	name, letters := ruleName, `begins with a letter and holds letters, digits and "-"`
	if r.notation == &ebnf {
		name, letters = ebnfName, `begins with a letter or "_" and holds letters, digits, "_", "-" and "."`
	}
	why := "a name " + letters
	if name.MatchString(d.word) {
		define := r.notation.define
		if d.sign == "/=" && r.notation.increment {
			define = "=/"
		}
		why = fmt.Sprintf("%s writes %q after a name, not %q", r.notation.name, define, d.sign)
	}
	r.report("skipped-definition", d.pos, d.pos+Pos(len(d.word)), "the definition of %s is skipped: %s", clip(d.word), why)
	r.unread(strings.Trim(d.word, `<>"'`), d.pos)
}

var (
	ruleName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	ebnfName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)
)
