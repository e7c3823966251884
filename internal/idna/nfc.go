package idna

import (
	"cmp"
	"slices"
	"strings"
)

// Hangul syllables are composed arithmetically from jamo (Unicode Standard, section 3.12).
const (
	syllableBase, leadBase, vowelBase, tailBase = 0xAC00, 0x1100, 0x1161, 0x11A7
	leads, vowels, tails                        = 19, 21, 28 // the first tail means no tail
	syllables                                   = leads * vowels * tails
)

// A quickCheck runs the isNormalized algorithm of Unicode Standard Annex 15, section 9, one code
// point at a time.
type quickCheck struct{ last uint8 } // combining class of the previous code point

// passes reports whether text in Normalization Form C is certain to remain in that form when r is
// appended.
func (c *quickCheck) passes(r rune) bool {
	const firstUnstable = 0x300
	if r < firstUnstable {
		c.last = 0
		return true
	}
	p := PropertiesOf(r)
	isOrdered := p.Combining == 0 || p.Combining >= c.last
	c.last = p.Combining
	return p.isStable && isOrdered
}

// IsNFC reports whether a text is in Normalization Form C (Unicode Standard Annex 15). It treats
// each byte that is not UTF-8 as U+FFFD. It does not allocate for most texts.
func IsNFC(s string) bool {
	var c quickCheck
	for _, r := range s {
		if !c.passes(r) {
			return isNormal([]rune(s))
		}
	}
	return true
}

func isNormal(s []rune) bool { return slices.Equal(s, normalize(s)) }

// normalize returns s in Normalization Form C: it decomposes s, sorts the marks of each character
// by combining class, and composes the result. The stable sort of the marks dominates the running
// time.
func normalize(s []rune) []rune {
	var c quickCheck
	for _, r := range s {
		if !c.passes(r) {
			return compose(sortMarks(decompose(s)))
		}
	}
	return s
}

// decompose replaces each code point with its full canonical decomposition.
func decompose(s []rune) []rune {
	d := make([]rune, 0, len(s))
	for _, r := range s {
		if i := r - syllableBase; 0 <= i && i < syllables {
			d = append(d, leadBase+i/(vowels*tails), vowelBase+i/tails%vowels)
			if i%tails != 0 {
				d = append(d, tailBase+i%tails)
			}
			continue
		}
		text := replacementOf(decompositions, r)
		if text == "" {
			d = append(d, r)
		}
		for _, r := range text {
			d = append(d, r)
		}
	}
	return d
}

// sortMarks stably sorts each run of code points whose combining class is not 0 by that class.
func sortMarks(s []rune) []rune {
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && combiningOf(s[i]) != 0 {
			i++
		}
		slices.SortStableFunc(s[from:i], func(a, b rune) int { return cmp.Compare(combiningOf(a), combiningOf(b)) })
	}
	return s
}

func combiningOf(r rune) uint8 { return PropertiesOf(r).Combining }

// compose composes each code point with the preceding starter, which is the last code point of
// class 0, unless a code point between them blocks it. Any code point blocks a code point of class
// 0; otherwise only a code point of the same combining class does. Invariant: s[:n] is composed,
// and s[starter] is the last code point of class 0 in it.
func compose(s []rune) []rune {
	n, starter, last := 0, -1, uint8(0) // last is the combining class of s[n-1]
	for _, r := range s {
		combining := combiningOf(r)
		isAdjacent := n == starter+1
		if starter >= 0 && (isAdjacent || last < combining) {
			if composed, ok := composedOf(s[starter], r); ok {
				s[starter] = composed
				continue
			}
		}
		if combining == 0 {
			starter = n
		}
		s[n], last = r, combining
		n++
	}
	return s[:n]
}

// composedOf returns the canonical composition of two code points.
func composedOf(first, second rune) (composed rune, ok bool) {
	lead, vowel := first-leadBase, second-vowelBase
	if 0 <= lead && lead < leads && 0 <= vowel && vowel < vowels {
		return syllableBase + (lead*vowels+vowel)*tails, true
	}
	syllable, tail := first-syllableBase, second-tailBase
	if 0 <= syllable && syllable < syllables && syllable%tails == 0 && 0 < tail && tail < tails {
		return first + tail, true
	}
	pair := key(first) + key(second)
	code, ok := strings.CutPrefix(find(compositions, compositionWidth, pair), pair)
	if !ok {
		return 0, false
	}
	return rune(code[0])<<16 | rune(code[1])<<8 | rune(code[2]), true
}
