package syntax

// A kind is a kind of token. The sections are those of RFC 5234, unless another document is named.
type kind uint8

const (
	tokEnd         kind = iota // the end of the definition, or of the text
	tokBad                     // text with an error that is reported, in place of an element
	tokBadName                 // a word with letters beyond ASCII, an error that is reported
	tokName                    // rulename: section 2.1
	tokDefine                  // "=": section 2.2
	tokIncrement               // "=/": section 3.3
	tokChoice                  // the sign between alternatives: section 3.2; RFC 2396, 1.6
	tokNumber                  // digits of a repeat: sections 3.6, 3.7
	tokStar                    // "*": section 3.6
	tokList                    // "#": RFC 9110, section 5.6.1
	tokOpenGroup               // "(": section 3.5
	tokCloseGroup              // ")"; its number is tokOpenGroup + 1
	tokOpenOption              // "[": section 3.8
	tokCloseOption             // "]"; its number is tokOpenOption + 1
	tokString                  // char-val: section 2.3; with a prefix: RFC 7405, 2.1
	tokNumVal                  // num-val: sections 2.3, 3.4; the parser checks its digits
	tokProse                   // prose-val: section 4
	tokOptional                // A? of W3C's EBNF and Treetop
	tokPlus                    // A+ of these
	tokClass                   // [a-z] of these

	tokOwn kind = 64 // the first kind that only one notation has
)

// A token is a piece of the text. No token of ABNF reaches over a line end, so a defect in a token
// affects at most its line.
type token struct {
	kind     kind
	indent   int32 // for the first token of a line, the columns of blank before it; else -1
	pos, end Pos
}

// bad reports whether t has an error reported already.
func (t token) bad() bool { return t.kind == tokBad || t.kind == tokBadName }

// startsRule reports whether a definition begins at tokens[i]: a name followed by a definition
// sign, "=" or "=/". Such a sign belongs nowhere else, so it always ends the definition before. A
// name in angle brackets, <name> =, also begins a definition, and is reported as an error later.
func startsRule(tokens []token, i int) bool {
	switch tokens[i].kind {
	case tokName, tokBadName, tokProse:
		return i+1 < len(tokens) && (tokens[i+1].kind == tokDefine || tokens[i+1].kind == tokIncrement)
	}
	return false
}

// findRules returns the index of the first token after the prose, and the margin: the smallest
// indentation of a line that begins with a rule. ok is false if there is no rule.
//
// Idea. The prose ends at the first rule whose indentation is the margin or the most frequent one.
// An "x = y" in prose is usually indented more, and rare. The margin alone is not enough, because
// some documents indent most rules and not the few added later.
func findRules(tokens []token) (start int, margin int32, ok bool) {
	frequency := map[int32]int{}
	for i, t := range tokens {
		if !startsRule(tokens, i) {
			continue
		}
		ok = true
		if t.indent >= 0 {
			frequency[t.indent]++
		}
	}
	if len(frequency) == 0 {
		return 0, -1, ok
	}
	margin, common := extremes(frequency)
	for !startsRule(tokens, start) || tokens[start].indent != margin && tokens[start].indent != common {
		start++
	}
	return start, margin, true
}

// extremes returns the smallest key, and the key with the greatest value. Of several keys with
// that value it returns the smallest.
func extremes(frequency map[int32]int) (least, common int32) {
	least, common = -1, -1
	for k, n := range frequency {
		if least < 0 || k < least {
			least = k
		}
		if common < 0 || n > frequency[common] || n == frequency[common] && k < common {
			common = k
		}
	}
	return least, common
}

// countDefinitions counts the names followed by "=", and the names followed by "::=". It looks at
// the text of the signs, because the lexer makes tokens of one kind of both.
func countDefinitions(tokens []token, text string) (equals, colons int) {
	for i := range tokens {
		switch {
		case !startsRule(tokens, i):
		case text[tokens[i+1].pos] == ':' && text[tokens[i+1].pos+1] == ':':
			colons++
		case text[tokens[i+1].pos] == '=':
			equals++
		}
	}
	return equals, colons
}
