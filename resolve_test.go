package iri_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// A fiveTuple holds the components of RFC 3986, section 5.2.1. Undefined components are nil.
type fiveTuple struct {
	scheme, authority *string
	path              string
	query, fragment   *string
}

// componentsOf is the pseudocode's parse().
func componentsOf(r iri.Reference) (t fiveTuple) {
	defined := func(has bool, s string) *string {
		if !has {
			return nil
		}
		return &s
	}
	t.scheme = defined(r.HasScheme(), r.Scheme())
	t.authority = defined(r.HasAuthority(), r.Authority())
	t.path = r.Path()
	t.query = defined(r.HasQuery(), r.Query())
	t.fragment = defined(r.HasFragment(), r.Fragment())
	return t
}

// A pseudocode implements RFC 3986, sections 5.2.2 to 5.3, to the letter. The tests compare
// IRI.Resolve and Resolver with it.
type pseudocode struct {
	notStrict   bool
	encodedDots bool // whether section 5.2.4 also recognizes encoded dots
	underflow   bool // result: a ".." had no segment to remove
}

func (p *pseudocode) resolve(base iri.IRI, ref iri.Reference) string {
	t := p.transform(componentsOf(base.Reference()), componentsOf(ref))
	if t.authority == nil && strings.HasPrefix(t.path, "//") {
		t.path = "/." + t.path // the only deviation
	}
	return recompose(t)
}

// transform implements section 5.2.2.
func (p *pseudocode) transform(base, r fiveTuple) (t fiveTuple) {
	if p.notStrict && r.scheme != nil && strings.EqualFold(*r.scheme, *base.scheme) {
		r.scheme = nil
	}
	if r.scheme != nil {
		t.scheme = r.scheme
		t.authority = r.authority
		t.path = p.removeDotSegments(r.path)
		t.query = r.query
	} else {
		if r.authority != nil {
			t.authority = r.authority
			t.path = p.removeDotSegments(r.path)
			t.query = r.query
		} else {
			if r.path == "" {
				t.path = base.path
				if r.query != nil {
					t.query = r.query
				} else {
					t.query = base.query
				}
			} else {
				if strings.HasPrefix(r.path, "/") {
					t.path = p.removeDotSegments(r.path)
				} else {
					t.path = merge(base, r.path)
					t.path = p.removeDotSegments(t.path)
				}
				t.query = r.query
			}
			t.authority = base.authority
		}
		t.scheme = base.scheme
	}
	t.fragment = r.fragment
	return t
}

// merge implements section 5.2.3.
func merge(base fiveTuple, path string) string {
	if base.authority != nil && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndex(base.path, "/")+1] + path
}

// removeDotSegments implements section 5.2.4.
func (p *pseudocode) removeDotSegments(input string) (output string) {
	for input != "" {
		segment, rest := strings.TrimPrefix(input, "/"), ""
		slash := strings.HasPrefix(input, "/")
		if i := strings.IndexByte(segment, '/'); i >= 0 {
			segment, rest = segment[:i], segment[i:]
		}
		dots := segment
		if p.encodedDots {
			dots = strings.NewReplacer("%2E", ".", "%2e", ".").Replace(segment)
		}
		switch {
		case !slash && (dots == "." || dots == ".."): // A and D
			p.underflow = p.underflow || dots == ".."
			input = strings.TrimPrefix(rest, "/")
		case slash && dots == ".": // B
			input = "/" + strings.TrimPrefix(rest, "/")
		case slash && dots == "..": // C
			p.underflow = p.underflow || output == ""
			input = "/" + strings.TrimPrefix(rest, "/")
			output = output[:max(0, strings.LastIndexByte(output, '/'))]
		default: // E
			output += input[:len(input)-len(rest)]
			input = rest
		}
	}
	return output
}

// recompose implements section 5.3.
func recompose(t fiveTuple) (result string) {
	if t.scheme != nil {
		result += *t.scheme
		result += ":"
	}
	if t.authority != nil {
		result += "//"
		result += *t.authority
	}
	result += t.path
	if t.query != nil {
		result += "?"
		result += *t.query
	}
	if t.fragment != nil {
		result += "#"
		result += *t.fragment
	}
	return result
}

// smallReferences returns the valid references that consist of a prefix, a word and a suffix.
func smallReferences(prefixes, words, suffixes []string) (all []iri.Reference) {
	for _, prefix := range prefixes {
		for _, word := range words {
			for _, suffix := range suffixes {
				if r, err := iri.ParseReference(prefix + word + suffix); err == nil {
					all = append(all, r)
				}
			}
		}
	}
	return all
}

// checkResolution compares all resolution functions with the pseudocode.
func checkResolution(t *testing.T, base iri.IRI, ref iri.Reference) {
	t.Helper()
	var twin pseudocode
	want, got := twin.resolve(base, ref), base.Resolve(ref)
	if got.String() != want {
		t.Fatalf("%q with %q is %q, want %q", base, ref, got, want)
	}
	again, err := iri.Parse(want)
	if err != nil {
		t.Fatalf("%q with %q: %v", base, ref, err)
	}
	if got != again {
		t.Fatalf("%q with %q: the ends are %+v, by Parse %+v", base, ref, got.Offsets(), again.Offsets())
	}
	var room [64]byte
	if b := base.AppendResolve(append(room[:0], '#'), ref); string(b[1:]) != want || b[0] != '#' {
		t.Fatalf("%q with %q: AppendResolve appends %q, not %q", base, ref, b[1:], want)
	}
	v := iri.Resolver{Base: base, NoUnderflow: true}
	switch strict, err := v.Resolve(ref); {
	case twin.underflow != (err != nil):
		t.Fatalf("%q with %q: underflow is %v, the error %v", base, ref, twin.underflow, err)
	case err == nil && strict != again:
		t.Fatalf("%q with %q and no underflow: %q, not %q", base, ref, strict, want)
	}
}

// All bases and references made of a few symbols resolve as in the pseudocode.
func TestResolveSmall(t *testing.T) {
	n := 4
	if testing.Short() {
		n = 3
	}
	paths := testkit.Texts([]string{"a", ".", "/", ":"}, n)
	bases := smallReferences([]string{"s:", "s://", "s://h"}, paths, []string{""})
	refs := smallReferences([]string{"", "//", "//h", "s:", "t:", "t://h"}, paths, []string{""})
	ends := []string{"", "?", "?q/../r", "#", "#f", "?#"}
	short := testkit.Texts([]string{"a", ".", "/"}, 2)
	pairs := 0
	compare := func(bases, refs []iri.Reference) {
		for i, b := range bases {
			base, _ := b.IRI()
			for j, ref := range refs {
				if testkit.OneIn(10, i+j) {
					checkResolution(t, base, ref)
					pairs++
				}
			}
		}
	}
	compare(bases, refs)
	compare(smallReferences([]string{"s:", "s://h"}, short, ends), smallReferences([]string{"", "//h", "s:"}, short, ends))
	t.Logf("%d pairs of %d bases and %d references, and queries and fragments", pairs, len(bases), len(refs))
	if pairs < 10_000 {
		t.Errorf("only %d pairs", pairs)
	}
}

// The flags agree with the pseudocode: strict = false, and percent-encoded dots.
func TestResolverSmall(t *testing.T) {
	n := 4
	if testing.Short() {
		n = 3
	}
	paths := testkit.Texts([]string{"a", ".", "/", "%2E", "%2e"}, n)
	bases := smallReferences([]string{"s:", "s://h"}, testkit.Texts([]string{"a", ".", "/", "%2e"}, 3), []string{""})
	refs := smallReferences([]string{"", "S:", "t:", "s://h"}, paths, []string{""})
	encoded, legacy := 0, 0
	for i, b := range bases {
		base, _ := b.IRI()
		for j, ref := range refs {
			if !testkit.OneIn(14, i+j) {
				continue
			}
			v := iri.Resolver{Base: base, EncodedDots: len(ref.String())%2 == 0 || ref.String() == ".%2E", LegacyScheme: true}
			twin := pseudocode{notStrict: v.LegacyScheme, encodedDots: v.EncodedDots}
			want := twin.resolve(base, ref)
			got, err := v.Resolve(ref)
			if err != nil || got.String() != want {
				t.Fatalf("%q with %q is %q, want %q (%v)", base, ref, got, want, err)
			}
			if again, err := iri.Parse(want); got != again {
				t.Fatalf("%q with %q: the ends are %+v, by Parse %+v, %v", base, ref, got.Offsets(), again.Offsets(), err)
			}
			if ours := base.Resolve(ref); ours != got && ref.HasScheme() {
				legacy++
			} else if ours != got {
				encoded++
			}
		}
	}
	t.Logf("%d bases, %d references; of the results %d differ for encoded dots, %d for the scheme", len(bases), len(refs),
		encoded, legacy)
	if least := testkit.Fewer(1000); encoded < least || legacy < least {
		t.Error("hardly any result differs")
	}
}

// A resolution is a row of the shared tables or of testdata/resolve.tsv.
type resolution struct{ place, base, ref, want, note string }

func readResolutions(t *testing.T, file string) (all []resolution) {
	t.Helper()
	for n, line := range strings.Split(strings.TrimSuffix(testkit.ReadFile(t, file), "\n"), "\n") {
		if line == "" || line[0] == '#' || n == 0 && strings.HasPrefix(line, "base\t") {
			continue
		}
		fields := strings.Split(line, "\t")
		r := resolution{place: filepath.Base(file) + ":" + strconv.Itoa(n+1), note: fields[len(fields)-1]}
		for i, to := range []*string{&r.base, &r.ref, &r.want} {
			if err := json.Unmarshal([]byte(fields[i]), to); err != nil {
				t.Fatalf("%s: %s: %v", r.place, fields[i], err)
			}
		}
		all = append(all, r)
	}
	return all
}

func (r resolution) check(t *testing.T) {
	t.Helper()
	base, err := iri.Parse(r.base)
	if err != nil {
		t.Fatalf("%s: the base: %v", r.place, err)
	}
	got, err := base.ResolveString(r.ref)
	if err != nil || got.String() != r.want {
		t.Errorf("%s: %q with %q is %q, want %q (%v)", r.place, r.base, r.ref, got, r.want, err)
		return
	}
	checkResolution(t, base, iri.MustParseReference(r.ref))
}

// Resolutions from other libraries' tests, except those marked as deviating from section 5.2.2.
func TestConformanceOfResolve(t *testing.T) {
	checked, marked := 0, 0
	for _, file := range shared.Glob(t, "conformance/*.resolve.tsv") {
		for _, r := range readResolutions(t, file) {
			if strings.Contains(r.note, "differs-5.2.2") || strings.Contains(r.note, "relative-base") {
				marked++
				continue
			}
			r.check(t)
			checked++
		}
	}
	t.Logf("%d resolutions, %d are marked", checked, marked)
	if checked < 1048 {
		t.Errorf("only %d resolutions", checked)
	}
}

// The handwritten cases. checkResolution also compares the results with the pseudocode's.
func TestResolveCases(t *testing.T) {
	const fewest = 290
	seen := map[[2]string]string{}
	all := readResolutions(t, "testdata/resolve.tsv")
	for _, r := range all {
		r.check(t)
		if before := seen[[2]string{r.base, r.ref}]; before != "" || r.note == "" {
			t.Errorf("%s: the same as %s, or a case without a note", r.place, before)
		}
		seen[[2]string{r.base, r.ref}] = r.place
	}
	if len(all) < fewest {
		t.Errorf("only %d cases", len(all))
	}
}

// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
func TestResolveExamplesOfTheRFC(t *testing.T) {
	base := iri.MustParse("http://a/b/c/d;p?q")
	for _, tt := range [][2]string{
		{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"},
		{"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"}, {"g?y", "http://a/b/c/g?y"},
		{"#s", "http://a/b/c/d;p?q#s"}, {"g#s", "http://a/b/c/g#s"}, {"g?y#s", "http://a/b/c/g?y#s"},
		{";x", "http://a/b/c/;x"}, {"g;x", "http://a/b/c/g;x"}, {"g;x?y#s", "http://a/b/c/g;x?y#s"},
		{"", "http://a/b/c/d;p?q"}, {".", "http://a/b/c/"}, {"./", "http://a/b/c/"}, {"..", "http://a/b/"},
		{"../", "http://a/b/"}, {"../g", "http://a/b/g"}, {"../..", "http://a/"}, {"../../", "http://a/"},
		{"../../g", "http://a/g"},

		{"../../../g", "http://a/g"}, {"../../../../g", "http://a/g"}, {"/./g", "http://a/g"},
		{"/../g", "http://a/g"}, {"g.", "http://a/b/c/g."}, {".g", "http://a/b/c/.g"}, {"g..", "http://a/b/c/g.."},
		{"..g", "http://a/b/c/..g"}, {"./../g", "http://a/b/g"}, {"./g/.", "http://a/b/c/g/"},
		{"g/./h", "http://a/b/c/g/h"}, {"g/../h", "http://a/b/c/h"}, {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
		{"g;x=1/../y", "http://a/b/c/y"}, {"g?y/./x", "http://a/b/c/g?y/./x"}, {"g?y/../x", "http://a/b/c/g?y/../x"},
		{"g#s/./x", "http://a/b/c/g#s/./x"}, {"g#s/../x", "http://a/b/c/g#s/../x"}, {"http:g", "http:g"},
	} {
		if got, err := base.ResolveString(tt[0]); err != nil || got.String() != tt[1] {
			t.Errorf("%q is %q, want %q (%v)", tt[0], got, tt[1], err)
		}
	}
}

// A path that begins with "//" but does not follow an authority gets the prefix "/.". This is the
// only deviation from section 5.2. The URL Standard does the same, and so do libraries since
// lo48576/iri-string#8.
func TestResolveExceptions(t *testing.T) {
	for _, tt := range []struct{ base, ref, rfc, want string }{
		{"foo:/a", ".//b", "foo://b", "foo:/.//b"},
		{"foo:/a", "/.//b", "foo://b", "foo:/.//b"},
		{"foo:/a", "/..//b", "foo://b", "foo:/.//b"},
		{"foo:/a/b", "..//c", "foo://c", "foo:/.//c"},
		{"foo:/.//a", "b", "foo://b", "foo:/.//b"},
		{"foo:/.//a/b", "../c", "foo://c", "foo:/.//c"},
		{"foo:a/b", "..//c", "foo://c", "foo:/.//c"},
		{"foo:a", ".///b", "foo://b", "foo:/.//b"},
		{"foo:/a", "bar:/.//b", "bar://b", "bar:/.//b"},
		{"foo://h/a", "foo:/..//b", "foo://b", "foo:/.//b"},
	} {
		var twin pseudocode
		base, ref := iri.MustParse(tt.base), iri.MustParseReference(tt.ref)
		rfc := recompose(twin.transform(componentsOf(base.Reference()), componentsOf(ref)))
		if got := base.Resolve(ref).String(); got != tt.want || rfc != tt.rfc {
			t.Errorf("%q with %q is %q, want %q; by the RFC %q, want %q", tt.base, tt.ref, got, tt.want, rfc, tt.rfc)
		}
	}
}

// No path takes more than linear time: a quadratic algorithm would take hours.
func TestResolveLong(t *testing.T) {
	n, count := testkit.Fewer(1<<23), testkit.Fewer(1<<20)
	again := func(s string) string { return strings.Repeat(s, n/len(s)) }
	times := func(s string) string { return strings.Repeat(s, count) }
	for _, tt := range []struct{ base, ref, want string }{
		{"s://h/a", again("../"), "s://h/"},
		{"s://h/a", again("../") + "x", "s://h/x"},
		{"s:a", again("../") + "x", "s:x"},
		{"s://h/" + times("a/"), times("../"), "s://h/"},
		{"s:" + times("a/"), times("../"), "s:/"},
		{"s://h/" + times("a/./"), times("../"), "s://h/"},
		{"s://h/" + again("a/../"), "b", "s://h/b"},
		{"s://h/", again("a/../") + "b", "s://h/b"},
		{"s://h/", times("a/") + "b/" + times("../") + "c", "s://h/a/c"},
		{"s://h/", "./" + again("/") + times("../") + "b", "s://h/" + again("/")[count:] + "b"},
		{"s://h/", "x" + again("/.") + "/y", "s://h/x/y"},
		{"s://h/", again(".../"), "s://h/" + again(".../")},
		{"s://h/", "." + again("/"), "s://h" + again("/")},
		{"s:/", "." + again("/"), "s:/." + again("/")},
		{"s://h/", again("a") + "/..", "s://h/"},
	} {
		base, ref := iri.MustParse(tt.base), iri.MustParseReference(tt.ref)
		if got := base.Resolve(ref).String(); got != tt.want {
			t.Errorf("%.20q with %.20q is %.40q of %d bytes, want %.40q of %d", tt.base, tt.ref, got, len(got),
				tt.want, len(tt.want))
		}
		v := iri.Resolver{Base: base, EncodedDots: true}
		if got, err := v.AppendResolve(nil, ref); err != nil || string(got) != tt.want {
			t.Errorf("%.20q with %.20q and encoded dots is %.40q, want %.40q", tt.base, tt.ref, got, tt.want)
		}
	}
}

// The zero values are harmless: the zero IRI is not a base, and the zero Reference is the reference
// "".
func TestResolveZero(t *testing.T) {
	var zero iri.IRI
	base, ref := iri.MustParse("s://h/a?q#f"), iri.MustParseReference("t:a/../b")
	if got := zero.Resolve(ref); got.String() != "t:/b" {
		t.Errorf("the zero IRI with %q is %q", ref, got)
	}
	if got := zero.Resolve(iri.MustParseReference("a")); got != zero || len(zero.AppendResolve(nil, iri.Reference{})) > 0 {
		t.Errorf("the zero IRI with a relative reference is %q", got)
	}
	if got := base.Resolve(iri.Reference{}); got != iri.MustParse("s://h/a?q") {
		t.Errorf("the zero reference is %q", got)
	}
	_, err := zero.ResolveString("a")
	if e, ok := err.(*iri.ResolveError); !ok || e.Code != "no-base" {
		t.Errorf("the zero IRI with a relative reference: %v", err)
	}
	if _, err := base.ResolveString("a b"); err == nil || err.(*iri.SyntaxError).Offset != 1 {
		t.Errorf("an invalid reference: %v", err)
	}
}

// Results that are substrings of the base or the reference alias it, and appending does not
// allocate.
func TestResolveAllocates(t *testing.T) {
	base := iri.MustParse("http://example.org/a/b/c?q#f")
	room := make([]byte, 0, 200)
	for ref, want := range map[string]float64{
		"": 0, "http://h/x?y#z": 0, "#g": 1, "?r": 1, "../x": 1, "../x/../y": 1, "/x": 1, "//h/./": 1, "x/y/z": 1, "t:a/.": 1,
	} {
		r := iri.MustParseReference(ref)
		if n := testing.AllocsPerRun(100, func() { base.Resolve(r) }); n != want {
			t.Errorf("Resolve of %q allocates %v times, want %v", ref, n, want)
		}
		if n := testing.AllocsPerRun(100, func() { room = base.AppendResolve(room[:0], r) }); n != 0 {
			t.Errorf("AppendResolve of %q allocates %v times", ref, n)
		}
		v := iri.Resolver{Base: base, NoUnderflow: true, NoOpaqueBase: true, EncodedDots: true, LegacyScheme: true}
		if n := testing.AllocsPerRun(100, func() { room, _ = v.AppendResolve(room[:0], r) }); n != 0 {
			t.Errorf("AppendResolve of %q with switches allocates %v times", ref, n)
		}
	}
	if !bytes.Equal(base.AppendResolve([]byte("x"), iri.Reference{}), []byte("xhttp://example.org/a/b/c?q")) {
		t.Error("AppendResolve does not append")
	}
}
