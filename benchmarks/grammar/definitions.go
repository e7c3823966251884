package grammar

import (
	"errors"
	"fmt"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// A notation tells how a generator writes an expression, where generators differ. Names, "|",
// groups and repetitions are the same in all. text returns the expression for a text; with fold it
// matches letters in either case. class returns the expression for one of the code points in spans.
// level is one of the constants below.
type notation struct {
	reserved   map[string]bool // reserved words of the generator
	difference string          // the operator between an expression and the one to take away
	text       func(text string, fold bool) (expr string, level int)
	class      func(spans []span) (expr string, level int)
}

// A writer writes the definitions of a rule and of the rules that it refers to.
type writer struct {
	strings.Builder
	notation
	g       *build.Grammar
	written map[*build.Rule]bool
	err     error
}

// definitions returns a line "name = expression;" for the rule and for each rule that it refers to,
// directly or not. The line of a rule comes after the lines of the rules that it refers to, because
// both generators need this order.
func definitions(g *build.Grammar, rule string, n notation) (string, error) {
	// Regexp fails for a rule that refers to itself, has octets, or takes away other things than
	// classes from classes. The generators cannot write such a rule either.
	if _, err := g.Regexp(rule); err != nil {
		return "", err
	}
	w := writer{notation: n, g: g, written: map[*build.Rule]bool{}}
	w.define(g.Rule(rule))
	if w.err != nil {
		return "", fmt.Errorf("rule %s: %w", rule, w.err)
	}
	return w.String(), nil
}

func (w *writer) define(r *build.Rule) {
	if w.written[r] {
		return
	}
	w.written[r] = true
	w.needs(r.Expr())
	fmt.Fprintf(w, "%s = %s;\n", w.name(r), w.format(r.Expr(), levelAlternation))
}

// needs calls define for each rule that e refers to.
func (w *writer) needs(e syntax.Expr) {
	if to, ok := e.(*syntax.RuleName); ok {
		w.define(w.g.Rule(to.Name))
	}
	for _, item := range syntax.Items(e) {
		w.needs(item)
	}
}

// name returns the name of a rule for the generator. It replaces "-" by "_", because the generators
// allow no "-" in names, and adds "_" to a reserved word.
func (w *writer) name(r *build.Rule) string {
	name := strings.ReplaceAll(r.Name, "-", "_")
	if w.reserved[name] {
		name += "_"
	}
	return name
}

// The levels of expressions, by their outermost operator. An operator of a lower level binds less
// tightly. A difference has levelAlternation too. format puts an expression in parentheses if its
// level is below the level that its place requires, so levelElement never gets any.
const (
	levelAlternation = iota
	levelConcatenation
	levelRepetition
	levelElement
)

// format returns the text of e, in parentheses if its level is below around.
func (w *writer) format(e syntax.Expr, around int) string {
	text, level := w.expression(e)
	if level < around {
		return "(" + text + ")"
	}
	return text
}

func (w *writer) join(items []syntax.Expr, separator string, around int) string {
	var texts []string
	for _, item := range items {
		texts = append(texts, w.format(item, around))
	}
	return strings.Join(texts, separator)
}

func (w *writer) expression(e syntax.Expr) (text string, level int) {
	switch e := e.(type) {
	case *syntax.Alternation:
		return w.join(e.Items, " | ", levelConcatenation), levelAlternation
	case *syntax.Concatenation:
		return w.join(e.Items, " ", levelRepetition), levelConcatenation
	case *syntax.Difference:
		return w.join([]syntax.Expr{e.Item, e.Except}, " "+w.difference+" ", levelElement), levelAlternation
	case *syntax.Group:
		return w.expression(e.Item)
	case *syntax.Option:
		return w.format(e.Item, levelElement) + "?", levelRepetition
	case *syntax.Repetition:
		if e.Max == 0 {
			return `""`, levelElement
		}
		return w.format(e.Item, levelElement) + times(e.Min, e.Max), levelRepetition
	case *syntax.RuleName:
		return w.name(w.g.Rule(e.Name)), levelElement
	case *syntax.CharVal:
		return w.literal(e.Text, e.Fold)
	case *syntax.NumVal:
		return w.literal(string(e.Values), false)
	case *syntax.NumRange:
		return w.set(spans([]syntax.ClassRange{{Lo: e.Lo, Hi: e.Hi}}, false))
	case *syntax.Class:
		return w.set(spans(e.Ranges, e.Negated))
	}
	w.err = fmt.Errorf("there is no way to write %T", e)
	return "", levelElement
}

func times(least, most int) string {
	switch {
	case least == 0 && most == syntax.Unbounded:
		return "*"
	case least == 1 && most == syntax.Unbounded:
		return "+"
	case most == syntax.Unbounded:
		return fmt.Sprintf("{%d,}", least)
	case least == most:
		return fmt.Sprintf("{%d}", least)
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}

// errSentinel is the error for a rule that matches a NUL, because generated code takes a NUL for
// the end of the line.
var errSentinel = errors.New("it matches U+0000, which here ends every line")

func (w *writer) literal(text string, fold bool) (string, int) {
	if strings.Contains(text, "\x00") {
		w.err = errSentinel
	}
	return w.text(text, fold && strings.ToLower(text) != strings.ToUpper(text))
}

func (w *writer) set(spans []span) (string, int) {
	switch {
	case len(spans) == 0:
		w.err = errors.New("a class matches nothing")
	case spans[0].lo == 0:
		w.err = errSentinel
	}
	return w.class(spans)
}
