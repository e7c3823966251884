package iri

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// A Resolver resolves references against one base. With all switches off it does the same as
// [IRI.Resolve]. Each switch is a point on which libraries differ.
type Resolver struct {
	Base IRI

	// NoUnderflow refuses a segment ".." with no segment to remove, as in "http://a/b" and
	// "../../c". RFC 3986, section 5.4.2 drops it.
	NoUnderflow bool

	// NoOpaqueBase refuses a base without an authority whose path does not begin with a slash, such
	// as "urn:a:b" and "urn:", unless the reference has a scheme, is empty or a fragment. RFC 3986
	// merges: "c" makes "urn:c". The URL Standard calls these paths opaque, except after "http:" and
	// the other schemes that it knows. It refuses an empty reference, too.
	NoOpaqueBase bool

	// EncodedDots reads "%2E" and "%2e" as dots in dot segments, as browsers and many servers do.
	// Other segments keep them. To RFC 3986, section 5.2.4 they are no dots.
	EncodedDots bool

	// LegacyScheme ignores the scheme of a reference if it equals the scheme of the base in any
	// case: "http:g" is "g". This is strict = false in RFC 3986, section 5.2.2.
	LegacyScheme bool
}

// Resolve is [IRI.Resolve] with the switches. The error is a [*ResolveError]; the IRI is zero then.
// If Base is the zero IRI, a relative reference is an error.
func (v *Resolver) Resolve(r Reference) (IRI, error) {
	if v.strict(r) {
		return v.Base.Resolve(r), nil
	}
	var buffer [256]byte
	b, e, err := v.resolve(buffer[:0], r)
	if err != nil {
		return IRI{}, err
	}
	return IRI{pack(string(b), e)}, nil
}

// ResolveString parses a reference and resolves it. The errors are those of [ParseReference] and of
// [Resolver.Resolve].
func (v *Resolver) ResolveString(ref string) (IRI, error) {
	r, err := ParseReference(ref)
	if err != nil {
		return IRI{}, err
	}
	return v.Resolve(r)
}

// AppendResolve appends the string of [Resolver.Resolve] to dst. If there is an error, it returns
// dst as it was.
func (v *Resolver) AppendResolve(dst []byte, r Reference) ([]byte, error) {
	if v.strict(r) {
		return v.Base.AppendResolve(dst, r), nil
	}
	b, _, err := v.resolve(dst, r)
	if err != nil {
		return dst, err
	}
	return b, nil
}

// strict reports whether the switches and the base make no difference to the reference.
func (v *Resolver) strict(r Reference) bool {
	return !v.NoUnderflow && !v.NoOpaqueBase && !v.EncodedDots && !v.LegacyScheme &&
		(v.Base.HasScheme() || r.HasScheme())
}

// resolve appends the result to dst, and returns its ends.
func (v *Resolver) resolve(dst []byte, reference Reference) ([]byte, ends, error) {
	base, ref, skipped := v.Base.ends(), reference.ends(), 0
	if v.LegacyScheme && ref.scheme > 0 && chars.EqualFold(reference.s[:ref.scheme], v.Base.s[:base.scheme]) {
		skipped = ref.scheme
		ref = ends{0, ref.authority - skipped, ref.path - skipped, ref.query - skipped}
	}
	switch {
	case ref.scheme > 0:
	case base.scheme == 0:
		return nil, ends{}, &ResolveError{Code: noBase, Reference: reference}
	case v.NoOpaqueBase && ref.query > 0 && !v.Base.HasAuthority() && !strings.HasPrefix(v.Base.Path(), "/"):
		return nil, ends{}, &ResolveError{Code: opaqueBase, Base: v.Base, Reference: reference}
	}
	w := pathWriter{encoded: v.EncodedDots}
	dst, e := w.resolve(dst, v.Base.s, reference.s[skipped:], base, ref)
	if v.NoUnderflow && w.above > 0 {
		refuse := &ResolveError{Code: pathUnderflow, Base: v.Base, Reference: reference}
		if at := w.above - 1; at < w.folder {
			refuse.Offset, refuse.InBase = base.authority+at, true
		} else {
			refuse.Offset = skipped + ref.authority + at - w.folder
		}
		return nil, ends{}, refuse
	}
	return dst, e, nil
}

// A ResolveError reports a reference without a result.
type ResolveError struct {
	// Code is "no-base" for a relative reference and the zero IRI as base, "opaque-base" (see
	// NoOpaqueBase of [Resolver]) or "path-underflow" (see NoUnderflow).
	Code string

	Base      IRI
	Reference Reference

	// Offset is, for "path-underflow", the offset in bytes of the segment: in the string of Base if
	// InBase is true, in that of Reference otherwise.
	Offset int
	InBase bool
}

// The codes of a [ResolveError].
const (
	noBase        = "no-base"
	opaqueBase    = "opaque-base"
	pathUnderflow = "path-underflow"
)

// Error returns the message: the reference and the base in the form of Redacted, and the reason.
// Its offset counts in the strings themselves. It hides a password of an authority alone, not that
// found by browsers in the path of "http:u:secret@h".
func (e *ResolveError) Error() string {
	ref, base := "the reference "+chars.Quoted(e.Reference.Redacted()), "the base "+chars.Quoted(e.Base.Redacted())
	switch e.Code {
	case noBase:
		return ref + " is relative: it needs a base with a scheme, and the base is the zero IRI"
	case opaqueBase:
		return ref + " is relative and " + base + " has an opaque path: use a scheme, a fragment or no reference"
	case pathUnderflow:
		where := "the reference"
		if e.InBase {
			where = "the base"
		}
		return ref + " with " + base + " leads above the root: the segment at offset " + strconv.Itoa(e.Offset) +
			" of " + where + " has no segment to remove"
	}
	return ref + " does not resolve"
}
