package iri_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

func TestNormalizeDoesNotAllocate(t *testing.T) {
	deep := strings.Repeat("a/../b/%2e/", 100)
	a := iri.MustParse("http://u%3A@%45X.org:080/" + deep + "a/../b/%2e%2E/c?%c3%a9#%41")
	b := iri.MustParse("HTTP://u%3a@ex.ORG/" + strings.Repeat("b/", 100) + "%63?é#A")
	v6, same := iri.MustParse("HTTP://[2001:DB8:0::1]:80"), iri.MustParse("http://[2001:db8:0:0:0:0:0:1]:/")
	uri, name := iri.MustParse("http://example.org/%7e/%c3%a9"), iri.MustParse("http://例え.テスト/é")
	r, _ := iri.ParseReference("../rosé")
	ports := iri.Normalizer{Form: allForms, DefaultPorts: map[string]uint16{"http": 80}}
	long := iri.MustParse(strings.Repeat("a", 100) + "://h:80/")
	normal, buffer := a.Normalize(allForms), make([]byte, 0, 4096)
	allocatesNothing(t, map[string]func() bool{
		"Normalize": func() bool {
			return normal.Normalize(allForms) == normal && ports.Normalize(normal) == normal && r.Normalize(allForms) == r
		},
		"Equivalent":      func() bool { return iri.Equivalent(a, b, allForms) && !iri.Equivalent(a, uri, allForms) },
		"a long scheme":   func() bool { return long.IsNormal(allForms) && long.Normalize(allForms) == long },
		"Equivalent IPv6": func() bool { return iri.Equivalent(v6, same, allForms) && ports.Equivalent(v6, same) },
		"IsNormal": func() bool {
			return normal.IsNormal(allForms) && !a.IsNormal(allForms) && !v6.IsNormal(iri.IPv6Form) && !ports.IsNormal(v6)
		},
		"AppendNormalize": func() bool { return len(a.AppendNormalize(buffer, allForms)) == len(normal.String()) },
		"ToURI":           func() bool { return uri.ToURI() == uri && len(name.AppendURI(buffer)) > 30 },
		"ToUnicode":       func() bool { return name.ToUnicode() == name && len(uri.AppendUnicode(buffer)) > 20 },
	})
	for name, f := range map[string]func(){
		"Normalize": func() { b.Normalize(iri.CaseForm) },
		"ToURI":     func() { name.ToURI() },
		"ToUnicode": func() { uri.ToUnicode() },
	} {
		if n := testing.AllocsPerRun(100, f); n > 2 {
			t.Errorf("%s allocates %v times for a new string", name, n)
		}
	}
}

// storms returns strings that are too long for a quadratic algorithm.
func storms(n int) []string {
	var list []string
	for _, storm := range []string{
		"../", "./", "a/../", "a/", "/", "/..", "a/a/a/../../../", ".", "//../", "A", "é",
		"%2e%2E/", "%2e", "%41", "%c3", "%c3%a9", "%f0%9f%98", "%a9", "%2f",
	} {
		list = append(list, strings.Repeat(storm, n/len(storm)))
	}
	up := strings.Repeat("../", n/8)
	return append(list, strings.Repeat("a/", n/8)+up, strings.Repeat("/", n/4)+up)
}

// Strings of 512 KiB (128 KiB outside CI) in the worst order take no longer than other strings. A
// nonlinear algorithm would take several minutes for each.
func TestNormalizeIsLinear(t *testing.T) {
	for i, storm := range storms(testkit.Few(512 << 10)) {
		for j, prefix := range []string{"a:", "http://", "http://h/", "a:?"} {
			if !testkit.OneIn(4, i+j) {
				continue
			}
			i, err := iri.Parse(prefix + storm)
			if err != nil {
				continue
			}
			n := i.Normalize(allForms)
			if !n.IsNormal(allForms) || !iri.Equivalent(i, n, allForms) || !iri.Equivalent(n, i, allForms) {
				t.Errorf("%.50q: %.50q", i, n)
			}
			if u := i.ToURI(); u.ToUnicode() != u.ToUnicode().ToURI().ToUnicode() {
				t.Errorf("%.50q: to a URI and back", i)
			}
		}
	}
}

// BenchmarkNormalize reports the time of each operation on parsed IRIs as a multiple of Parse's
// time, with [iri.SyntaxForm] and with all forms. Equivalent compares IRIs whose schemes differ in
// case. See [BenchmarkParse].
func BenchmarkNormalize(b *testing.B) {
	type pair struct{ i, other iri.IRI }
	names := strings.Fields(
		"IsNormal IsNormal-all Normalize Normalize-all Append Append-all Equivalent Equivalent-all ToURI ToUnicode")
	corpora(b, func(b *testing.B, lines []string) {
		var pairs []pair
		for _, line := range lines {
			i := iri.MustParse(line)
			pairs = append(pairs, pair{i, iri.MustParse(strings.ToUpper(i.Scheme()) + line[len(i.Scheme()):])})
		}
		buffer := make([]byte, 0, 1<<16)
		best := rounds(b, pairs,
			func(p pair) bool { _, err := iri.Parse(p.i.String()); return err == nil },
			func(p pair) bool { p.i.IsNormal(iri.SyntaxForm); return true },
			func(p pair) bool { p.i.IsNormal(allForms); return true },
			func(p pair) bool { p.i.Normalize(iri.SyntaxForm); return true },
			func(p pair) bool { p.i.Normalize(allForms); return true },
			func(p pair) bool { p.i.AppendNormalize(buffer, iri.SyntaxForm); return true },
			func(p pair) bool { p.i.AppendNormalize(buffer, allForms); return true },
			func(p pair) bool { return iri.Equivalent(p.i, p.other, iri.SyntaxForm) },
			func(p pair) bool { return iri.Equivalent(p.i, p.other, allForms) },
			func(p pair) bool { p.i.ToURI(); return true },
			func(p pair) bool { p.i.ToUnicode(); return true })
		for k, name := range names {
			b.ReportMetric(float64(best[k+1])/float64(best[0]), name+"-ratio")
		}
	})
}
