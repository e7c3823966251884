package policy_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// StaysOn accepts no location that leads to another origin in Node. The log lists the locations
// that it rejects unnecessarily.
func TestLocationsOfLists(t *testing.T) {
	site := iri.MustParse("https://site.example/login")
	for _, path := range sharedOr("redirects.tsv", "redirects.tsv") {
		rows, stays, backslashes := rowsOf(t, path), 0, 0
		var refused []string
		for _, row := range rows {
			err := policy.StaysOn(site, row[0])
			if err == nil && row[1] != "stays" {
				t.Errorf("%s: %q %s", path, row[0], row[1])
			}
			if row[1] == "stays" {
				stays++
				if err != nil {
					refused = append(refused, row[0])
				}
				if err != nil && strings.Contains(row[0], `\`) {
					backslashes++
				}
			}
		}
		t.Logf("%s: %d rows, %d stay, refused without need: %q", path, len(rows), stays, refused)
		if len(rows) < 30 || len(refused)-backslashes > 1+stays/8 || stays < 20 && len(refused) > 2 {
			t.Errorf("%s: %d rows, %d refused without need", path, len(rows), len(refused))
		}
	}
}

func TestStaysOn(t *testing.T) {
	for _, c := range []struct {
		site, location string
		want           string // text in the error; "" if the location stays on the site
	}{
		{"http://h:8080/a", "//h:8080", ""},
		{"http://h:8080/a", "//h:08080", ""},
		{"http://h:8080/a", "//h", "different ports"},
		{"http://h:/a", "//h:80/", ""},
		{"http://h:/a", "//h:443/", "different ports"},
		{"http://h/a", "https:b", `the location has the scheme "https", not "http"`},
		{"https://h:65536/a", "//h:65536", "different ports"},
		{"https://[::1]/a", `\\[::1]:443`, `a "\"`},
		{"https://h/", `\evil.example`, `a "\"`}, // net/http.Redirect turns it into /\evil.example
		{"https://h/", `/x/../\evil.example`, `a "\"`},
		{"https://h/", `x/..\/evil.example`, `a "\"`},
		{"https://h/", `/a?\b`, ""},
		{"https://h/", `#\\b`, ""},
		{"https://[::1]/a", "//[0::1]", "the host"},
		{"https://[::1]/a", "//[::1", "the host"},
		{"https://bücher.example/", "/a", ""},
		{"https://bücher.example/", "//bücher.example/a", "the host"},
		{"https://H/", "https://h", ""},
		{"https://u:secret@h/", "//x", `the host of the location is "x", not "h"`},
		{"https://h/", "//u:secret@x", "userinfo"},
		{"https://h/", "u:secret@x", `the location has the scheme "u"`},
		{"https://h/", "//x:secret", `the host of the location is "x"`},
		{"https://h/", "/a\nb", "a line break"},
		{"https://h/", "/\xff", ""},
		{"https://h/", "//\xff", "the host"},
		{"https:///a", "/b", "the site is not"},
		{"https:a", "/b", "the site is not"},
		{"ftp://h/", "/b", "the site is not"},
		{"file:///h/", "/b", "the site is not"},
	} {
		err := policy.StaysOn(iri.MustParse(c.site), c.location)
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "secret")) {
			t.Errorf("%q on %s: %v", c.location, c.site, err)
		}
	}
	if policy.StaysOn(iri.IRI{}, "") == nil {
		t.Error("a location stays on the zero IRI")
	}
}
