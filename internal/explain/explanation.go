package explain

import (
	"slices"

	"github.com/irilex/iri/tables"
)

// An Explanation is the reason why a string is not a member of a rule.
type Explanation struct {
	Code    string // of the kind of mistake, such as "port": stable, see [Codes]
	Part    string // the part with the mistake: "port", "IPv6 address"; "" if it has no name
	Message string // the mistake, in words
	Remedy  string // how to mend it, in words, the best way first; "" if there is no certain way

	Offset int // offset in bytes of the part at fault
	Length int // length in bytes of the part at fault; 0 at the end of the string
	Column int // column in code points of the part at fault, from 1; a byte outside UTF-8 counts as one

	// Repaired is the string after the first change that Remedy names: a member, or a string whose
	// first mistake is after the change. It is "" if there is no such change, or if programs that read
	// "\" as "/" or drop tabs and line ends would find a different host in it.
	Repaired string

	// Accepting is the name of a wider rule of the same grammar that accepts the unchanged string,
	// or "".
	Accepting string

	// Stop is the error of the rule: the offset where its automaton stops, and the characters
	// expected there.
	Stop *tables.SyntaxError
}

// String returns the message, and after a semicolon the remedy.
func (e Explanation) String() string {
	if e.Remedy == "" {
		return e.Message
	}
	return e.Message + "; " + e.Remedy
}

// codes are the codes of mistakes. A code is stable: its meaning never changes.
var codes = []string{
	"bad-scheme", "blank-around", "control", "delimiters-around", "empty-line", "fragment", "illegal-character",
	"incomplete", "ip-after", "ip-brackets", "ip-empty", "ip-future", "ip-unclosed", "ipv4-count", "ipv4-number",
	"ipv4-over-255", "ipv6-brackets", "ipv6-group", "ipv6-groups", "ipv6-ipv4", "ipv6-second-gap",
	"misplaced-character", "no-scheme", "noncharacter", "not-ascii", "not-utf8", "path-colon", "percent", "placeholder",
	"port", "prefix-length", "private-use", "second-at", "second-fragment", "space", "text-around", "undecided",
	"unexpected", "windows-path", "zone",
}

// Codes returns all codes in alphabetical order.
func Codes() []string { return slices.Clone(codes) }
