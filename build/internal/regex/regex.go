// Package regex writes the definition of a rule as a regular expression.
package regex

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

const (
	// maxRegexp is the maximum length of an expression in bytes. References are inlined, so the
	// expression for a grammar of n rules can need 2^n bytes. IRI-reference of RFC 3987 takes 15,541.
	// By default, regular expression engines reject an expression of a megabyte.
	maxRegexp = 1 << 20

	// maxRepeat is the maximum number of copies in a Go regular expression, where nested repetitions
	// multiply. Rust's regex crate limits only the compiled size.
	maxRepeat = 1000
)

// Write returns an anchored regular expression that matches the strings of e, an expression without
// recursion. It is built from the syntax tree, not from an automaton.
func Write(g *names.Grammar, c *classes.Classes, e syntax.Expr) (string, error) {
	w := writer{names: g, classes: c}
	w.WriteString(`\A(?:`)
	w.write(e, levelAlternation, maxRepeat)
	w.WriteString(`)\z`)
	if w.full() {
		return "", w.err
	}
	return w.String(), nil
}

// A writer writes a regular expression. Each node of the syntax tree writes some text, at least
// "(?:)", so the limit on bytes also bounds the time.
type writer struct {
	strings.Builder
	names   *names.Grammar
	classes *classes.Classes
	err     error
}

// full reports whether the writer has failed. It sets an error if the text is longer than
// maxRegexp.
func (w *writer) full() bool {
	if n := w.Len(); n > maxRegexp && w.err == nil {
		w.err = &automaton.LimitError{Limit: "bytes in a regular expression", Max: maxRegexp, Reached: int64(n)}
	}
	return w.err != nil
}

// Precedence levels of expressions: a higher level binds more tightly.
const (
	levelAlternation = iota
	levelConcatenation
	levelRepetition
	levelElement
)

// write writes e, in parentheses if its level is lower than around. Nested repetitions in e may
// multiply to at most copies.
func (w *writer) write(e syntax.Expr, around, copies int) {
	if w.full() {
		return
	}
	if w.names.Octets[e] {
		w.err = errors.New("cannot write a regular expression for octets, only for code points")
		return
	}
	if class := w.classes.Of(e); class != nil {
		w.class(class)
		return
	}
	if e = w.inline(e); w.err != nil {
		return
	}
	if level(e) >= around {
		w.expr(e, copies)
		return
	}
	w.WriteString("(?:")
	w.expr(e, copies)
	w.WriteString(")")
}

// inline replaces a reference with the definition of its rule, and a group with its content, until
// e is neither.
func (w *writer) inline(e syntax.Expr) syntax.Expr {
	for {
		switch x := e.(type) {
		case *syntax.RuleName:
			to := w.names.Referent(x.Name)
			if to.From != "" {
				w.err = fmt.Errorf("cannot write a regular expression for the imported rule %s", to.From)
				return e
			}
			e = to.Expr
		case *syntax.Group:
			e = x.Item
		default:
			return e
		}
	}
}

// level returns the precedence level of e.
func level(e syntax.Expr) int {
	switch e.(type) {
	case *syntax.Alternation:
		return levelAlternation
	case *syntax.Concatenation, *syntax.Repetition, *syntax.CharVal, *syntax.NumVal:
		return levelConcatenation
	}
	return levelRepetition
}

// expr is like write but without parentheses, for an expression that is neither a class nor a
// reference.
func (w *writer) expr(e syntax.Expr, copies int) {
	switch e := e.(type) {
	case *syntax.Alternation:
		for i, item := range e.Items {
			if i > 0 {
				w.WriteString("|")
			}
			w.write(item, levelConcatenation, copies)
		}
	case *syntax.Concatenation:
		for _, item := range e.Items {
			w.write(item, levelConcatenation, copies)
		}
	case *syntax.Repetition:
		w.repetition(e, copies)
	case *syntax.Option:
		w.write(e.Item, levelElement, copies)
		w.WriteString("?")
	case *syntax.CharVal:
		w.runes([]rune(e.Text), e.Fold)
	case *syntax.NumVal:
		w.runes(e.Values, false)
	case *syntax.Difference:
		w.err = errors.New("cannot write a regular expression for a difference unless both sides are single code points")
	default:
		w.err = fmt.Errorf("cannot write a regular expression for %T", e)
	}
}

// runes writes a sequence of characters. If fold is set, ASCII letters match either case.
func (w *writer) runes(runes []rune, fold bool) {
	if len(runes) == 0 {
		w.WriteString("(?:)")
	}
	for _, c := range runes {
		w.class(w.classes.Letter(c, fold))
	}
}

// repetition writes "x{2}x{0,3}" for 2*5(x), "x{2}x*" for 2*(x), and "x+" for 1*(x).
func (w *writer) repetition(e *syntax.Repetition, copies int) {
	switch {
	case e.Max == 0:
		w.WriteString("(?:)")
	case e.Max != syntax.Unbounded:
		w.portions(e.Item, e.Min, copies, "")
		w.portions(e.Item, e.Max-e.Min, copies, "0,")
	case e.Min == 1:
		w.write(e.Item, levelElement, copies)
		w.WriteString("+")
	default:
		w.portions(e.Item, e.Min, copies, "")
		w.write(e.Item, levelElement, copies)
		w.WriteString("*")
	}
}

// portions writes n copies of item as repetitions, each of at most copies: for example
// "x{1000}x{500}" for 1500 copies. Inside a repetition of k copies, at most copies/k are allowed.
// If least is "0,", the copies are optional: for example "x{0,500}". Otherwise least is "".
func (w *writer) portions(item syntax.Expr, n, copies int, least string) {
	for n > 0 && !w.full() {
		portion := min(n, copies)
		w.write(item, levelElement, copies/portion)
		if portion > 1 || least != "" {
			fmt.Fprintf(w, "{%s%d}", least, portion)
		}
		n -= portion
	}
}

// class writes a class in brackets. It omits surrogates, which have no UTF-8 form and are errors in
// Rust.
func (w *writer) class(class *unicode.RangeTable) {
	var text strings.Builder
	for _, s := range span.Runs(class) {
		text.WriteString(quoteRune(s.Lo))
		if s.Hi > s.Lo {
			text.WriteString("-" + quoteRune(s.Hi))
		}
	}
	if text.Len() == 0 {
		text.WriteString(`^\x{0}-\x{10FFFF}`)
	}
	w.WriteString("[" + text.String() + "]")
}

// quoteRune returns a code point as written in a class: ASCII letters and digits represent
// themselves.
func quoteRune(c rune) string {
	if '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
		return string(c)
	}
	return fmt.Sprintf(`\x{%X}`, c)
}
