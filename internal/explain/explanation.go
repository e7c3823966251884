package explain

import (
	"slices"

	"github.com/irilex/iri/tables"
)

// An Explanation describes why a string does not match a rule.
type Explanation struct {
	Code    string // kind of problem, such as "port"; see [Codes]
	Part    string // part that contains the problem: "port", "IPv6 address"; "" if it has no name
	Message string // what is wrong
	Remedy  string // how to correct it, best way first; "" if no way is certain

	Offset int // byte offset of the part at fault
	Length int // byte length of the part at fault; 0 at the end of the string
	Column int // column of the part, in code points from 1; an invalid byte counts as a code point

	// Repaired is the string after the first change that Remedy names. The string matches the rule,
	// or its first error lies after the change. It is "" if there is no such change, or if a
	// program that reads "\" as "/" or drops tabs and line endings would find a different host in
	// it.
	Repaired string

	// Accepting is the name of a wider rule of the same grammar that accepts the unchanged string, or
	// "".
	Accepting string

	// Stop is the rule's error: the offset where the automaton stops, and the characters expected
	// there.
	Stop *tables.SyntaxError
}

// String returns the message, followed by a semicolon and the remedy if there is one.
func (e Explanation) String() string {
	if e.Remedy == "" {
		return e.Message
	}
	return e.Message + "; " + e.Remedy
}

// codes lists all codes. The meaning of a code never changes.
var codes = []string{
	"bad-scheme", "blank-around", "calendar", "check-digit", "control", "delimiters-around", "empty-line", "fragment",
	"illegal-character", "incomplete", "ip-after", "ip-brackets", "ip-empty", "ip-future", "ip-unclosed",
	"ipv4-count", "ipv4-number", "ipv4-over-255", "ipv6-brackets", "ipv6-group", "ipv6-groups", "ipv6-ipv4",
	"ipv6-second-gap", "leading-zero", "length", "misplaced-character", "no-scheme", "noncharacter", "not-ascii",
	"not-utf8", "path-colon", "percent", "placeholder", "port", "prefix-length", "private-use", "second-at",
	"second-fragment", "space", "text-around", "undecided", "unexpected", "windows-path", "zone",
}

// Codes returns all codes in alphabetical order.
func Codes() []string { return slices.Clone(codes) }
