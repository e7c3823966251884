package iri

import "strings"

// Relativize returns the shortest reference r with p.Resolve(r) == t, where p is the base. It
// reverses the resolution of RFC 3986, section 5.2. ok is false if t contains a "." or ".." segment
// that resolution would remove: no reference resolves to such an IRI.
//
// The reference is t itself if t has a different scheme, or if only the base has an authority. It
// is never longer than t. Among references of the same length, Relativize prefers a relative path
// to an absolute path, and an absolute path to other references: "../c" rather than "/a/c".
//
// If t is the zero IRI, ok is false. If p is the zero IRI, the result is t, or ok is false if t
// contains dot segments.
//
// The result aliases t if it is a substring of t. Otherwise Relativize allocates the string.
func (p IRI) Relativize(t IRI) (r Reference, ok bool) {
	e := t.ends()
	c, ok := p.shortest(t.s, e)
	switch {
	case !ok:
		return Reference{}, false
	case c.tail == 0:
		return Reference(t), true
	}
	s := t.s[c.tail:]
	if c.before() > 0 {
		var buffer [256]byte
		s = string(c.append(buffer[:0], t.s))
	}
	shift := c.before() - c.tail
	authority := 0
	if e.scheme == c.tail && e.authority > e.scheme {
		authority = e.authority + shift
	}
	return Reference{pack(s, ends{0, authority, max(0, e.path+shift), e.query + shift})}, true
}

// AppendRelativize appends the result of [IRI.Relativize] to dst. If ok is false it returns dst
// unchanged. It allocates only if dst is too small, or if the base contains dot segments.
func (p IRI) AppendRelativize(dst []byte, t IRI) (_ []byte, ok bool) {
	c, ok := p.shortest(t.s, t.ends())
	if !ok {
		return dst, false
	}
	return c.append(dst, t.s), true
}

// A relative is a reference to an IRI. It consists of ".." segments, a prefix, and a suffix of the
// IRI.
type relative struct {
	ups    int
	bare   bool   // whether no slash follows the last ".."
	prefix string // "", ".", "./" or "/."
	tail   int    // offset of the suffix in the IRI
}

// before returns the number of bytes before the suffix.
func (c relative) before() int {
	n := 3*c.ups + len(c.prefix)
	if c.bare {
		n--
	}
	return n
}

// append appends the reference to the IRI t.
func (c relative) append(dst []byte, t string) []byte {
	for range c.ups {
		dst = append(dst, "../"...)
	}
	if c.bare {
		dst = dst[:len(dst)-1]
	}
	return append(append(dst, c.prefix...), t[c.tail:]...)
}

// shortest returns the shortest reference that resolves to t; e holds the ends of t. If two
// references are equally short, the kind that comes later in this list wins: an IRI, an authority,
// an absolute path, a relative path. Tested against: TestRelativizeIsShortest.
func (p IRI) shortest(t string, e ends) (c relative, ok bool) {
	base, b := p.s, p.ends()
	same := base[:b.authority] == t[:e.authority]
	if same && base[b.authority:b.path] == t[e.authority:e.path] {
		if base[b.path:b.query] == t[e.path:e.query] {
			return relative{tail: e.query}, e.scheme > 0
		}
		if e.query > e.path {
			return relative{tail: e.path}, true
		}
	}
	from := e.authority // start of the path, after a "/." that resolution adds
	if e.authority == e.scheme && strings.HasPrefix(t[from:e.path], "/.//") {
		from += len("/.")
	}
	path := t[from:e.path]
	if e.scheme == 0 || hasDotSegment(path, false) {
		return relative{}, false
	}
	if e.authority > e.scheme && base[:b.scheme] == t[:e.scheme] {
		c.tail = e.scheme
	}
	if !same {
		return c, true
	}
	if strings.HasPrefix(path, "/") {
		absolute := relative{tail: from}
		if strings.HasPrefix(path, "//") {
			absolute.prefix = "/."
		}
		c = shorter(c, absolute)
	}
	if r, ok := relativePath(folderOf(base, b), path, from); ok {
		c = shorter(c, r)
	}
	return c, true
}

// shorter returns the shorter of two references to the same IRI, or d if they are equally long.
func shorter(c, d relative) relative {
	if c.before()-c.tail < d.before()-d.tail {
		return c
	}
	return d
}

// relativePath returns the reference from a folder without dot segments to a path; from is the
// offset of the path in the IRI. The reference goes up to the last slash in the common prefix of
// folder and path; ok is false if that prefix contains no slash and the folder is not empty. A path
// inside the folder gets the prefix "./" if its first segment is empty or contains a colon.
func relativePath(folder, path string, from int) (c relative, ok bool) {
	common := 0
	for k := 0; k < min(len(folder), len(path)) && folder[k] == path[k]; k++ {
		if path[k] == '/' {
			common = k + 1
		}
	}
	if common == 0 && folder != "" {
		return c, false
	}
	c.ups, c.tail = strings.Count(folder[common:], "/"), from+common
	rest := path[common:]
	switch {
	case rest == "" && c.ups > 0:
		c.bare = true
	case rest == "":
		c.prefix = "."
	case c.ups == 0 && (rest[0] == '/' || strings.IndexByte(rest[:segmentEnd(rest)], ':') >= 0):
		c.prefix = "./"
	}
	return c, true
}

// folderOf returns the base path up to its last slash, without dot segments.
func folderOf(base string, b ends) string {
	folder := mergeFolder(base, b)
	if mayHaveDots(folder) {
		return string(new(pathWriter).write(nil, folder))
	}
	return folder
}

// segmentEnd returns the length of the first segment of a path.
func segmentEnd(path string) int {
	if slash := strings.IndexByte(path, '/'); slash >= 0 {
		return slash
	}
	return len(path)
}
