package railroad

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/irilex/iri/build/emit/internal/svg"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Limits on the parts of a picture or page, and on their nesting. The limits on the nesting of
// documents are lower: [syntax.DefaultLimits] allows 250 brackets, each of which is at most four
// nested expressions. But a program may build other trees.
const (
	maxParts   = 100_000
	maxNesting = 1_000
)

// Limits on a list with separators that is drawn as one loop: the number of names and strings in
// the separator, because the line that returns is not wrapped; and the number of items repeated.
const (
	maxSeparator = 6
	maxListed    = 8
)

// A drawer lays out expressions.
type drawer struct {
	*names.Grammar
	link  func(r *names.Rule) string // the link to a rule, or ""
	width int                        // maximum width of a picture in pixels, if no part is wider
	nodes int                        // laid out so far
	err   error                      // the error of an exceeded limit, or nil
}

// A bound is the space for an expression.
type bound struct {
	width int  // wrap sequences to this width in pixels
	back  bool // whether the expression is on a line that leads from right to left
}

func (b bound) less(width int) bound { return bound{max(b.width-width, 120), b.back} }

// expr lays out an expression.
func (d *drawer) expr(x syntax.Expr, b bound) node {
	x = names.Ungroup(x)
	if !d.count(1) {
		return line(0)
	}
	switch x := x.(type) {
	case *syntax.Concatenation:
		return d.concatenation(x, b, nil)
	case *syntax.Alternation:
		return choice(d.rows(x, b.less(4*radius)), false)
	case *syntax.Option:
		return d.optional(x.Item, b)
	case *syntax.Repetition:
		return d.repetition(x, b)
	case *syntax.Difference:
		return d.difference(x, b.less(2*padding))
	case *syntax.Predicate:
		note := "followed by"
		if x.Negated {
			note = "not " + note
		}
		return framed(note, d.expr(x.Item, b.less(2*padding)), "", nil)
	}
	return d.leaf(x)
}

// count adds parts to the pictures. It returns false if they exceed the limit.
func (d *drawer) count(parts int) bool {
	if d.nodes += parts; d.nodes > maxParts && d.err == nil {
		d.err = fmt.Errorf("the pictures exceed the limit of %d parts; draw fewer rules", maxParts)
	}
	return d.err == nil
}

// nested reports whether expressions in x are nested deeper than a limit.
func nested(x syntax.Expr, limit int) bool {
	if limit == 0 {
		return true
	}
	for _, item := range syntax.Items(x) {
		if nested(item, limit-1) {
			return true
		}
	}
	return false
}

// concatenation lays out a sequence. The node last, if it is not nil, follows the last item, where
// the main line ends.
func (d *drawer) concatenation(x syntax.Expr, b bound, last *node) node {
	var items []node
	parts, full := flatten(x), b.width
	limit := full - 4*radius // of a line, if there are several
	if len(parts) > 1 {
		b = b.less(4 * radius)
	}
	if last != nil {
		b, limit = b.less(between+last.width), full-2*radius
	}
	for i := 0; i < len(parts); i++ {
		if n, used := d.separated(parts[i:], b); used > 0 {
			items = append(items, n)
			i += used - 1
			continue
		}
		items = append(items, d.expr(parts[i], b))
	}
	if b.back { // the line leads from right to left, so the first item is on the right
		slices.Reverse(items)
	}
	if last != nil {
		items[len(items)-1] = sequence([]node{items[len(items)-1], *last})
	}
	whole := sequence(items)
	if whole.width > full && len(items) > 1 && !b.back {
		return wrapped(items, limit, last != nil)
	}
	return whole
}

// flatten returns the items of a sequence and of the sequences in it, without parentheses.
func flatten(x syntax.Expr) (items []syntax.Expr) {
	c, ok := names.Ungroup(x).(*syntax.Concatenation)
	if !ok {
		return []syntax.Expr{x}
	}
	for _, item := range c.Items {
		items = append(items, flatten(item)...)
	}
	return items
}

// separated lays out a list with separators at the beginning of items: A *( separator A ), where A
// may be several items. It returns the number of items in the list, or 0 if there is none.
func (d *drawer) separated(items []syntax.Expr, b bound) (n node, used int) {
	for k := 1; k < min(len(items), maxListed+1); k++ {
		rep, ok := names.Ungroup(items[k]).(*syntax.Repetition)
		if !ok || rep.Max >= 0 && rep.Max < max(1, rep.Min) {
			continue
		}
		inner := flatten(rep.Item)
		first := len(inner) - k
		if first < 1 || !d.allSame(items[:k], inner[first:]) {
			continue
		}
		separator := sequenceOf(inner[:first])
		if small := 0; !isSmall(separator, &small) {
			continue
		}
		most := rep.Max
		if most >= 0 {
			most++
		}
		note := ""
		if rep.Min > 0 || most >= 0 {
			note = times(rep.Min+1, most)
		}
		item := d.expr(sequenceOf(items[:k]), b.less(2*radius))
		back := d.expr(separator, bound{b.width, !b.back})
		return loop(item, back, note, b.back), k + 1
	}
	return n, 0
}

func sequenceOf(items []syntax.Expr) syntax.Expr {
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Concatenation{Items: items}
}

// isSmall reports whether an expression has at most maxSeparator leaves. It counts them in n, up to
// one more than maxSeparator.
func isSmall(x syntax.Expr, n *int) bool {
	items := syntax.Items(x)
	if len(items) == 0 {
		*n++
	}
	for _, item := range items {
		if !isSmall(item, n) {
			return false
		}
	}
	return *n <= maxSeparator
}

func (d *drawer) allSame(a, b []syntax.Expr) bool {
	for i := range a {
		if !d.same(a[i], b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

// same reports whether two expressions are equal except for blanks, parentheses and, if the dialect
// folds names, the case of names.
func (d *drawer) same(a, b syntax.Expr) bool {
	a, b = names.Ungroup(a), names.Ungroup(b)
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	switch x := a.(type) {
	case *syntax.Repetition:
		if y := b.(*syntax.Repetition); x.Min != y.Min || x.Max != y.Max {
			return false
		}
	case *syntax.Predicate:
		if x.Negated != b.(*syntax.Predicate).Negated {
			return false
		}
	}
	items := syntax.Items(a)
	if len(items) == 0 {
		return d.Octets[a] == d.Octets[b] && d.Format(a) == d.Format(b)
	}
	return d.allSame(items, syntax.Items(b))
}

// rows lays out the alternatives of x and of the alternations in it. Consecutive alternatives that
// match single characters share a row.
func (d *drawer) rows(x *syntax.Alternation, b bound) (rows []node) {
	var all []syntax.Expr
	var collect func(items []syntax.Expr)
	collect = func(items []syntax.Expr) {
		for _, item := range items {
			if inner, ok := names.Ungroup(item).(*syntax.Alternation); ok {
				collect(inner.Items)
			} else {
				all = append(all, names.Ungroup(item))
			}
		}
	}
	collect(x.Items)
	for len(all) > 0 {
		s, n := d.set(all)
		if n > 0 {
			rows = append(rows, d.box(s))
		} else if n = 1; isEmpty(all[0]) {
			rows = append(rows, line(0))
		} else {
			rows = append(rows, d.expr(all[0], b))
		}
		all = all[n:]
	}
	return rows
}

// set returns the set of the characters that the first alternatives match, and the number of these
// alternatives, each of which matches single characters.
func (d *drawer) set(items []syntax.Expr) (s set, n int) {
	var titles []string
	for n < len(items) {
		next, ok := setOf(items[n], d.Octets[items[n]])
		if n == 0 {
			s = next
		} else if ok {
			ok = s.add(next)
		}
		if !ok {
			break
		}
		titles = append(titles, d.Label(items[n]))
		n++
	}
	s.title = shorten(strings.Join(titles, ", "))
	return s, n
}

// shorten truncates a tooltip.
func shorten(title string) string {
	const longest = 400 // bytes
	if len(title) <= longest {
		return title
	}
	return strings.ToValidUTF8(title[:longest], "") + "…"
}

// box lays out a set.
func (d *drawer) box(s set) node {
	if !d.count(len(s.pieces)) {
		return line(0)
	}
	return s.node(d.room())
}

// room returns the maximum width of a label.
func (d *drawer) room() int { return min(textWidth, d.width-100) }

// isEmpty reports whether x matches only the empty string, by its form.
func isEmpty(x syntax.Expr) bool {
	switch x := names.Ungroup(x).(type) {
	case *syntax.CharVal:
		return x.Text == ""
	case *syntax.Repetition:
		return x.Max == 0
	}
	return false
}

// optional lays out an expression with a line that bypasses it.
func (d *drawer) optional(x syntax.Expr, b bound) node {
	b = b.less(4 * radius)
	if alt, ok := names.Ungroup(x).(*syntax.Alternation); ok {
		return choice(d.rows(alt, b), true)
	}
	return choice([]node{d.expr(x, b)}, true)
}

func (d *drawer) repetition(x *syntax.Repetition, b bound) node {
	switch {
	case x.Max == 0:
		return d.empty()
	case x.Min == 0 && x.Max == 1:
		return d.optional(x.Item, b)
	case x.Min == 1 && x.Max == 1:
		return d.expr(x.Item, b)
	}
	note := ""
	if x.Min > 1 || x.Max > 0 {
		note = times(x.Min, x.Max)
	}
	b = b.less(2 * radius)
	if x.Min > 0 {
		return loop(d.expr(x.Item, b), line(0), note, b.back)
	}
	return choice([]node{loop(d.expr(x.Item, b.less(4*radius)), line(0), note, b.back)}, true)
}

// times describes how often an expression occurs.
func times(least, most int) string {
	switch {
	case most < 0:
		return fmt.Sprintf("at least %d times", least)
	case least == most:
		return fmt.Sprintf("%d times", least)
	case least == 0:
		return fmt.Sprintf("at most %d times", most)
	}
	return fmt.Sprintf("%d to %d times", least, most)
}

// difference lays out A - B. A profile, see package names, expresses "A and B" as A - (all - B).
func (d *drawer) difference(x *syntax.Difference, b bound) node {
	second, other := "but not", x.Except
	if inner, ok := names.Ungroup(other).(*syntax.Difference); ok {
		if all, ok := inner.Item.(*syntax.Repetition); ok && d.Octets[all.Item] {
			if r, ok := all.Item.(*syntax.NumRange); ok && r.Lo == 0 && r.Hi == 0xFF && all.Min == 0 && all.Max < 0 {
				second, other = "and also", inner.Except
			}
		}
	}
	below := d.expr(other, b.less(svg.Width(second, svg.SmallSize)+gap))
	return framed("", d.expr(x.Item, b), second, &below)
}

// leaf lays out an expression that has no parts.
func (d *drawer) leaf(x syntax.Expr) node {
	switch x := x.(type) {
	case *syntax.RuleName:
		return d.name(x)
	case *syntax.ProseVal:
		return boxed("dashed", d.label(piece{x.Text, named}), shorten("a description in words: "+x.Text), "")
	case *syntax.CharVal:
		if x.Text == "" {
			return d.empty()
		}
		l := d.label(text(x.Text)...)
		if folds(x) {
			l[0] = append(l[0], caseMark)
		}
		return boxed("round", l, shorten(d.Label(x)), "")
	case *syntax.NumVal:
		if len(x.Values) > 1 {
			return boxed("round", d.label(d.values(x)...), shorten(d.Label(x)), "")
		}
	}
	s, _ := d.set([]syntax.Expr{x})
	return d.box(s)
}

// label returns a label of one line, cut off if it is too long.
func (d *drawer) label(pieces ...piece) label { return label{cut(pieces, d.room())} }

// values returns the pieces of a string that is written as numbers.
func (d *drawer) values(x *syntax.NumVal) (pieces []piece) {
	for _, v := range x.Values {
		next := interval(v, v, d.Octets[x])
		if n := len(pieces); n > 0 && next.class == "" && pieces[n-1].class == "" {
			pieces[n-1].text += next.text
		} else {
			pieces = append(pieces, next)
		}
	}
	return pieces
}

// name lays out a reference.
func (d *drawer) name(x *syntax.RuleName) node {
	r := d.Referent(x.Name)
	switch {
	case r == nil:
		return boxed("alert", d.label(piece{x.Name, "alert"}), "this document does not define "+x.Name, "")
	case r.Unread && r.Expr == nil:
		return boxed("alert", d.label(piece{x.Name, "alert"}), "the definition of "+x.Name+" could not be read", "")
	case r.From != "":
		return boxed("dashed", d.label(piece{x.Name, ""}), "defined in another document: "+r.From, "")
	}
	return boxed("", d.label(piece{x.Name, ""}), "", d.link(r))
}

// empty draws the empty string.
func (d *drawer) empty() node {
	const note = "nothing"
	width := svg.Width(note, svg.SmallSize) + 2*padding
	return node{width: width, up: svg.SmallSize + gap, down: ascent, draw: func(p *svg.Picture, x, y int) {
		straight(p, x, y, width)
		p.Text("small middle", x+width/2, y-ascent-2, note)
	}}
}
