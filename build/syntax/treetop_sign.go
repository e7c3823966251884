package syntax

import (
	"fmt"
	"strings"
)

// signTreetop returns the reason to read a text as Treetop. "grammar NAME" stands on a line of its own,
// and "rule … end" after it; the blocks of Ruby may then have any text. Or "rule … end" is more
// frequent than "=", and "::=" is not.
func signTreetop(text string, tokens []token) string {
	if name, n := countGrammar(tokens, text); n > 0 {
		return fmt.Sprintf(`"grammar %s", and "rule … end" %s`, clip(name), times(n))
	}
	equals, colons := countDefinitions(tokens, text)
	if n := countRuleEnd(tokens, text); n > equals && colons < max(equals, 1) {
		return fmt.Sprintf(`"rule … end" %s`, times(n))
	}
	return ""
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// countGrammar finds the first line that begins with "grammar" and a name with a capital letter.
// Only "do" or a comment may follow on the line. It returns the name, and how often "rule … end"
// follows.
func countGrammar(tokens []token, text string) (name string, n int) {
	for i, t := range tokens[:len(tokens)-1] {
		if t.indent < 0 || t.kind != tokName || text[t.pos:t.end] != "grammar" || tokens[i+1].kind != tokName {
			continue
		}
		name, next := text[tokens[i+1].pos:tokens[i+1].end], tokens[i+2]
		alone := next.indent >= 0 || strings.HasPrefix(text[next.pos:], "#") || text[next.pos:next.end] == "do"
		if alone && 'A' <= name[0] && name[0] <= 'Z' {
			return name, countRuleEnd(tokens[i+2:], text)
		}
	}
	return "", 0
}

// countRuleEnd counts how often "rule" with a name after it is followed by "end".
func countRuleEnd(tokens []token, text string) (n int) {
	inRule := false
	for i, t := range tokens {
		if t.kind != tokName {
			continue
		}
		switch text[t.pos:t.end] {
		case "rule":
			inRule = inRule || tokens[i+1].kind == tokName
		case "end":
			if inRule {
				n++
			}
			inRule = false
		}
	}
	return n
}
