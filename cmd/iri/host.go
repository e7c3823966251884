package main

import (
	"strings"

	"github.com/irilex/iri"
)

// hostOf returns the lowercase host in an invalid text, or "", for counts by host. An authority
// begins after the first "//" if that begins the text or follows the first ":". The authority ends
// before the next "/", "?" or "#" (RFC 3986, appendix B). The host is what [iri.ParseReference]
// finds in "//" followed by the authority. If that fails, the last ":" and the text after it are
// omitted, because they may be an invalid port. The result for "http://a\@b/" is "" because parsers
// disagree about the host.
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
