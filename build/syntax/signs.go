package syntax

import "regexp"

// The signs of a dialect, and the words for them in messages of the shared lexer and parser.
type signs struct {
	name      string         // of the notation
	define    string         // the sign between a name and its definition
	choice    byte           // the sign between alternatives
	increment bool           // "=/" adds alternatives (RFC 5234, 3.3)
	element   string         // the word for an element
	optional  string         // an optional element
	names     *regexp.Regexp // matches a name
	letters   string         // the bytes of a name, in words
}

// definitionSigns are the definition signs of all notations. The lexer reports a sign of another
// notation as an error, and reads it as the sign of its own.
var definitionSigns = []struct{ sign, from string }{
	{"::=", "BNF and W3C EBNF"},
	{":=", "older BNF"},
	{"<-", "PEG"},
	{"=", "ABNF"},
}
