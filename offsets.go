package iri

import (
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables"
)

// A Span holds the byte offsets of the start and the end of a component; the end is exclusive. Both
// offsets are -1 for a missing component.
type Span = tables.Span

// Offsets holds the spans of the components, without delimiters.
type Offsets struct {
	Scheme, Authority, Path, Query, Fragment Span
}

// Offsets returns the spans of the components.
func (p parsed) Offsets() Offsets {
	return Offsets{
		Scheme:    spanIf(p.HasScheme(), 0, p.schemeEnd()-chars.SchemeSuffix),
		Authority: spanIf(p.HasAuthority(), p.schemeEnd()+chars.AuthorityPrefix, p.authorityEnd()),
		Path:      Span{Start: p.authorityEnd(), End: p.pathEnd()},
		Query:     spanIf(p.HasQuery(), p.pathEnd()+chars.QueryPrefix, p.queryEnd()),
		Fragment:  spanIf(p.HasFragment(), p.queryEnd()+chars.FragmentPrefix, len(p.s)),
	}
}

// spanIf returns the span from start to end or, if has is false, the span of a missing component.
func spanIf(has bool, start, end int) Span {
	if !has {
		return Span{Start: -1, End: -1}
	}
	return Span{Start: start, End: end}
}

// AuthorityOffsets returns the spans of the parts of the authority.
func (p parsed) AuthorityOffsets() (userinfo, host, port Span) {
	missing := Span{Start: -1, End: -1}
	userinfo, host, port = missing, missing, missing
	if !p.HasAuthority() {
		return userinfo, host, port
	}
	at := p.schemeEnd() + chars.AuthorityPrefix
	authority, start, end := p.authority()
	host = Span{Start: at + start, End: at + end}
	if start > 0 {
		userinfo = Span{Start: at, End: at + start - chars.UserinfoSuffix}
	}
	if end < len(authority) {
		port = Span{Start: at + end + chars.PortPrefix, End: at + len(authority)}
	}
	return userinfo, host, port
}

// Span returns the span of a component. For [Segment] it returns the span of the path, and for
// [QueryField] the span of the query.
func (p parsed) Span(c Component) Span {
	offsets := p.Offsets()
	userinfo, host, port := p.AuthorityOffsets()
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
	case Query, QueryField:
		return offsets.Query
	case Fragment:
		return offsets.Fragment
	}
	return offsets.Path
}
