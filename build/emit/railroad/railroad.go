// Package railroad draws the rules of grammars as railroad diagrams, also called syntax diagrams: a
// rule matches the texts of the boxes along a line through its diagram.
//
//	expr.go     an expression of the syntax tree -> a layout
//	label.go    strings, numbers and classes -> the texts in boxes
//	layout.go   layouts of sequences, choices and loops, which draw themselves
//	page.go     the HTML page with all diagrams of a grammar
//
// A diagram shows the definition of a rule, not its automaton, so that it can be compared with the
// document. The main line leads from left to right; the line of a loop returns from right to left.
//
// The exported names of this package may change in any version.
package railroad

import (
	"fmt"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/internal/svg"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// Maximum widths of pictures in pixels: on most screens and on paper, and on phones. A picture is
// wider if one of its parts is.
const (
	maxWidth   = 640
	phoneWidth = 340
)

// A Grammar is a document whose rules can be drawn.
type Grammar struct {
	title string
	width int
	link  func(rule string) string // or nil
	names *names.Grammar
}

// Options describe a document.
type Options struct {
	Name   string   // of the grammar
	Title  string   // of the document; by default, the name
	Octets []string // see [build.Options]

	// For [Grammar.SVG]: the width of pictures in pixels, if their parts are not wider, or 0 for 640;
	// and a function that returns the address of a rule's diagram, for links to it, or nil.
	Width int
	Link  func(rule string) string
}

// New returns a grammar with the rules of a document, and the core rules (RFC 5234, appendix B.1)
// to which they refer. Rules that could not be read are drawn as undefined names.
func New(document *syntax.Grammar, opt Options) *Grammar {
	list := &syntax.List{Source: document.Source} // ignored: undefined names are shown in the diagrams
	g := &Grammar{title: opt.Title, width: opt.Width, link: opt.Link, names: names.Resolve(document, list, names.Options{
		Name: opt.Name, Octets: opt.Octets, PEG: true,
		Bundled: func(name string) *names.Import {
			b, ok := build.FindBundled(name)
			if !ok {
				return nil
			}
			how := notation.ReadOptions{Dialect: b.Dialect, Limits: syntax.DefaultLimits()}
			return &names.Import{Grammar: name, Source: b.Source(), How: how, Rules: map[*names.Rule]string{}}
		},
		Compile: func(*names.Grammar, []*names.Import) map[*names.Rule]error { return nil },
	})}
	if g.title == "" {
		g.title = opt.Name
	}
	if g.width == 0 {
		g.width = maxWidth
	}
	return g
}

// Rules returns the names of the rules that can be drawn: those of the document in document order,
// then core rules.
func (g *Grammar) Rules() (list []string) {
	for _, r := range g.names.Rules {
		if r.Expr != nil {
			list = append(list, r.Name)
		}
	}
	return list
}

// Find returns an error if the grammar does not contain the rule. It accepts rules that cannot be
// drawn.
func (g *Grammar) Find(rule string) error {
	_, err := g.names.Find(rule)
	return err
}

// find returns a rule that can be drawn.
func (g *Grammar) find(name string) (*names.Rule, error) {
	r, err := g.names.Find(name)
	switch {
	case err != nil:
		return nil, err
	case r.From != "":
		return nil, fmt.Errorf("cannot draw %s: another document defines it; draw the rule of that document", r.From)
	case r.Expr == nil:
		return nil, fmt.Errorf("cannot draw %s: its definition could not be read", r.Name)
	}
	return r, nil
}

// SVG returns the diagram of a rule as an SVG file. The name may differ from that in the document
// as in [build.Grammar.Rule]. The error names a limit if the picture is too large.
func (g *Grammar) SVG(rule string) (string, error) {
	r, err := g.find(rule)
	if err != nil {
		return "", err
	}
	link := noLink
	if g.link != nil {
		link = func(r *names.Rule) string {
			if r.Expr == nil || r.From != "" {
				return ""
			}
			return g.link(r.Name)
		}
	}
	d := &drawer{Grammar: g.names, width: g.width, link: link}
	p, f, err := d.rule(r)
	if err != nil {
		return "", err
	}
	const longest = 2_000 // bytes of a definition that is read out by screen readers
	f.Desc = notation.FormatExpr(r.Expr, g.names.Document.Dialect)
	if len(f.Desc) > longest {
		f.Desc = "The definition is longer than 2,000 bytes."
	}
	return p.File(f), nil
}

// noLink is the link of a name in a picture without links.
func noLink(*names.Rule) string { return "" }

// rule draws a rule.
func (d *drawer) rule(r *names.Rule) (*svg.Picture, svg.Frame, error) {
	const margin, dot = 10, 5
	if nested(r.Expr, maxNesting) {
		return nil, svg.Frame{}, fmt.Errorf("cannot draw %s: it is nested deeper than the limit of %d", r.Name, maxNesting)
	}
	start := node{width: 2*dot + between, up: dot, down: dot, draw: func(p *svg.Picture, x, y int) {
		straight(p, x+2*dot, y, between)
		p.Circle("", x+dot, y, dot)
	}}
	end := node{width: 2 * dot, up: dot, down: dot, draw: func(p *svg.Picture, x, y int) {
		p.Circle("", x+dot, y, dot)
		p.Circle("dot", x+dot, y, dot-3)
	}}
	whole := d.concatenation(r.Expr, bound{width: d.width - 2*margin - start.width}, &end)
	if d.err != nil {
		return nil, svg.Frame{}, fmt.Errorf("cannot draw %s: %w", r.Name, d.err)
	}
	p := new(svg.Picture)
	up := max(whole.up, dot)
	start.draw(p, margin, margin+up)
	whole.draw(p, margin+start.width, margin+up)
	return p, svg.Frame{
		Width: 2*margin + start.width + whole.width, Height: 2*margin + up + max(whole.down, dot),
		ID: r.Name + ":" + fmt.Sprint(d.width), Title: "Railroad diagram of " + r.Name,
	}, nil
}
