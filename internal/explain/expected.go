package explain

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxExpected is the maximum number of items listed.
const maxExpected = 5

// expected describes the characters expected where the automaton stopped: `a hex digit or ":"`. The
// description names no rules. It is "" if only the end of the string was expected.
func (t *text) expected() string {
	items := t.follow()
	if t.stop.AtEnd && !t.stop.Incomplete {
		items = append(items, "the end")
	}
	if n := len(items); n > maxExpected {
		items = append(items[:maxExpected-1], strconv.Itoa(n-maxExpected+1)+" others")
	}
	return orList(items)
}

// follow describes the characters that may follow, with one item per description.
func (t *text) follow() (items []string) {
	all := t.stop.Expected()
	if t.rule.Recursive() || slices.ContainsFunc(all, isPhrase) { // there is no single state, or some items are phrases
		items = slices.DeleteFunc(slices.Clone(all), func(word string) bool { _, is := t.lookup(word); return is })
		if len(items) < len(all) {
			items = append(items, "others")
		}
		return items
	}
	q := t.stop.State()
	var ascii [utf8.RuneSelf]bool
	wide := false
	for b := range 256 {
		alive := !t.rule.AdvanceString(q, string([]byte{byte(b)})).Dead()
		if b < utf8.RuneSelf {
			ascii[b] = alive
		} else {
			wide = wide || alive
		}
	}
	items = t.singles(&ascii)
	take := func(word, set string) {
		for i := range len(set) {
			if !ascii[set[i]] {
				return
			}
		}
		for i := range len(set) {
			ascii[set[i]] = false
		}
		items = append(items, word)
	}
	if controls := ascii[:' ']; !slices.Contains(controls, false) {
		copy(controls, make([]bool, len(controls)))
		defer func() { items = append(items, "a control character") }()
	}
	const digits, lower, upper = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	take("a letter", lower+upper)
	take("a lower-case letter", lower)
	take("an upper-case letter", upper)
	take("a hex digit", digits+lower[:6]+upper[:6])
	take("a digit", digits)
	items = append(items, spelled(&ascii)...)
	switch {
	case wide && t.ofOctets():
		items = append(items, "a byte above 0x7F")
	case wide:
		items = append(items, "a non-ASCII character")
	}
	return items
}

// isPhrase reports whether an item comes from a @words directive. The compiler generates all other
// items.
func isPhrase(word string) bool {
	made := slices.Contains([]string{"a letter", "a digit", "a hex digit", "a space", "a tab"}, word) ||
		strings.HasPrefix(word, "U+") || strings.HasPrefix(word, "a byte ") || strings.HasPrefix(word, "the byte ")
	return strings.Contains(word, " ") && !strings.Contains(word, `"`) && !made
}

// singles returns the characters that the grammar lists individually, if there are only a few, and
// removes them from set.
func (t *text) singles(set *[utf8.RuneSelf]bool) (items []string) {
	const few, closing = 3, `">)]}`
	words := slices.Clone(t.stop.Expected())
	words = slices.DeleteFunc(words, func(word string) bool {
		return len(word) != len(`"x"`) || word[0] != word[2] || !set[word[1]]
	})
	if len(words) > few { // what remains of a class; keep closing delimiters
		words = slices.DeleteFunc(words, func(word string) bool { return !strings.Contains(closing, word[1:2]) })
	}
	for _, word := range words {
		name, _ := named(word[1:])
		items = append(items, name)
		ch := word[1]
		if set[ch] = false; 'a' <= ch|0x20 && ch|0x20 <= 'z' {
			set[ch^0x20] = false
		}
	}
	return items
}

// spelled lists the ASCII characters of a set. It abbreviates runs of four or more as ranges, and
// lists a letter in both cases only once.
func spelled(set *[utf8.RuneSelf]bool) (items []string) {
	for lo := 0; lo < len(set); lo++ {
		if !set[lo] {
			continue
		}
		hi := lo
		for hi+1 < len(set) && set[hi+1] && alphanumeric(hi+1) && alphanumeric(lo) {
			hi++
		}
		if hi-lo >= 3 {
			first, _ := named(string(rune(lo)))
			last, _ := named(string(rune(hi)))
			items = append(items, first+" to "+last)
			lo = hi
			continue
		}
		if 'A' <= lo && lo <= 'Z' && set[lo|0x20] {
			continue // already listed in lower case
		}
		name, _ := named(string(rune(lo)))
		items = append(items, name)
	}
	return items
}

// orList joins items: "a", "a or b", "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// here returns the message for an unexpected character.
func (t *text) here(name string) string {
	expected := t.expected()
	if t.stop.State().Dead() {
		return "no text is valid: the rule matches nothing"
	}
	switch {
	case t.stop.AtEnd && (expected == "" || expected == "the end"):
		return "the text must end before " + name
	case expected == "":
		return name + " is not allowed here"
	}
	return name + " is not allowed here; expected " + expected
}
