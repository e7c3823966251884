package regex

import (
	"fmt"
	"strings"
)

// An Engine is the name of a regular expression engine.
type Engine string

// The engines. RE2 also covers Go's regexp package and Rust's regex crate. JSONSchema is the syntax
// common to ECMAScript and Python, because JSON Schema validators use the engine of their host
// language.
const (
	RE2        Engine = "re2"
	PCRE       Engine = "pcre"
	Python     Engine = "python"
	ECMAScript Engine = "ecmascript"
	Java       Engine = "java"
	ERE        Engine = "ere"
	JSONSchema Engine = "json-schema"
)

// Engines returns all engines.
func Engines() []Engine { return []Engine{RE2, PCRE, Python, ECMAScript, Java, ERE, JSONSchema} }

// A dialect is the syntax of an engine.
type dialect struct {
	begin, end string // anchors
	unicode    string // prefix of an expression that contains non-ASCII characters
	group      string // opens a group
	special    string // characters that need a backslash outside brackets
	inClass    string // characters that need a backslash in brackets; "" for an engine without escapes there
	escape     func(c rune) string
	maxRepeat  int  // limit on counts, and on products of nested counts
	possessive bool // whether the engine recurses in loops but supports possessive ones
}

const (
	special = `\.+*?()|[]{}^$`
	inClass = `\[]^-`
	inSet   = inClass + "(){}/|" // with the v flag
)

var (
	ecmaScript = &dialect{
		begin: "^", end: "$", group: "(?:", special: special + "/", inClass: inSet, maxRepeat: 1000,
		escape: func(c rune) string { return shortest(c, `\u{%X}`) },
	}
	dialects = map[Engine]*dialect{
		// Go's regexp and RE2 limit counts to 1000.
		RE2: {begin: `\A`, end: `\z`, group: "(?:", special: special, inClass: inClass, maxRepeat: 1000,
			escape: func(c rune) string { return hexadecimal(c) }},
		PCRE: {begin: `\A`, end: `\z`, unicode: "(*UTF)", group: "(?:", special: special, inClass: inClass, maxRepeat: 1000,
			escape: func(c rune) string { return hexadecimal(c) }},
		// Python has possessive loops since 3.11, but before 3.11.5 they match too much: (?:ab?c)*+
		// matches "a".
		Python: {begin: `\A`, end: `\Z`, group: "(?:", special: special, inClass: inClass, maxRepeat: 1000,
			escape: func(c rune) string { return shortest(c, `\U%08X`) }},
		ECMAScript: ecmaScript,
		Java: {begin: `\A`, end: `\z`, group: "(?:", special: special, inClass: inClass + "&", maxRepeat: 1000,
			possessive: true,
			escape:     func(c rune) string { return hexadecimal(c) }},
		// POSIX has no escapes in brackets, and 255 is the smallest RE_DUP_MAX that it allows.
		ERE: {begin: "^", end: "$", group: "(", special: `\.+*?()|[{^$`, maxRepeat: 255},
		// In Python, $ also matches before a line feed at the end.
		JSONSchema: {begin: "^", end: `(?![\s\S])`, group: "(?:", special: special, inClass: inSet, maxRepeat: 1000,
			escape: func(c rune) string { return shortest(c, "%c") }},
	}
)

// hexadecimal returns the escape sequence for c in engines that have \x{…}.
func hexadecimal(c rune) string {
	if c <= 0xFF {
		return fmt.Sprintf(`\x%02X`, c)
	}
	return fmt.Sprintf(`\x{%X}`, c)
}

// shortest returns the escape sequence for c in engines that have \xHH and \uHHHH. Larger code
// points are formatted with format.
func shortest(c rune, format string) string {
	switch {
	case c <= 0xFF:
		return fmt.Sprintf(`\x%02X`, c)
	case c <= 0xFFFF:
		return fmt.Sprintf(`\u%04X`, c)
	}
	return fmt.Sprintf(format, c)
}

// count returns the suffix for a repetition from min to max times.
func (s *dialect) count(min, max int) string {
	switch {
	case min == 0 && max == 1:
		return "?"
	case min == 0 && max == unbounded:
		return "*"
	case min == 1 && max == unbounded:
		return "+"
	case max == unbounded:
		return fmt.Sprintf("{%d,}", min)
	case min == max:
		return fmt.Sprintf("{%d}", min)
	}
	return fmt.Sprintf("{%d,%d}", min, max)
}

// char returns c as it is written where the given characters are special.
func (s *dialect) char(c rune, special string) string {
	switch {
	case strings.ContainsRune(special, c):
		return `\` + string(c)
	case c >= ' ' && c <= '~' || s.escape == nil:
		return string(c)
	}
	return s.escape(c)
}
