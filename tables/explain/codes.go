package explain

import "slices"

// codes are the codes of mistakes. A code is stable: its meaning never changes.
var codes = []string{
	"bad-scheme", "blank-around", "control", "delimiters-around", "empty-line", "fragment", "illegal-character",
	"incomplete", "ip-after", "ip-brackets", "ip-empty", "ip-future", "ip-unclosed", "ipv4-count", "ipv4-number",
	"ipv4-over-255", "ipv6-brackets", "ipv6-group", "ipv6-groups", "ipv6-ipv4", "ipv6-second-gap",
	"misplaced-character", "no-scheme", "noncharacter", "not-ascii", "not-utf8", "path-colon", "percent", "placeholder",
	"port", "prefix-length",
	"private-use", "second-at", "second-fragment", "space", "text-around", "undecided", "unexpected",
	"windows-path", "zone",
}

// Codes returns all codes in alphabetical order.
func Codes() []string { return slices.Clone(codes) }
