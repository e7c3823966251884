package iri

import (
	"iter"
	"strconv"
	"strings"
)

// Segments yields the segments of the path without decoding them; see [Unescape]. It yields "a",
// "b" and "" for "/a/b/", and nothing for an empty path. It yields the same for "a/b" and "/a/b",
// which [IRI.PathKind] distinguishes. Segments does not allocate.
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

// SplitPath returns the decoded segments of the path. It reverses [IRI.JoinPath]. The last segment
// is "" if the path ends in "/".
//
// The error is a [*PartError]. SplitPath rejects the segments "." and "..", and segments that
// contain "/", "\" or NUL or are not UTF-8 after decoding, because some programs would not treat
// them as a single name.
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

// BaseName returns the last segment of the path, often a file name, decoded as in [IRI.SplitPath].
// It is "" if the path is empty or ends in "/".
func (p parsed) BaseName() (string, error) {
	path := p.Path()
	text, reason := decodedSegment(path[strings.LastIndexByte(path, '/')+1:])
	if reason != "" {
		return "", &PartError{Component: Segment, text: "the last " + reason}
	}
	return text, nil
}

// decodedSegment decodes a segment, or returns the reason SplitPath rejects it.
func decodedSegment(segment string) (text, reason string) {
	text, err := Unescape(segment)
	switch {
	case err != nil:
		return "", "is not UTF-8 after decoding"
	case text == "." || text == "..":
		return "", `is "` + text + `", a dot segment; normalize the path first`
	case strings.ContainsAny(text, "/\\\x00"):
		return "", "contains a slash, a backslash or NUL after decoding"
	}
	return text, ""
}

// Parent removes the query, the fragment, and the last segment of the path. It ignores a final "/":
// the parent of both "http://h/a/b" and "http://h/a/b/" is "http://h/a/". ok is false if the path
// is empty or "/". Parent treats dot segments like any other segments: call [IRI.Normalize] first
// to remove them.
func (p IRI) Parent() (parent IRI, ok bool) {
	made, ok := p.parent()
	return IRI{made}, ok
}

// Parent is like [IRI.Parent] for a reference. The parent of "a" is "".
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

// JoinPath appends segments to the path. It keeps the existing path, the query and the fragment.
// The error is a [*PartError].
//
// JoinPath escapes each argument as one segment: "a/b" becomes "a%2Fb", and "%2E" becomes "%252E".
// It inserts "/" before a segment unless the path already ends in "/", or is empty without an
// authority: "http://h" and "http://h/" both become "http://h/a".
//
//   - "." and ".." are errors, because percent-encoding them does not make them names (RFC 3986,
//     section 6.2.2.3).
//   - An empty argument is an error unless it is the last: then the path ends in "/", or remains
//     empty if there is no authority ("file:" remains "file:").
//   - A first segment that contains ":" is an error for a reference without a scheme, an authority
//     and a path.
//
// A program that decodes a path before splitting it finds two segments in "..%2Fa". For such
// programs, reject names that contain "/".
func (p IRI) JoinPath(segment ...string) (IRI, error) {
	if !p.HasScheme() {
		return IRI{}, errNoScheme()
	}
	made, err := p.joinPath(segment)
	return IRI{made}, err
}

// JoinPath is like [IRI.JoinPath] for a reference.
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

// refusal returns the reason JoinPath rejects a segment, or "".
func refusal(segment string, last bool) string {
	switch {
	case segment == "." || segment == "..":
		return `is "` + segment + `", a dot segment; omit it`
	case segment == "" && !last:
		return `is empty; only the last segment may be empty, to end the path in "/"`
	}
	return ""
}
