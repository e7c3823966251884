package syntax

import (
	"fmt"
	"strings"
)

// abnfTokens returns the tokens of a text that is read as ABNF.
func abnfTokens(text string) []token { return lexABNF(&notations[ABNF], text, 0).tokens }

const outside = "outside of strings and comments"

// signABNF returns the reason to read a text as ABNF. There always is one.
func signABNF(text string, tokens []token) string {
	slashes, bars := countChoices(tokens, text)
	if slashes == 0 && bars == 0 {
		return fmt.Sprintf(`neither "/" nor "|" %s; ABNF is the common case`, outside)
	}
	return fmt.Sprintf(`%d "/" and %d "|" %s`, slashes, bars, outside)
}

// signRFC822 returns the reason to read a text in RFC 822's notation: "|" stands between more
// alternatives than "/". This may be wrong, because "|" is a common mistake in ABNF too.
func signRFC822(text string, tokens []token) string {
	slashes, bars := countChoices(tokens, text)
	if bars <= slashes {
		return ""
	}
	return fmt.Sprintf(`%d "|" and %d "/" %s`, bars, slashes, outside)
}

// signAParse returns the reason to read a text as aParse: ";" ends most of the definitions. A ";" on a
// line of its own, or before a comment, does not count, because it begins a comment of ABNF.
func signAParse(text string, _ []token) string {
	n, all := countTerminated(text)
	if 2*n <= all {
		return ""
	}
	return fmt.Sprintf(`";" ends %d of %s`, n, Plural(all, "definition"))
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
