package fuzz

import (
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables/profiles"
)

// FuzzTarget checks that ParseTarget agrees with the tables for request targets, and that the URI
// of a target has the target's path and query and, for an origin-form target, the given authority.
func FuzzTarget(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		target, err := iri.ParseTarget("GET", s)
		origin, absolute := profiles.OriginForm.Valid(s), profiles.AbsoluteForm.Valid(s)
		if origin != (err == nil && target.Kind() == iri.OriginTarget) || err == nil && !origin && !absolute {
			t.Fatalf("%q: %v, %v", s, target.Kind(), err)
		}
		if err != nil {
			return
		}
		uri, err := target.URI("https", "example.org")
		if err != nil || uri.Path() != target.Path() || uri.Query() != target.Query() || uri.HasQuery() != target.HasQuery() {
			t.Errorf("%q: %s, %v", s, uri, err)
		}
		if origin && uri.String() != "https://example.org"+s || !origin && uri.String() != s ||
			origin && uri.Authority() != "example.org" {
			t.Errorf("%q: %s", s, uri)
		}
	})
}

// FuzzFilePath checks that the file path of an IRI converts to an IRI (for Windows, one with the
// same path), and that converting a Unix path to an IRI and back preserves the path.
func FuzzFilePath(f *testing.F) {
	addSeeds(f)
	for _, s := range []string{`C:\a b`, `\\server\share\a`, `\\?\C:\a`, "file:///C:/a%20b", "file:////server/share/a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if i, err := iri.FromUnixPath(s); err == nil {
			if path, err := i.UnixPath(); path != s || err != nil || !iri.Valid(i.String()) {
				t.Errorf("%q: %s, %q, %v", s, i, path, err)
			}
		}
		if i, err := iri.FromWindowsPath(s); err == nil {
			checkWindowsPath(t, i)
		}
		if i, err := iri.Parse(s); err == nil {
			if path, err := i.UnixPath(); err == nil {
				if again, err := iri.FromUnixPath(path); err != nil {
					t.Errorf("%q: %q, %s, %v", s, path, again, err)
				}
			}
			if _, err := i.WindowsPath(); err == nil {
				checkWindowsPath(t, i)
			}
		}
	})
}

func checkWindowsPath(t *testing.T, i iri.IRI) {
	path, err := i.WindowsPath()
	if err != nil || !iri.Valid(i.String()) {
		t.Fatalf("%s: %q, %v", i, path, err)
	}
	again, err := iri.FromWindowsPath(path)
	if err != nil {
		t.Fatalf("%s: %q: %v", i, path, err)
	}
	if same, err := again.WindowsPath(); same != path || err != nil {
		t.Errorf("%s: %q, %s, %q, %v", i, path, again, same, err)
	}
}
