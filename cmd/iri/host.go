package main

import (
	"strings"

	"github.com/irilex/iri"
)

// hostOf returns the host in an invalid text, in lower case, for the counts by host, or "". An
// authority begins after the first "//", if this begins the text or comes after its first ":", and
// ends before the next "/", "?" or "#" (RFC 3986, appendix B). Its host is the host found by
// [iri.ParseReference] in "//" and the authority, or in the same text without its last ":" and the
// rest, possibly a wrong port. So "http://a\@b/" has no host, because parsers disagree about it.
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
