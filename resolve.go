package iri

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Resolve resolves the reference r against the base p (RFC 3986, section 5.2 with strict = true;
// RFC 3987, section 6.5). It ignores the fragment of the base.
//
// Resolve differs from section 5.2 in one case: if a path without an authority would begin with
// "//", it inserts "/." before the path. "foo:/a" and ".//b" resolve to "foo:/.//b".
//
// Otherwise it follows the RFC to the letter. It removes dot segments even from a reference with a
// scheme. An empty reference and "?q" keep the base path, including its dot segments. Merging drops
// the last segment of the base path, even if it is ".." (erratum 4789 is not applied), and drops an
// opaque path entirely: "urn:a:b" and "c" resolve to "urn:c". A [Resolver] can reject some of these
// cases.
//
// If p is the zero IRI, the result is the zero IRI unless the reference has a scheme.
//
// The result aliases p or r if it is a substring of one of them. Otherwise Resolve allocates the
// string.
func (p IRI) Resolve(r Reference) IRI {
	base, ref := p.ends(), r.ends()
	if ref.scheme == 0 && base.scheme == 0 {
		return IRI{}
	}
	j, ok := joinOf(p.s, r.s, base, ref)
	if !ok {
		var buffer [256]byte
		b, e := new(pathWriter).resolve(buffer[:0], p.s, r.s, base, ref)
		return IRI{pack(string(b), e)}
	}
	if j.head == 0 {
		return IRI(r)
	}
	s, shift := p.s[:j.head]+"/"[:j.slash]+r.s[j.tail:], j.head+j.slash-j.tail
	e := ends{base.scheme, base.authority, ref.path + shift, ref.query + shift}
	switch {
	case ref.authority > 0:
		e.authority = ref.authority + shift
	case ref.path == 0:
		e.path = base.path
	}
	return IRI{pack(s, e)}
}

// ResolveString parses a reference and resolves it; see [ParseReference] and [IRI.Resolve]. If p is
// the zero IRI, it returns a [*ResolveError] for a relative reference.
func (p IRI) ResolveString(ref string) (IRI, error) {
	r, err := ParseReference(ref)
	if err != nil {
		return IRI{}, err
	}
	if !p.HasScheme() && !r.HasScheme() {
		return IRI{}, &ResolveError{Code: noBase, Reference: r}
	}
	return p.Resolve(r), nil
}

// AppendResolve appends the result of [IRI.Resolve] to dst. It allocates only if dst is too small.
func (p IRI) AppendResolve(dst []byte, r Reference) []byte {
	base, ref := p.ends(), r.ends()
	if ref.scheme == 0 && base.scheme == 0 {
		return dst
	}
	if j, ok := joinOf(p.s, r.s, base, ref); ok {
		dst = append(dst, p.s[:j.head]...)
		if j.slash > 0 {
			dst = append(dst, '/')
		}
		return append(dst, r.s[j.tail:]...)
	}
	dst, _ = new(pathWriter).resolve(dst, p.s, r.s, base, ref)
	return dst
}

// A join is a result that consists of a prefix of the base, at most one slash, and a suffix of the
// reference.
type join struct {
	head  int // length of the prefix of the base
	slash int // 1 if a slash follows it
	tail  int // offset of the suffix in the reference
}

// joinOf returns the join of a base and a reference; b and r are their ends. ok is false if dot
// segments must be removed anywhere but at the beginning of the reference, or if the result
// contains other bytes. Tested against: pseudocode in TestResolveSmall.
func joinOf(base, ref string, b, r ends) (j join, ok bool) {
	path := ref[r.authority:r.path]
	switch {
	case r.scheme > 0:
		return join{}, !mayHaveDots(path)
	case r.authority > 0:
		return join{head: b.scheme}, !mayHaveDots(path)
	case path == "" && r.query > 0:
		return join{head: b.path}, true
	case path == "":
		return join{head: b.query}, true
	case path[0] == '/':
		return join{head: b.authority}, !mayHaveDots(path)
	}
	folder := mergeFolder(base, b)
	if mayHaveDots(folder) {
		return join{}, false
	}
	for path != "" && path[0] == '.' {
		dots, n := chars.DotSegment(path)
		if dots == 0 {
			break
		}
		if dots == 2 && folder != "" {
			if folder[0] != '/' {
				return join{}, false
			}
			folder = folder[:max(1, folderEnd(folder[:len(folder)-1]))]
		}
		path = path[n:]
	}
	j = join{head: b.authority + len(folder), tail: r.path - len(path)}
	switch {
	case b.authority > b.scheme && b.authority == b.path:
		j.head, j.slash = b.authority, 1
	case b.authority == b.scheme && len(folder) < 2 && strings.HasPrefix(path, "//"[len(folder):]):
		return join{}, false
	}
	return j, !laterDots(path)
}

// mergeFolder returns what RFC 3986, section 5.2.3, puts before the path of a reference: the base
// path up to its last slash, or "/" for an empty path after an authority.
func mergeFolder(base string, b ends) string {
	if b.authority == b.path && b.authority > b.scheme {
		return "/"
	}
	return base[b.authority : b.authority+folderEnd(base[b.authority:b.path])]
}

// folderEnd returns the offset after the last slash of a path, or 0.
func folderEnd(path string) int { return strings.LastIndexByte(path, '/') + 1 }

// resolve appends the reference resolved against the base. b and r are their ends; e holds the ends
// of the result.
func (w *pathWriter) resolve(dst []byte, base, ref string, b, r ends) (_ []byte, e ends) {
	start, folder := len(dst), ""
	switch {
	case r.path == 0: // neither scheme nor authority nor path
		kept := b.path
		if r.query == 0 {
			kept = b.query
		}
		return append(append(dst, base[:kept]...), ref...), ends{b.scheme, b.authority, b.path, kept + r.query}
	case r.scheme > 0:
		b = ends{}
	case r.authority > 0:
		b.authority = b.scheme
	case ref[0] != '/':
		folder = mergeFolder(base, b)
	}
	dst = append(append(dst, base[:b.authority]...), ref[:r.authority]...)
	w.root, w.folder = len(dst), len(folder)
	dst = w.write(dst, folder)
	dst = w.write(dst, ref[r.authority:r.path])
	e.scheme, e.authority = b.scheme+r.scheme, w.root-start
	if e.authority == e.scheme {
		dst = w.shield(dst)
	}
	e.path = len(dst) - start
	e.query = e.path + r.query - r.path
	return append(dst, ref[r.path:]...), e
}
