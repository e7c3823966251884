package iri_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestSegments(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"http://h", nil},
		{"http://h/", []string{""}},
		{"http://h//", []string{"", ""}},
		{"http://h/a/b/?c/d#e/f", []string{"a", "b", ""}},
		{"http://h/a%2Fb/é", []string{"a%2Fb", "é"}},
		{"urn:a:b", []string{"a:b"}},
		{"a/b", []string{"a", "b"}},
		{"../.", []string{"..", "."}},
		{"/", []string{""}},
		{"/.//a", []string{".", "", "a"}},
		{"?a/b", nil},
	} {
		r, err := iri.ParseReference(c.in)
		got := slices.Collect(r.Segments())
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q has the segments %q, %v, not %q", c.in, got, err, c.want)
		}
		for segment := range r.Segments() {
			if segment != c.want[0] {
				t.Errorf("%q begins with %q", c.in, segment)
			}
			break
		}
	}
}

func TestJoinPathCases(t *testing.T) {
	const dots, empty, scheme = "segment: number 1 is ", "segment: number 1 is empty", `path: ":" in the first segment`
	for _, c := range []struct {
		base string
		add  []string
		want string // or the prefix of an error
	}{
		{"http://h", []string{"a"}, "http://h/a"}, // golang/go#58605
		{"http://h/", []string{"a"}, "http://h/a"},
		{"http://h/a", []string{"b"}, "http://h/a/b"},
		{"http://h/a/", []string{"b"}, "http://h/a/b"}, // servo/rust-url#188
		{"http://h/a//", []string{"b"}, "http://h/a//b"},
		{"http://h//", []string{"b"}, "http://h//b"},
		{"http://h/a", []string{"b", ""}, "http://h/a/b/"}, // golang/go#52074
		{"http://h/a", []string{""}, "http://h/a/"},
		{"http://h/a/", []string{""}, "http://h/a/"},
		{"http://h", []string{""}, "http://h/"},
		{"file:", []string{""}, "file:"},
		{"file:?q", []string{"a", ""}, "file:a/?q"},
		{"http://h/a", nil, "http://h/a"},
		{"http://h", nil, "http://h"},
		{"http://h/a?q#f", []string{"b", "c"}, "http://h/a/b/c?q#f"},
		{"http://h?q/#f/", []string{"b"}, "http://h/b?q/#f/"},
		{"http://h/%2e%2E/..", []string{"b"}, "http://h/%2e%2E/../b"},        // the base remains unchanged
		{"http://h/q", []string{"a", "b", "100%"}, "http://h/q/a/b/100%25"},  // golang/go#75799
		{"http://h/v1/", []string{"..%2Fadmin"}, "http://h/v1/..%252Fadmin"}, // golang/go#78562
		{"http://h/v1/", []string{"%2E%2E"}, "http://h/v1/%252E%252E"},
		{"http://h/v1/", []string{"%2e"}, "http://h/v1/%252e"},
		{"http://h/v1/", []string{"../admin"}, "http://h/v1/..%2Fadmin"}, // servo/rust-url#194
		{"http://h/v1/", []string{"./test"}, "http://h/v1/.%2Ftest"},
		{"http://h/v1/", []string{"..", "a"}, dots},
		{"http://h/v1/", []string{"."}, dots},
		{"http://h/v1/", []string{"a", ".."}, "segment: number 2 is "},
		{"http://h/v1/", []string{"..."}, "http://h/v1/..."},
		{"http://h/v1/", []string{".. "}, "http://h/v1/..%20"},
		{"http://h/users", []string{"", "delete"}, empty},
		{"http://h/users", []string{"a", "", "delete"}, "segment: number 2 is empty"},
		{"http://h/", []string{"/"}, "http://h/%2F"},
		{"http://h/", []string{`\`}, "http://h/%5C"}, // servo/rust-url#468
		{"http://h/", []string{"a?b#c"}, "http://h/a%3Fb%23c"},
		{"http://h/", []string{"a:b@c"}, "http://h/a:b@c"},
		{"http://h/", []string{"é\xff\x00"}, "http://h/é%FF%00"},
		{"http://例/", []string{"例\ue000"}, "http://例/例%EE%80%80"},
		{"file:///", []string{"etc", "passwd"}, "file:///etc/passwd"},
		{"file://", []string{"etc"}, "file:///etc"},
		{"file:", []string{"etc"}, "file:etc"},
		{"file:", []string{"", "etc"}, empty},
		{"file:", []string{""}, "file:"},
		{"file:/", []string{""}, "file:/"},
		{"file:/", []string{"etc"}, "file:/etc"},
		{"urn:a:b", []string{"c"}, "urn:a:b/c"},
		{"urn:a:b", []string{"c:d"}, "urn:a:b/c:d"},
		{"", []string{"a"}, "a"},
		{"", []string{"a", "b"}, "a/b"},
		{"", []string{""}, ""},
		{"", []string{"a:b"}, scheme}, // not the scheme "a"
		{"?q", []string{"a:b"}, scheme},
		{"", []string{"1:b"}, scheme},
		{"#f", []string{"a"}, "a#f"},
		{"", []string{"/", "h"}, "%2F/h"}, // not the authority "h"
		{"a", []string{"b:c"}, "a/b:c"},
		{"..", []string{"a"}, "../a"},
		{"/", []string{"a"}, "/a"},
		{"/.//", []string{"a"}, "/.//a"},
	} {
		base := iri.MustParseReference(c.base)
		got, err := base.JoinPath(c.add...)
		text := got.String()
		if err != nil {
			text = err.Error()[:min(len(c.want), len(err.Error()))]
		}
		if text != c.want || err != nil && (got != iri.Reference{}) {
			t.Errorf("%q and %q make %q, %v, not %q", c.base, c.add, got, err, c.want)
		}
		absolute, ok := base.IRI()
		joined, iriErr := absolute.JoinPath(c.add...)
		if ok && (joined.Reference() != got || (err == nil) != (iriErr == nil)) {
			t.Errorf("%q and %q make the IRI %q, %v, not %q, %v", c.base, c.add, joined, iriErr, got, err)
		}
	}
	if i, err := (iri.IRI{}).JoinPath("a"); partOf(err) != iri.Scheme || i != (iri.IRI{}) {
		t.Errorf("the zero IRI and a segment make %q, %v", i, err)
	}
}

// Each text becomes one segment, and nothing else changes.
func TestJoinPathRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3987))
	d := newSampler(t, rfc3987.IRIReference)
	joined, rounds := 0, testkit.Cases(20_000)
	for range rounds {
		beginning := []string{"", "a:", "a://", "//", "/"}[r.IntN(5)]
		base := iri.MustParseReference(draw(r, d, beginning, r.IntN(20)))
		texts := []string{testkit.RandomText(r, 3), testkit.RandomText(r, 3), testkit.RandomText(r, 3)}[:1+r.IntN(3)]
		got, err := base.JoinPath(texts...)
		refused := slices.Contains(texts, ".") || slices.Contains(texts, "..") || slices.Contains(texts[:len(texts)-1], "") ||
			base.WithoutFragment().String() == base.Query() && strings.Contains(texts[0], ":") || partOf(err) == iri.Path
		if refused {
			if p := partOf(err); p != iri.Segment && p != iri.Path || p == iri.Path && base.Path() != "" ||
				got != (iri.Reference{}) {
				t.Fatalf("%q and %q make %q, %v", base, texts, got, err)
			}
			continue
		}
		joined++
		checkJoined(t, base, texts, got, err)
	}
	if joined < rounds/2 {
		t.Errorf("only %d of %d were joined", joined, rounds)
	}
}

func checkJoined(t *testing.T, base iri.Reference, texts []string, got iri.Reference, err error) {
	t.Helper()
	if again, _ := iri.ParseReference(got.String()); err != nil || again != got {
		t.Fatalf("%q and %q make %q, %v", base, texts, got, err)
	}
	want, parts := base.Parts(), got.Parts()
	before := slices.Collect(base.Segments())
	if n := len(before); n > 0 && before[n-1] == "" {
		before = before[:n-1]
	}
	for _, text := range texts {
		before = append(before, iri.Escape(text, iri.Segment))
	}
	after := slices.Collect(got.Segments())
	if !base.HasAuthority() && base.Path() == "" && texts[0] == "" {
		before = nil
	}
	if !slices.Equal(after, before) {
		t.Fatalf("%q and %q make %q, with the segments %q, not %q", base, texts, got, after, before)
	}
	if rooted := base.HasAuthority() || strings.HasPrefix(base.Path(), "/"); rooted != strings.HasPrefix(got.Path(), "/") {
		t.Fatalf("%q and %q make %q", base, texts, got)
	}
	if want.Path, parts.Path = "", ""; want != parts {
		t.Fatalf("%q and %q make %q, with the parts %+v", base, texts, got, parts)
	}
	one := base
	for _, text := range texts {
		if one, err = one.JoinPath(text); err != nil {
			t.Fatalf("%q and %q one by one: %v", base, texts, err)
		}
	}
	if one != got {
		t.Fatalf("%q and %q make %q, and one by one %q", base, texts, got, one)
	}
}

func TestSplitPath(t *testing.T) {
	for s, want := range map[string]string{
		"a:": "[]", "//h": "[]", "/": `[""]`, "/a%20b/%C3%A9/": `["a b" "é" ""]`, "a/b": `["a" "b"]`, "//h//a": `["" "a"]`,
		"/a;x=1": `["a;x=1"]`, "/%2525": `["%25"]`,
		"/a/../b":  ` segment: number 2 is "..", a dot segment; normalize the path first`,
		"/%2E":     ` segment: number 1 is ".", a dot segment; normalize the path first`,
		"/a%2Fb":   " segment: number 1 contains a slash, a backslash or NUL after decoding",
		"/x/a%5Cb": " segment: number 2 contains a slash, a backslash or NUL after decoding",
		"/%00":     " segment: number 1 contains a slash, a backslash or NUL after decoding",
		"/%FF":     " segment: number 1 is not UTF-8 after decoding",
	} {
		segments, err := iri.MustParseReference(s).SplitPath()
		got := fmt.Sprintf("%q", segments)
		if err != nil {
			got = " " + err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}

// Joined segments can be split again, and the last one is the base name.
func TestSplitPathRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(59, 3))
	base := iri.MustParse("https://h")
	for range testkit.Cases(20_000) {
		texts := []string{}
		for range 1 + r.IntN(4) {
			if text := strings.ToValidUTF8(testkit.RandomText(r, 4), ""); text != "" {
				texts = append(texts, text)
			}
		}
		i, err := base.JoinPath(texts...)
		if err != nil {
			continue
		}
		plain := !slices.ContainsFunc(texts, func(s string) bool { return strings.ContainsAny(s, "/\\\x00") })
		split, err := i.SplitPath()
		if (err == nil) != plain || plain && !slices.Equal(split, texts) {
			t.Fatalf("%q are %q, split %q, %v", texts, i, split, err)
		}
		if name, err := i.BaseName(); plain && len(texts) > 0 && (err != nil || name != texts[len(texts)-1]) {
			t.Fatalf("%q: the base name is %q, %v", i, name, err)
		}
	}
}

func TestParent(t *testing.T) {
	for s, want := range map[string]string{
		"http://h/a/b?q#f": "http://h/a/", "http://h/a/b/": "http://h/a/", "http://h/a": "http://h/", "http://h/": "-",
		"http://h": "-", "http://h?q": "-", "a/b": "a/", "a": "", "./a:b": "./", "//h//": "//h/", "a:b": "a:", "/": "-",
		"": "-", "a:/.//b": "a:/.//", "../x": "../",
	} {
		parent, ok := iri.MustParseReference(s).Parent()
		if ok != (want != "-") || ok && parent != iri.MustParseReference(want) {
			t.Errorf("%s: %s, %t, want %s", s, parent, ok, want)
		}
	}
}

func ExampleIRI_SplitPath() {
	fmt.Println(iri.MustParse("http://example.org/users/J%C3%BCrgen%20K./inbox").SplitPath())
	_, err := iri.MustParse("http://example.org/users/%2e%2e%2fetc").SplitPath()
	fmt.Println(err)
	// Output:
	// [users Jürgen K. inbox] <nil>
	// segment: number 2 contains a slash, a backslash or NUL after decoding
}
