package abnf

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
)

// Idioms are constructs from regular expressions, BNF and programming languages that people often
// write in ABNF by mistake, such as [0-9]. The lexer reads an idiom as a unit and reports it as a
// single error, which shows the ABNF form.

var (
	classIdiom    = regexp.MustCompile(`^\[(\^?)((?:[A-Za-z0-9]-[A-Za-z0-9])+)\]`)
	rangeIdiom    = regexp.MustCompile(`^(?:"(.)"|'(.)')[ \t]*(?:-|\.\.\.?|…)[ \t]*(?:"(.)"|'(.)')`)
	numbersIdiom  = regexp.MustCompile(`^(%[xXdDbB])([0-9A-Fa-f]+)-%[xXdDbB]([0-9A-Fa-f]+)`)
	sequenceIdiom = regexp.MustCompile(`^%[xXdDbB][0-9A-Fa-f]+(?:,[0-9A-Fa-f]+)+`)
	countIdiom    = regexp.MustCompile(`^([0-9]+)[ \t]*(?:\.\.\.?|…|-)[ \t]*(?:([0-9]+)|\*)[ \t]*["%<(\[A-Za-z]`)
	quotedQuote   = regexp.MustCompile(`^("""|"\\"")(?:[ \t\r\n/)\];]|$)`)
	unicodeIdiom  = regexp.MustCompile(`^[Uu]\+([0-9A-Fa-f]{4,6})\b`)
	anyDefinition = regexp.MustCompile(`[A-Za-z][A-Za-z0-9-]*[ \t]*=`)
)

// idiom reads an idiom at l.Pos and reports it as an error. It returns false if there is no idiom
// there.
func (l *lexer) idiom() bool {
	rest := l.Text[l.Pos:]
	switch c := rest[0]; {
	case c == '/' || c == '-':
		return l.variant.terminator == 0 && l.foreignComment(rest)
	case char.IsDigit(c):
		return l.count(rest)
	case !l.variant.percent:
		return false
	case c == '[':
		return l.characterClass(rest)
	case (c == '"' || c == '\'') && len(rest) > 3:
		return l.characterRange(rest)
	case c == '%':
		if m := numbersIdiom.FindStringSubmatch(rest); m != nil {
			return l.misspelled("bad-number", m[0], "the second number of a range must not begin with %q; write %s%s-%s", m[1],
				m[1], m[2], m[3])
		}
		if m := sequenceIdiom.FindString(rest); m != "" {
			return l.misspelled("bad-number", m, `"." separates numbers; write %s`, char.Clip(strings.ReplaceAll(m, ",", ".")))
		}
	case c|0x20 == 'u' && len(rest) > 1 && rest[1] == '+':
		if m := unicodeIdiom.FindStringSubmatch(rest); m != nil {
			return l.misspelled("bad-character", m[0], "%s is written %%x%s in %s", m[0], strings.TrimLeft(m[1], "0"),
				l.variant.Name)
		}
	}
	return false
}

// misspelled reports the text at l.Pos as an error and turns it into a bad token in place of an
// element. It always returns true.
func (l *lexer) misspelled(code syntax.Code, text, format string, args ...any) bool {
	l.Bad(code, l.Pos+len(text), format, args...)
	return true
}

// count reads a repeat such as "1..5" or "1-5" at the start of rest.
func (l *lexer) count(rest string) bool {
	m := countIdiom.FindStringSubmatchIndex(rest)
	if m == nil {
		return false
	}
	end := m[1] - 1 // before the element
	least, most := rest[:m[3]], ""
	if m[4] >= 0 {
		most = rest[m[4]:m[5]]
	}
	return l.misspelled("bad-character", strings.TrimRight(rest[:end], " \t"),
		"a repeat is written with \"*\", directly before the element: %s*%selement", char.Clip(least), char.Clip(most))
}

// maxComment is the maximum length in bytes of a programming language comment that foreignComment
// reads. It keeps the search for the end of the comment cheap.
const maxComment = 200

// foreignComment skips a programming language comment, up to the end of the line or "*/", and
// reports it as an error. It returns false if there is no such comment, or if the comment contains
// a definition: when a document has lost its line endings, rules may follow on the same line. It
// also returns false if there is a quote or ";" between "/*" and "*/", because the "*/" may then be
// part of a string or an ABNF comment: a = "x" /*DIGIT "*/".
func (l *lexer) foreignComment(rest string) bool {
	line := rest[:min(len(rest), maxComment)]
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	} else if len(rest) > maxComment {
		return false
	}
	switch {
	case strings.HasPrefix(line, "//"), strings.HasPrefix(line, "--"):
	case strings.HasPrefix(line, "/*") && strings.Contains(line[2:], "*/"):
		if line = line[:4+strings.Index(line[2:], "*/")]; strings.ContainsAny(line, `";`) {
			return false
		}
	default:
		return false
	}
	if strings.Contains(line, "=") && anyDefinition.MatchString(line) {
		return false
	}
	end := l.Pos + len(line)
	l.Report("foreign-comment", l.Pos, end, "%q does not begin a comment in %s; write %q",
		line[:2], l.variant.Name, l.variant.comment)
	l.Pos = end
	return true
}

// characterClass reads a regular expression class such as "[0-9]" or "[^a-z]" at the start of rest.
// It does not read "[a-z]", which may be an option that contains a rule named "a-z".
func (l *lexer) characterClass(rest string) bool {
	if len(rest) < 2 || !char.IsDigit(rest[1]) && rest[1] != '^' {
		return false
	}
	m := classIdiom.FindStringSubmatch(rest)
	if m == nil {
		return false
	}
	hint := "write " + rangesOf(m[2])
	if m[1] != "" {
		hint = "write the ranges of the other characters: %x00-60 / %x7B-10FFFF"
	}
	return l.misspelled("character-class", m[0], "%s has no character classes; %s", l.variant.Name, hint)
}

// characterRange reads a range between two one-character strings, such as "a"-"z".
func (l *lexer) characterRange(rest string) bool {
	if _, size := utf8.DecodeRuneInString(rest[1:]); len(rest) <= 1+size || rest[1+size] != rest[0] {
		return false
	}
	m := rangeIdiom.FindStringSubmatch(rest)
	if m == nil {
		return false
	}
	lo, _ := utf8.DecodeRuneInString(m[1] + m[2])
	hi, _ := utf8.DecodeRuneInString(m[3] + m[4])
	return l.misspelled("character-range", m[0], "%s has no string ranges; write %%x%X-%X", l.variant.Name, lo, hi)
}

// rangesOf translates the ranges of a class into ABNF: "a-z0-9" becomes "%x61-7A / %x30-39".
func rangesOf(class string) string {
	var ranges []string
	for ; len(class) >= 3; class = class[3:] {
		ranges = append(ranges, fmt.Sprintf("%%x%X-%X", class[0], class[2]))
	}
	return strings.Join(ranges, " / ")
}

// ClassHint returns the ABNF ranges for a name that looks like a regular expression class, such as
// "%x61-7A" for "a-z". For any other name it returns "".
func ClassHint(name string) string {
	if !classIdiom.MatchString("[" + name + "]") {
		return ""
	}
	return rangesOf(name)
}
