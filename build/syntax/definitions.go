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

// definitions is a document cut into tokens, as a sequence of definitions. Each begins with a name
// and a definition sign.
type definitions struct {
	*document
	signs  *signs
	tokens []token
	start  int // index of the first token after the prose before the rules
}

// skipProse warns of the text before the first rule. It reports each line of that text that is a
// rule, or is meant to be one, as an error.
func (r *definitions) skipProse() {
	if r.start == 0 {
		return
	}
	r.skippedProse(r.tokens[0].pos, r.tokens[r.start-1].end)
	for i, t := range r.tokens[:r.start] {
		if d, ok := r.broken(i); ok {
			r.reportBroken(d)
		} else if t.indent >= 0 && startsRule(r.tokens, i) {
			r.report("skipped-definition", t.pos, t.end,
				"the definition of %s is skipped: its indentation differs from that of the rules (RFC 5234, section 2.1)",
				r.name(t))
			r.unread(r.name(t), t.pos)
		}
	}
}

// name returns the name that the token t has, without the angle brackets around it.
func (r *definitions) name(t token) string {
	name := r.grammar.Source.Text[t.pos:t.end]
	if t.kind == tokProse {
		name = name[1 : len(name)-1]
	}
	return name
}

// keep moves the diagnostics of the lexer into r.list, except those in the prose before the rules.
func (r *definitions) keep(diagnostics *List) {
	from := Pos(0)
	if r.start > 0 {
		from = r.tokens[r.start-1].end
	}
	r.list.Merge(diagnostics, from)
}

// broken returns the definition on the line that begins with r.tokens[i]. ok is false if the line
// is prose or begins with a rule. In W3C's EBNF a production number may stand before the word.
func (r *definitions) broken(i int) (d brokenDefinition, ok bool) {
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
func (r *definitions) reportBroken(d brokenDefinition) {
	why := "a name " + r.signs.letters
	if r.signs.names.MatchString(d.word) {
		define := r.signs.define
		if d.sign == "/=" && r.signs.increment {
			define = "=/"
		}
		why = fmt.Sprintf("%s writes %q after a name, not %q", r.signs.name, define, d.sign)
	}
	r.report("skipped-definition", d.pos, d.pos+Pos(len(d.word)), "the definition of %s is skipped: %s", clip(d.word), why)
	r.unread(strings.Trim(d.word, `<>"'`), d.pos)
}
