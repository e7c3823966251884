package main

import (
	"strings"

	"github.com/irilex/iri"
)

// hostOf returns the host of a text that is no IRI, in lower case, for a count by host; "" when the
// text has none. An authority begins after the first "//", if that begins the text or comes after
// its first ":", and ends before the next "/", "?" or "#" (RFC 3986, appendix B). Its host counts
// only if it is the host of "//" and the authority by [iri.ParseReference], or of that without its
// last ":" and the text after it, which may be a wrong port. So "http://a\@b/" has no host, because
// parsers disagree on it.
func hostOf(text string) string {
	scheme, rest, ok := strings.Cut(text, "//")
	if !ok || scheme != "" && strings.IndexByte(scheme, ':') != len(scheme)-1 || strings.ContainsAny(scheme, "/?#") {
		return ""
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	r, err := iri.ParseReference("//" + rest)
	if colon := strings.LastIndexByte(rest, ':'); err != nil && colon > strings.LastIndexAny(rest, "@]") {
		r, err = iri.ParseReference("//" + rest[:colon])
	}
	if err != nil {
		return ""
	}
	return strings.ToLower(r.Host())
}
