package syntax

import (
	"fmt"
	"strings"
)

// Detect chooses the dialect of a document by the look of its rules, and returns the reason in
// words. It tests in this order:
//
//   - "grammar NAME" stands on a line of its own, and "rule … end" after it: [Treetop]. The
//     blocks of Ruby may then have any text.
//   - "::=" defines at least as many rules as "=": [W3C].
//   - "rule … end" is more frequent than "=": [Treetop].
//   - ";" ends most of the definitions: [AParse]. A ";" on a line of its own, or before a comment,
//     does not count, because it begins a comment of ABNF.
//   - "|" stands between more alternatives than "/": [RFC822]. This may be wrong, because "|" is a
//     common mistake in ABNF too.
//   - Otherwise: [ABNF].
//
// Signs in strings, comments and prose do not count. The time is linear in the length of the text.
func Detect(text string) (d Dialect, why string) {
	l := lexABNF(&notations[ABNF], text, 0)
	if name, n := countGrammar(l.tokens, text); n > 0 {
		return Treetop, fmt.Sprintf(`"grammar %s", and "rule … end" %s`, clip(name), times(n))
	}
	equals, colons := countDefinitions(l.tokens, text)
	if colons > 0 && colons >= equals {
		return W3C, fmt.Sprintf(`"::=" defines %s`, Plural(colons, "rule"))
	}
	if n := countRuleEnd(l.tokens, text); n > equals {
		return Treetop, fmt.Sprintf(`"rule … end" %s`, times(n))
	}
	if n, all := countTerminated(text); 2*n > all {
		return AParse, fmt.Sprintf(`";" ends %d of %s`, n, Plural(all, "definition"))
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

// countTerminated counts the definitions that the lexer for aParse finds in text: all of them, and
// n, those with exactly one ";". That sign must end the definition, after other text on its line.
func countTerminated(text string) (n, all int) {
	tokens := lexABNF(&notations[AParse], text, 0).tokens
	signs := 0 // number of ";" since the definition began
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

// countChoices counts the signs between alternatives in the tokens of the lexer for ABNF. There
// "/" is a tokChoice, and a run of "|" is a tokBad.
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
