package iri

import (
	"bytes"
	"slices"
	"strings"
)

// Dot segments are the segments "." and "..", and with PercentForm "%2E" and the like. They are
// removed as in RFC 3986, section 5.2.4: a ".." takes the segment before it along, and the first
// segment of a rootless path leaves a "/" there ("a/../b" becomes "/b").

// dots returns 1 for a segment ".", 2 for "..", and 0 for others.
func (u units) dots(segment string) (n int) {
	for ; segment != ""; n++ {
		switch {
		case n == 2:
			return 0
		case segment[0] == '.':
			segment = segment[1:]
		case u.form&PercentForm != 0 && len(segment) >= pctLength && segment[:2] == "%2" && segment[2]|0x20 == 'e':
			segment = segment[pctLength:]
		default:
			return 0
		}
	}
	return n
}

// mayHaveDots reports whether a path may have dot segments. A path without them is left as it is.
func (u units) mayHaveDots(path string) bool {
	if path == "" {
		return false
	}
	return path[0] == '.' || strings.Contains(path, "/.") ||
		u.form&PercentForm != 0 && (path[0] == '%' || strings.Contains(path, "/%"))
}

// hasDots reports whether a path has dot segments.
func (u units) hasDots(path string) bool {
	for more := u.mayHaveDots(path); more; {
		var segment string
		if segment, path, more = strings.Cut(path, "/"); u.dots(segment) > 0 {
			return true
		}
	}
	return false
}

// trimDots removes the dot segments at the beginning of a rootless path, with the "/" after each.
func (u units) trimDots(path string) string {
	for path != "" && path[0] != '/' {
		segment, rest, _ := strings.Cut(path, "/")
		if u.dots(segment) == 0 {
			break
		}
		path = rest
	}
	return path
}

// appendPath appends what a path becomes without its dot segments. If that would begin with "//",
// where rooted says that it must not, "/." comes before it.
func (u units) appendPath(dst []byte, path string, rooted bool) []byte {
	start := len(dst)
	for path = u.trimDots(path); path != ""; {
		slash := 0
		if path[0] == '/' {
			slash = 1
		}
		end := len(path)
		if i := strings.IndexByte(path[slash:], '/'); i >= 0 {
			end = slash + i
		}
		n := u.dots(path[slash:end])
		if n == 2 {
			dst = dst[:start+max(0, bytes.LastIndexByte(dst[start:], '/'))]
		}
		if n == 0 {
			dst = u.append(dst, path[:end])
		} else if end == len(path) {
			dst = append(dst, '/')
		}
		path = path[end:]
	}
	if rooted && len(dst) > start+1 && dst[start] == '/' && dst[start+1] == '/' {
		dst = slices.Insert(dst, start, '/', '.')
	}
	return dst
}

// survivors reads the segments that a path has without its dot segments, from the last to the
// first.
//
// Idea. From the end, a ".." comes before the segment that it takes along, so that a count is all
// that must be kept.
//
// Cost. Linear in the length of the path, without memory. Rejected: reading from the beginning
// needs a stack of segments.
//
// Twin. TestEquivalentOfAllShortIRIs compares it with strings that slowDots makes.
type survivors struct {
	units
	rest   string // of the path, before the segments that are read
	more   bool   // there are segments before
	rooted bool   // the path begins with "/", or will because its first segment is taken along
	last   bool   // no segment has been read
	up     int    // how many segments are to be taken along
}

func (u units) survivors(path string) survivors {
	path = u.trimDots(path)
	return survivors{units: u, rest: path, more: path != "", rooted: path != "" && path[0] == '/', last: true}
}

// next returns the segment before the last one that it returned, and false if there is none.
func (w *survivors) next() (segment string, ok bool) {
	for w.more {
		slash := strings.LastIndexByte(w.rest, '/')
		segment = w.rest[slash+1:]
		w.rest, w.more = w.rest[:max(0, slash)], slash > 0 || slash == 0 && !w.rooted
		last := w.last
		w.last = false
		n := w.dots(segment)
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

// equalPaths reports whether two paths become the same without their dot segments.
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
