// Package syntax defines the syntax trees of grammar documents, source positions, and diagnostics.
// Package notation, in a subdirectory, reads documents into trees and prints trees:
//
//	text ── notation.Read ──> *Grammar ──┬── build ──> tables
//	                                     └── notation.Print, PrintAs ──> text
//
// Every notation in which standards publish their grammars is a [Dialect], and all dialects share
// one kind of tree. The package does not resolve names, analyse recursion or import automata. It
// uses the terms of RFC 5234 and the following:
//
//   - token: a piece of a document's text, such as a name or a sign.
//   - definition: a name, a definition sign such as "=", and an expression. A definition with "=/"
//     is an increment, which adds alternatives to a rule.
//   - element, repeat: an element is a name, a string, a number or a bracket with its content. A
//     repeat precedes an element and determines how often it may occur: the 1*3 in 1*3DIGIT.
//   - unread: a rule that contains an error. Grammar.Unread lists its name, and Grammar.Rules omits
//     it.
//   - margin: the smallest indentation of any line that starts a rule.
//   - item, in [List]: a diagnostic that is kept with its message rather than only counted.
//   - swallow: a comment that may have swallowed rules after a lost line ending.
//   - repair: recovering swallowed rules, an option of package notation.
//   - prose: text outside rules, or a description in place of an element.
//   - notation: the signs of a dialect.
//   - layout: how a formatted document is divided into lines and columns.
//
// The exported names of this package may change in any version.
package syntax

import (
	"cmp"
	"slices"
)

// A Grammar is the result of reading a document. Its rules are in document order, and their names
// are spelled as in the document. An increment ("=/") is a separate Rule.
type Grammar struct {
	Source     *Source
	Dialect    Dialect
	Rules      []*Rule
	Directives []Directive
	Unread     []*RuleName // the names of rules that contain errors and are not in Rules
}

// A Rule is one definition: "name = alternation", or "name =/ alternation" if Incremental is set.
type Rule struct {
	Name        string
	Incremental bool // adds alternatives to a rule defined earlier: RFC 5234, 3.3
	Expr        Expr
	NamePos     Pos // position of the name's first byte
	End         Pos // position after the last byte of the definition, before trailing comments and blanks
}

// A Directive is a comment of the form "; @name text" that gives package build information about
// the document. To other programs it is just a comment.
type Directive struct {
	Name string // without the "@"
	Text string // the text after the name, without surrounding blanks
	Pos  Pos    // position of the "@"
}

// An Expr is a node of the syntax tree. Only types in this package implement it.
type Expr interface {
	// Pos returns the offset at which the expression starts.
	Pos() Pos
	expr()
}

type (
	// An Alternation matches every string that one of its items matches. It has at least two items. If
	// Ordered is set, the first item that matches at a position wins, and later items are not tried
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
	// A Group is a parenthesized expression.
	Group struct {
		Item  Expr
		Start Pos
	}
	// An Option is an expression in square brackets, equivalent to *1(Item).
	Option struct {
		Item  Expr
		Start Pos
	}
	// A RuleName matches the strings that the named rule matches.
	RuleName struct {
		Name  string // as spelled here
		Start Pos
	}
	// A CharVal is a quoted string. It may be empty.
	CharVal struct {
		Text  string
		Fold  bool // whether ASCII letters match in either case
		Start Pos
	}
	// A NumVal is a string of code points written as numbers: %x41.42.43.
	NumVal struct {
		Values []rune // at least one
		Start  Pos
	}
	// A NumRange is an inclusive range of code points: %x41-5A.
	NumRange struct {
		Lo, Hi rune
		Start  Pos
	}
	// A Class matches one code point in any of its ranges or, if Negated is set, one code point in
	// none of them.
	Class struct {
		Ranges  []ClassRange // in document order; may be empty if Negated is set
		Negated bool
		Start   Pos
	}
	// A Difference matches every string that Item matches and Except does not.
	Difference struct {
		Item, Except Expr
	}
	// A Predicate consumes no text. It matches where its item matches or, if Negated is set, where its
	// item does not match.
	Predicate struct {
		Item    Expr
		Negated bool
		Start   Pos
	}
	// A ProseVal is a prose description in angle brackets, such as <any character>. A program cannot
	// tell which strings it describes. In W3C's EBNF a prose description is a bracketed link.
	ProseVal struct {
		Text  string
		Start Pos
	}
)

// A ClassRange is an inclusive range of code points in a [Class].
type ClassRange struct{ Lo, Hi rune }

// SortRanges returns a copy of ranges sorted by first code point.
func SortRanges(ranges []ClassRange) []ClassRange {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(a, b ClassRange) int { return cmp.Compare(a.Lo, b.Lo) })
	return sorted
}

// Unbounded is the Max of a [Repetition] without an upper bound.
const Unbounded = -1

// Items returns the immediate subexpressions of x, in order. It returns nil for a leaf of the tree,
// such as a string.
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

// A node that does not start with a bracket or sign has the same position as its first item.

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
