// Package token defines the tokens of grammar documents.
package token

import (
	"cmp"
	"maps"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Kind is a kind of token. Section numbers refer to RFC 5234 unless another document is named.
type Kind uint8

const (
	End         Kind = iota // the end of the definition or of the text
	Bad                     // text in place of an element, reported as an error
	BadName                 // a word that contains non-ASCII letters, reported as an error
	Name                    // rulename: section 2.1
	Define                  // "=": section 2.2
	Increment               // "=/": section 3.3
	Choice                  // the sign between alternatives: section 3.2; RFC 2396, 1.6
	Number                  // digits in a repeat: sections 3.6, 3.7
	Star                    // "*": section 3.6
	List                    // "#": RFC 9110, section 5.6.1
	OpenGroup               // "(": section 3.5
	CloseGroup              // ")"; its number is token.OpenGroup + 1
	OpenOption              // "[": section 3.8
	CloseOption             // "]"; its number is token.OpenOption + 1
	OpenRepeat              // "{" in ISO EBNF: zero or more times
	CloseRepeat             // "}"; its number is token.OpenRepeat + 1
	String                  // char-val: section 2.3; with a prefix: RFC 7405, 2.1
	NumVal                  // num-val: sections 2.3, 3.4; the parser checks its digits
	Prose                   // prose-val: section 4
	Optional                // A? in W3C's EBNF and Treetop
	Plus                    // A+ in W3C's EBNF and Treetop
	Class                   // [a-z] in W3C's EBNF and Treetop

	Own Kind = 64 // the first kind specific to one notation
)

// A Token is a piece of the text. An ABNF token never extends past the end of a line, so a defect
// in a token affects at most one line.
type Token struct {
	Kind     Kind
	Indent   int32 // for the first token on a line, the width in columns of the blanks before it; otherwise -1
	Pos, End syntax.Pos
}

// Bad reports whether t has been reported as an error.
func (t Token) Bad() bool { return t.Kind == Bad || t.Kind == BadName }

// StartsRule reports whether a definition starts at tokens[i]: a name and then a definition sign,
// "=" or "=/". Definition signs occur nowhere else, so a name before one always ends the previous
// definition. A name in angle brackets, as in <name> =, also starts a definition, and is reported
// as an error later.
func StartsRule(tokens []Token, i int) bool {
	switch tokens[i].Kind {
	case Name, BadName, Prose:
		return i+1 < len(tokens) && (tokens[i+1].Kind == Define || tokens[i+1].Kind == Increment)
	}
	return false
}

// NextRule returns the index of the name of the first definition at or after tokens[i], or the
// index of the End token.
func NextRule(tokens []Token, i int) int {
	for tokens[i].Kind != End && !StartsRule(tokens, i) {
		i++
	}
	return i
}

// FindRules returns the index of the first token after the prose, and the margin, the smallest
// indentation of any line that starts with a rule. If there is no rule, ok is false.
//
// Idea. The prose ends at the first rule whose indentation is the margin or the most frequent
// indentation. An "x = y" in prose is usually rare and indented further. Checking only for the
// margin is not enough, because some documents indent most rules but not the few added later.
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

// CountDefinitions counts the names before "=" and the names before "::=". It inspects the text of
// the signs, because both are tokens of the same kind.
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
