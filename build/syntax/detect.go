package syntax

import "fmt"

// Detect guesses the dialect of a document from the sign between its alternatives,
// "/" (RFC 5234, 3.2) or "|" (RFC 2396, 1.6), and says in words why. Signs in strings,
// comments and prose do not count. It is a guess: "|" in place of "/" is a common mistake too.
func Detect(text string) (d Dialect, why string) {
	slashes, bars := countChoices(text)
	const where = "outside of strings and comments"
	switch {
	case slashes == 0 && bars == 0:
		return ABNF, fmt.Sprintf(`neither "/" nor "|" %s; ABNF is the common case`, where)
	case bars > slashes:
		return RFC822, fmt.Sprintf(`%d "|" and %d "/" %s`, bars, slashes, where)
	}
	return ABNF, fmt.Sprintf(`%d "/" and %d "|" %s`, slashes, bars, where)
}

// countChoices counts the signs as the lexer of ABNF sees them: "/" is a choice, a run of "|" is a bad token.
func countChoices(text string) (slashes, bars int) {
	l := lex(&notations[ABNF], text, 0)
	start, _, _ := findRules(l.tokens)
	for _, t := range l.tokens[start:] {
		switch {
		case t.kind == tokChoice:
			slashes++
		case t.kind == tokBad && text[t.pos] == '|':
			bars++
		}
	}
	return slashes, bars
}
