package explain

import (
	"strings"

	"github.com/irilex/iri/tables"
)

// A kind is the role of a rule in the grammar of RFC 3986, appendix A, or of RFC 3987, section 2.2.
type kind uint8

const (
	other     kind = iota
	absolute       // has a scheme
	reference      // may have a scheme
	relative       // has no scheme
	schemes
	authorities
	userinfos
	hosts
	ports
	literals // IP literals, with their brackets
	sixes    // IPv6 addresses
	fours    // IPv4 addresses
	octets   // numbers of IPv4 addresses
	groups   // groups of IPv6 addresses
	paths
	queries
	fragments
)

// roles are the kinds of rules by their folded names. A rule of RFC 3987 with "i" before its name
// is the rule of RFC 3986 without it.
var roles = map[string]kind{
	"uri": absolute, "absolute-uri": absolute, "absoluteuri": absolute, "iri": absolute, "absolute-iri": absolute,
	"uri-reference": reference, "iri-reference": reference,
	"relative-ref": relative, "irelative-ref": relative, "relativeuri": relative,
	"scheme": schemes, "authority": authorities, "userinfo": userinfos, "host": hosts, "reg-name": hosts,
	"port": ports, "dec-octet": octets, "h16": groups, "ip-literal": literals, "ipv6address": sixes, "ipv4address": fours,
	"path": paths, "path-abempty": paths, "path-absolute": paths, "path-noscheme": paths,
	"path-rootless": paths, "segment": paths, "segment-nz": paths, "segment-nz-nc": paths,
	"query": queries, "fragment": fragments,
}

// nouns are the kinds in words, with their articles.
var nouns = map[kind]string{
	schemes: "a scheme", authorities: "an authority",
	userinfos: "a userinfo", hosts: "a host", ports: "a port", literals: "an IP address", sixes: "an IPv6 address",
	fours: "an IPv4 address", octets: "a number of an IPv4 address",
	groups: "a group of an IPv6 address", paths: "a path", queries: "a query", fragments: "a fragment",
}

// kindOf returns the kind of a rule, if its grammar is one of URIs: one with percent-encodings, or
// with the parts of IP addresses.
func (x *Explainer) kindOf(name string) kind {
	name = tables.FoldName(name)
	k := roles[name]
	if k == other {
		k = roles[strings.TrimPrefix(name, "i")]
	}
	switch {
	case x.pct() != "", (k == fours || k == octets) && x.find("dec-octet") != "",
		(k == sixes || k == groups) && x.find("h16") != "":
		return k
	}
	return other
}

// pct returns the rule of percent-encodings, or "".
func (x *Explainer) pct() tables.Rule { return x.find("pct-encoded", "escaped") }

// hierarchical reports whether the delimiters of RFC 3986, section 3, cut members.
func (k kind) hierarchical() bool { return k == absolute || k == reference || k == relative }

// noun returns the members of the rule in words: "an IRI".
func (x *Explainer) noun() string {
	if !x.kind.hierarchical() {
		return nouns[x.kind]
	}
	name, article := tables.FoldName(x.rule.Name()), "a "
	noun := "URI"
	if strings.Contains(name, "iri") || strings.HasPrefix(name, "irel") {
		noun, article = "IRI", "an "
	}
	if strings.HasPrefix(name, "absolute") {
		noun, article = "absolute "+noun, "an "
	}
	return article + noun
}

// other returns the noun after "an": "other IRI".
func (x *Explainer) other() string {
	_, name, _ := strings.Cut(x.noun(), " ")
	return "other " + name
}

// partNames are the kinds of parts in words, without articles.
var partNames = map[kind]string{
	schemes: "scheme", authorities: "authority", userinfos: "userinfo", hosts: "host", ports: "port",
	literals: "IP address", sixes: "IPv6 address", fours: "IPv4 address", octets: "IPv4 address", groups: "IPv6 address",
	paths: "path", queries: "query", fragments: "fragment",
}

// part returns the part of the string around an offset of s, in words: "path". It cuts the text
// before the offset at delimiters (RFC 3986, section 3). Without delimiters the part is the
// component named by the grammar.
func (c *scene) part(offset int) string {
	if !c.kind.hierarchical() {
		if c.inAuthorityAt() && openBracket(c.s[:offset]) {
			return "IP address"
		}
		if c.kind != other {
			return partNames[c.kind]
		}
		return c.stop.Component()
	}
	if !c.whole {
		return c.stop.Component()
	}
	before := c.s[:offset]
	_, rest, hasScheme := cutScheme(before)
	switch {
	case strings.Contains(before, "#"):
		return "fragment"
	case strings.Contains(before, "?"):
		return "query"
	case c.kind == absolute && !hasScheme:
		return "scheme"
	case !strings.HasPrefix(rest, "//") || strings.Contains(rest[2:], "/"):
		return "path"
	case openBracket(rest):
		return "IP address"
	}
	return "authority"
}

// openBracket reports whether a text ends between brackets.
func openBracket(s string) bool { return strings.LastIndexByte(s, '[') > strings.LastIndexByte(s, ']') }

// cutScheme cuts s at the colon after a scheme. Without one the rest is s.
func cutScheme(s string) (scheme, rest string, ok bool) {
	if i := strings.IndexAny(s, ":/?#"); i >= 0 && s[i] == ':' {
		return s[:i], s[i+1:], true
	}
	return "", s, false
}
