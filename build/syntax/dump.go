package syntax

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Dump writes g in a form for tests and for debugging, and returns the first error of w. The form
// is stable. Directives come first, then the rules, one a line:
//
//	@octets
//	scheme = cat{ref{ALPHA} rep{0,-1 group{alt{ref{DIGIT} istr{"+"}}}}}
//
// The words before the braces name the nodes of the tree. alt, first (an ordered alternation),
// cat, group, opt, minus (a difference), ahead and notahead (predicates) have their items in the
// braces; rep has Min, Max and its item. The terminals have their values: ref, str (an exact
// string), istr (a string in either case), num, range, class, notclass (a negated class) and
// prose. Min and Max are decimal, all other numbers hexadecimal. The names of unread rules come
// last, after "unread".
func Dump(w io.Writer, g *Grammar) error {
	size := 4096
	if _, ok := w.(*strings.Builder); ok {
		size = 64 // a Builder needs no large buffer, and the tree is often small
	}
	d := dumper{Writer: bufio.NewWriterSize(w, size)}
	d.grammar(g)
	return d.Flush()
}

// A dumper writes syntax trees. Its Writer keeps the first error.
type dumper struct {
	*bufio.Writer
	positions bool // whether to write the offset of each node after its name
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// grammar writes the directives, the rules, and the names of the unread rules.
func (d *dumper) grammar(g *Grammar) {
	for _, x := range g.Directives {
		d.printf("@%s", x.Name)
		if x.Text != "" {
			d.printf(" %s", x.Text)
		}
		d.printf("\n")
	}
	for _, r := range g.Rules {
		d.rule(r)
	}
	for _, x := range g.Unread {
		d.printf("unread %s\n", x.Name)
	}
}

// rule writes a rule on a line, with its offsets at the end if d.positions is set.
func (d *dumper) rule(r *Rule) {
	sign := "="
	if r.Incremental {
		sign = "=/"
	}
	d.printf("%s %s ", r.Name, sign)
	d.expr(r.Expr)
	if d.positions {
		d.printf(" @%d-%d", r.NamePos, r.End)
	}
	d.printf("\n")
}

// expr writes an expression in the form described at [Dump].
func (d *dumper) expr(x Expr) {
	switch x := x.(type) {
	case *Alternation:
		kind := "alt"
		if x.Ordered {
			kind = "first"
		}
		d.node(kind, "", x.Pos(), x.Items...)
	case *Concatenation:
		d.node("cat", "", x.Pos(), x.Items...)
	case *Repetition:
		d.node("rep", fmt.Sprintf("%d,%d", x.Min, x.Max), x.Start, x.Item)
	case *Group:
		d.node("group", "", x.Start, x.Item)
	case *Option:
		d.node("opt", "", x.Start, x.Item)
	case *RuleName:
		d.node("ref", x.Name, x.Start)
	case *CharVal:
		kind := "str"
		if x.Fold {
			kind = "istr"
		}
		d.node(kind, strconv.Quote(x.Text), x.Start)
	case *NumVal:
		d.node("num", hexRunes(x.Values), x.Start)
	case *NumRange:
		d.node("range", fmt.Sprintf("%X-%X", x.Lo, x.Hi), x.Start)
	case *Class:
		kind := "class"
		if x.Negated {
			kind = "notclass"
		}
		d.node(kind, hexRanges(x.Ranges), x.Start)
	case *Difference:
		d.node("minus", "", x.Pos(), x.Item, x.Except)
	case *Predicate:
		kind := "ahead"
		if x.Negated {
			kind = "notahead"
		}
		d.node(kind, "", x.Start, x.Item)
	case *ProseVal:
		d.node("prose", strconv.Quote(x.Text), x.Start)
	}
}

// node writes a node and its items in the form name{value item item ...}.
func (d *dumper) node(kind, value string, pos Pos, items ...Expr) {
	d.WriteString(kind)
	if d.positions {
		d.printf("@%d", pos)
	}
	d.WriteByte('{')
	d.WriteString(value)
	for i, item := range items {
		if i > 0 || value != "" {
			d.WriteByte(' ')
		}
		d.expr(item)
	}
	d.WriteByte('}')
}

func hexRunes(values []rune) string {
	var b []byte
	for i, v := range values {
		if i > 0 {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, "%X", v)
	}
	return string(b)
}

func hexRanges(ranges []ClassRange) string {
	var b []byte
	for i, r := range ranges {
		if i > 0 {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, "%X-%X", r.Lo, r.Hi)
	}
	return string(b)
}
