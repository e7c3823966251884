package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/schemes"
)

// This file finds violations of scheme-specific rules. The schemes and most rules come from the
// checks that Apache Jena makes for RDF users (jena-iri3986, Issue.java).

func (x *search) schemes(yield yielder) bool {
	switch {
	case x.isHTTP:
		return x.http(yield)
	case x.isFile:
		return x.file(yield)
	case chars.IsOneOf(x.scheme, "urn"):
		return x.urn(yield)
	case chars.IsOneOf(x.scheme, "uuid"):
		return x.report(yield, "uuid-scheme", iri.Scheme, iri.Span{Start: 0, End: len(x.scheme)}) && x.uuid(yield, x.path)
	case chars.IsOneOf(x.scheme, "oid"):
		return x.report(yield, "oid-scheme", iri.Scheme, iri.Span{Start: 0, End: len(x.scheme)}) && x.oid(yield, x.path)
	case chars.IsOneOf(x.scheme, "did"):
		return x.did(yield)
	case chars.IsOneOf(x.scheme, "ws", "wss"):
		return x.fragment.Start < 0 || x.report(yield, "ws-fragment", iri.Fragment, x.fragment)
	}
	return x.formats(yield)
}

// http finds a userinfo (RFC 9110, section 4.2.4). The method browsers finds a missing host.
func (x *search) http(yield yielder) bool {
	return x.userinfo.Start < 0 || x.report(yield, "http-userinfo", iri.Userinfo, x.userinfo)
}

// file finds violations of RFC 8089, section 2 and appendix E.2. The method browsers finds a
// userinfo or a port.
func (x *search) file(yield yielder) bool {
	path := x.text(x.path)
	switch {
	case x.isDrive:
		return x.report(yield, "file-drive", iri.Authority, x.ref.Offsets().Authority)
	case schemes.DrivePath.Valid(path):
		start := x.path.Start + len("/")
		return x.report(yield, "file-drive", iri.Segment, iri.Span{Start: start, End: start + len("C%7C")})
	case !strings.HasPrefix(path, "/"):
		return x.report(yield, "file-relative", iri.Path, x.path)
	case strings.HasPrefix(path, "//"):
		return x.report(yield, "file-syntax", iri.Path, x.path)
	}
	return true
}

// urn finds violations of RFC 8141 and of namespace-specific rules.
func (x *search) urn(yield yielder) bool {
	path := x.text(x.path)
	nid, nss, _ := strings.Cut(path, ":")
	name := iri.Span{Start: x.path.Start, End: x.path.Start + len(nid)}
	rest := iri.Span{Start: min(name.End+1, x.path.End), End: x.path.End}
	if x.host.Start >= 0 || !findings.NID.Valid(nid) {
		return x.report(yield, "urn-nid", iri.Path, name)
	}
	if !x.urnNamespace(yield, nid, name) || !x.urnASCII(yield) {
		return false
	}
	if !findings.NSS.Valid(nss) {
		return x.report(yield, "urn-nss", iri.Path, rest)
	}
	switch {
	case chars.IsOneOf(nid, "uuid"):
		return x.uuid(yield, rest)
	case chars.IsOneOf(nid, "oid"):
		return x.oid(yield, rest)
	case x.query.Start >= 0 && !findings.RqComponents.Valid(x.text(x.query)):
		return x.report(yield, "urn-components", iri.Query, x.query)
	}
	return true
}

// urnNamespace finds experimental and reserved namespaces, and informal namespaces without a
// number.
func (x *search) urnNamespace(yield yielder, nid string, at iri.Span) bool {
	switch {
	case len(nid) > 2 && chars.IsOneOf(nid[:2], "x-"):
		return x.report(yield, "urn-experimental", iri.Path, at)
	case len(nid) > 4 && chars.IsOneOf(nid[:4], "urn-") && !findings.InformalNID.Valid(nid):
		return x.report(yield, "urn-informal", iri.Path, at)
	case schemes.ReservedNID.Valid(nid):
		return x.report(yield, "urn-reserved", iri.Path, at)
	}
	return true
}

// urnASCII finds the first non-ASCII character of each component, except for characters that
// invisible and formatting report.
func (x *search) urnASCII(yield yielder) bool {
	for _, p := range x.parts() {
		for i, r := range x.text(p.Span) {
			if r < utf8.RuneSelf || isInvisible(r) {
				continue
			}
			if !x.report(yield, "urn-non-ascii", p.Component, character(p.Span, i, r)) {
				return false
			}
			break
		}
	}
	return true
}

// uuid finds an invalid UUID, and a UUID with uppercase letters, a query or a fragment.
func (x *search) uuid(yield yielder, at iri.Span) bool {
	uuid := x.text(at)
	switch {
	case x.host.Start >= 0 || !findings.UUID.Valid(uuid):
		return x.report(yield, "uuid-syntax", iri.Path, at)
	case !findings.LowerUUID.Valid(uuid) && !x.report(yield, "uuid-case", iri.Path, at):
		return false
	case x.query.Start >= 0 && !x.report(yield, "uuid-components", iri.Query, x.query):
		return false
	}
	return x.fragment.Start < 0 || x.report(yield, "uuid-components", iri.Fragment, x.fragment)
}

// did finds a DID URL with an invalid path, or with an authority.
func (x *search) did(yield yielder) bool {
	if x.host.Start >= 0 {
		return x.report(yield, "did-syntax", iri.Authority, x.ref.Offsets().Authority)
	}
	return findings.DIDPath.Valid(x.text(x.path)) || x.report(yield, "did-syntax", iri.Path, x.path)
}

// oid finds an invalid object identifier.
func (x *search) oid(yield yielder, at iri.Span) bool {
	return x.host.Start < 0 && findings.OID.Valid(x.text(at)) || x.report(yield, "oid-syntax", iri.Path, at)
}
