package iri

import "github.com/irilex/iri/tables"

// A Span is the place of a component in the string: the offset in bytes of its first byte, and the
// offset after its last. Both are -1 for a missing component.
type Span = tables.Span

// Offsets are the places of the components, delimiters not included.
type Offsets struct {
	Scheme, Authority, Path, Query, Fragment Span
}

// Offsets returns the places of the components.
func (p parsed) Offsets() Offsets {
	return Offsets{
		Scheme:    spanIf(p.HasScheme(), 0, p.schemeEnd()-schemeSuffix),
		Authority: spanIf(p.HasAuthority(), p.schemeEnd()+authorityPrefix, p.authorityEnd()),
		Path:      Span{Start: p.authorityEnd(), End: p.pathEnd()},
		Query:     spanIf(p.HasQuery(), p.pathEnd()+queryPrefix, p.queryEnd()),
		Fragment:  spanIf(p.HasFragment(), p.queryEnd()+fragmentPrefix, len(p.s)),
	}
}

// spanIf returns the place of a component, or that of a missing one.
func spanIf(has bool, start, end int) Span {
	if !has {
		return Span{Start: -1, End: -1}
	}
	return Span{Start: start, End: end}
}

// authorityOffsets returns the places of the parts of the authority.
func (p parsed) authorityOffsets() (userinfo, host, port Span) {
	has, at := p.HasAuthority(), p.schemeEnd()+authorityPrefix
	authority, start, end := p.authority()
	userinfo = spanIf(start > 0, at, at+start-userinfoSuffix)
	host = spanIf(has, at+start, at+end)
	port = spanIf(end < len(authority), at+end+portPrefix, at+len(authority))
	return userinfo, host, port
}

// spanOf returns the place of a component. For a segment it is that of the path.
func (p parsed) spanOf(c Component) Span {
	offsets := p.Offsets()
	userinfo, host, port := p.authorityOffsets()
	switch c {
	case Scheme:
		return offsets.Scheme
	case Authority:
		return offsets.Authority
	case Userinfo:
		return userinfo
	case Host:
		return host
	case Port:
		return port
	case Query:
		return offsets.Query
	case Fragment:
		return offsets.Fragment
	}
	return offsets.Path
}

// componentAt returns the component with the character at an offset. In an authority this component
// is Userinfo or Host. componentAt requires a character that is no delimiter, and that no scheme
// and no port may have.
func (p parsed) componentAt(at int) Component {
	e := p.ends()
	switch {
	case at >= e.query:
		return Fragment
	case at >= e.path:
		return Query
	case at >= e.authority:
		return Path
	}
	if userinfo, _, _ := p.authorityOffsets(); at < userinfo.End {
		return Userinfo
	}
	return Host
}
