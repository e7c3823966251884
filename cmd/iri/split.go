package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/jsonl"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A component is a part of a line.
type component struct {
	name    string
	value   string // without its delimiters
	present bool   // one that is there may be empty
	depth   int    // 1 when it is a part of the component before it
}

// print writes the component for people.
func (c *component) print(out *bufio.Writer) {
	value := caret.Visible(c.value)
	if value == "" {
		value = `""`
	}
	fmt.Fprintf(out, "  %s%-*s %s\n", strings.Repeat("  ", c.depth), 11-2*c.depth, caret.Visible(c.name), value)
}

// A splitter takes members of a rule apart.
type splitter struct {
	rule      tables.Rule
	authority tables.Rule                              // takes the component of that name apart; "" when nothing does
	parse     func(text string) (iri.Reference, error) // for the rules that package iri knows
}

// newSplitter returns a splitter for a rule, or false when the rule has no components.
func newSplitter(rule, authority tables.Rule) (s *splitter, ok bool) {
	s = &splitter{rule: rule, authority: authority}
	switch rule {
	case rfc3987.IRI:
		s.parse = parseIRI
	case rfc3987.IRIReference:
		s.parse = iri.ParseReference
	}
	return s, len(rule.Components()) > 0
}

func parseIRI(text string) (iri.Reference, error) {
	i, err := iri.Parse(text)
	return i.Reference(), err
}

// split returns the components of s, in their order and the parts of each behind it, or
// false when s is no member.
func (s *splitter) split(text string) (components, bool) {
	if s.parse != nil {
		r, err := s.parse(text)
		return referenceParts(r), err == nil
	}
	parts, ok := cut(s.rule, text)
	if !ok {
		return nil, false
	}
	list := make(components, 0, 2*len(tables.Extents{}))
	for _, c := range parts {
		list = append(list, c)
		if c.name == "authority" {
			list = append(list, s.inner(c)...)
		}
	}
	return list, true
}

// inner returns the components of an authority; they are missing when it is.
func (s *splitter) inner(authority component) components {
	list, _ := cut(s.authority, authority.value)
	for i := range list {
		list[i].present = list[i].present && authority.present
		list[i].depth = 1
	}
	return list
}

// cut returns the components that the table of a rule tells apart.
func cut(rule tables.Rule, text string) (components, bool) {
	extents, ok := rule.Split(text)
	if !ok {
		return nil, false
	}
	var list components
	at := 0
	for i, p := range rule.Components() {
		c := component{name: p.Name, present: true}
		switch n := extents[i]; {
		case n > 0:
			c.value = text[at+p.Prefix : at+n-p.Suffix]
			at += n
		default:
			c.present = p.Prefix+p.Suffix == 0
		}
		list = append(list, c)
	}
	return list, true
}

// referenceParts returns all that package iri knows of a reference.
func referenceParts(r iri.Reference) components {
	has, a := r.HasAuthority(), r.AuthorityParts()
	return components{
		{"scheme", r.Scheme(), r.HasScheme(), 0},
		{"authority", r.Authority(), has, 0},
		{"userinfo", a.Userinfo, a.HasUserinfo, 1},
		{"host", a.Host, has, 1},
		{"host_kind", a.Kind.String(), has, 1},
		{"port", a.Port, a.HasPort, 1},
		{"path", r.Path(), true, 0},
		{"path_kind", r.PathKind().String(), true, 1},
		{"query", r.Query(), r.HasQuery(), 0},
		{"fragment", r.Fragment(), r.HasFragment(), 0},
	}
}

// components are the components of a line, in their order.
type components []component

// appendJSON appends an object with null for a component that is not there.
func (list components) appendJSON(b []byte) []byte {
	b = append(b, '{')
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if c.present {
			b = jsonl.AppendField(b, c.name, c.value)
		} else {
			b = append(jsonl.AppendString(b, c.name), ":null"...)
		}
	}
	return append(b, '}')
}
