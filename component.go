package iri

import "strings"

// A Component is a component of an IRI (RFC 3987, section 2.2), or a set of components joined by
// "|". The zero Component is the empty set.
type Component uint16

// The components. Userinfo, Host and Port are parts of Authority; Segment is the part of Path
// between two slashes; QueryField is a key or a value in a Query such as key=value&key=value.
const (
	Scheme Component = 1 << iota
	Authority
	Userinfo
	Host
	Port
	Path
	Segment
	Query
	Fragment
	QueryField
)

// String returns the lowercase name of the component, or several names joined by "|".
func (c Component) String() string {
	return namesOfBits(uint16(c), "scheme", "authority", "userinfo", "host", "port", "path", "segment", "query",
		"fragment", "field")
}

// namesOfBits joins the names of the set bits with "|". names[i] is the name of bit i.
func namesOfBits(bits uint16, names ...string) string {
	var b strings.Builder
	for i, name := range names {
		if bits>>i&1 == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('|')
		}
		b.WriteString(name)
	}
	return b.String()
}
