package readable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxRun  = 16 // maximum number of adjacent slots that one word fills
	longest = 8  // length of the longest words
)

// A filler turns the pieces of a derivation into a string.
//
// Idea. Adjacent slots form a run. A word fills as many slots of the run as possible: the first
// word, in a random order, whose characters can be divided among the slots. If no word fits a slot,
// characters in alphabetical order fill it.
type filler struct {
	*deriver
	script []string // words that come first
	text   strings.Builder
	open   []int // offsets at which the open checks start
}

// fill returns the string, or false if a Check rejects a part of it.
func (f *filler) fill() (string, bool) {
	for i := 0; i < len(f.pieces); {
		switch p := f.pieces[i]; {
		case p.check != nil && !p.ends:
			f.open = append(f.open, f.text.Len())
		case p.check != nil:
			last := len(f.open) - 1
			if accepts := p.check.Accepts; accepts != nil && !accepts(f.text.String()[f.open[last]:]) {
				return "", false
			}
			f.open = f.open[:last]
		case p.slot == nil:
			f.text.WriteString(p.text)
		default:
			n := 1
			for i+n < len(f.pieces) && n < maxRun && p.slot.words && f.pieces[i+n].slot != nil && f.pieces[i+n].slot.words {
				n++
			}
			i += f.run(f.pieces[i : i+n])
			continue
		}
		i++
	}
	return f.text.String(), true
}

// run fills the first slots of run with a word and returns their number.
func (f *filler) run(run []piece) int {
	if run[0].slot.words {
		for n := len(run); n > 0; n-- {
			if f.word(run[:n]) {
				return n
			}
		}
	}
	p := run[0]
	count := p.min
	if p.min == 0 && p.want != nil {
		count = 1
	}
	if p.slot.words && p.min > 0 && p.max < 0 {
		count = max(count, 3)
	}
	for i := range count {
		class := p.slot.part
		if i == 0 && p.want != nil {
			class = p.want
		}
		f.put(&p, nth(class, i))
	}
	return 1
}

// put appends a character to the text, for a slot.
func (f *filler) put(p *piece, c rune) {
	f.text.WriteRune(c)
	p.slot.within(func(part *unicode.RangeTable) bool { return unicode.Is(part, c) }, map[*Node]bool{},
		func(b branch) { f.used = append(f.used, b) })
}

// word fills all slots of a run with one word, or returns false.
func (f *filler) word(run []piece) bool {
	ok := false
	f.candidates(run, func(word string) bool {
		w := []rune(word)
		cuts := fit(run, w)
		if cuts == nil {
			return true
		}
		for i, n := range cuts {
			for _, c := range w[:n] {
				f.put(&run[i], c)
			}
			w = w[n:]
		}
		ok = true
		return false
	})
	return ok
}

// candidates calls try with words that may fill a run, until a call returns false: long ones if the
// run needs more characters than a word has, then words around a wanted character that is neither a
// letter nor a digit, then those of the lists.
func (f *filler) candidates(run []piece, try func(word string) bool) {
	least := 0
	for _, p := range run {
		least += p.min
	}
	if least > longest {
		for _, words := range [][]string{english, numbers, hex} {
			long := ""
			for len(long) < least {
				long += f.pick(words)
			}
			if !try(long[:least]) {
				return
			}
		}
	}
	for _, p := range run {
		if p.want != nil && !f.around(nth(p.want, 0), try) {
			return
		}
	}
	lists := [][]string{f.script, english, letters, hex, numbers}
	if f.random.IntN(6) == 0 {
		lists[0] = numbers
	}
	for _, change := range []func(string) string{same, title, strings.ToUpper} {
		for _, words := range lists {
			from := f.random.IntN(len(words))
			for i := range words {
				if !try(change(words[(from+i)%len(words)])) {
					return
				}
			}
		}
	}
}

func (f *filler) pick(words []string) string { return words[f.random.IntN(len(words))] }

// around is like candidates for words around c.
func (f *filler) around(c rune, try func(word string) bool) bool {
	if unicode.IsLetter(c) || unicode.IsDigit(c) {
		return true
	}
	for _, words := range [][]string{f.script, english, numbers, hex} {
		a, b := f.pick(words), f.pick(words)
		if !try(a+string(c)+b) || !try(a+string(c)) || !try(string(c)+a) {
			return false
		}
	}
	return try(string(c))
}

func same(s string) string { return s }

// title returns s with its first letter in upper case.
func title(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}

// fit divides a word among the slots of a run. It returns the numbers of characters, or nil if the
// word does not fit.
func fit(run []piece, w []rune) []int {
	cuts := make([]int, len(run))
	failed := map[[2]int]bool{}
	var from func(i, at int) bool
	from = func(i, at int) bool {
		if i == len(run) {
			return at == len(w)
		}
		if failed[[2]int{i, at}] {
			return false
		}
		p := &run[i]
		n, wanted := 0, -1 // the longest match; the first length that contains a wanted character
		for at+n < len(w) && n != p.max && unicode.Is(p.slot.part, w[at+n]) {
			if n++; wanted < 0 && p.want != nil && unicode.Is(p.want, w[at+n-1]) {
				wanted = n
			}
		}
		least := p.min
		if p.want != nil {
			if wanted < 0 {
				least = n + 1
			}
			least = max(least, wanted)
		}
		for ; n >= least; n-- {
			if cuts[i] = n; from(i+1, at+n) {
				return true
			}
		}
		failed[[2]int{i, at}] = true
		return false
	}
	if len(w) == 0 || !from(0, 0) {
		return nil
	}
	return cuts
}
