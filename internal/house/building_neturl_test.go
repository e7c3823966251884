package house

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

func TestBuildingAgainstNetURL(t *testing.T) {
	onlyGo126(t)
	buildingAgainstNetURL(t, func(call, ours, theirs, wantOurs, wantTheirs string) {
		t.Helper()
		if ours != wantOurs || theirs != wantTheirs || wantOurs == wantTheirs {
			t.Errorf("%s: package iri has %q, not %q; net/url has %q, not %q", call, ours, wantOurs, theirs, wantTheirs)
		}
	})
}

// buildingAgainstNetURL makes calls that build or change values and on which the two packages
// differ. It passes the actual and expected results of each call to differs; "-" means an error.
func buildingAgainstNetURL(t *testing.T, differs func(call, ours, theirs, wantOurs, wantTheirs string)) {
	t.Helper()
	for _, c := range []struct{ base, add, ours, theirs string }{
		{"http://h", "a/b", "http://h/a%2Fb", "http://h/a/b"},                  // one segment each
		{"http://h/v", "%2E%2E", "http://h/v/%252E%252E", "http://h/v/%2E%2E"}, // golang/go#78562
		{"http://h/v", "..%2Fa", "http://h/v/..%252Fa", "http://h/v/..%2Fa"},
		{"http://h/v", "..", "-", "http://h/"},
		{"http://h/v", ".", "-", "http://h/v"},
		{"http://h/v", "100%", "http://h/v/100%25", "-"},            // golang/go#75799
		{"http://h/a//b", "c", "http://h/a//b/c", "http://h/a/b/c"}, // the base is unchanged
		{"http://h/a/../b", "c", "http://h/a/../b/c", "http://h/b/c"},
		{"http://h/a%41", "c?", "http://h/a%41/c%3F", "http://h/aA/c%3F"},
		{"http://h/é", "c", "http://h/é/c", "http://h/%C3%A9/c"},
		{"urn:a", "b", "urn:a/b", "urn:a"}, // an opaque URL has no path
		{"", "a:b", "-", "./a:b"},
		{"http://h/v", "", "http://h/v/", "http://h/v"},
	} {
		r, err := iri.ParseReference(c.base)
		if err != nil {
			t.Fatal(err)
		}
		joined, err := r.JoinPath(c.add)
		ours := orDash(joined.String(), err)
		theirs := orDash(url.JoinPath(c.base, c.add))
		differs(fmt.Sprintf("%q.JoinPath(%q)", c.base, c.add), ours, theirs, c.ours, c.theirs)
	}
	for _, c := range []struct {
		parts        iri.Parts
		u            url.URL
		ours, theirs string
	}{
		{iri.Parts{Scheme: "http", Host: "a/b"}, url.URL{Scheme: "http", Host: "a/b"}, "-", "http://a%2Fb"},
		{iri.Parts{Scheme: "http", Host: "h?q"}, url.URL{Scheme: "http", Host: "h?q"}, "-", "http://h%3Fq"},
		{iri.Parts{Scheme: "ht tp", Host: "h"}, url.URL{Scheme: "ht tp", Host: "h"}, "-", "ht tp://h"},
		{iri.Parts{Scheme: "http://evil/?", Host: "h"}, url.URL{Scheme: "http://evil/?", Host: "h"}, "-",
			"http://evil/?://h"},
		{iri.Parts{Scheme: "http", Host: "h", Port: "80x"}, url.URL{Scheme: "http", Host: "h:80x"}, "-", "http://h:80x"},
		{iri.Parts{Scheme: "http", Host: "h", Path: "a"}, url.URL{Scheme: "http", Host: "h", Path: "a"}, "-", "http://h/a"},
		{iri.Parts{Path: "//a"}, url.URL{Path: "//a"}, "-", "//a"},
		{iri.Parts{Path: "a:b"}, url.URL{Path: "a:b"}, "-", "./a:b"},
		{iri.Parts{Scheme: "a", Query: "x#y"}, url.URL{Scheme: "a", RawQuery: "x#y"}, "-", "a:?x#y"},
		{iri.Parts{Scheme: "a", Path: "b", Query: "x y"}, url.URL{Scheme: "a", Opaque: "b", RawQuery: "x y"}, "-", "a:b?x y"},
		{iri.Parts{Scheme: "a", Path: "é"}, url.URL{Scheme: "a", Path: "é"}, "a:é", "a://%C3%A9"},
	} {
		r, err := c.parts.Reference()
		// Omit the empty fields.
		fields := slices.DeleteFunc(strings.Split(strings.Trim(fmt.Sprintf("%+v", c.parts), "{}"), " "),
			func(field string) bool { return strings.HasSuffix(field, ":") })
		differs("{"+strings.Join(fields, " ")+"}", orDash(r.String(), err), c.u.String(), c.ours, c.theirs)
	}
	for _, c := range []struct {
		in           string
		component    iri.Component
		theirs       func(string) string
		ours, result string
	}{
		{"a b", iri.QueryField, url.QueryEscape, "a%20b", "a+b"},
		{"!'()*:@,/?", iri.QueryField, url.QueryEscape, "!'()*:@,/?", "%21%27%28%29%2A%3A%40%2C%2F%3F"},
		{"!'()*", iri.Segment, url.PathEscape, "!'()*", "%21%27%28%29%2A"},
		{";,", iri.Segment, url.PathEscape, ";,", "%3B%2C"},
		{"é", iri.Segment, url.PathEscape, "é", "%C3%A9"},
	} {
		differs(fmt.Sprintf("escape %q in a %v", c.in, c.component), iri.Escape(c.in, c.component), c.theirs(c.in), c.ours,
			c.result)
	}
	ours, err := iri.Unescape("%FF")
	theirs, theirErr := url.PathUnescape("%FF")
	differs(`unescape "%FF"`, orDash(ours, err), orDash(theirs, theirErr), "-", "\xff")
	for _, c := range []struct{ query, ours, theirs string }{
		{"b=1&a=2", "b=1 a=2", "a=2 b=1"}, // different order
		{"a=1;b=2", "a=1;b=2", ""},
		{"a=%zz&b=1", "-", "b=1"},
	} {
		var all []string
		r, err := iri.Parts{Query: c.query}.Reference()
		for p := range r.Pairs().Form().All() {
			key, value := p.Decode()
			all = append(all, key+"="+value)
		}
		u := url.URL{RawQuery: c.query}
		var values []string
		for key, list := range u.Query() {
			values = append(values, key+"="+strings.Join(list, ","))
		}
		slices.Sort(values)
		differs(fmt.Sprintf("pairs of the query %q", c.query), orDash(strings.Join(all, " "), err), strings.Join(values, " "),
			c.ours, c.theirs)
	}
}

func orDash(s string, err error) string {
	if err != nil {
		return "-"
	}
	return s
}
