// Package syntax defines the syntax tree of grammar documents, positions in them, and the
// diagnostics about them. Package notation, the folder below, reads documents into trees and prints
// trees:
//
//	text ── notation.Read ──> *Grammar ──┬── build ──> tables
//	                                     └── notation.Print, PrintAs ──> text
//
// There is one tree for all notations in which standards publish their grammars, each a [Dialect].
// The package does not resolve names, analyse recursion or import automata. Its terms are those of
// RFC 5234, and:
//
//   - token: a piece of a document's text, such as a name or a sign.
//   - definition: a name, a definition sign such as "=", and an expression. With "=/" it is an
//     increment, which adds alternatives to a rule.
//   - element, repeat: an element is a name, a string, a number or a bracket with its content. A
//     repeat before it, as in 1*3DIGIT, determines how often it is repeated.
//   - unread: a rule with an error. Its name is in Grammar.Unread, and the rule is not in
//     Grammar.Rules.
//   - margin: the smallest indentation of a line at which a rule starts.
//   - item, in [List]: a diagnostic kept with its message, not only counted.
//   - swallow: a comment that may have swallowed rules after a lost line end.
//   - repair: the reading of such rules, by an option of package notation.
//   - prose: text outside rules, or a description in place of an element.
//   - notation: the signs of a dialect.
//   - layout: the lines and columns of a formatted document.
//
// The exported names of this package may change in any version.
package syntax

import (
	"cmp"
	"slices"
)

// A Grammar is a document as it was read. Its rules are in document order, with their names spelled
// as in the document. An increment ("=/") is a separate Rule.
type Grammar struct {
	Source     *Source
	Dialect    Dialect
	Rules      []*Rule
	Directives []Directive
	Unread     []*RuleName // the names of rules with an error; they are not in Rules
}

// A Rule is one definition: "name = alternation", or "name =/ alternation" when Incremental.
type Rule struct {
	Name        string
	Incremental bool // adds alternatives to a rule defined earlier: RFC 5234, 3.3
	Expr        Expr
	NamePos     Pos // of the name's first byte
	End         Pos // after the last byte of the definition, without trailing comments and blanks
}

// A Directive is a comment of the form "; @name text" that tells package build about the document.
// Other programs see only a comment.
type Directive struct {
	Name string // without the "@"
	Text string // the text after the name, without surrounding blanks
	Pos  Pos    // of the "@"
}

// An Expr is a node of the syntax tree. Only the types of this package are nodes.
type Expr interface {
	// Pos returns the offset of the expression.
	Pos() Pos
	expr()
}

type (
	// An Alternation matches each string that one of its items matches. It has at least two items. If
	// it is Ordered, the first item that matches at a position wins, and later items are not tried
	// there.
	Alternation struct {
		Items   []Expr
		Ordered bool
	}
	// A Concatenation matches its items in sequence. It has at least two items.
	Concatenation struct {
		Items []Expr
	}
	// A Repetition matches its item at least Min and at most Max times in a row.
	Repetition struct {
		Min, Max int // Max is Unbounded if there is no upper bound
		Item     Expr
		Start    Pos
	}
	// A Group is an expression in parentheses.
	Group struct {
		Item  Expr
		Start Pos
	}
	// An Option is an expression in square brackets: the same as *1(Item).
	Option struct {
		Item  Expr
		Start Pos
	}
	// A RuleName matches the strings of the rule with this name.
	RuleName struct {
		Name  string // as spelled here
		Start Pos
	}
	// A CharVal is a quoted string. It may be empty.
	CharVal struct {
		Text  string
		Fold  bool // whether ASCII letters match either case
		Start Pos
	}
	// A NumVal is a string of code points given by number: %x41.42.43.
	NumVal struct {
		Values []rune // at least one
		Start  Pos
	}
	// A NumRange is a range of code points, both ends included: %x41-5A.
	NumRange struct {
		Lo, Hi rune
		Start  Pos
	}
	// A Class matches one code point in its ranges. If it is Negated, it matches one code point
	// outside all its ranges.
	Class struct {
		Ranges  []ClassRange // in the order of the document; may be empty if Negated
		Negated bool
		Start   Pos
	}
	// A Difference matches the strings of Item, except those that Except matches.
	Difference struct {
		Item, Except Expr
	}
	// A Predicate consumes no text. It matches where its item matches or, if it is Negated, where its
	// item does not match.
	Predicate struct {
		Item    Expr
		Negated bool
		Start   Pos
	}
	// A ProseVal is a prose description in angle brackets, such as <any character>. A program cannot
	// tell which strings it describes. In W3C's EBNF it is a link in brackets.
	ProseVal struct {
		Text  string
		Start Pos
	}
)

// A ClassRange is a range of code points in a [Class], both ends included.
type ClassRange struct{ Lo, Hi rune }

// SortRanges returns a copy of ranges, sorted by their first code points.
func SortRanges(ranges []ClassRange) []ClassRange {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(a, b ClassRange) int { return cmp.Compare(a.Lo, b.Lo) })
	return sorted
}

// Unbounded is the Max of a [Repetition] without an upper bound.
const Unbounded = -1

// Items returns the expressions directly within x, in order. For a leaf of the tree, such as a
// string, it returns nil.
func Items(x Expr) []Expr {
	switch x := x.(type) {
	case *Alternation:
		return x.Items
	case *Concatenation:
		return x.Items
	case *Repetition:
		return []Expr{x.Item}
	case *Group:
		return []Expr{x.Item}
	case *Option:
		return []Expr{x.Item}
	case *Difference:
		return []Expr{x.Item, x.Except}
	case *Predicate:
		return []Expr{x.Item}
	}
	return nil
}

// The position of a node that does not start with a bracket or sign is that of its first item.

func (x *Alternation) Pos() Pos   { return x.Items[0].Pos() }
func (x *Concatenation) Pos() Pos { return x.Items[0].Pos() }
func (x *Repetition) Pos() Pos    { return x.Start }
func (x *Group) Pos() Pos         { return x.Start }
func (x *Option) Pos() Pos        { return x.Start }
func (x *RuleName) Pos() Pos      { return x.Start }
func (x *CharVal) Pos() Pos       { return x.Start }
func (x *NumVal) Pos() Pos        { return x.Start }
func (x *NumRange) Pos() Pos      { return x.Start }
func (x *Class) Pos() Pos         { return x.Start }
func (x *Difference) Pos() Pos    { return x.Item.Pos() }
func (x *Predicate) Pos() Pos     { return x.Start }
func (x *ProseVal) Pos() Pos      { return x.Start }

func (*Alternation) expr()   {}
func (*Concatenation) expr() {}
func (*Repetition) expr()    {}
func (*Group) expr()         {}
func (*Option) expr()        {}
func (*RuleName) expr()      {}
func (*CharVal) expr()       {}
func (*NumVal) expr()        {}
func (*NumRange) expr()      {}
func (*Class) expr()         {}
func (*Difference) expr()    {}
func (*Predicate) expr()     {}
func (*ProseVal) expr()      {}
