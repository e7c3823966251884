package notation

import (
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
)

// foreignNotations lists grammar notations that have no reader. A document is in such a notation if
// one of its lines matches mark and one matches define. If define is nil, more lines must match
// mark than start a rule in one of the dialects. Every line that matches mark contains word, which
// is faster to search for.
var foreignNotations = []struct {
	name, word   string
	mark, define *regexp.Regexp
}{
	{
		"classic BNF (<name> ::= …)", "::=",
		regexp.MustCompile(`(?m)^[ \t]*<[A-Za-z][\w -]*>[ \t]*::=`), nil,
	}, {
		"ANTLR's notation", "grammar",
		regexp.MustCompile(`(?m)^[ \t]*(?:(?:lexer|parser)[ \t]+)?grammar[ \t]+\w+[ \t]*;`),
		regexp.MustCompile(`(?m)^[ \t]*\w+[ \t\r\n]*:`),
	}, {
		"yacc's notation", "%%",
		regexp.MustCompile(`(?m)^%%[ \t]*\r?$`), regexp.MustCompile(`(?m)^\w+[ \t\r\n]*:`),
	},
}

// ownDefinition matches the start of a line on which a rule begins in one of the dialects.
var ownDefinition = regexp.MustCompile(`(?m)^[ \t]*(?:\[\w+\][ \t]*)?[A-Za-z_][\w.-]*[ \t]*(?:=|::=)`)

// foreignNotation reports whether the document is in one of the foreignNotations and, if so, adds
// an error to the diagnostics.
func foreignNotation(d *reader.Document) bool {
	text := d.Grammar.Source.Text
	for _, n := range foreignNotations {
		if !strings.Contains(text, n.word) {
			continue
		}
		at := n.mark.FindStringIndex(text)
		switch {
		case at == nil, n.define != nil && !n.define.MatchString(text):
			continue
		case n.define == nil && count(ownDefinition, text) >= count(n.mark, text):
			continue
		}
		var read []string
		for _, other := range syntax.Dialects() {
			read = append(read, other.Notation())
		}
		d.Report("foreign-notation", syntax.Pos(at[0]), syntax.Pos(at[1]),
			"the document is in %s, which is not supported; %s are", n.name, strings.Join(read, ", "))
		return true
	}
	return false
}

func count(x *regexp.Regexp, text string) int { return len(x.FindAllStringIndex(text, -1)) }
