package iri_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

// switches lists cases in which each flag of Resolver has an effect, and cases in which it does
// not. want is a result, or the code of an error and the offset of a segment: "path-underflow 6",
// "path-underflow base 8".
//
// Discussions of the flags:
//   - NoUnderflow: RFC 3986, section 5.4.2; yescallop/fluent-uri-rs#11, #15 and #17, whose Resolver
//     has allow_path_underflow; boostorg/url#808; golang/go#80282.
//   - NoOpaqueBase: golang/go#66084 (net/url loses the opaque part); fluent-uri's
//     InvalidReferenceAgainstOpaqueBase; the URL Standard's "missing-scheme-non-relative-URL".
//   - EncodedDots: lo48576/iri-string#9 and medialize/URI.js#264, where they became dots;
//     sporkmonger/addressable#8; golang/go#78562 and google/go-github#4291 (access checks evaded).
//   - LegacyScheme: RFC 3986, sections 5.2.2 and 5.4.2; w3c/rdf-tests#146 (two right answers);
//     whatwg/url#531.
var switches = []struct {
	name, base, ref, without, want string
	set                            func(*iri.Resolver)
}{
	{"NoUnderflow", "http://a/b/c", "../../d", "http://a/d", "path-underflow 3", noUnderflow},
	{"NoUnderflow", "http://a/b/c", "../../../d", "http://a/d", "path-underflow 3", noUnderflow},
	{"NoUnderflow", "http://a/b/c", "../d/../../e", "http://a/e", "path-underflow 8", noUnderflow},
	{"NoUnderflow", "http://a/b/c", "/../d", "http://a/d", "path-underflow 1", noUnderflow},
	{"NoUnderflow", "http://a/b/c", "//h/../d?q", "http://h/d?q", "path-underflow 4", noUnderflow},
	{"NoUnderflow", "http://a/b/c", "http://h/../d", "http://h/d", "path-underflow 9", noUnderflow},
	{"NoUnderflow", "http://a", "..", "http://a/", "path-underflow 0", noUnderflow},
	{"NoUnderflow", "http://a/../b/c", "d", "http://a/b/d", "path-underflow base 9", noUnderflow},
	{"NoUnderflow", "urn:a", "../b", "urn:b", "path-underflow 0", noUnderflow},
	{"NoUnderflow", "urn:a/b", "../../c", "urn:/c", "path-underflow 3", noUnderflow},
	{"NoUnderflow", "urn:a/b", "../c", "urn:/c", "urn:/c", noUnderflow},
	{"NoUnderflow", "http://a//b", "../c", "http://a/c", "http://a/c", noUnderflow},
	{"NoUnderflow", "http://a/b/c/d", "../../e", "http://a/e", "http://a/e", noUnderflow},
	{"NoUnderflow", "http://a/../b", "#f", "http://a/../b#f", "http://a/../b#f", noUnderflow},

	{"NoOpaqueBase", "urn:x:y", "z", "urn:z", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:x:y", "/z", "urn:/z", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:x:y", "//h/z", "urn://h/z", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:x:y", "?q", "urn:x:y?q", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "mailto:a@b", "..", "mailto:", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:x:y#g", "#f", "urn:x:y#f", "urn:x:y#f", noOpaqueBase},
	{"NoOpaqueBase", "urn:x:y", "", "urn:x:y", "urn:x:y", noOpaqueBase},
	{"NoOpaqueBase", "urn:x:y", "a:b", "a:b", "a:b", noOpaqueBase},
	{"NoOpaqueBase", "urn:", "z", "urn:z", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:?q", "/z", "urn:/z", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:?q", "?r", "urn:?r", "opaque-base 0", noOpaqueBase},
	{"NoOpaqueBase", "urn:?q", "#f", "urn:?q#f", "urn:?q#f", noOpaqueBase},
	{"NoOpaqueBase", "urn:", "", "urn:", "urn:", noOpaqueBase},
	{"NoOpaqueBase", "urn://", "z", "urn:///z", "urn:///z", noOpaqueBase},
	{"NoOpaqueBase", "urn:/x", "z", "urn:/z", "urn:/z", noOpaqueBase},

	{"EncodedDots", "http://a/b/c", "%2E%2E", "http://a/b/%2E%2E", "http://a/", encodedDots},
	{"EncodedDots", "http://a/b/c", ".%2e/d", "http://a/b/.%2e/d", "http://a/d", encodedDots},
	{"EncodedDots", "http://a/b/c", "%2e/d", "http://a/b/%2e/d", "http://a/b/d", encodedDots},
	{"EncodedDots", "http://a/%2E%2E/c", "d", "http://a/%2E%2E/d", "http://a/d", encodedDots},
	{"EncodedDots", "http://a/b/c", "x:/y/%2e%2E/z", "x:/y/%2e%2E/z", "x:/z", encodedDots},
	{"EncodedDots", "foo:/a", "%2e//b", "foo:/%2e//b", "foo:/.//b", encodedDots},
	{"EncodedDots", "http://a/b/c", "%2E%2E%2E/%2Ed", "http://a/b/%2E%2E%2E/%2Ed",
		"http://a/b/%2E%2E%2E/%2Ed", encodedDots},
	{"EncodedDots", "http://a/b/c", "..%2Fd", "http://a/b/..%2Fd", "http://a/b/..%2Fd", encodedDots},
	{"EncodedDots", "http://a/b/c", "%252E%252E/d", "http://a/b/%252E%252E/d", "http://a/b/%252E%252E/d", encodedDots},
	{"EncodedDots", "http://a/%2E%2E/c", "?%2e", "http://a/%2E%2E/c?%2e", "http://a/%2E%2E/c?%2e", encodedDots},

	{"LegacyScheme", "http://a/b/c?q", "http:g", "http:g", "http://a/b/g", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "HTTP:g", "HTTP:g", "http://a/b/g", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "http:", "http:", "http://a/b/c?q", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "http:?r", "http:?r", "http://a/b/c?r", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "http:/g", "http:/g", "http://a/g", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "http:g:h", "http:g:h", "http://a/b/g:h", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "http://g", "http://g", "http://g", legacyScheme},
	{"LegacyScheme", "http://a/b/c?q", "https:g", "https:g", "https:g", legacyScheme},

	{"LegacyScheme and NoUnderflow", "http://a/b", "http:c/../../d", "http:/d", "path-underflow 10",
		func(v *iri.Resolver) { v.LegacyScheme, v.NoUnderflow = true, true }},
	{"LegacyScheme and NoOpaqueBase", "urn:a", "urn:b", "urn:b", "opaque-base 0",
		func(v *iri.Resolver) { v.LegacyScheme, v.NoOpaqueBase = true, true }},
	{"EncodedDots and NoUnderflow", "http://a/b", "c/%2E%2e/%2e./d", "http://a/c/%2E%2e/%2e./d", "path-underflow 9",
		func(v *iri.Resolver) { v.EncodedDots, v.NoUnderflow = true, true }},
}

func noUnderflow(v *iri.Resolver)  { v.NoUnderflow = true }
func noOpaqueBase(v *iri.Resolver) { v.NoOpaqueBase = true }
func encodedDots(v *iri.Resolver)  { v.EncodedDots = true }
func legacyScheme(v *iri.Resolver) { v.LegacyScheme = true }

func TestResolverSwitches(t *testing.T) {
	for _, tt := range switches {
		v := iri.Resolver{Base: iri.MustParse(tt.base)}
		if got, err := v.ResolveString(tt.ref); err != nil || got.String() != tt.without {
			t.Errorf("%q with %q is %q, want %q (%v)", tt.base, tt.ref, got, tt.without, err)
		}
		tt.set(&v)
		got, err := v.ResolveString(tt.ref)
		text := got.String()
		var e *iri.ResolveError
		if errors.As(err, &e) {
			place := " "
			if e.InBase {
				place = " base "
			}
			text = e.Code + place + strconv.Itoa(e.Offset)
			if e.Base != v.Base || e.Reference.String() != tt.ref || !strings.Contains(e.Error(), tt.ref) {
				t.Errorf("%s: %q with %q: %+v, %v", tt.name, tt.base, tt.ref, e, e)
			}
		}
		if text != tt.want || (err != nil) != (e != nil) {
			t.Errorf("%s: %q with %q is %q, want %q (%v)", tt.name, tt.base, tt.ref, text, tt.want, err)
		}
		appended, err := v.AppendResolve([]byte("#"), iri.MustParseReference(tt.ref))
		if string(appended) != "#"+got.String() || (err == nil) != (e == nil) {
			t.Errorf("%s: %q with %q: AppendResolve has %q, not %q (%v)", tt.name, tt.base, tt.ref, appended, got, err)
		}
	}
}

// Without a base, every relative reference is an error, and the message names a remedy.
func TestResolverErrors(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, tt := range []struct {
		v         iri.Resolver
		ref, want string
	}{
		{iri.Resolver{}, "a", `the reference "a" is relative, but the base is the zero IRI; set a base`},
		{iri.Resolver{NoUnderflow: true, LegacyScheme: true}, "",
			`the reference "" is relative, but the base is the zero IRI; set a base`},
		{iri.Resolver{Base: iri.MustParse("urn:a"), NoOpaqueBase: true}, "b",
			`the reference "b" is relative, but the base "urn:a" has an opaque path; ` +
				`use a reference with a scheme, or only a fragment`},
		{iri.Resolver{Base: iri.MustParse("s://h/a"), NoUnderflow: true}, "../b",
			`the reference "../b" with the base "s://h/a" leads above the root: ` +
				`no segment precedes the dot segment at offset 0 of the reference`},
		{iri.Resolver{Base: iri.MustParse("s:/../a"), NoUnderflow: true}, "b",
			`the reference "b" with the base "s:/../a" leads above the root: ` +
				`no segment precedes the dot segment at offset 3 of the base`},
		{iri.Resolver{Base: iri.MustParse("s://u:secret@h/"), NoUnderflow: true}, "//v:secret@h/../b",
			`the reference "//v:xxxxx@h/../b" with the base "s://u:xxxxx@h/" leads above the root: ` +
				`no segment precedes the dot segment at offset 13 of the reference`},
		{iri.Resolver{}, long, `the reference "` + long[:80] +
			`"… is relative, but the base is the zero IRI; set a base`},
	} {
		if got, err := tt.v.ResolveString(tt.ref); err == nil || err.Error() != tt.want || got != (iri.IRI{}) {
			t.Errorf("%+v with %q: %q\n%v, want\n%s", tt.v, tt.ref, got, err, tt.want)
		}
	}
	if got, err := (&iri.Resolver{NoUnderflow: true}).ResolveString("s:a"); err != nil || got.String() != "s:a" {
		t.Errorf("without a base a reference with a scheme is %q, %v", got, err)
	}
	if _, err := (&iri.Resolver{}).ResolveString("a b"); err == nil || !errors.As(err, new(*iri.SyntaxError)) {
		t.Errorf("an invalid reference: %v", err)
	}
	if text := (&iri.ResolveError{}).Error(); text != `the reference "" does not resolve` {
		t.Errorf("the zero error is %q", text)
	}
}
