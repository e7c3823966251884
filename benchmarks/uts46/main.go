// Command uts46 writes the grammar build/grammars/uts46.abnf to standard output. Its rules are
// classes of code points, grouped by how browsers treat a code point in a host (UTS 46, without
// transitional processing) and by writing direction. Package internal/idna provides both.
//
//	go run ./uts46 > ../build/grammars/uts46.abnf
//
// With the argument "tables" it writes the tables of that package instead, after which the grammar
// must be regenerated:
//
//	GOTOOLCHAIN=go1.27.2 go run ./uts46 tables
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/idna"
)

// rules lists the rules of the grammar in order. Each is a class of code points, and every code
// point is in exactly one of them.
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
	{"disallowed", "refused, also after the mapping, written from left to right"},
	{"disallowed-right", "the same, written from right to left"},
	{"disallowed-neutral", "the same, without a direction of its own"},
	{"ignored", "removed"},
}

// class returns the name of the rule that matches a code point.
func class(r rune) string {
	switch {
	case r == '.':
		return "dot"
	case isForbidden(r):
		return "forbidden"
	case r == 0x200D:
		return "joiner"
	case r == 0x200C:
		return "non-joiner"
	}
	if 'A' <= r && r <= 'Z' { // all browsers lowercase it
		r += 'a' - 'A'
	}
	p := idna.PropertiesOf(r)
	switch {
	case p.Status == idna.Disallowed || strings.ContainsFunc(idna.MappingOf(r), isForbidden):
		return "disallowed" + suffix(p.Direction)
	case p.Status == idna.Mapped:
		return "mapped" + suffix(p.Direction)
	case p.Status == idna.Ignored:
		return "ignored"
	}
	return validClass(p)
}

// isForbidden reports whether a code point is a forbidden domain code point.
func isForbidden(r rune) bool {
	return r <= ' ' || r == 0x7F || strings.ContainsRune(`#/:<>?@[\]^|%`, r)
}

func suffix(d idna.Direction) string {
	switch d {
	case idna.LeftToRight:
		return ""
	case idna.RightToLeft:
		return "-right"
	}
	return "-neutral"
}

// validClass returns the name of the rule that matches a valid code point.
func validClass(p idna.Properties) string {
	isSpacing := p.Direction != idna.NonspacingMark
	isVirama := p.Combining == 9
	joins := p.Joining == idna.LeftJoining || p.Joining == idna.DualJoining
	switch {
	case p.IsMark && isSpacing && isVirama:
		return "spacing-virama"
	case p.IsMark && isSpacing:
		return "spacing-mark"
	case p.IsMark && isVirama:
		return "virama"
	case p.IsMark:
		return "mark"
	case p.Direction == idna.LeftToRight && joins:
		return "left-joining"
	case p.Direction == idna.LeftToRight:
		return "left"
	case p.Direction == idna.RightToLeft && joins:
		return "right-joining"
	case p.Direction == idna.RightToLeft:
		return "right"
	case p.Direction == idna.ArabicNumber:
		return "arabic-number"
	case p.Direction == idna.EuropeanNumber:
		return "european-number"
	}
	return "neutral"
}

// ranges maps each rule name to the rule's code points as ABNF alternatives, such as "%x41-5A".
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

// before returns the code point before r, skipping surrogates: the one before U+E000 is U+D7FF.
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
; of package internal/idna. DO NOT EDIT. Unicode %s.
; Capital letters of ASCII are among the small ones, because every reader of a host takes them so.
;
; @set Character:%s
`

func main() {
	if len(os.Args) > 1 && os.Args[1] == "tables" {
		tablesOfIDNA()
		return
	}
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	write(w)
}
