// Package mend holds code that is shared by package text, which mends IRIs, and package explain,
// which explains how to mend them: it finds placeholders and the prefix that mending must not
// change.
package mend

import "strings"

// Placeholder returns the byte offsets of the first placeholder in s; ok is false if there is no
// placeholder. A placeholder is one of
//
//   - text in braces, such as {id}, {{ page.url }}, {% url %}, ${x} and %{x}, but not data such as
//     {} and {"id":1}
//   - a name in angle brackets that do not enclose all of s, such as <id>, or a template tag, such
//     as <%= x %>
//   - a printf conversion that fills a segment or value, such as %s, %1$d and %(id)s
//
// The marks {{, {%, ${, %{, <% and <? begin a placeholder even if the closing mark is missing.
// Placeholder takes time linear in len(s).
func Placeholder(s string) (from, to int, ok bool) {
	for from = range len(s) {
		n := templateLength(s[from:])
		if n == 0 {
			n = simpleLength(s, from)
		}
		if n > 0 {
			return from, from + n, true
		}
	}
	return 0, 0, false
}

// templateLength returns the length of the template placeholder at the beginning of s, or 0 if
// there is none.
func templateLength(s string) int {
	for _, marks := range [...]string{"{{ }}", "{% %}", "${ }", "%{ }", "<% %>", "<? ?>"} {
		begin, end, _ := strings.Cut(marks, " ")
		if strings.HasPrefix(s, begin) {
			_, rest, _ := strings.Cut(s[len(begin):], end)
			return len(s) - len(strings.TrimLeft(rest, "}")) // {{{x}}} ends with three braces
		}
	}
	return 0
}

// simpleLength returns the length of the placeholder with single marks or the printf conversion at
// s[from:], or 0 if there is none. The search for the closing mark stops at the next opening mark,
// so all searches together take linear time.
func simpleLength(s string, from int) int {
	rest := s[from:]
	switch rest[0] {
	case '{':
		n := 1 + strings.IndexAny(rest[1:], "{}")
		inside := strings.TrimLeft(rest[1:max(n, 1)], " \t")
		if rest[n] == '}' && inside != "" && strings.IndexByte(`"'`, inside[0]) < 0 {
			return n + 1
		}
	case '<':
		n := 1 + strings.IndexAny(rest[1:], "<>")
		if rest[n] == '>' && n+1 < len(s) && isName(rest[1:n]) {
			return n + 1
		}
	case '%':
		n := conversionLength(rest)
		beside := func(c byte) bool { return c > '~' || isAlphanumeric(rune(c)) || strings.IndexByte("-._~%", c) >= 0 }
		if (from == 0 || !beside(s[from-1])) && (n == len(rest) || !beside(rest[n])) {
			return n
		}
	}
	return 0
}

// isName reports whether text consists of ASCII words, as in <your name> and <int:id>.
func isName(text string) bool {
	return strings.Trim(text, "-_.: ") != "" && strings.TrimLeftFunc(text, func(r rune) bool {
		return isAlphanumeric(r) || strings.ContainsRune("-_.: ", r)
	}) == ""
}

// conversionLength returns the length of the printf conversion at the beginning of s, which begins
// with "%", or 0 if there is none.
func conversionLength(s string) int {
	rest := s[1:]
	if len(rest) > 1 && strings.Trim(rest[:2], "0123456789abcdefABCDEF") == "" {
		return 0 // a percent-encoding
	}
	if strings.HasPrefix(rest, "(") { // Python
		name := strings.TrimLeftFunc(rest[1:], func(r rune) bool { return r == '_' || isAlphanumeric(r) })
		if !strings.HasPrefix(name, ")") {
			return 0
		}
		rest = name[1:]
	}
	verb, width := strings.TrimLeft(rest, "0123456789$.+-lh"), strings.TrimLeft(rest, "0123456789")
	if verb == "" || strings.IndexByte("sdiufgoxXvq@", verb[0]) < 0 || len(width) < len(rest) && width[0] != '$' {
		return 0 // "%4g" is more likely half a percent-encoding
	}
	return len(s) - len(verb) + 1
}

func isAlphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
}
