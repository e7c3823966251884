package testkit

import (
	"math/rand/v2"
	"strings"
)

// Symbols contains symbols of all kinds: delimiters, letters, complete and partial
// percent-encodings, characters that are allowed nowhere or only in some components, and bytes that
// are not UTF-8.
var Symbols = []string{
	":", "/", "?", "#", "[", "]", "@", "!", "&", "=", "+", ";", ".", "..", "-", "_", "~", "a", "Z", "0", "1", "[::1]",
	"%", "%4", "%41", "%2f", "%2E", "%C3%A9", "%FF", "//", " ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}",
	"\x00", "\n", "\x7f",
	"é", "例", "\u00a0", "\u0080", "\u200b", "\ufeff", "\ufffd", "\ufffe", "\ufdd0", "\ue000", "\U000f0000",
	"\U00010300", "\U000e0001",
	"\xff", "\xc3", "\xe4\xbe", "\xed\xa0\x80",
}

// RandomText returns a random text of at most n symbols.
func RandomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(Symbols[r.IntN(len(Symbols))])
	}
	return b.String()
}

// EachText calls f with every text of at most n symbols.
func EachText(symbols []string, n int, f func(string)) {
	var walk func(s string, n int)
	walk = func(s string, n int) {
		f(s)
		for i := 0; n > 0 && i < len(symbols); i++ {
			walk(s+symbols[i], n-1)
		}
	}
	walk("", n)
}

// Texts returns every text of at most n symbols.
func Texts(symbols []string, n int) (all []string) {
	EachText(symbols, n, func(s string) { all = append(all, s) })
	return all
}
