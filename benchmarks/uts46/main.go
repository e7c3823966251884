// Command uts46 writes the grammar build/grammars/uts46.abnf to standard output. Its rules are
// classes of code points: by the treatment that a code point gets in the host of a browser (UTS 46,
// without transitional processing), and by its direction of writing. Package golang.org/x/net/idna
// tells the treatment, and golang.org/x/text/unicode/bidi tells the direction.
//
//	go run ./uts46 > ../build/grammars/uts46.abnf
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"
)

// rules are the rules of the grammar, in its order: classes of code points. Each code point is in
// one of them.
var rules = []struct{ name, doc string }{
	{"dot", "between labels"},
	{"forbidden", "a forbidden domain code point (WHATWG URL, section 3.2)"},
	{"left", "valid, written from left to right"},
	{"left-joining", "the same, joined to the next letter"},
	{"right", "valid, written from right to left (R and AL)"},
	{"right-joining", "the same, joined to the next letter"},
	{"arabic-number", "valid, a digit (AN)"},
	{"european-number", "valid, a digit (EN)"},
	{"neutral", "valid, without a direction of its own"},
	{"mark", "valid, but not at the start of a label (NSM)"},
	{"virama", "the same, and joiners may follow it"},
	{"spacing-mark", "valid, but not at the start of a label, written from left to right"},
	{"spacing-virama", "the same, and joiners may follow it"},
	{"joiner", "valid after some letters: the zero width joiner"},
	{"non-joiner", "valid after some letters: the zero width non-joiner"},
	{"mapped", "replaced by others, written from left to right"},
	{"mapped-right", "replaced by others, written from right to left"},
	{"mapped-neutral", "replaced by others, without a direction of its own"},
	{"disallowed", "refused, written from left to right"},
	{"disallowed-right", "refused, written from right to left"},
	{"disallowed-neutral", "refused, without a direction of its own"},
	{"ignored", "removed"},
}

const zwnj, zwj = '\u200C', '\u200D'

// class returns the name of the rule that has a code point.
func class(r rune) string {
	switch {
	case r == '.':
		return "dot"
	case r <= ' ' || r == 0x7F || strings.ContainsRune(`#/:<>?@[\]^|%`, r):
		return "forbidden"
	case r == zwj:
		return "joiner"
	case r == zwnj:
		return "non-joiner"
	}
	if 'A' <= r && r <= 'Z' { // all browsers map it to lower case
		r += 'a' - 'A'
	}
	p, _ := bidi.LookupRune(r)
	direction := p.Class()
	switch s := status(r); s {
	case "valid":
		return validClass(r, direction)
	case "ignored":
		return s
	default:
		return s + suffix(direction)
	}
}

// status returns the treatment of a code point by UTS 46: "valid", "mapped" to others, "ignored"
// (removed), or "disallowed".
func status(r rune) string {
	mapping := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
		idna.ValidateLabels(false), idna.CheckJoiners(false))
	s, err := mapping.ToUnicode(string(r))
	switch {
	case err != nil:
		return "disallowed"
	case s == "":
		return "ignored"
	case s != string(r):
		return "mapped"
	}
	return "valid"
}

func suffix(direction bidi.Class) string {
	switch direction {
	case bidi.L:
		return ""
	case bidi.R, bidi.AL:
		return "-right"
	}
	return "-neutral"
}

// validClass returns the name of the rule that has r, a valid code point with this direction. It
// finds out whether r is a mark, a virama or a joining letter by labels that idna accepts or
// refuses.
func validClass(r rune, direction bidi.Class) string {
	s := string(r)
	isMark, isVirama := !valid(s), valid("a"+s+string(zwj))
	joins := valid(s + string(zwnj) + "\u0627") // before an alef, which joins the letter before it
	switch {
	case isMark && direction == bidi.NSM:
		return map[bool]string{false: "mark", true: "virama"}[isVirama]
	case isMark:
		return map[bool]string{false: "spacing-mark", true: "spacing-virama"}[isVirama]
	case direction == bidi.AN:
		return "arabic-number"
	case direction == bidi.EN:
		return "european-number"
	case direction == bidi.L || direction == bidi.R || direction == bidi.AL:
		name := map[bool]string{false: "right", true: "left"}[direction == bidi.L]
		if joins {
			name += "-joining"
		}
		return name
	}
	return "neutral"
}

// valid reports whether idna accepts a label. It also applies the rules about joiners, and about
// marks at the beginning of a label.
func valid(label string) bool {
	_, err := idna.New(idna.ValidateLabels(true), idna.CheckJoiners(true), idna.CheckHyphens(false),
		idna.StrictDomainName(false)).ToUnicode(label)
	return err == nil
}

// ranges returns, by the name of a rule, its code points as alternatives of ABNF, such as
// "%x41-5A".
func ranges() map[string][]string {
	of := map[string][]string{}
	first, name := rune(0), class(0)
	for r := first + 1; r <= utf8.MaxRune+1; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		next := ""
		if r <= utf8.MaxRune {
			next = class(r)
		}
		if next == name {
			continue
		}
		alternative := fmt.Sprintf("%%x%X", first)
		if last := before(r); last > first {
			alternative += fmt.Sprintf("-%X", last)
		}
		of[name] = append(of[name], alternative)
		first, name = r, next
	}
	return of
}

// before returns the code point before r. Surrogates are left out, so before U+E000 it is U+D7FF.
func before(r rune) rune {
	if r == 0xE000 {
		return 0xD7FF
	}
	return r - 1
}

func write(w io.Writer) {
	var names strings.Builder
	for _, rule := range rules {
		names.WriteString(" " + rule.name)
	}
	fmt.Fprintf(w, header, idna.UnicodeVersion, names.String())
	of := ranges()
	for _, rule := range rules {
		fmt.Fprintf(w, "\n; %s\n%s =", rule.doc, rule.name)
		line := len(rule.name) + 2
		for i, alternative := range of[rule.name] {
			if i > 0 {
				fmt.Fprint(w, " /")
				line += 2
			}
			if line+len(alternative) > 96 {
				fmt.Fprint(w, "\n   ")
				line = 3
			}
			fmt.Fprint(w, " "+alternative)
			line += 1 + len(alternative)
		}
		fmt.Fprintln(w)
	}
}

const header = `; Unicode Technical Standard 46, Unicode IDNA Compatibility Processing: all code points, by the
; treatment that they get in the host of a browser (without transitional processing and without
; STD3 rules), and by their direction (Unicode Standard Annex 9).
; Written by "go run ./uts46 > ../build/grammars/uts46.abnf" in the folder benchmarks, from the tables
; of golang.org/x/net/idna and golang.org/x/text/unicode/bidi. DO NOT EDIT. Unicode %s.
; Capital letters of ASCII are among the small ones, because every reader of a host takes them so.
;
; @set Character:%s
`

func main() {
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	write(w)
}
