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

// SplitPath returns the decoded segments of the path, in order. It reverses [IRI.JoinPath]. The
// last segment is "" if the path ends in "/".
//
// The error is a [*PartError]. SplitPath rejects the segments "." and "..", and segments that after
// decoding contain "/", "\" or NUL or are not UTF-8, because a program could read such a segment as
// several names or as none.
func (p parsed) SplitPath() ([]string, error) {
	segments := make([]string, 0, strings.Count(p.Path(), "/")+1)
	for segment := range p.Segments() {
		text, reason := decodedSegment(segment)
		if reason != "" {
			return nil, &PartError{Component: Segment, text: "number " + strconv.Itoa(len(segments)+1) + " " + reason}
		}
		segments = append(segments, text)
	}
	return segments, nil
}

// BaseName returns the last segment of the path as text, as [IRI.SplitPath] does: the name of a
// file. It is "" if the path is empty or ends in "/".
func (p parsed) BaseName() (string, error) {
	path := p.Path()
	text, reason := decodedSegment(path[strings.LastIndexByte(path, '/')+1:])
	if reason != "" {
		return "", &PartError{Component: Segment, text: "the last " + reason}
	}
	return text, nil
}

// decodedSegment returns a segment as text, or the reason against it.
func decodedSegment(segment string) (text, reason string) {
	text, err := Unescape(segment)
	switch {
	case err != nil:
		return "", "is not UTF-8 after decoding"
	case text == "." || text == "..":
		return "", `is "` + text + `", a dot segment; normalize the path before`
	case strings.ContainsAny(text, "/\\\x00"):
		return "", "contains a slash, a backslash or NUL after decoding"
	}
	return text, ""
}

// Parent returns the IRI without the last segment of its path, and without query and fragment. A
// path that ends in "/" loses the segment before it: the parent of "http://h/a/b" and of
// "http://h/a/b/" is "http://h/a/". ok is false if there is no parent: the path is empty or "/".
// Dot segments are treated like other segments: call [IRI.Normalize] first to remove them.
func (p IRI) Parent() (parent IRI, ok bool) {
	made, ok := p.parent()
	return IRI{made}, ok
}

// Parent returns the reference without the last segment of its path, as [IRI.Parent] does. The
// parent of "a" is "".
func (p Reference) Parent() (parent Reference, ok bool) {
	made, ok := p.parent()
	return Reference{made}, ok
}

func (p parsed) parent() (parsed, bool) {
	path := strings.TrimSuffix(p.Path(), "/")
	if path == "" {
		return parsed{}, false
	}
	e := p.ends()
	e.path = e.authority + strings.LastIndexByte(path, '/') + 1
	e.query = e.path
	return pack(p.s[:e.path], e), true
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
