package c

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/irilex/iri/automaton"
)

// translate converts a regular expression to the notation of re2c and Ragel, which differ only in
// classes. class returns the expression for any code point from lo to hi.
func translate(expression string, class func(lo, hi rune) string) (string, error) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return "", err
	}
	var write func(re *syntax.Regexp) string
	join := func(all []*syntax.Regexp, between string) string {
		var texts []string
		for _, re := range all {
			texts = append(texts, write(re))
		}
		return group(texts, between)
	}
	repeated := func(re *syntax.Regexp) string { // re2c allows only one suffix
		switch re.Op {
		case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
			return "(" + write(re) + ")"
		}
		return write(re)
	}
	write = func(re *syntax.Regexp) string {
		switch re.Op {
		case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText: // generated code matches whole lines
			return `""`
		case syntax.OpLiteral:
			var texts []string
			for _, r := range re.Rune {
				texts = append(texts, either(folded(r, re.Flags&syntax.FoldCase != 0), class))
			}
			return group(texts, " ")
		case syntax.OpCharClass:
			return either(re.Rune, class)
		case syntax.OpCapture:
			return write(re.Sub[0])
		case syntax.OpConcat:
			return join(re.Sub, " ")
		case syntax.OpAlternate:
			return join(re.Sub, " | ")
		case syntax.OpStar:
			return repeated(re.Sub[0]) + "*"
		case syntax.OpPlus:
			return repeated(re.Sub[0]) + "+"
		case syntax.OpQuest:
			return repeated(re.Sub[0]) + "?"
		case syntax.OpRepeat:
			if re.Max < 0 {
				return fmt.Sprintf("%s{%d,}", repeated(re.Sub[0]), re.Min)
			}
			return fmt.Sprintf("%s{%d,%d}", repeated(re.Sub[0]), re.Min, re.Max)
		}
		err = fmt.Errorf("%s has no translation", re)
		return ""
	}
	text := write(re)
	return text, err
}

// folded returns the pairs for a class that contains r and, if fold is set, its other cases.
func folded(r rune, fold bool) []rune {
	pairs := []rune{r, r}
	for f := unicode.SimpleFold(r); fold && f != r; f = unicode.SimpleFold(f) {
		pairs = append(pairs, f, f)
	}
	return pairs
}

// either returns an expression for any code point within the pairs of bounds.
func either(pairs []rune, class func(lo, hi rune) string) string {
	var texts []string
	for i := 0; i < len(pairs); i += 2 {
		texts = append(texts, class(pairs[i], pairs[i+1]))
	}
	return group(texts, " | ")
}

// group joins expressions, adding parentheses unless there is only one.
func group(texts []string, between string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	return "(" + strings.Join(texts, between) + ")"
}

// re2cClass returns an re2c class, which re2c itself converts to UTF-8 with its option -8.
func re2cClass(lo, hi rune) string { return fmt.Sprintf(`[\U%08X-\U%08X]`, lo, hi) }

// ragelClass returns byte sequences, because Ragel's alphabet consists of bytes.
func ragelClass(lo, hi rune) string {
	var forms []string
	for ranges := range automaton.Sequences(lo, hi) {
		var bytes []string
		for _, r := range ranges {
			bytes = append(bytes, fmt.Sprintf("0x%02X..0x%02X", r.Lo, r.Hi))
		}
		forms = append(forms, group(bytes, " "))
	}
	return "(" + strings.Join(forms, " | ") + ")"
}
