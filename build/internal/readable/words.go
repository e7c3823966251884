package readable

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
)

// The words that fill slots. Numbers of two and four digits also fit dates and times.
var (
	english = strings.Fields(`apple blue cat dog east fox green hat ink jam kite lamp moon north oak pear
		quill red sun tree up violet west yard zoo bread cloud door egg fish gold hill ice juice key leaf milk
		nest onion paper rain salt tea wind go no on cafe bed dad fee`)
	numbers = strings.Fields(`7 3 42 10 12 11 2026 1984 365 100 5 9 2 1 8 4 6 250 64 2001 12345 31415 123456
		20261201 0`)
	letters = strings.Fields("a b c x y z n k")
	hex     = strings.Fields("CAFE BEEF F00D DB8 2001 1A2B 42 7 A C3 3F 9 64 BED FEED 5 11 A9")
	scripts = [][]string{
		strings.Fields("café niño über señor fête naïve garçon rosée Ærø blå påske smørrebrød łódź dvořák"),
		strings.Fields("θάλασσα λόγος φως ήλιος νερό δέντρο βιβλίο σπίτι"),
		strings.Fields("мир книга река солнце дом море чай хлеб"),
		strings.Fields("日本 東京 山 水 花 春風 大地 月"),
	}
)

// The characters that a person can see, and the letters and digits, as lists of runs.
var (
	visible = runs(unicode.L, unicode.N, unicode.P, unicode.S)
	written = runs(unicode.L, unicode.Nd)
)

func runs(sets ...*unicode.RangeTable) (list [][2]rune) {
	for lo, hi := range automaton.Runs(automaton.Union(sets...)) {
		list = append(list, [2]rune{lo, hi})
	}
	return list
}

// first returns the first character of a class that is in a list of runs, or -1.
func first(class *unicode.RangeTable, list [][2]rune) rune {
	for lo, hi := range automaton.Runs(class) {
		i, _ := slices.BinarySearchFunc(list, lo, func(run [2]rune, c rune) int { return cmp.Compare(run[1], c) })
		if i < len(list) && list[i][0] <= hi {
			return max(lo, list[i][0])
		}
	}
	return -1
}

// isBlank reports whether no character of s is visible. It is false for the empty string.
func isBlank(s string) bool {
	if !utf8.ValidString(s) {
		return true
	}
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return first(automaton.Range(c, c), visible) >= 0 })
}

// single returns the only character of a class. ok is false if the class has several.
func single(class *unicode.RangeTable) (c rune, ok bool) {
	for lo, hi := range automaton.Runs(class) {
		if ok || lo != hi {
			return 0, false
		}
		c, ok = lo, true
	}
	return c, ok
}

// The visible characters of ASCII and the space, in the order of preference.
const (
	letterList  = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digitList   = "1234567890"
	punctuation = "-._~/:+,=*@!?&;$#%()'[]<>{}|^`\"\\ "
)

// nth returns the letter of class at index i in alphabetical order, starting over after the last
// one. If there is no letter it returns a digit in the same way, else the first other character.
func nth(class *unicode.RangeTable, i int) rune {
	for _, list := range []string{letterList, digitList} {
		var in []rune
		for _, c := range list {
			if unicode.Is(class, c) {
				in = append(in, c)
			}
		}
		if len(in) > 0 {
			return in[i%len(in)]
		}
	}
	for _, c := range punctuation {
		if unicode.Is(class, c) {
			return c
		}
	}
	return foreign(class)
}

// foreign returns a character of a class without visible ASCII: the first letter or digit, else
// the first other visible character, else a line end or tab, else the first character.
func foreign(class *unicode.RangeTable) rune {
	for _, list := range [][][2]rune{written, visible} {
		if c := first(class, list); c >= 0 {
			return c
		}
	}
	for _, c := range "\n\t\r" {
		if unicode.Is(class, c) {
			return c
		}
	}
	for c := range automaton.Runs(class) {
		return c
	}
	return 0
}
