package labels

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
)

// A Vocabulary is a list of words for the classes of a grammar, largest classes first.
type Vocabulary []word

// A word is a name or phrase that describes a class in messages, such as "a digit", with the class
// and its size.
type word struct {
	text  string
	spans []span.Span
	size  int
}

// Bounds on the words of a table. Only a hostile grammar comes close to them: the longest list in
// RFC 3987 contains 9 words, and the longest list ever seen contains 20.
const (
	others        = "others" // the word that replaces all words beyond a limit
	maxList       = 32       // maximum number of words for a state
	maxWords      = 1<<16 - 2
	maxVocabulary = 128
	maxWordName   = 255 // in bytes
)

// spoken contains the words that replace the names of three core rules.
var spoken = []struct{ rule, text string }{{"ALPHA", "a letter"}, {"DIGIT", "a digit"}, {"HEXDIG", "a hex digit"}}

// newVocabulary returns words for the classes of the grammar's rules. For each class it uses the
// first of these that exists: the words of a @words directive, the words for ALPHA, DIGIT or HEXDIG
// of RFC 5234, the name of the rule. If the grammar has profiles, newVocabulary adds the words of
// the grammars in foreign. Only classes with more than one character get words.
func newVocabulary(a *automata.Automata, foreign map[*names.Rule]Rule) Vocabulary {
	v := Vocabulary{}
	known := map[string]bool{}
	add := func(text string, spans []span.Span) {
		w := word{text: text, spans: spans, size: span.Size(spans)}
		fits := len(v) < maxVocabulary && len(spans) <= span.MaxWordRuns && len(text) <= maxWordName
		if w.size > 1 && fits && !known[key(spans)] {
			v = append(v, w)
			known[key(spans)] = true
		}
	}
	addRule := func(r *names.Rule, text string) {
		switch found := a.Classes.Rule(r); {
		case found.Class != nil:
			add(text, span.Runs(found.Class))
		case found.Units != nil:
			add(text, found.Units)
		}
	}
	for _, r := range a.Names.Rules {
		if text := a.Names.Words[r]; text != "" {
			addRule(r, text)
		}
	}
	core := classes.Core()
	for _, w := range spoken {
		add(w.text, span.Runs(core[w.rule]))
	}
	for _, r := range a.Names.Rules {
		addRule(r, r.Name)
	}
	for _, r := range a.Names.Rules {
		if len(a.Names.Profiles) > 0 {
			for _, w := range foreign[r].Words {
				add(w.text, w.spans)
			}
		}
	}
	slices.SortStableFunc(v, func(a, b word) int { return cmp.Compare(b.size, a.size) })
	return v
}

// describe returns words that together cover spans, and the number of search steps, for the meter.
// A word represents a class that lies entirely in spans, or a part of a span.
//
// Idea. Choose the word that covers the most uncovered numbers; in a tie, choose the word for the
// smallest class. So after "a letter", the word for the digits is "a digit", not "a hex digit".
// Numbers that no class covers are described by their characters.
//
// Tested against: TestWordsAreExact compares the words with the code points after each state.
func (v Vocabulary) describe(spans []span.Span) (words []string, steps int64) {
	fits := map[int]bool{} // by word, computed on demand
	fit := func(i int) bool {
		if _, ok := fits[i]; !ok {
			fits[i] = span.Contains(spans, v[i].spans)
			steps += int64(10 * len(v[i].spans))
		}
		return fits[i]
	}
	steps = int64(10 * (len(v) + len(spans)))
	for left := spans; len(words) < maxList; {
		var next word
		gain := 0
		for i, w := range v {
			if w.size < gain { // all later words have smaller classes
				break
			}
			if !fit(i) {
				continue
			}
			steps += int64(5 * len(w.spans))
			if n := span.Overlap(left, w.spans); n > gain || n == gain && n > 0 && w.size < next.size {
				next, gain = w, n
			}
		}
		if gain == 0 {
			return append(words, spell(left, maxList-len(words))...), steps + 20*maxList
		}
		words = append(words, next.text)
		left = span.Subtract(left, next.spans)
		steps += int64(2 * (len(left) + len(next.spans)))
	}
	return append(words[:maxList-1], others), steps
}

// spell describes the spans in left by their characters, in order. If they need more words than the
// limit allows, the last word is "others".
func spell(left []span.Span, most int) []string {
	var words []string
	for _, s := range left {
		words = append(words, describeSpan(s, left)...)
		if len(words) > most {
			return append(words[:most-1], others)
		}
	}
	return words
}

// describeSpan returns words for the numbers in s: if there are more than three numbers, one word
// with both ends, such as `"0" to "9"`, otherwise a word for each number. It omits an uppercase
// letter if its lowercase letter is in left.
func describeSpan(s span.Span, left []span.Span) []string {
	if s.Hi-s.Lo > 2 && s.Lo >= span.ByteUnit {
		return []string{fmt.Sprintf("a byte 0x%02X to 0x%02X", s.Lo-span.ByteUnit, s.Hi-span.ByteUnit)}
	}
	if s.Hi-s.Lo > 2 {
		return []string{quote(s.Lo) + " to " + quote(s.Hi)}
	}
	var words []string
	for c := s.Lo; c <= s.Hi; c++ {
		if lower := c | 0x20; 'A' <= c && c <= 'Z' && span.Contains(left, []span.Span{{Lo: lower, Hi: lower}}) {
			continue
		}
		words = append(words, quote(c))
	}
	return words
}

// quote returns the word for a code point or a single byte: `"a"`, "a space", "U+00E9" or "the byte
// 0xE9".
func quote(c rune) string {
	switch {
	case c == ' ':
		return "a space"
	case c == '\t':
		return "a tab"
	case c == '"':
		return `'"'`
	case ' ' < c && c < 0x7F:
		return `"` + string(c) + `"`
	case c >= span.ByteUnit:
		return fmt.Sprintf("the byte 0x%02X", c-span.ByteUnit)
	}
	return fmt.Sprintf("U+%04X", c)
}

// key encodes spans as a string, for use as a map key.
func key(spans []span.Span) string {
	b := make([]byte, 0, 8*len(spans))
	for _, s := range spans {
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Lo))
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Hi))
	}
	return string(b)
}
