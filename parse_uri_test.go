package iri_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// The offset and the expected characters in an error from ParseURI come from the rule URI; the
// component comes from the rule IRI.
func TestParseURIErrors(t *testing.T) {
	for _, c := range []struct{ input, uri, reference string }{
		{"http://例え.テスト/",
			`URI: column 8: "例" (U+4F8B) is not allowed in the authority`, "authority"},
		{"http://h/é",
			`URI: column 10: "é" (U+00E9) is not allowed in the path`, "path"},
		{"http://h/?é", `URI: column 11: "é" (U+00E9) is not allowed in the query`, "query"},
		{"http://h/a?b c", `URI: column 13: a space is not allowed in the query`, "query"},
		{"http://h/a/b c", `URI: column 13: a space is not allowed in the path`, "path"},
		{"http://h/?#\uE000", `URI: column 12: U+E000 is not allowed in the fragment`, "fragment"},
		{"http://h:80x/", `URI: column 13: "/" is not allowed in the authority`, "authority"},
		{"http://[::1]é",
			`URI: column 13: "é" (U+00E9) is not allowed in the authority, expected "#", "/", ":", "?" or the end`, "authority"},
		{"http://h/%", `URI: column 11: unexpected end in the path, expected a hex digit`, "path"},
		{"http", `URI: column 5: unexpected end in the scheme`, ""},
		{"é:a", `URI: column 1: "é" (U+00E9) is not allowed, expected a letter`, ""},
		{"aé:", `URI: column 2: "é" (U+00E9) is not allowed in the scheme`, "scheme or path"},
		{"a:\xff", `URI: column 3: the byte 0xFF (not UTF-8) is not allowed after the scheme`, "scheme"},
		{"", `URI: column 1: unexpected end, expected a letter`, ""},
	} {
		_, err := iri.ParseURI(c.input)
		if err == nil || !strings.HasPrefix(err.Error(), c.uri) {
			t.Errorf("%q: %v, not %s", c.input, err, c.uri)
		}
		_, err = iri.ParseURIReference(c.input)
		var e *iri.SyntaxError
		errors.As(err, &e)
		if e == nil && c.reference != "" || e != nil && (e.Component() != c.reference || e.Rule().Name() != "URI-reference") {
			t.Errorf("%q as a reference: %v, not in the %q", c.input, err, c.reference)
		}
	}
}

// BenchmarkParseURI reports the time to parse a URI as a multiple of ValidURI's time and of Parse's
// time. See [BenchmarkParse].
func BenchmarkParseURI(b *testing.B) {
	corpora(b, func(b *testing.B, lines []string) {
		uris := slices.DeleteFunc(slices.Clone(lines), func(s string) bool { return !iri.ValidURI(s) })
		if len(uris) == 0 {
			b.Skip("no line is a URI")
		}
		best := rounds(b, uris, iri.ValidURI,
			func(s string) bool { _, err := iri.Parse(s); return err == nil },
			func(s string) bool { _, err := iri.ParseURI(s); return err == nil })
		b.ReportMetric(float64(best[2])/float64(best[0]), "valid-ratio")
		b.ReportMetric(float64(best[2])/float64(best[1]), "parse-ratio")
	})
}

// Tested against: Parse and the rule URI of RFC 3986, for all strings made of a few symbols.
func TestParseURIAgrees(t *testing.T) {
	symbols := []string{"a", ":", "/", "?", "#", "@", "[", "]", "%41", "%", "é", "1", " "}
	most := 5
	if testkit.Few(4) < 4 {
		most = 4
	}
	members, errs := 0, 0
	var all func(s string, n int)
	all = func(s string, n int) {
		wantURI, wantReference := rfc3986.URI.Valid(s), rfc3986.URIReference.Valid(s)
		i, err := iri.ParseURI(s)
		want, _ := iri.Parse(s)
		if !wantURI {
			errs++
			want = iri.IRI{}
			sameError(t, s, err, rfc3986.URI, rfc3987.IRI)
		} else {
			members++
		}
		if (err == nil) != wantURI || i != want || i.IsURI() != wantURI {
			t.Fatalf("%q: %q, %v, %v", s, i, i.Offsets(), err)
		}
		r, err := iri.ParseURIReference(s)
		wide, _ := iri.ParseReference(s)
		if wide.IsURIReference() != wantReference && iri.ValidReference(s) {
			t.Fatalf("%q is a URI reference: %v", s, !wantReference)
		}
		if !wantReference {
			wide = iri.Reference{}
			sameError(t, s, err, rfc3986.URIReference, rfc3987.IRIReference)
		}
		if (err == nil) != wantReference || r != wide {
			t.Fatalf("%q: %q, %v, %v", s, r, r.Offsets(), err)
		}
		if n > 0 {
			for _, symbol := range symbols {
				all(s+symbol, n-1)
			}
		}
	}
	all("", most)
	all("a://", most-1)
	if members < 500 || errs < 500 {
		t.Errorf("%d members, %d others", members, errs)
	}
}

// sameError checks that err is the narrow rule's error, with the component that the wide rule
// reports for the string truncated at the same offset.
func sameError(t *testing.T, s string, err error, narrow, wide tables.Rule) {
	t.Helper()
	var got *iri.SyntaxError
	ok := errors.As(err, &got)
	if !ok {
		t.Fatalf("%q: %v", s, err)
	}
	var want *iri.SyntaxError
	errors.As(narrow.Check(s), &want)
	var at *iri.SyntaxError
	errors.As(wide.Check(s[:got.Offset]+"\x00"), &at)
	if !errors.Is(got, want) || got.Column != want.Column || got.Found() != want.Found() ||
		got.Component() != at.Component() {
		t.Fatalf("%q: %v, not %v in the %s", s, got, want, at.Component())
	}
}
