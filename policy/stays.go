package policy

import (
	"errors"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
)

// StaysOn returns nil only if a browser that follows a redirect from a page on site to location
// remains on the same origin, that is, the same scheme, host and port. Use it for untrusted
// locations, such as the "next" parameter of a login page, to prevent open redirects.
//
// The location may be any string. StaysOn interprets it as browsers do (WHATWG URL, section 4.4):
// they drop tabs everywhere and spaces and controls at both ends, and look for a host after any
// number of slashes. The site must be an http or https IRI with a host, and its scheme must be the
// scheme that the browser used: on an http page, "https:evil.example" leads to another host.
// Redirect to the unchanged location.
//
// StaysOn also rejects some locations that would stay on the site. A location must not contain CR,
// LF or NUL, which must not reach a header (RFC 9110, section 5.5); a "\" before the query, because
// [net/http.Redirect] cleans paths and turns "\evil.example" into "/\evil.example"; a userinfo; a
// non-ASCII host; or a host that differs from the host of site in more than the case of ASCII
// letters.
func StaysOn(site iri.IRI, location string) error {
	scheme := site.Scheme()
	if !chars.IsOneOf(scheme, "http", "https") || site.Host() == "" {
		return errors.New("the site is not an http or https IRI with a host; pass the IRI of a page")
	}
	if strings.ContainsAny(location, "\r\n\x00") {
		return errors.New("the location contains a line break or NUL, which must not reach a header; remove it")
	}
	if at := strings.IndexAny(location, `\?#`); at >= 0 && location[at] == '\\' {
		return errors.New(`the location contains a "\", which browsers read as "/"; write "/"`)
	}
	rest := strings.TrimFunc(location, func(r rune) bool { return r <= ' ' })
	rest = strings.ReplaceAll(rest, "\t", "")
	if own, after := cutScheme(rest); own != "" {
		if !chars.EqualFold(own, scheme) {
			return errors.New("the location has the scheme " + chars.Quoted(own) + ", not " + chars.Quoted(scheme) +
				"; use a path")
		}
		rest = after
	}
	authority := strings.TrimLeft(rest, "/")
	if len(rest)-len(authority) < 2 {
		return nil // a path, a query or a fragment
	}
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	if strings.IndexByte(authority, '@') >= 0 {
		return errors.New("the location contains userinfo; use a path")
	}
	host, port := cutPort(authority)
	if !chars.EqualFold(host, site.Host()) || !chars.IsASCII(host) {
		return errors.New("the host of the location is " + chars.Quoted(host) + ", not " + chars.Quoted(site.Host()) +
			"; use a path")
	}
	if there, ok := portOf(scheme, port); !ok || !isPort(site, there) {
		return errors.New("the location and the site have different ports; use a path")
	}
	return nil
}

// cutScheme splits s after the scheme that browsers find at its beginning. If there is no scheme,
// it returns "" and s.
func cutScheme(s string) (scheme, rest string) {
	for i := range len(s) {
		c := chars.Lower(s[i])
		switch {
		case 'a' <= c && c <= 'z', i > 0 && strings.IndexByte("0123456789+-.", c) >= 0:
		case i > 0 && c == ':':
			return s[:i], s[i+1:]
		default:
			return "", s
		}
	}
	return "", s
}

// cutPort splits an authority without a userinfo at the colon before the port.
func cutPort(authority string) (host, port string) {
	if colon := strings.LastIndexByte(authority, ':'); colon > strings.LastIndexByte(authority, ']') {
		return authority[:colon], authority[colon+1:]
	}
	return authority, ""
}

// isPort reports whether n is the port that a site uses.
func isPort(site iri.IRI, n uint16) bool {
	port, ok := portOf(site.Scheme(), site.Port())
	return ok && port == n
}

// portOf parses a port; for "" it returns the default port of the scheme. ok is false if the port
// is not a 16-bit number.
func portOf(scheme, port string) (n uint16, ok bool) {
	if port == "" {
		return chars.DefaultPort(scheme)
	}
	if strings.Trim(port, "0123456789") != "" {
		return 0, false
	}
	return chars.PortNumber(port)
}
