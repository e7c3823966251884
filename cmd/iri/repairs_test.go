package main

import (
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// repaired applies the repairs that "iri check" proposes until the text is a member. ok is false if
// some error on the way has no repair.
func repaired(x *explain.Explainer, text string) (result string, ok bool) {
	for {
		why, wrong := x.Explain(text)
		if !wrong || why.Repaired == "" {
			return text, !wrong
		}
		text = why.Repaired
	}
}

// fixed returns the text as fixed by "iri fix".
func fixed(rule tables.Rule, s string) (result string, ok bool) {
	if rule == rfc3987.IRI {
		i, _, err := text.Fix(s)
		return i.String(), err == nil
	}
	r, _, err := text.FixReference(s)
	return r.String(), err == nil
}

// sameRepair compares the repairs of both commands, and reports whether both have one.
func sameRepair(t *testing.T, x *explain.Explainer, rule tables.Rule, text string) bool {
	t.Helper()
	by, ok := repaired(x, text)
	mended, can := fixed(rule, text)
	if ok && can && by != mended {
		t.Errorf("%v: of %q check makes %q, fix %q", rule, text, by, mended)
	}
	return ok && can
}

// TestRepairsOfCheckAndFix checks that where check and fix both have a repair, it is the same.
func TestRepairsOfCheckAndFix(t *testing.T) {
	data := testkit.ReadFile(t, filepath.Join("..", "..", "internal", "explain", "testdata", "broken.txt"))
	var texts []string
	for line := range strings.Lines(data) {
		if _, escaped, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			text, err := strconv.Unquote(`"` + strings.ReplaceAll(escaped, `"`, `\"`) + `"`)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
	texts = append(texts, corpus.Lines("invalid", testkit.Few(20_000))...)
	r := rand.New(rand.NewPCG(13, 21))
	heads := []string{"", "http://h/", "http:", "//h/", "/", "a:", "http://h", "a:/", "http://h/?", "file:///", "../"}
	pieces := []string{"a", "/", ":", `\`, "\t", "\n", "\r", " ", "#", "?", "%", "4", "%41", "%u00E9", "[", "]", "{", "}",
		"<", ">", `"`, "'", "(", ")", "|", "@", "\x00", "\x1b[0m", "\x7f", "\u0085", "\u00a0", "\u200b", "\ufeff", "\u00e9",
		"\xe9", "\xe4\xbe", "\ufffe", "\ufffd", "\ue000", "\U000e0041", "“", "”", "http:", "//", "evil"}
	for range testkit.Few(200_000) {
		text := heads[r.IntN(len(heads))]
		for range r.IntN(5) {
			text += pieces[r.IntN(len(pieces))]
		}
		if r.IntN(8) == 0 {
			text = pieces[r.IntN(len(pieces))] + text
		}
		texts = append(texts, text)
	}
	for _, rule := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference} {
		x, both := explain.New(rule, rfc3987.Lookup), 0
		for _, text := range texts {
			if !rule.Valid(text) && sameRepair(t, x, rule, text) {
				both++
			}
		}
		t.Logf("%v: both repair %d of %d", rule, both, len(texts))
	}
}

// TestRepairsOfBackslashesAndBreaks checks what check and fix make of "\", tabs and line endings.
// The result is "" where both leave the text unchanged, because a program may find a different host
// in it.
func TestRepairsOfBackslashesAndBreaks(t *testing.T) {
	for _, c := range []struct {
		rule       tables.Rule
		text, want string
	}{
		{rfc3987.IRIReference, `/\evil.com`, ""},
		{rfc3987.IRIReference, `/\/evil.com`, ""},
		{rfc3987.IRIReference, `\/evil.com`, ""},
		{rfc3987.IRIReference, `\\evil.com\x`, ""},
		{rfc3987.IRIReference, `///evil.com\x`, ""},
		{rfc3987.IRIReference, `//evil.com\.good.com`, ""},
		{rfc3987.IRIReference, "/\t/evil.com", ""},
		{rfc3987.IRIReference, "/\n\\evil.com", ""},
		{rfc3987.IRIReference, "java\nscript:a", ""},
		{rfc3987.IRIReference, `path\to\x`, "path%5Cto%5Cx"},
		{rfc3987.IRIReference, `/path\to`, "/path%5Cto"},
		{rfc3987.IRIReference, `..\x`, "..%5Cx"},
		{rfc3987.IRIReference, `?a\b#c\d`, "?a%5Cb#c%5Cd"},
		{rfc3987.IRIReference, "/\tevil.com\r\n/x", "/evil.com/x"},
		{rfc3987.IRIReference, "%u0041", "%25u0041"},
		{rfc3987.IRIReference, "%\t41%4\n", "%41%254"},
		{rfc3987.IRI, `http:\\evil.com`, ""},
		{rfc3987.IRI, `http:/\evil.com/`, ""},
		{rfc3987.IRI, `http:evil.com\x`, ""},
		{rfc3987.IRI, `http://good.com\@evil.com/`, ""},
		{rfc3987.IRI, `http://evil.com\.good.com/`, ""},
		{rfc3987.IRI, "http:\t//evil.com/", ""},
		{rfc3987.IRI, "foo:/\n/evil.com/", ""},
		{rfc3987.IRI, "foo:/\n//evil.com/", ""},
		{rfc3987.IRI, `ws:evil.com\x`, ""},
		{rfc3987.IRI, `FTP:/evil.com\x`, ""},
		{rfc3987.IRI, `file:/\evil.com/x`, ""},
		{rfc3987.IRI, `foo:///a\x`, "foo:///a%5Cx"},
		{rfc3987.IRI, `http://h/a\b`, "http://h/a%5Cb"},
		{rfc3987.IRI, `urn:a\b`, "urn:a%5Cb"},
		{rfc3987.IRI, `https://h.example/x,\nGospel`, "https://h.example/x,%5CnGospel"},
		{rfc3987.IRI, "https://a.b/long\npath", "https://a.b/longpath"},
		{rfc3987.IRI, "http://h/%u00E9", "http://h/%25u00E9"},
	} {
		by, ok := repaired(explain.New(c.rule, rfc3987.Lookup), c.text)
		mended, can := fixed(c.rule, c.text)
		if ok != can || mended != c.want || ok && by != c.want {
			t.Errorf("%v: of %q check makes %q, %v, fix %q, %v; not %q", c.rule, c.text, by, ok, mended, can, c.want)
		}
	}
}
