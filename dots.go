package iri

import (
	"bytes"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Dot segments are the segments "." and "..". In them "%2E" may be a dot, too. Resolution and
// DotForm remove them as in RFC 3986, section 5.2.4: a ".." removes the segment before it, too, and
// the first segment of a rootless path leaves a "/" ("a/../b" becomes "/b").

// mayHaveDots reports whether a segment of a path begins with a dot.
func mayHaveDots(path string) bool { return path != "" && path[0] == '.' || laterDots(path) }

// laterDots reports whether a segment of a path, except the first, begins with a dot.
func laterDots(path string) bool {
	dot := strings.IndexByte(path, '.') // most paths have no dot, and this call takes less time
	return dot >= 0 && strings.Contains(path[max(0, dot-1):], "/.")
}

// dotSegments returns the function that reads a dot segment at the beginning of a path, and the
// text with which each later dot segment begins, the slash before it included.
func dotSegments(encoded bool) (read func(path string) (dots, length int), next string) {
	if encoded {
		return chars.EncodedDotSegment, "/"
	}
	return chars.DotSegment, "/."
}

// hasDotSegment reports whether a path has a dot segment.
func hasDotSegment(path string, encoded bool) bool {
	read, next := dotSegments(encoded)
	for {
		if dots, _ := read(path); dots > 0 {
			return true
		}
		slash := strings.Index(path, next)
		if slash < 0 {
			return false
		}
		path = path[slash+1:]
	}
}

// A pathWriter appends a path to a slice and leaves out its dot segments: remove_dot_segments of
// RFC 3986, section 5.2.4.
//
// Idea. The RFC moves segments with the slash before them. A pathWriter moves them with the slash
// after them, so the path may come in two pieces, those of the base and of the reference. The
// output is empty or ends in a slash until the last segment. Removing a segment from "a/" leaves
// "/", as it does in the RFC.
//
// Cost. Linear: a byte is appended once, and is read again once at most, when it is removed.
//
// Twin. pseudocode.removeDotSegments in resolve_test.go.
type pathWriter struct {
	root    int  // the offset in the slice of the path
	encoded bool // "%2E" is a dot, too
	units        // these rewrite all other segments
	read    int  // bytes done of the pieces
	folder  int  // bytes of the piece of the base
	above   int  // the first ".." with no segment to remove comes after above-1 bytes of the pieces; or 0
}

// write appends a piece of the path.
func (w *pathWriter) write(dst []byte, path string) []byte {
	read, next := dotSegments(w.encoded)
	size, idle := len(path), w.idle()
	for path != "" {
		dots, n := read(path)
		switch dots {
		case 0:
			if n = strings.Index(path, next) + 1; n == 0 {
				n = len(path)
			}
			if idle {
				dst = append(dst, path[:n]...)
			} else {
				dst = w.append(dst, path[:n])
			}
		case 2:
			dst = w.remove(dst, w.read+size-len(path))
		}
		path = path[n:]
	}
	w.read += size
	return dst
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

// shield puts "/." before a path beginning with "//", because the path would begin an authority.
func (w *pathWriter) shield(dst []byte) []byte {
	if path := dst[w.root:]; len(path) > 1 && path[0] == '/' && path[1] == '/' {
		return slices.Insert(dst, w.root, '/', '.')
	}
	return dst
}

// readsPcts reports whether "%2E" is a dot in dot segments.
func (u units) readsPcts() bool { return u.form&PercentForm != 0 }

// mayHaveDots reports whether a path may have dot segments. A path without them is left as it is.
func (u units) mayHaveDots(path string) bool {
	return mayHaveDots(path) || u.readsPcts() && (strings.HasPrefix(path, "%") || strings.Contains(path, "/%"))
}

// hasDots reports whether a path has dot segments.
func (u units) hasDots(path string) bool {
	return u.mayHaveDots(path) && hasDotSegment(path, u.readsPcts())
}

// appendPath appends a path, normalized and without its dot segments. It shields the path of an IRI
// without an authority.
func (u units) appendPath(dst []byte, path string, hasAuthority bool) []byte {
	w := pathWriter{root: len(dst), encoded: u.readsPcts(), units: u}
	dst = w.write(dst, path)
	if hasAuthority {
		return dst
	}
	return w.shield(dst)
}

// survivors reads the segments that remain of a path without its dot segments, from the last to the
// first.
//
// Idea. From the end, a ".." comes before the segment removed with it, so a count is enough.
//
// Cost. Linear in the length of the path, without memory.
//
// Rejected: reading from the beginning. It needs a stack of segments.
//
// Twin. TestEquivalentOfAllShortIRIs compares it with strings of the pseudocode of resolve_test.go.
type survivors struct {
	units
	dots   func(segment string) (dots, length int)
	rest   string // of the path, before the segments read
	more   bool   // there are segments before
	rooted bool   // the path begins with "/", or will after the removal of its first segment
	last   bool   // no segment has been read
	up     int    // the number of segments to be removed
}

func (u units) survivors(path string) survivors {
	read, _ := dotSegments(u.readsPcts())
	for dots, n := read(path); dots > 0; dots, n = read(path) {
		path = path[n:]
	}
	return survivors{units: u, dots: read, rest: path, more: path != "", rooted: path != "" && path[0] == '/', last: true}
}

// next returns the segment before its last result. At the beginning of the path ok is false.
func (w *survivors) next() (segment string, ok bool) {
	for w.more {
		slash := strings.LastIndexByte(w.rest, '/')
		segment = w.rest[slash+1:]
		w.rest, w.more = w.rest[:max(0, slash)], slash > 0 || slash == 0 && !w.rooted
		last := w.last
		w.last = false
		n, _ := w.dots(segment)
		if n == 2 {
			w.up++
		}
		switch {
		case n > 0 && last:
			return "", true
		case n > 0:
		case w.up == 0:
			return segment, true
		default:
			w.up--
			w.rooted = w.rooted || !w.more
		}
	}
	return "", false
}

// equalPaths reports whether two paths are equal, normalized and without their dot segments.
func (u units) equalPaths(s, t string) bool {
	if s == t {
		return true
	}
	a, b := u.survivors(s), u.survivors(t)
	for {
		x, more := a.next()
		y, also := b.next()
		if more != also || !u.equal(x, u, y) {
			return false
		}
		if !more {
			return a.rooted == b.rooted
		}
	}
}
