// Package token defines the tokens of grammar documents.
package token

import (
	"cmp"
	"maps"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Kind is a kind of token. Sections refer to RFC 5234, unless another document is named.
type Kind uint8

const (
	End         Kind = iota // the end of the definition, or of the text
	Bad                     // text with a reported error, in place of an element
	BadName                 // a word with letters beyond ASCII, a reported error
	Name                    // rulename: section 2.1
	Define                  // "=": section 2.2
	Increment               // "=/": section 3.3
	Choice                  // the sign between alternatives: section 3.2; RFC 2396, 1.6
	Number                  // digits of a repeat: sections 3.6, 3.7
	Star                    // "*": section 3.6
	List                    // "#": RFC 9110, section 5.6.1
	OpenGroup               // "(": section 3.5
	CloseGroup              // ")"; its number is token.OpenGroup + 1
	OpenOption              // "[": section 3.8
	CloseOption             // "]"; its number is token.OpenOption + 1
	String                  // char-val: section 2.3; with a prefix: RFC 7405, 2.1
	NumVal                  // num-val: sections 2.3, 3.4; the parser checks its digits
	Prose                   // prose-val: section 4
	Optional                // A? of W3C's EBNF and Treetop
	Plus                    // A+ of these
	Class                   // [a-z] of these

	Own Kind = 64 // the first kind that only one notation has
)

// A Token is a piece of the text. No token of ABNF extends over a line end, so a defect in a token
// affects at most its line.
type Token struct {
	Kind     Kind
	Indent   int32 // for the first token of a line, the columns of blanks before it; else -1
	Pos, End syntax.Pos
}

// Bad reports whether an error of t has been reported.
func (t Token) Bad() bool { return t.Kind == Bad || t.Kind == BadName }

// StartsRule reports whether a definition starts at tokens[i]: a name followed by a definition
// sign, "=" or "=/". Such a sign occurs nowhere else, so it always ends the previous definition. A
// name in angle brackets, <name> =, also starts a definition, and is reported as an error later.
func StartsRule(tokens []Token, i int) bool {
	switch tokens[i].Kind {
	case Name, BadName, Prose:
		return i+1 < len(tokens) && (tokens[i+1].Kind == Define || tokens[i+1].Kind == Increment)
	}
	return false
}

// FindRules returns the index of the first token after the prose, and the margin: the smallest
// indentation of a line that starts with a rule. ok is false if there is no rule.
//
// Idea. The prose ends at the first rule whose indentation is the margin or the most frequent one.
// An "x = y" in prose is usually indented more, and rare. The margin is not enough, because some
// documents indent most rules but not the few added later.
func FindRules(tokens []Token) (start int, margin int32, ok bool) {
	frequency := map[int32]int{}
	for i, t := range tokens {
		if !StartsRule(tokens, i) {
			continue
		}
		ok = true
		if t.Indent >= 0 {
			frequency[t.Indent]++
		}
	}
	if len(frequency) == 0 {
		return 0, -1, ok
	}
	indents := slices.Sorted(maps.Keys(frequency))
	margin = indents[0]
	common := slices.MaxFunc(indents, func(a, b int32) int { return cmp.Compare(frequency[a], frequency[b]) })
	for !StartsRule(tokens, start) || tokens[start].Indent != margin && tokens[start].Indent != common {
		start++
	}
	return start, margin, true
}

// CountDefinitions counts the names followed by "=", and the names followed by "::=". It inspects
// the text of the signs, because their tokens have the same kind.
func CountDefinitions(tokens []Token, text string) (equals, colons int) {
	for i := range tokens {
		switch {
		case !StartsRule(tokens, i):
		case text[tokens[i+1].Pos] == ':' && text[tokens[i+1].Pos+1] == ':':
			colons++
		case text[tokens[i+1].Pos] == '=':
			equals++
		}
	}
	return equals, colons
}
