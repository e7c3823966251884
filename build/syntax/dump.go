package syntax

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Dump writes g in a stable form for tests and debugging, and returns the first error from w. The
// output lists the directives and then the rules, one per line:
//
//	@octets
//	scheme = cat{ref{ALPHA} rep{0,-1 group{alt{ref{DIGIT} istr{"+"}}}}}
//
// The word before each brace names the kind of node. The nodes alt, first (an ordered alternation),
// cat, group, opt, minus (a difference), ahead and notahead (predicates) contain their items; rep
// contains Min, Max and its item. The terminals ref, str (an exact string), istr (a
// case-insensitive string), num, range, class, notclass (a negated class) and prose contain their
// values. Min and Max are decimal; all other numbers are hexadecimal. A final line "unread NAME" is
// written for each unread rule.
func Dump(w io.Writer, g *Grammar) error {
	size := 4096
	if _, ok := w.(*strings.Builder); ok {
		size = 64 // a Builder needs no large buffer, and the tree is often small
	}
	d := dumper{Writer: bufio.NewWriterSize(w, size)}
	d.grammar(g)
	return d.Flush()
}

// A dumper writes syntax trees. Its Writer remembers the first error.
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

// rule writes a rule on one line and, if d.positions is set, appends its offsets.
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

// expr writes an expression in the form that [Dump] describes.
func (d *dumper) expr(x Expr) {
	kind, value := describe(x)
	d.WriteString(kind)
	if d.positions {
		d.printf("@%d", x.Pos())
	}
	d.WriteByte('{')
	d.WriteString(value)
	for i, item := range Items(x) {
		if i > 0 || value != "" {
			d.WriteByte(' ')
		}
		d.expr(item)
	}
	d.WriteByte('}')
}

// describe returns the word that names a kind of node, and the node's value.
func describe(x Expr) (kind, value string) {
	either := func(first bool, a, b string) string {
		if first {
			return a
		}
		return b
	}
	switch x := x.(type) {
	case *Alternation:
		return either(x.Ordered, "first", "alt"), ""
	case *Concatenation:
		return "cat", ""
	case *Repetition:
		return "rep", fmt.Sprintf("%d,%d", x.Min, x.Max)
	case *Group:
		return "group", ""
	case *Option:
		return "opt", ""
	case *RuleName:
		return "ref", x.Name
	case *CharVal:
		return either(x.Fold, "istr", "str"), strconv.Quote(x.Text)
	case *NumVal:
		return "num", strings.Trim(fmt.Sprintf("%X", x.Values), "[]")
	case *NumRange:
		return "range", fmt.Sprintf("%X-%X", x.Lo, x.Hi)
	case *Class:
		var b []byte
		for _, r := range x.Ranges {
			b = fmt.Appendf(b, " %X-%X", r.Lo, r.Hi)
		}
		return either(x.Negated, "notclass", "class"), strings.TrimPrefix(string(b), " ")
	case *Difference:
		return "minus", ""
	case *Predicate:
		return either(x.Negated, "notahead", "ahead"), ""
	case *ProseVal:
		return "prose", strconv.Quote(x.Text)
	}
	return "", ""
}
