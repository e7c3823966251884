package iri

import (
	"bytes"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Dot segments are the segments "." and "..", optionally with "%2E" treated as a dot. Resolution
// and DotForm remove them as in RFC 3986, section 5.2.4: ".." also removes the preceding segment,
// and removing the first segment of a rootless path leaves a "/" ("a/../b" becomes "/b").

// mayHaveDots reports whether any segment of a path begins with a dot.
func mayHaveDots(path string) bool { return path != "" && path[0] == '.' || laterDots(path) }

// laterDots reports whether any segment of a path except the first begins with a dot.
func laterDots(path string) bool {
	dot := strings.IndexByte(path, '.') // a shortcut, because most paths do not contain a dot
	return dot >= 0 && strings.Contains(path[max(0, dot-1):], "/.")
}

// dotSegments returns a function that reads a dot segment at the beginning of a path, and the
// prefix, including the slash, of every later dot segment.
func dotSegments(encoded bool) (read func(path string) (dots, length int), next string) {
	if encoded {
		return chars.EncodedDotSegment, "/"
	}
	return chars.DotSegment, "/."
}

// hasDotSegment reports whether a path contains a dot segment.
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

// A pathWriter appends a path to a slice and omits the dot segments. It implements
// remove_dot_segments of RFC 3986, section 5.2.4.
//
// Idea. The RFC moves each segment together with the preceding slash. A pathWriter moves it with
// the following slash instead, so it can write the path in two pieces: one from the base and one
// from the reference. Before the last segment, the output is empty or ends in a slash. Removing a
// segment from "a/" leaves "/", as in the RFC.
//
// Cost. Linear: each byte is appended once, and read again at most once, when it is removed.
//
// Tested against: pseudocode.removeDotSegments in resolve_test.go.
type pathWriter struct {
	root    int  // offset of the path in the slice
	encoded bool // whether "%2E" is a dot
	units        // normalizations applied to all other segments
	read    int  // number of bytes read from the pieces
	folder  int  // length in bytes of the piece from the base
	above   int  // 1 + the offset in the pieces of the first ".." with nothing to remove; 0 if none
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

// remove removes the last segment of the output. read is the offset of the ".." in the pieces.
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

// shield inserts "/." before a path that begins with "//", which would begin an authority.
func (w *pathWriter) shield(dst []byte) []byte {
	if path := dst[w.root:]; len(path) > 1 && path[0] == '/' && path[1] == '/' {
		return slices.Insert(dst, w.root, '/', '.')
	}
	return dst
}

// readsPcts reports whether "%2E" is a dot.
func (u units) readsPcts() bool { return u.form&PercentForm != 0 }

// mayHaveDots reports whether a path may contain dot segments.
func (u units) mayHaveDots(path string) bool {
	return mayHaveDots(path) || u.readsPcts() && (strings.HasPrefix(path, "%") || strings.Contains(path, "/%"))
}

// hasDots reports whether a path contains dot segments.
func (u units) hasDots(path string) bool {
	return u.mayHaveDots(path) && hasDotSegment(path, u.readsPcts())
}

// appendPath appends the normal form of a path without its dot segments. If there is no authority,
// it shields the path.
func (u units) appendPath(dst []byte, path string, hasAuthority bool) []byte {
	w := pathWriter{root: len(dst), encoded: u.readsPcts(), units: u}
	dst = w.write(dst, path)
	if hasAuthority {
		return dst
	}
	return w.shield(dst)
}

// survivors reads the segments that remain after dot segments are removed, from the last to the
// first.
//
// Idea. Read backwards, a ".." precedes the segment that it removes, so a counter suffices.
//
// Cost. Linear in the length of the path, in constant memory.
//
// Rejected: reading forwards, which needs a stack of segments.
//
// Tested against: the pseudocode in resolve_test.go, by TestEquivalentOfAllShortIRIs.
type survivors struct {
	units
	dots   func(segment string) (dots, length int)
	rest   string // the part of the path before the segments already read
	more   bool   // whether segments remain
	rooted bool   // whether the path begins with "/", or will once its first segment is removed
	last   bool   // whether no segment has been read yet
	up     int    // number of segments to remove
}

func (u units) survivors(path string) survivors {
	read, _ := dotSegments(u.readsPcts())
	for dots, n := read(path); dots > 0; dots, n = read(path) {
		path = path[n:]
	}
	return survivors{units: u, dots: read, rest: path, more: path != "", rooted: path != "" && path[0] == '/', last: true}
}

// next returns the preceding segment. ok is false at the beginning of the path.
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

// equalPaths reports whether two paths have the same normal form without dot segments.
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
