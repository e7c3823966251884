package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/syntax"
)

// Repeats reports repetitions and optional elements that could be omitted or simplified.
func Repeats(a *automata.Automata, list *syntax.List) {
	l := repeatLint{Automata: a}
	for _, r := range a.Names.Rules {
		if r.Own() {
			l.visit(r.Expr)
		}
	}
	report(a.Names, list, "repeated-empty", l.empty)
	report(a.Names, list, "repeat-once", l.once)
	report(a.Names, list, "repeat-never", l.never)
}

// A repeatLint collects the remarks on elements that match the empty string, elements that are
// repeated exactly once, and numbers that are read as repetitions.
type repeatLint struct {
	*automata.Automata
	empty, once, never []remark
}

// visit collects remarks on the optional elements and repetitions in e.
func (l *repeatLint) visit(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Option:
		if l.nullable(e.Item) {
			text := "the option is redundant: " + short(l.Names, e.Item) + " already matches the empty string"
			l.empty = append(l.empty, remark{e.Start, text})
		}
	case *syntax.Repetition:
		if l.repetition(e); e.Max == 0 {
			return
		}
	}
	for _, item := range syntax.Items(e) {
		l.visit(item)
	}
}

// hexNumber matches the name in "0x41", which ABNF reads as zero repetitions of the rule x41.
var hexNumber = regexp.MustCompile(`^[xX][0-9A-Fa-f]+$`)

// repetition collects a remark on e if it is a misread hex number, repeats its item exactly once,
// or repeats an item that matches the empty string. It ignores lists, which are written with "#".
func (l *repeatLint) repetition(e *syntax.Repetition) {
	if strings.HasPrefix(strings.TrimLeft(l.Names.Source.Text[e.Start:], "0123456789*"), "#") { // a list
		return
	}
	name, _ := e.Item.(*syntax.RuleName)
	switch {
	case e.Max == 0 && name != nil && hexNumber.MatchString(name.Name):
		const format = "0%s repeats the rule %[1]s zero times, which matches only the empty string; write a number as %%x%s"
		text := fmt.Sprintf(format, name.Name, name.Name[1:])
		l.never = append(l.never, remark{e.Start, text})
	case e.Min == 1 && e.Max == 1:
		text := "the repeat is redundant: " + short(l.Names, e.Item) + " means the same without it"
		l.once = append(l.once, remark{e.Start, text})
	case (e.Max == syntax.Unbounded || e.Max > 1) && l.nullable(e.Item):
		text := "the repeated element " + short(l.Names, e.Item) + " matches the empty string"
		l.empty = append(l.empty, remark{e.Start, text})
	}
}

// nullable reports whether e matches the empty string. For a reference to a rule without an
// automaton, it returns false.
func (l *repeatLint) nullable(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		to := l.Names.Referent(e.Name)
		if to == nil {
			return false
		}
		d := l.Of(to).Any()
		return d != nil && d.Accepting(d.Start())
	case *syntax.CharVal:
		return e.Text == ""
	case *syntax.Group:
		return l.nullable(e.Item)
	case *syntax.Option, *syntax.Predicate:
		return true
	case *syntax.Repetition:
		return e.Min == 0 || l.nullable(e.Item)
	case *syntax.Alternation:
		return slices.ContainsFunc(e.Items, l.nullable)
	case *syntax.Concatenation:
		return !slices.ContainsFunc(e.Items, func(item syntax.Expr) bool { return !l.nullable(item) })
	}
	return false
}
