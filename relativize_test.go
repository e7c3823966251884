package iri_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// checkRelativize compares Relativize and AppendRelativize with each other and with Resolve.
func checkRelativize(t *testing.T, base, target iri.IRI) (r iri.Reference, ok bool) {
	t.Helper()
	r, ok = base.Relativize(target)
	var room [64]byte
	appended, appends := base.AppendRelativize(append(room[:0], '#'), target)
	if appends != ok || string(appended) != "#"+r.String() {
		t.Fatalf("%q to %q: AppendRelativize has %q, %v, Relativize %q, %v", base, target, appended, appends, r, ok)
	}
	if !ok {
		if r != (iri.Reference{}) {
			t.Fatalf("%q to %q is %q and false", base, target, r)
		}
		return r, ok
	}
	if got := base.Resolve(r); got != target {
		t.Fatalf("%q to %q is %q, which resolves to %q", base, target, r, got)
	}
	if len(r.String()) > len(target.String()) {
		t.Fatalf("%q to %q is %q: longer", base, target, r)
	}
	if again, err := iri.ParseReference(r.String()); err != nil || again != r {
		t.Fatalf("%q to %q is %q: the ends are %+v, by ParseReference %+v, %v", base, target, r, r.Offsets(),
			again.Offsets(), err)
	}
	return r, ok
}

// The result is as short as the shortest reference made of a few letters that resolves to the
// target. ok is false if there is no such reference.
func TestRelativizeIsShortest(t *testing.T) {
	for _, tt := range []struct {
		symbols string
		n       int    // maximum number of symbols in a base or a target
		letters string // symbols for references
		most    int    // maximum length of references and targets
	}{
		{"a . / :", 5, "a . / :", 7},
		{"a / : ? #", 5, "a . / : ? #", 6},
		{"a: // a/ ../ /a", 3, "a . / :", 7},
		{"a:/ /.// a/ /a ?", 3, "a . / : ?", 7},
	} {
		refs := smallReferences([]string{""}, testkit.Texts(strings.Fields(tt.letters), tt.most), []string{""})
		var some []iri.IRI
		for _, r := range smallReferences([]string{""}, testkit.Texts(strings.Fields(tt.symbols), tt.n), []string{""}) {
			if i, ok := r.IRI(); ok && len(i.String()) <= tt.most {
				some = append(some, i)
			}
		}
		none := 0
		for i, base := range some {
			if !testkit.OneIn(12, i) {
				continue
			}
			least := map[iri.IRI]int{}
			for _, target := range some {
				least[target] = math.MaxInt
			}
			for _, ref := range refs {
				result := base.Resolve(ref)
				if length, ok := least[result]; ok {
					least[result] = min(length, len(ref.String()))
				}
			}
			for _, target := range some {
				switch r, ok := checkRelativize(t, base, target); {
				case ok != (least[target] < math.MaxInt) || ok && len(r.String()) != least[target]:
					t.Fatalf("%q to %q is %q, %v; the shortest has %d bytes", base, target, r, ok, least[target])
				case !ok:
					none++
				}
			}
		}
		t.Logf("%q: %d bases, as many targets, %d references; %d pairs have none", tt.symbols, len(some), len(refs), none)
		if len(some) < 10 {
			t.Error("too few bases")
		}
	}
}

// All pairs of IRIs made of a few symbols, relativized and resolved again.
func TestRelativizeSmall(t *testing.T) {
	n := 4
	if testing.Short() {
		n = 3
	}
	var some []iri.IRI
	for _, r := range smallReferences([]string{"s:", "s://", "s://h"}, testkit.Texts([]string{"a", ".", "/", ":"}, n),
		[]string{"", "?", "#f", "?q#"}) {
		i, _ := r.IRI()
		some = append(some, i)
	}
	pairs, none := 0, 0
	for k, base := range some {
		if base.HasFragment() || k%7 > 1 && !testing.Short() || !testkit.OneIn(5, k) {
			continue
		}
		for _, target := range some {
			if _, ok := checkRelativize(t, base, target); !ok {
				none++
			}
			pairs++
		}
	}
	t.Logf("%d pairs; for %d there is no reference", pairs, none)
}

func TestRelativizeNamed(t *testing.T) {
	for _, tt := range []struct{ base, target, want string }{
		{"http://a/b/c/d?q", "http://a/b/c/d?q", ""},
		{"http://a/b/c/d?q", "http://a/b/c/d?q#f", "#f"},
		{"http://a/b/c/d?q#f", "http://a/b/c/d?q", ""},
		{"http://a/b/c/d?q", "http://a/b/c/d?r#f", "?r#f"},
		{"http://a/b/c/d?q", "http://a/b/c/d", "d"},
		{"http://a/b/c/d?q", "http://a/b/c/", "."},
		{"http://a/b/c/?q", "http://a/b/c/", "."},
		{"http://a/b/c/d", "http://a/b/c/e/f", "e/f"},
		{"http://a/b/c/d", "http://a/b/e", "../e"},
		{"http://a/b/c/d", "http://a/b/", ".."},
		{"http://a/b/c/d", "http://a/b/?q", "..?q"},
		{"http://a/b/c/d", "http://a/b", "/b"},
		{"http://a/b/c/d", "http://a/e", "/e"},
		{"http://a/b/c/d", "http://a/", "/"},
		{"http://a/b/c/d", "http://a", "//a"},
		{"http://a/b", "http://a/", "."},
		{"http://a", "http://a/", "."},
		{"http://a", "http://a/b", "b"},
		{"http://a?q", "http://a", "//a"},
		{"http://a?q", "http://a?r", "?r"},
		{"http://a/b/c", "http://a/b/d:e", "./d:e"},
		{"http://a/b", "http://a/d:e", "/d:e"},
		{"http://a/b/c/d", "http://a/b/d:e", "../d:e"},
		{"http://a/b/c", "http://a/b//d", ".//d"},
		{"http://a/b/c", "http://a//d", "..//d"},
		{"http://h/a", "http://h//p", ".//p"},
		{"http://h/a/b/c", "http://h//p", "/.//p"},
		{"http://h/a/b/c", "http://h//p/../q", "no"},
		{"http:///a/b/c", "http:////p", "/.//p"},
		{"http://a/b", "http://c/d", "//c/d"},
		{"http://a/b", "http://u@a/b", "//u@a/b"},
		{"http://a/b", "https://a/b", "https://a/b"},
		{"http://a/b", "HTTP://a/b", "HTTP://a/b"},
		{"http://a/b", "http:/b", "http:/b"},
		{"http://a/b", "http:b", "http:b"},
		{"http://a/b", "http://a/b/../c", "no"},
		{"http://a/b/../c", "http://a/b/../c", ""},
		{"http://a/b/../c", "http://a/b/../c?q", "?q"},
		{"http://a/b/../c?q", "http://a/b/../c", "no"},
		{"http://a/b/../c/d", "http://a/c/e", "e"},
		{"http://a/b/./", "http://a/c", "/c"},
		{"http://a/b/./c/", "http://a/b/d", "../d"},

		{"urn:a:b", "urn:a:b", ""},
		{"urn:a:b", "urn:a:b#f", "#f"},
		{"urn:a:b", "urn:a:c", "./a:c"},
		{"urn:a:b", "urn:c", "c"},
		{"urn:a:b", "urn:", "."},
		{"urn:a:b?q", "urn:a:b", "./a:b"},
		{"urn:a:b", "urn:/c", "/c"},
		{"urn:a/b", "urn:c", "urn:c"},
		{"urn:a/b/c", "urn:a/", ".."},
		{"urn:a/b/c", "urn:a/d", "../d"},
		{"urn:a/b", "urn:/", "/"},
		{"urn:a", "urn://h/b", "//h/b"},
		{"s:a", "s:./b", "no"},

		{"foo:/a", "foo:/.//bar", ".//bar"},
		{"foo:/a/b/c", "foo:/.//bar", "/.//bar"},
		{"foo:/.//a", "foo:/.//bar", "bar"},
		{"foo:/.//a", "foo:/b", "/b"},
		{"foo:/.//a?q", "foo:/.//a", "a"},
		{"foo:a", "foo:/.//bar", ".///bar"},
		{"goo:a", "foo:/.//bar", "foo:/.//bar"},
		{"foo:/a", "foo:/./bar", "no"},
		{"foo://h/a", "foo:/.//bar", "foo:/.//bar"},
		{"foo://h/a", "foo://h/.//bar", "no"},
		{"http://例.jp/道/a", "http://例.jp/道/é?ü#ö", "é?ü#ö"},
		{"http://a/é/b", "http://a/è/b", "/è/b"},
	} {
		r, ok := checkRelativize(t, iri.MustParse(tt.base), iri.MustParse(tt.target))
		if ok != (tt.want != "no") || ok && r.String() != tt.want {
			t.Errorf("%q to %q is %q, %v, want %q", tt.base, tt.target, r, ok, tt.want)
		}
	}
}

func TestRelativizeZero(t *testing.T) {
	var zero iri.IRI
	target := iri.MustParse("http://a/b")
	if r, ok := zero.Relativize(target); !ok || r != target.Reference() {
		t.Errorf("the zero IRI to %q is %q, %v", target, r, ok)
	}
	if r, ok := zero.Relativize(iri.MustParse("http://h/a/../b")); ok {
		t.Errorf("the zero IRI to dot segments is %q", r)
	}
	for _, base := range []iri.IRI{zero, target} {
		if r, ok := base.Relativize(zero); ok || r != (iri.Reference{}) {
			t.Errorf("%q to the zero IRI is %q, %v", base, r, ok)
		}
		if b, ok := base.AppendRelativize(nil, zero); ok || b != nil {
			t.Errorf("%q to the zero IRI appends %q, %v", base, b, ok)
		}
	}
}

// References that are substrings of the target alias it, and appending does not allocate.
func TestRelativizeAllocates(t *testing.T) {
	base := iri.MustParse("http://example.org/a/b/c?q#f")
	room := make([]byte, 0, 200)
	for s, want := range map[string]float64{
		"http://example.org/a/b/d": 0, "http://example.org/x": 0, "http://h/x": 0, "t:a": 0,
		"http://example.org/a/b/c?q#g": 0,
		"http://example.org/a/b/":      0, "http://example.org/a/b/?x": 1, "http://example.org/a/d": 1,
		"http://example.org/a/b/x:y": 1,
	} {
		target := iri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() { base.Relativize(target) }); n != want {
			t.Errorf("Relativize of %q allocates %v times, want %v", s, n, want)
		}
		if n := testing.AllocsPerRun(100, func() { room, _ = base.AppendRelativize(room[:0], target) }); n != 0 {
			t.Errorf("AppendRelativize of %q allocates %v times", s, n)
		}
	}
}

// Long paths take linear time: a quadratic algorithm would take hours.
func TestRelativizeLong(t *testing.T) {
	n := testkit.Few(1 << 20)
	times := func(s string) string { return strings.Repeat(s, n) }
	for _, tt := range []struct{ base, target, want string }{
		{"s:/a/" + times("b/") + "c", "s:/a/" + times("b/") + "d", "d"},
		{"s:/a/" + times("b/") + "c", "s:/a/", "/a/"},
		{"s:/" + times("a") + "/" + times("b/"), "s:/" + times("a") + "/c", "/" + times("a") + "/c"},
		{"s:/" + times("aaaa") + "/" + times("b/"), "s:/" + times("aaaa") + "/c", times("../") + "c"},
		{"s://h/a", "s://h/b" + times("/..."), "b" + times("/...")},
		{"s:/" + times("../") + "a", "s:/b", "b"},
		{"s:/" + times("a/../") + "a", "s:/b", "b"},
	} {
		r, ok := iri.MustParse(tt.base).Relativize(iri.MustParse(tt.target))
		if !ok || r.String() != tt.want {
			t.Errorf("%.20q to %.20q is %.40q of %d bytes, %v", tt.base, tt.target, r, len(r.String()), ok)
		}
	}
}

// Random IRIs are relativized and resolved again, and random references resolve as in the
// pseudocode. Half of the targets resemble the base.
func TestRelativizeRandom(t *testing.T) {
	n, r := testkit.Cases(100_000), rand.New(rand.NewPCG(3986, 5))
	kinds := map[string]int{}
	for range n {
		base, target, reference := randomPieces(r), randomPieces(r), randomPieces(r)
		if r.IntN(2) == 0 {
			target = base.changed(r)
		}
		from := iri.MustParse(base.string())
		ref, ok := checkRelativize(t, from, iri.MustParse(target.string()))
		kinds[kindOfReference(ref, ok)]++
		reference.scheme = ""
		if ref, err := iri.ParseReference(reference.string()); err == nil {
			checkResolution(t, from, ref)
			kinds["resolved"]++
		}
	}
	t.Logf("%d pairs: %v", n, kinds)
	if len(kinds) < 8 {
		t.Error("not every kind of reference is there")
	}
	for kind, count := range kinds {
		if count < n/100 {
			t.Errorf("hardly any: %s", kind)
		}
	}
}

func kindOfReference(r iri.Reference, ok bool) string {
	switch {
	case !ok:
		return "no"
	case r.HasScheme():
		return "scheme"
	case r.HasAuthority():
		return "authority"
	case r.PathKind() != iri.EmptyPath:
		return r.PathKind().String()
	case r.HasQuery():
		return "query"
	}
	return "empty or fragment"
}

// randomIRI is an IRI in pieces.
type randomIRI struct {
	scheme, authority string
	segments          []string
	rooted            bool
	query, fragment   string
}

func randomPieces(r *rand.Rand) (p randomIRI) {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	p = randomIRI{scheme: one("s:", "s:", "s:", "t+:"), authority: one("", "//", "//h", "//h", "//例.jp:1"),
		rooted: r.IntN(3) > 0}
	for range r.IntN(6) {
		p.segments = append(p.segments, randomSegment(r))
	}
	p.query, p.fragment = one("", "", "?", "?q", "?a/../b:"), one("", "", "#", "#f", "#/./ü")
	return p
}

func randomSegment(r *rand.Rand) string {
	if r.IntN(8) == 0 {
		return []string{".", "..", "...", "%2E", "", ""}[r.IntN(6)]
	}
	return []string{"a", "b", "ab", "a:b", ":", "é", "segment", ".a", "%C3%A9", "@", "a.", "1:"}[r.IntN(12)]
}

// string returns the IRI, with a slash or "/." before the path if necessary.
func (p randomIRI) string() string {
	path := strings.Join(p.segments, "/")
	if p.rooted || p.authority != "" && path != "" && path[0] != '/' {
		path = "/" + path
	}
	if p.authority == "" && strings.HasPrefix(path, "//") {
		path = "/." + path
	}
	return p.scheme + p.authority + path + p.query + p.fragment
}

// changed returns a copy with a few changes.
func (p randomIRI) changed(r *rand.Rand) randomIRI {
	other := randomPieces(r)
	p.segments = slices.Clone(p.segments[:max(0, len(p.segments)-r.IntN(3))])
	for range r.IntN(3) {
		p.segments = append(p.segments, randomSegment(r))
	}
	switch r.IntN(8) {
	case 0:
		p.rooted = other.rooted
	case 1:
		p.authority = other.authority
	case 2, 3:
		p.query = other.query
	case 4:
		p.query = ""
	}
	p.fragment = other.fragment
	return p
}
