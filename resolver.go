package iri

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// A Resolver resolves references against one base. If all flags are false, it behaves like
// [IRI.Resolve]. Each flag selects a behavior on which libraries differ.
type Resolver struct {
	Base IRI

	// NoUnderflow rejects a ".." without a segment to remove, as in "../../c" against "http://a/b".
	// RFC 3986, section 5.4.2, drops such a "..".
	NoUnderflow bool

	// NoOpaqueBase rejects a base without an authority whose path does not begin with a slash, such
	// as "urn:a:b" and "urn:", unless the reference has a scheme, is empty or is only a fragment.
	// RFC 3986 merges such paths: "c" resolves to "urn:c". The WHATWG URL Standard calls such paths
	// opaque, except after special schemes such as "http:", and also rejects an empty reference.
	NoOpaqueBase bool

	// EncodedDots treats "%2E" and "%2e" as dots in dot segments, as browsers and many servers do,
	// but RFC 3986, section 5.2.4, does not. In other segments they remain encoded.
	EncodedDots bool

	// LegacyScheme ignores the scheme of a reference if it equals the scheme of the base, ignoring
	// case: "http:g" means "g". This is strict = false in RFC 3986, section 5.2.2.
	LegacyScheme bool
}

// Resolve is like [IRI.Resolve], but honors the flags. The error is a [*ResolveError]. If Base is
// the zero IRI, a relative reference is an error.
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

// ResolveString parses a reference and resolves it; see [ParseReference] and [Resolver.Resolve].
func (v *Resolver) ResolveString(ref string) (IRI, error) {
	r, err := ParseReference(ref)
	if err != nil {
		return IRI{}, err
	}
	return v.Resolve(r)
}

// AppendResolve appends the result of [Resolver.Resolve] to dst. If there is an error, it returns
// dst unchanged.
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

// strict reports whether v resolves r exactly as [IRI.Resolve] does.
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

// A ResolveError reports a reference that cannot be resolved.
type ResolveError struct {
	// Code is "no-base" if the reference is relative and the base is the zero IRI, "opaque-base" (see
	// NoOpaqueBase of [Resolver]) or "path-underflow" (see NoUnderflow).
	Code string

	Base      IRI
	Reference Reference

	// For "path-underflow", Offset is the byte offset of the dot segment: in Base if InBase is true,
	// otherwise in Reference.
	Offset int
	InBase bool
}

// The codes of a [ResolveError].
const (
	noBase        = "no-base"
	opaqueBase    = "opaque-base"
	pathUnderflow = "path-underflow"
)

// Error returns the reference and the base, both redacted, and the reason. The offset refers to the
// unredacted string. Error hides only a password in the authority, not one that browsers find in a
// path, as in "http:u:secret@h".
func (e *ResolveError) Error() string {
	ref, base := "the reference "+chars.Quoted(e.Reference.Redacted()), "the base "+chars.Quoted(e.Base.Redacted())
	switch e.Code {
	case noBase:
		return ref + " is relative, but the base is the zero IRI; set a base"
	case opaqueBase:
		return ref + " is relative, but " + base + " has an opaque path; use a reference with a scheme, or only a fragment"
	case pathUnderflow:
		where := "the reference"
		if e.InBase {
			where = "the base"
		}
		return ref + " with " + base + " leads above the root: no segment precedes the dot segment at offset " +
			strconv.Itoa(e.Offset) + " of " + where
	}
	return ref + " does not resolve"
}
