package reader

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// brokenHead matches the start of a line that is meant to define a rule: a word that resembles a
// name (1), some notation's definition sign (2, or ":"), and an element. If the line ends or a
// comment begins after the sign (3), the element may be on a later line. A ":" counts as a sign
// only before a string, a number or a bracket, and only if it does not directly follow the word and
// precede a blank, because that is prose: Example: "text".
var brokenHead = regexp.MustCompile(`^(` + nearName + `)(?:` +
	`[ \t\x{A0}]*(=/|==?>?|::=|:=|[/+|]=|->|→)[ \t\x{A0}]*(?:[\pL\pN"'“‘%(\[<*#_{+\\$~]|($|;|/\*))|` +
	`:["'(\[%]|[ \t]+:[ \t]*["'(\[%])`)

// nearName matches a word in quotes or angle brackets, or a word that has a letter or digit as its
// first or second character. The word may contain colons, as in xml:lang.
const nearName = `"[^"\s]+"|'[^'\s]+'|<[\pL\pN][^\s<>=:;"]*>?|` +
	`[^\s<>=:;{}()\[\]|"'\x60\pL\pN]?[\pL\pN][^\s<>=:;|"\x60?]*?(?::[\pL\pN][^\s<>=:;|"\x60?]*?)*[?>]?`

// Broken recognizes a line that is meant to define a rule but does not. It returns the word at the
// start of the line, which should be a name, and the sign after it, which should be a definition
// sign. For any other line the word is "".
func Broken(line string) (word, sign string) {
	m := brokenHead.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	return m[1], cmp.Or(m[2], ":")
}

// A brokenDefinition is a line that is meant to define a rule but does not.
type brokenDefinition struct {
	word string     // what should be a name
	sign string     // what should be a definition sign
	pos  syntax.Pos // position of the word
}

// Definitions is a document that has been split into tokens. The tokens form a sequence of
// definitions, each of which starts with a name and a definition sign.
type Definitions struct {
	*Document
	Signs  *Signs
	Tokens []token.Token
	Start  int // index of the first token after the prose that precedes the rules
}

// SkipProse warns about the text before the first rule. It reports an error for each line in that
// text that is, or is meant to be, a rule.
func (r *Definitions) SkipProse() {
	r.SkippedProse(r.Tokens[:r.Start])
	for i, t := range r.Tokens[:r.Start] {
		if d, ok := r.Broken(i); ok {
			r.reportBroken(d)
		} else if t.Indent >= 0 && token.StartsRule(r.Tokens, i) {
			r.Report("skipped-definition", t.Pos, t.End,
				"the definition of %s is skipped: its indentation differs from that of the rules (RFC 5234, section 2.1)",
				r.Name(t))
			r.Unread(r.Name(t), t.Pos)
		}
	}
}

// Name returns the name in the token t, without surrounding angle brackets.
func (r *Definitions) Name(t token.Token) string {
	name := r.Grammar.Source.Text[t.Pos:t.End]
	if t.Kind == token.Prose {
		name = name[1 : len(name)-1]
	}
	return name
}

// Keep moves the lexer's diagnostics into r.List, except for diagnostics in the prose before the
// rules.
func (r *Definitions) Keep(diagnostics *syntax.List) {
	from := syntax.Pos(0)
	if r.Start > 0 {
		from = r.Tokens[r.Start-1].End
	}
	r.List.Merge(diagnostics, from)
}

// Broken returns the broken definition on the line that starts with r.Tokens[i]. If the line is
// prose or starts with a rule, ok is false. In W3C's EBNF, a production number may precede the
// word.
func (r *Definitions) Broken(i int) (d brokenDefinition, ok bool) {
	margin := r.Tokens[i].Indent
	if r.Tokens[i].Kind == token.Class {
		i++
	}
	if margin < 0 || token.StartsRule(r.Tokens, i) {
		return d, false
	}
	t := r.Tokens[i]
	line := r.Grammar.Source.Text[t.Pos:]
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	m := brokenHead.FindStringSubmatchIndex(line)
	if m == nil || t.Kind == token.Prose && t.Pos+syntax.Pos(m[3]) < t.End {
		return d, false
	}
	if m[6] >= 0 { // the element must be indented on the next line
		for r.Tokens[i].Pos < t.Pos+syntax.Pos(m[6]) && r.Tokens[i].Kind != token.End {
			i++
		}
		if next := r.Tokens[i]; next.Indent <= margin || next.Kind == token.End {
			return d, false
		}
	}
	d = brokenDefinition{word: line[:m[3]], sign: ":", pos: t.Pos}
	if m[4] >= 0 {
		d.sign = line[m[4]:m[5]]
	}
	return d, true
}

// reportBroken reports that a broken definition is skipped and what is wrong with it.
func (r *Definitions) reportBroken(d brokenDefinition) {
	why := "a name " + r.Signs.Letters
	if r.Signs.Names.MatchString(d.word) {
		define := r.Signs.Define
		if foreignIncrement.MatchString(d.sign) && r.Signs.Increment {
			define = "=/"
		}
		why = fmt.Sprintf("%s uses %q after a name, not %q", r.Signs.Name, define, d.sign)
	}
	r.Report("skipped-definition", d.pos, d.pos+syntax.Pos(len(d.word)), "the definition of %s is skipped: %s",
		char.Clip(d.word), why)
	r.Unread(strings.Trim(d.word, `<>"'`), d.pos)
}
