package main

import (
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A field is the name of a component or of its kind.
type field struct {
	name  string
	label string // for text output, padded with blanks up to the value
	key   string // for JSON output, with a leading comma and a trailing colon
}

// newField returns a field. A field that is part of the preceding field has depth 1.
func newField(name string, depth int) field {
	const width = 11 // fits most names and the blanks before them
	label := strings.Repeat("  ", 1+depth) + terminal.Visible(name)
	label += strings.Repeat(" ", max(0, 2+width-terminal.Width(label, 2+width))) + " "
	return field{name, label, "," + string(terminal.AppendQuoted(nil, name)) + ":"}
}

// A part is the value of a field in a line.
type part struct {
	value   string // the value without its delimiters
	present bool   // a part can be present but empty
}

// A splitter splits strings that match a rule into components.
type splitter struct {
	authority tables.Rule // splits the component named authority, or ""
	rule      tables.Rule
	fields    []field
	cut       func(text string) bool // sets parts, or returns false if the rule does not match
	parts     []part                 // the parts of the last text, in the order of fields
	whole     bool                   // parts end at code points, unlike in some octet grammars
}

// wide returns the RFC 3987 rule, which package iri parses, that equals or includes a rule for IRI
// references. For any other rule it returns "". TestURIsAreIRIs in package build proves the
// inclusions.
func wide(rule tables.Rule) tables.Rule {
	switch rule {
	case rfc3987.IRI, rfc3987.IRIReference, rfc3987.AbsoluteIRI, rfc3987.IrelativeRef:
		return rule
	case rfc3986.URI:
		return rfc3987.IRI
	case rfc3986.URIReference:
		return rfc3987.IRIReference
	case rfc3986.AbsoluteURI:
		return rfc3987.AbsoluteIRI
	case rfc3986.RelativeRef:
		return rfc3987.IrelativeRef
	}
	return ""
}

// newSplitter returns a splitter for a rule, or false if the rule has no components. The rule
// authority, which may be "", splits the component with that name.
func newSplitter(rule, authority tables.Rule) (s *splitter, ok bool) {
	s = &splitter{rule: rule, authority: authority}
	switch {
	case wide(rule) != "":
		s.ofReferences()
	case len(rule.Components()) > 0:
		s.ofTables(authority)
	default:
		return nil, false
	}
	return s, true
}

// componentNames returns the component names of a rule, not including the components of an
// authority.
func componentNames(rule tables.Rule) []string {
	if r := wide(rule); r != "" {
		rule = r
	}
	names := []string{}
	for _, c := range rule.Components() {
		names = append(names, c.Name)
	}
	return names
}

// ofReferences sets up the splitter for a rule that matches IRI references.
func (s *splitter) ofReferences() {
	s.fields = []field{
		newField("scheme", 0),
		newField("authority", 0), newField("userinfo", 1),
		newField("host", 1), newField("host_kind", 1), newField("port", 1),
		newField("path", 0), newField("path_kind", 1),
		newField("query", 0), newField("fragment", 0),
	}
	s.whole = true
	read := reader(s.rule)
	hostKinds, pathKinds := kindNames(s.rule)
	s.cut = func(text string) bool {
		r, err := read(text)
		if err != nil {
			return false
		}
		has := r.HasAuthority()
		s.parts = append(s.parts[:0],
			part{r.Scheme(), r.HasScheme()},
			part{r.Authority(), has}, part{r.Userinfo(), r.HasUserinfo()},
			part{r.Host(), has}, part{hostKinds[r.HostKind()], has}, part{r.Port(), r.HasPort()},
			part{r.Path(), true}, part{pathKinds[r.PathKind()], true},
			part{r.Query(), r.HasQuery()}, part{r.Fragment(), r.HasFragment()},
		)
		return true
	}
}

// reader returns the function that parses IRI references that match a rule.
func reader(rule tables.Rule) func(text string) (iri.Reference, error) {
	switch rule {
	case rfc3987.IRIReference:
		return iri.ParseReference
	case rfc3986.URIReference:
		return iri.ParseURIReference
	case rfc3987.IRI:
		return readerOf(iri.Parse)
	case rfc3986.URI:
		return readerOf(iri.ParseURI)
	}
	return func(text string) (iri.Reference, error) {
		if err := rule.Check(text); err != nil {
			return iri.Reference{}, err
		}
		return iri.ParseReference(text)
	}
}

// readerOf adapts a parser of package iri to return a reference.
func readerOf(parse func(string) (iri.IRI, error)) func(text string) (iri.Reference, error) {
	return func(text string) (iri.Reference, error) {
		i, err := parse(text)
		return i.Reference(), err
	}
}

// kindNames returns the names of host kinds and path kinds, which are rule names in the grammar.
// RFC 3987 adds the prefix "i" to the RFC 3986 names.
func kindNames(rule tables.Rule) (hosts [iri.RegNameHost + 1]string, paths [iri.AbEmptyPath + 1]string) {
	name := func(of string) string { return of }
	if rule.Grammar() == rfc3986.URI.Grammar() {
		name = func(of string) string { return strings.TrimPrefix(of, "i") }
	}
	for k := range hosts {
		hosts[k] = name(iri.HostKind(k).String())
	}
	for k := range paths {
		paths[k] = name(iri.PathKind(k).String())
	}
	return hosts, paths
}

// ofTables sets up the splitter from the components in the tables of the rule and of authority.
func (s *splitter) ofTables(authority tables.Rule) {
	outer, inner := s.rule.Components(), authority.Components()
	for _, c := range outer {
		s.fields = append(s.fields, newField(c.Name, 0))
		if c.Name == "authority" {
			for _, c := range inner {
				s.fields = append(s.fields, newField(c.Name, 1))
			}
		}
	}
	s.cut = func(text string) bool {
		extents, ok := s.rule.Split(text)
		s.parts = s.parts[:0]
		for at, i := 0, 0; ok && i < len(outer); i++ {
			p := partOf(text[at:at+extents[i]], outer[i])
			s.parts = append(s.parts, p)
			if outer[i].Name == "authority" {
				s.cutAuthority(p, authority, inner)
			}
			at += extents[i]
		}
		return ok
	}
}

// cutAuthority appends the parts of an authority. They are missing if the authority is missing.
func (s *splitter) cutAuthority(authority part, rule tables.Rule, components []tables.ComponentLayout) {
	extents, ok := rule.Split(authority.value)
	at := 0
	for i, c := range components {
		p := partOf(authority.value[at:at+extents[i]], c)
		s.parts = append(s.parts, part{p.value, p.present && authority.present && ok})
		at += extents[i]
	}
}

// partOf returns the part for a component whose text includes its delimiters. A component that has
// delimiters is missing if its text is empty.
func partOf(text string, c tables.ComponentLayout) part {
	if text == "" {
		return part{"", c.Prefix+c.Suffix == 0}
	}
	return part{text[c.Prefix : len(text)-c.Suffix], true}
}

// appendJSON appends a JSON object in which missing parts are null. plain means that no part needs
// an escape.
func (s *splitter) appendJSON(b []byte, plain bool) []byte {
	start := len(b)
	for i := range s.fields {
		f, p := &s.fields[i], s.parts[i]
		switch {
		case !p.present:
			b = append(append(b, f.key...), "null"...)
		case plain:
			b = append(append(append(append(b, f.key...), '"'), p.value...), '"')
		default:
			b = terminal.AppendField(append(b, ','), f.name, p.value)
		}
	}
	b[start] = '{' // replaces the first comma
	return append(b, '}')
}

// appendLines appends a line of text for each part that is present.
func (s *splitter) appendLines(b []byte) []byte {
	for i, p := range s.parts {
		if !p.present {
			continue
		}
		b = append(b, s.fields[i].label...)
		if p.value == "" {
			b = append(b, `""`...)
		} else {
			b = append(b, terminal.Visible(p.value)...)
		}
		b = append(b, '\n')
	}
	return b
}
