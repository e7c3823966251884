package iri

import (
	"bytes"
	"slices"
	"strings"
)

// Resolve returns the IRI that the reference r gives with the base IRI i: RFC 3986, section 5.2 with
// strict = true, and RFC 3987, section 6.5. The fragment of the base plays no part.
//
// One result differs from section 5.2. A path that begins with "//" needs an authority before it, so
// without one the result has "/." before the path: "foo:/a" and ".//b" make "foo:/.//b".
//
// All else is to the letter. A reference with a scheme loses dot segments, too. An empty reference
// and "?q" keep the path of the base with its dot segments. Merging drops the last segment of the
// base, even ".." (erratum 4789 is not applied), and all of an opaque path: "urn:a:b" and "c" make
// "urn:c". A [Resolver] can refuse some of these.
//
// The zero IRI is no base: the result is the zero IRI unless the reference has a scheme.
//
// The result shares memory with i or r if it is a part of one of them. Otherwise Resolve allocates
// the string.
func (i IRI) Resolve(r Reference) IRI {
	base, ref := i.ends(), r.ends()
	if ref.scheme == 0 && base.scheme == 0 {
		return IRI{}
	}
	j, ok := joinOf(i.s, r.s, base, ref)
	if !ok {
		var room [256]byte
		b, e := new(pathWriter).resolve(room[:0], i.s, r.s, base, ref)
		return IRI{pack(string(b), e)}
	}
	if j.head == 0 {
		return IRI(r)
	}
	s, shift := i.s[:j.head]+"/"[:j.slash]+r.s[j.tail:], j.head+j.slash-j.tail
	e := ends{base.scheme, base.authority, ref.path + shift, ref.query + shift}
	switch {
	case ref.authority > 0:
		e.authority = ref.authority + shift
	case ref.path == 0:
		e.path = base.path
	}
	return IRI{pack(s, e)}
}

// ResolveString parses a reference and resolves it, see [ParseReference] and [IRI.Resolve]. If the
// base is the zero IRI, a relative reference is a [*ResolveError].
func (i IRI) ResolveString(ref string) (IRI, error) {
	r, err := ParseReference(ref)
	if err != nil {
		return IRI{}, err
	}
	if !i.HasScheme() && !r.HasScheme() {
		return IRI{}, &ResolveError{Reason: NoBase, Reference: r}
	}
	return i.Resolve(r), nil
}

// AppendResolve appends the string of [IRI.Resolve] to dst. It allocates only if dst is too small.
func (i IRI) AppendResolve(dst []byte, r Reference) []byte {
	base, ref := i.ends(), r.ends()
	if ref.scheme == 0 && base.scheme == 0 {
		return dst
	}
	if j, ok := joinOf(i.s, r.s, base, ref); ok {
		dst = append(dst, i.s[:j.head]...)
		if j.slash > 0 {
			dst = append(dst, '/')
		}
		return append(dst, r.s[j.tail:]...)
	}
	dst, _ = new(pathWriter).resolve(dst, i.s, r.s, base, ref)
	return dst
}

// A join is a result made of the first bytes of the base, a slash or nothing, and the last bytes of
// the reference.
type join struct {
	head  int // this many bytes of the base
	slash int // 1 if a slash follows them
	tail  int // the reference from this offset on
}

// joinOf returns the join of a base and a reference, which are strings with their ends. ok is false
// if dot segments must be removed elsewhere than at the beginning of the reference, or if the result
// needs bytes of its own.
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
		dots, n := dotSegment(path)
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

// mergeFolder returns the path that section 5.2.3 puts before the path of a reference: that of the
// base up to the last slash, or "/" for an empty path after an authority.
func mergeFolder(base string, b ends) string {
	if b.authority == b.path && b.authority > b.scheme {
		return "/"
	}
	return base[b.authority : b.authority+folderEnd(base[b.authority:b.path])]
}

// folderEnd returns the offset after the last slash of a path, and 0 if there is none.
func folderEnd(path string) int { return strings.LastIndexByte(path, '/') + 1 }

// mayHaveDots reports whether a segment of a path begins with a dot.
func mayHaveDots(path string) bool { return path != "" && path[0] == '.' || laterDots(path) }

// laterDots reports whether a segment of a path, except the first, begins with a dot.
func laterDots(path string) bool {
	dot := strings.IndexByte(path, '.') // most paths have no dot, and this call takes less time
	return dot >= 0 && strings.Contains(path[max(0, dot-1):], "/.")
}

// dotSegment returns the number of dots, 1 or 2, in the segment at the beginning of a path, and the
// length of the segment with the slash after it. Both are 0 if that is no dot segment.
func dotSegment(path string) (dots, length int) {
	for dots < len(path) && dots < 2 && path[dots] == '.' {
		dots++
	}
	switch {
	case dots == len(path):
		return dots, dots
	case dots > 0 && path[dots] == '/':
		return dots, dots + 1
	}
	return 0, 0
}

// A pathWriter appends a path to a slice and leaves out its dot segments: remove_dot_segments of RFC
// 3986, section 5.2.4.
//
// Idea. The RFC moves segments with the slash before them. A pathWriter moves them with the slash
// after them, so the path may come in two pieces, those of the base and of the reference. The output
// is empty or ends in a slash until the last segment. Removing a segment from "a/" leaves "/", as it
// does in the RFC.
//
// Cost. Linear: a byte is appended once, and is read again once at most, when it is removed.
//
// Twin. removeDotSegments in resolve_test.go.
type pathWriter struct {
	root    int  // the offset in the slice of the path
	encoded bool // "%2E" is a dot, too
	read    int  // bytes of the pieces that are done
	folder  int  // bytes of the piece of the base
	above   int  // the first ".." with no segment to remove comes after above-1 bytes of the pieces; or 0
}

// resolve appends the result of a base and a reference, which are strings with their ends, and
// returns its ends.
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
	if path := dst[w.root:]; e.authority == e.scheme && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		dst = slices.Insert(dst, w.root, '/', '.')
	}
	e.path = len(dst) - start
	e.query = e.path + r.query - r.path
	return append(dst, ref[r.path:]...), e
}

// write appends a piece of the path.
func (w *pathWriter) write(dst []byte, path string) []byte {
	read, next, size := dotSegment, "/.", len(path)
	if w.encoded {
		read, next = encodedDotSegment, "/"
	}
	for path != "" {
		dots, n := read(path)
		switch dots {
		case 0:
			if n = strings.Index(path, next) + 1; n == 0 {
				n = len(path)
			}
			dst = append(dst, path[:n]...)
		case 2:
			dst = w.remove(dst, w.read+size-len(path))
		}
		path = path[n:]
	}
	w.read += size
	return dst
}

// encodedDotSegment is [dotSegment], but "%2E" is a dot, too.
func encodedDotSegment(path string) (dots, length int) {
	for dots < 3 && length < len(path) && path[length] != '/' {
		switch {
		case path[length] == '.':
			length++
		case len(path) >= length+3 && strings.EqualFold(path[length:length+3], "%2E"):
			length += 3
		default:
			return 0, 0
		}
		dots++
	}
	switch {
	case dots == 0 || dots == 3:
		return 0, 0
	case length < len(path):
		length++
	}
	return dots, length
}

// remove removes the last segment of the output, for a ".." after so many bytes of the pieces.
func (w *pathWriter) remove(dst []byte, read int) []byte {
	path := dst[w.root:]
	if len(path) == 0 || len(path) == 1 && path[0] == '/' {
		if w.above == 0 {
			w.above = read + 1
		}
		return dst
	}
	kept := bytes.LastIndexByte(path[:len(path)-1], '/') + 1
	if kept == 0 {
		path[0], kept = '/', 1
	}
	return dst[:w.root+kept]
}
