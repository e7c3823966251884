package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/irilex/iri/cmd/internal/caret"
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
	fmt.Fprintf(out, "  %s%-*s %s\n", strings.Repeat("  ", c.depth), 11-2*c.depth, c.name, value)
}

// A splitter takes members of a rule apart.
type splitter struct {
	rule   tables.Rule
	parts  []tables.Part
	deeper bool // whether the grammar is one whose authorities and hosts we know
}

func newSplitter(rule tables.Rule) *splitter {
	_, known := findShipped(rule.Grammar())
	return &splitter{rule: rule, parts: rule.Parts(), deeper: known}
}

var authority = newSplitter(rfc3987.Iauthority)

// split returns the components of s, in their order and the parts of each behind it, or
// false when s is no member.
func (s *splitter) split(text string) (components, bool) {
	extents, ok := s.rule.Split(text)
	if !ok {
		return nil, false
	}
	list := make(components, 0, 2*tables.MaxParts)
	at := 0
	for i, p := range s.parts {
		c := component{name: p.Name, present: true}
		switch n := extents[i]; {
		case n > 0:
			c.value = text[at+p.Prefix : at+n-p.Suffix]
			at += n
		default:
			c.present = p.Prefix+p.Suffix == 0
		}
		list = s.append(list, c)
	}
	return list, true
}

// append appends a component and what is in it.
func (s *splitter) append(list components, c component) components {
	list = append(list, c)
	switch {
	case !s.deeper:
	case c.name == "host":
		list = append(list, component{name: "host_kind", value: hostKind(c), present: c.present})
	case c.name == "authority":
		inner, _ := authority.split(c.value)
		for _, part := range inner {
			part.present = part.present && c.present
			part.depth++
			list = append(list, part)
		}
	}
	return list
}

// hostKind returns the alternative of ihost (RFC 3987, section 2.2) that a host is, the
// first where two fit.
func hostKind(host component) string {
	switch {
	case !strings.HasPrefix(host.value, "["):
		if rfc3987.IPv4address.Valid(host.value) {
			return rfc3987.IPv4address.Name()
		}
		return rfc3987.IregName.Name()
	case rfc3987.IPv6address.Valid(host.value[1 : len(host.value)-1]):
		return rfc3987.IPv6address.Name()
	}
	return rfc3987.IPvFuture.Name()
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
			b = appendField(b, c.name, c.value)
		} else {
			b = append(appendString(b, c.name), ":null"...)
		}
	}
	return append(b, '}')
}
