package syntax

import (
	"fmt"
	"strings"
)

// Detect guesses the dialect of a document from what its rules look like, and says in words
// why. In this order:
//
//   - "grammar NAME" stands on a line of its own, and "rule … end" after it: [Treetop], whatever
//     its blocks of Ruby hold.
//   - "::=" defines more rules than "=": [W3C].
//   - "rule … end" is met more often than "=": [Treetop].
//   - ";" ends most of the definitions: [AParse]. A ";" on a line of its own, or with a
//     comment behind it, is one of ABNF.
//   - "|" stands between more alternatives than "/": [RFC822]. That is a guess: "|" is a common mistake too.
//   - Else [ABNF].
//
// Signs in strings, comments and prose do not count. The time is linear in the length of the text.
func Detect(text string) (d Dialect, why string) {
	l := lexABNF(&notations[ABNF], text, 0)
	if name, n := countGrammar(l.tokens, text); n > 0 {
		return Treetop, fmt.Sprintf(`"grammar %s", and "rule … end" %s`, clip(name), times(n))
	}
	equals, colons := countDefinitions(l.tokens, text)
	if colons > 0 && colons >= equals {
		return W3C, fmt.Sprintf(`"::=" defines %s`, plural(colons, "rule"))
	}
	if n := countRuleEnd(l.tokens, text); n > equals {
		return Treetop, fmt.Sprintf(`"rule … end" %s`, times(n))
	}
	if n, all := countTerminated(text); 2*n > all {
		return AParse, fmt.Sprintf(`";" ends %d of %s`, n, plural(all, "definition"))
	}
	slashes, bars := countChoices(l.tokens, text)
	const where = "outside of strings and comments"
	switch {
	case slashes == 0 && bars == 0:
		return ABNF, fmt.Sprintf(`neither "/" nor "|" %s; ABNF is the common case`, where)
	case bars > slashes:
		return RFC822, fmt.Sprintf(`%d "|" and %d "/" %s`, bars, slashes, where)
	}
	return ABNF, fmt.Sprintf(`%d "/" and %d "|" %s`, slashes, bars, where)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// countDefinitions counts the names with "=" and those with "::=" behind them. The lexer takes
// the sign of another notation for the "=" that was meant.
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

// countGrammar returns the name after the first "grammar" that begins a line and shares it with
// nothing else but "do" or a comment, and how often "rule … end" follows.
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

// countRuleEnd counts "rule", a name, and "end" some way behind it.
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

// countTerminated counts the definitions, as aParse has them, and those of them that end
// in one ";" after something on its line, before the next definition, a directive or the end.
func countTerminated(text string) (n, all int) {
	tokens := lexABNF(&notations[AParse], text, 0).tokens
	signs := 0 // since the definition began
	for i, t := range tokens {
		next := t.kind == tokEnd || t.kind == tokDeclaration || startsRule(tokens, i)
		if next && i > 0 && signs == 1 && tokens[i-1].kind == tokTerminator && tokens[i-1].indent < 0 {
			n++
		}
		switch {
		case startsRule(tokens, i):
			all++
			signs = 0
		case t.kind == tokTerminator && all > 0:
			signs++
		}
	}
	return n, all
}

// countChoices counts the signs as the lexer of ABNF sees them: "/" is a choice, a run of "|" is a bad token.
func countChoices(tokens []token, text string) (slashes, bars int) {
	start, _, _ := findRules(tokens)
	for _, t := range tokens[start:] {
		switch {
		case t.kind == tokChoice:
			slashes++
		case t.kind == tokBad && strings.HasPrefix(text[t.pos:], "|"):
			bars++
		}
	}
	return slashes, bars
}
