package tables_test

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// If a fast engine falls back to a slow one, no verdict reveals it. So these tests corrupt every
// section that the engine must not read, as [TestNothingElseIsTouched] does for Valid.

// poisoned returns a table in which every byte of the named sections is inverted.
func poisoned(t *testing.T, r tables.Rule, names ...string) tables.Rule {
	t.Helper()
	b := []byte(r)
	for _, s := range r.Sections() {
		if !slices.Contains(names, s.Name) {
			continue
		}
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == s.Name })
		for at := s.From; at < s.To; at++ {
			b[at] = ^b[at]
		}
	}
	if len(names) > 0 {
		t.Fatalf("there are no sections %q", names)
	}
	return tables.Rule(b)
}

// everyday returns strings of all lengths: ASCII ones, and ones with non-ASCII characters after the
// first block.
func everyday() (ascii, beyond []string) {
	for _, s := range []string{"a:", "a:b", "x:/", "a:b/", "http:", "urn:a", "mailto:a@b", "a:?", "a:b?c", "a:b#c",
		"x://y", "x://y:80", "http://a.example/b?c=d&e=f#g",
		"https://example.org:8080/a/b/c.html?q=%41&r=s/t?u#frag/ment?x", "http://example.org/" + strings.Repeat("a", 40) +
			"?" + strings.Repeat("b", 40) + "#" + strings.Repeat("c", 40)} {
		for n := 2; n <= len(s); n++ {
			ascii = append(ascii, s[:n])
		}
	}
	for n := range 503 {
		ascii = append(ascii, "https://example.org/a?b="[:min(n+2, 24)]+strings.Repeat("c", max(0, n-22)))
	}
	for _, s := range []string{"http://example.org/é", "http://example.org/日本語/ж?q=é&r=日#a",
		"https://пример.example/путь/страница?запрос=значение#часть", "http://example.org/a?b=" + strings.Repeat("日本é", 30)} {
		beyond = append(beyond, s, s+"/a", s+"ü", s+strings.Repeat("a", 60), s+strings.Repeat("a", 61)+"é", s+
			strings.Repeat("b", 7)+"?x#日")
	}
	return ascii, beyond
}

// Shift rows are used on processors with 64-bit shifts and unaligned loads.
func TestShiftRowsAreWalked(t *testing.T) {
	want := slices.Contains([]string{"amd64", "arm64", "loong64", "ppc64le", "wasm"}, runtime.GOARCH)
	if format.Shifts != want {
		t.Errorf("shift rows are walked on %s: %v", runtime.GOARCH, format.Shifts)
	}
	if !want {
		return
	}
	l := languageOf(t, rfc3987.IRI)
	wrong := poisoned(t, l.rule, "rows", "wide", "labels", "words", "names", "padding", "regions", "classes")
	ascii, beyond := everyday()
	walked := 0
	for _, s := range slices.Concat(ascii, beyond) {
		e := newSpills(l)
		if e.count(s); e.left > 0 || !l.accepts(s) {
			continue
		}
		walked++
		if !wrong.ValidOnTables(s) {
			t.Errorf("%q is not decided on shift rows", s)
		}
	}
	if walked < 500 {
		t.Errorf("only %d members", walked)
	}
}

// A batch does not allocate for half a megabyte of text. With one worker it does not allocate for
// any text, regardless of the number of processors.
func TestBatchOfOneAllocatesNothing(t *testing.T) {
	if testkit.Slow {
		t.Skip("the detector allocates")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	line := []byte("https://example.org/what/is/this/line\n")
	b := tables.NewBatch(rfc3986.URI)
	for _, x := range []struct{ workers, size int }{{0, 511 << 10}, {3, 511 << 10}, {1, 2 << 20}} {
		b.Workers = x.workers
		text := bytes.Repeat(line, x.size/len(line))
		dst := make([]bool, 0, len(text)/len(line))
		if n := testing.AllocsPerRun(1, func() { b.AppendValidLines(dst, text) }); n != 0 {
			t.Errorf("%d bytes and %d workers: %v allocations", len(text), x.workers, n)
		}
	}
}
