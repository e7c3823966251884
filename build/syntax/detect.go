package syntax

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
	tokens := abnfTokens(text)
	for _, n := range table {
		if why = n.sign(text, tokens); why != "" {
			return n.dialect, why
		}
	}
	return ABNF, "" // the sign of ABNF always has a reason
}
