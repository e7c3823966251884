package iri

import (
	"iter"
	"strconv"
	"strings"
)

// Segments yields the segments of the path, not decoded: see [Unescape]. An empty path has no
// segments. "/a/b/" has "a", "b" and ""; "a/b" has "a" and "b", as "/a/b" has, and [IRI.PathKind]
// tells the two apart. There is no allocation.
func (p parsed) Segments() iter.Seq[string] {
	return func(yield func(string) bool) { p.eachSegment(yield) }
}

func (p parsed) eachSegment(yield func(string) bool) {
	path := p.Path()
	if path == "" {
		return
	}
	path = strings.TrimPrefix(path, "/")
	for {
		segment, rest, more := strings.Cut(path, "/")
		if !yield(segment) || !more {
			return
		}
		path = rest
	}
}

// JoinPath returns the IRI with segments added at the end of its path. The query and the fragment
// stay as they are, and so does the path before. The error is a [*PartError].
//
// Each text becomes one segment, Escape(text, Segment), so "a/b" becomes "a%2Fb", and "%2E" becomes
// "%252E". A "/" comes before a segment, unless the path ends in one, or is empty and there is no
// authority: "http://h" and "http://h/" both become "http://h/a".
//
//   - "." and ".." are an error, because no percent-encoding makes them names (RFC 3986, section
//     6.2.2.3).
//   - An empty text is an error unless it is the last: then it makes the path end in "/". An empty
//     path without an authority stays empty: "file:" becomes "file:".
//   - A reference without a scheme, an authority and a path gets no first segment with a ":".
//
// A program decoding before it cuts a path finds more segments in "..%2Fa": refuse "/" in names for
// such programs.
func (p IRI) JoinPath(segment ...string) (IRI, error) {
	if !p.HasScheme() {
		return IRI{}, errNoScheme()
	}
	made, err := p.joinPath(segment)
	return IRI{made}, err
}

// JoinPath returns the reference with segments added at the end of its path, as [IRI.JoinPath]
// does.
func (p Reference) JoinPath(segment ...string) (Reference, error) {
	made, err := p.joinPath(segment)
	return Reference{made}, err
}

func (p parsed) joinPath(segments []string) (parsed, error) {
	slash := p.HasAuthority() || p.Path() != ""
	var buffer [128]byte
	b := append(buffer[:0], p.s[:p.pathEnd()]...)
	for n, segment := range segments {
		if text := refusal(segment, n == len(segments)-1); text != "" {
			return parsed{}, &PartError{Component: Segment, text: "number " + strconv.Itoa(n+1) + " " + text}
		}
		if slash && (len(b) == p.authorityEnd() || b[len(b)-1] != '/') {
			b = append(b, '/')
		}
		b = AppendEscape(b, segment, Segment)
		slash = true
	}
	pathEnd := len(b)
	joined, err := parse(ruleReference, string(append(b, p.s[p.pathEnd():]...)))
	if err != nil || joined.pathEnd() != pathEnd || joined.authorityEnd() != p.authorityEnd() {
		parts := p.Parts()
		parts.Path = string(b[p.authorityEnd():pathEnd])
		return parsed{}, parts.check()
	}
	return joined, nil
}

// refusal returns the reason against a text as a segment to add, or "".
func refusal(segment string, last bool) string {
	switch {
	case segment == "." || segment == "..":
		return `is "` + segment + `", a dot segment; leave it out`
	case segment == "" && !last:
		return `is empty; only the last one may be, to end the path in "/"`
	}
	return ""
}
