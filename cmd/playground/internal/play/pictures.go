package play

import (
	"context"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/graph"
	"github.com/irilex/iri/build/emit/railroad"
	"github.com/irilex/iri/build/emit/walk"
	"github.com/irilex/iri/build/syntax/notation"
)

// A picture is an SVG image.
type picture struct {
	SVG  string `json:"svg"`
	Note string `json:"note"` // what it shows, in words
	Text string `json:"text"` // the definition of a rule, or an automaton in the language of Graphviz
}

// railroad draws the definition of a rule. Names link to "#" followed by the name.
func (s *Session) railroad(r Request) (any, error) {
	rule, err := s.find(r.Rule)
	if err != nil {
		return nil, err
	}
	document, _ := notation.ReadWith(s.grammar.Source, notation.ReadOptions{Dialect: s.dialect, Repair: s.repair})
	svg, err := railroad.New(document, railroad.Options{
		Name: s.grammar.Name, Width: r.Width, Link: func(rule string) string { return "#" + rule },
	}).SVG(rule.Name)
	if err != nil {
		return nil, err
	}
	p := picture{SVG: svg, Text: rule.Name + " = " + notation.FormatExpr(rule.Expr(), s.dialect)}
	if strings.Contains(svg, ">Aa</text>") {
		p.Note = "Aa: letters match in either case."
	}
	return p, nil
}

// automaton draws the automaton of a rule.
func (s *Session) automaton(r Request) (any, error) {
	rule, err := s.withTable(r.Rule)
	if err != nil {
		return nil, err
	}
	fold := graph.Auto
	switch r.As {
	case "folded":
		fold = graph.Always
	case "whole":
		fold = graph.Whole
	}
	g, err := graph.New(context.Background(), s.grammar, rule.Name, fold)
	if err != nil {
		return nil, err
	}
	p := picture{Text: g.DOT()}
	switch {
	case g.Unproven != nil:
		p.Note = "Not folded: " + g.Unproven.Error()
	case g.Folded:
		p.Note = "Folded: a box or an edge may stand for several states. It is proven to describe the same automaton."
	}
	p.SVG, err = g.SVG()
	return p, err
}

// walked draws how the table of a rule reads a string, in a width in pixels.
func walked(r *build.Rule, text string, width int) (string, error) {
	t, err := walk.New(r.Table, "", text)
	if err != nil {
		return "", err
	}
	return t.Rows(width), nil
}
