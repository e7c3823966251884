package iri

import "strings"

// A Component names a component of an IRI (RFC 3987, section 2.2), or several of them joined by
// "|". The zero Component names no component.
type Component uint16

// The components. Userinfo, Host and Port are parts of Authority; Segment is a part of Path between
// two slashes; QueryField is a key or a value in a Query of pairs: key=value&key=value.
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

// String returns the name of the component in lower case, and several names with "|" between them.
func (c Component) String() string {
	return namesOfBits(uint16(c), "scheme", "authority", "userinfo", "host", "port", "path", "segment", "query",
		"fragment", "field")
}

// namesOfBits returns the names of the bits set, the first name for bit 0, with "|" between them.
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
