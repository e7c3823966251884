package text

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

var findRounds = flag.Int("find-rounds", 0, "random texts that TestFindIsItsDefinition searches; 0: the usual")

// marked returns text with ⟦ and ⟧ around the spans.
func marked(text string, spans []iri.Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start] + "⟦" + text[s.Start:s.End] + "⟧")
		at = s.End
	}
	return b.String() + text[at:]
}

// sentences returns the lines of testdata/find.txt, grouped by heading.
func sentences(t testing.TB) map[string][]string {
	t.Helper()
	text := testkit.ReadFile(t, "testdata/find.txt")
	all, script := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch name, isHeading := strings.CutPrefix(line, "## "); {
		case isHeading:
			script = name
		case line != "" && !strings.HasPrefix(line, "# "):
			all[script] = append(all[script], line)
		}
	}
	return all
}

func TestFindInSentences(t *testing.T) {
	n, all := 0, sentences(t)
	for script, lines := range all {
		for _, want := range lines {
			n++
			text := strings.NewReplacer("⟦", "", "⟧", "").Replace(want)
			if got := marked(text, slices.Collect(Find(text))); got != want {
				t.Errorf("%s:\n%s, not\n%s", script, got, want)
			}
		}
	}
	t.Logf("%d sentences, %d headings", n, len(all))
	if n < 300 || len(all) < 13 {
		t.Errorf("%d sentences under %d headings are too few", n, len(all))
	}
}

func TestFindPrefixes(t *testing.T) {
	for _, c := range []struct {
		starts []string
		want   string
	}{
		{nil, "⟦http://a⟧ ⟦HTTPS://b/⟧ ⟦x+y://c⟧ ⟦Mailto:d@e⟧ geo:1,2 http:f"},
		{[]string{"http://"}, "⟦http://a⟧ HTTPS://b/ x+y://c Mailto:d@e geo:1,2 http:f"},
		{[]string{"https://", "geo:"}, "http://a ⟦HTTPS://b/⟧ x+y://c Mailto:d@e ⟦geo:1,2⟧ http:f"},
		{[]string{"http:"}, "⟦http://a⟧ HTTPS://b/ x+y://c Mailto:d@e geo:1,2 ⟦http:f⟧"},
		{[]string{"://"}, "⟦http://a⟧ ⟦HTTPS://b/⟧ ⟦x+y://c⟧ Mailto:d@e geo:1,2 http:f"},
		{[]string{"MAILTO:"}, "http://a HTTPS://b/ x+y://c ⟦Mailto:d@e⟧ geo:1,2 http:f"},
		{[]string{}, "http://a HTTPS://b/ x+y://c Mailto:d@e geo:1,2 http:f"},
	} {
		text := strings.NewReplacer("⟦", "", "⟧", "").Replace(c.want)
		if got := marked(text, slices.Collect(Finder{c.starts}.Find(text))); got != c.want {
			t.Errorf("%q: %s, not %s", c.starts, got, c.want)
		}
	}
}

func TestFindForms(t *testing.T) {
	const text = "a http://b/c, http://d. e urn:f:g"
	want := slices.Collect(Find(text))
	if len(want) != 3 {
		t.Errorf("%v", want)
	}
	for range Find(text) {
		break
	}
	for _, from := range []int{-5, 0, 2, 3, 6, len(text), len(text) + 5} {
		s, ok := Finder{}.Next(text, from)
		i := slices.IndexFunc(want, func(w iri.Span) bool { return w.Start >= from })
		if ok != (i >= 0) || ok && s != want[i] || !ok && s != (iri.Span{Start: -1, End: -1}) {
			t.Errorf("from %d: %v, %v", from, s, ok)
		}
	}
	for s := range Find("") {
		t.Errorf("%v in the empty text", s)
	}
}

// Find excludes invisible characters at the end, except a joiner after a virama, which may end a
// word.
func TestFindLeavesOutInvisible(t *testing.T) {
	const unseen = "\u00AD\u034F\u061C\u115F\u180E\u200B\u200C\u200D\u200E\u202C\u2060\u2063\u2069\u2800" +
		"\u3164\uFEFF\uFFA0"
	for _, head := range []string{"https://a.example/x", "https://a.example", "http://h:80", "urn:x:y", "a://é/é"} {
		for _, c := range unseen {
			for _, rest := range []string{"", " end", string(c) + ".", "." + string(c) + "\n", "）", "，文"} {
				text := head + string(c) + rest
				if got := slices.Collect(Find(text)); len(got) != 1 || got[0].End != len(head) {
					t.Errorf("%+q: %v", text, got)
				}
			}
		}
	}
	for _, whole := range []string{
		"https://a.example/ఇంటర్నెట్\u200C", "http://ఇంటర్నెట్\u200C", "urn:x:ന്\u200D", "https://a.example/❤\uFE0F",
		"https://a.example/x\u200By", "https://a.example/می\u200Cنویسد",
	} {
		if got := slices.Collect(Find(whole + "\u200B.")); len(got) != 1 || got[0].End != len(whole) {
			t.Errorf("%+q: %v", whole, got)
		}
	}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if got, want := isInvisible(r), invisible(r); got != want && iri.Valid("a:"+string(r)) {
			t.Errorf("isInvisible(%U) is %v, not %v", r, got, want)
		}
	}
}

func TestFindAllocatesNothing(t *testing.T) {
	text := strings.Repeat("Siehe http://de.example/wiki/Ä_(ö), „http://b“ und mailto:a@b. ", 10)
	n := 0
	find := func() {
		for range Find(text) {
			n++
		}
	}
	if find(); n != 30 {
		t.Errorf("%d IRIs", n)
	}
	if allocs := testing.AllocsPerRun(100, find); allocs != 0 {
		t.Errorf("Find allocates %v times", allocs)
	}
}

// These texts contain many apparent beginnings of IRIs. TestHostileLinear in package fuzz measures
// some of them.
func TestFindInHostileText(t *testing.T) {
	for _, unit := range []string{
		"a:", "a://", "http://", "http:// ", "://", ":", "/", "(", "urn:(", "urn:", "urn:'", "http://a,",
		"http://a.", "http://a(",
		"http://a/(", "http://a@", "http://urn:", "http://h:", "http://h:80x", "http://[", "http://[v1.", "tel:", "a", "a+",
		"1-", "http://é、",
		"%41", "http://%", "。", "http://a/。", "http://a/?#", "http://a/ü(", "mailto:)", "http://a://", "\xff:", "http://\xff",
		"a.tel:", "\\", "@", "'", "'urn:", "‘a://x", "（", "urn:中（", "中（a://a/", "a。é://", "\\nurn:", "http://h\\n", "[1m",
	} {
		for _, before := range []string{"", "http://", "http://h/", "urn:", "urn:x(", "http://[v1."} {
			text := before + strings.Repeat(unit, testkit.Few(1<<16)/len(unit))
			checkFound(t, text[:min(len(text), 50)], text, slices.Collect(Find(text)))
		}
	}
}

// The stack holds exactly 125 open brackets.
func TestFindCountsBrackets(t *testing.T) {
	for n, want := range map[int]int{1: len("http://h/(a)"), 125: len("http://h/a") + 2*125, 126: len("http://h/")} {
		text := "http://h/" + strings.Repeat("(", n) + "a" + strings.Repeat(")", n)
		if got := slices.Collect(Find(text)); len(got) != 1 || got[0].End != want {
			t.Errorf("%d brackets: %v, not one that ends at %d", n, got, want)
		}
	}
}

// checkFound reports an error for spans that are not IRIs or are out of order.
func checkFound(t *testing.T, name, text string, spans []iri.Span) {
	t.Helper()
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(text) || !iri.Valid(text[s.Start:s.End]) {
			t.Errorf("%q: %v is no iri.IRI, or overlaps", name, s)
			return
		}
		at = s.End
	}
}

func TestFindIsItsDefinition(t *testing.T) {
	slow := newSlowFinder(t)
	pieces := []string{
		"http://", "a://", "urn:", "tel:", "mailto:", "://", ":", "/", "//", "?", "#", "@", "a", "b1", "80", "%41", "%", "(",
		")", "[", "]", "[::1]", ".",
		",", ";", "!", "'", "\"", "*", "_", "-", "~", "+", "=", "&", "$", "\\", "<", ">", " ", "\n", "é", "日本", "。", "．", "｡",
		"、", "「", "」", "（", "）", "»", "”", "—",
		"\u200D", "\u3000", "\U0001F600", "\uE000", "\uFFFD", "\xff", ":~:", "..", "…", "・",
		"‘", "’", "‹", "›", "״", "\\", "\\n", "\\\"", "\\u000a", "\\x0", "[31m", "\u200B", "\u3164", "\u0301", "\uFE0F",
		"〝", "＇", "中",
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range cmp.Or(*findRounds, testkit.Few(20_000)) {
		var b strings.Builder
		for range 1 + random.IntN(9) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(4) == 0 {
				b.WriteString(pieces[random.IntN(2)])
			}
		}
		text := b.String()
		got := slices.Collect(Find(text))
		found += len(got)
		if want := slow.find(text); !slices.Equal(got, want) {
			t.Fatalf("%q: %s, not %s", text, marked(text, got), marked(text, want))
		}
	}
	t.Logf("%d found", found)
	if found < testkit.Few(1000) {
		t.Errorf("only %d found", found)
	}
}

func FuzzFind(f *testing.F) {
	for _, lines := range sentences(f) {
		f.Add(lines[0])
	}
	slow := newSlowFinder(f)
	f.Fuzz(func(t *testing.T, text string) {
		spans := slices.Collect(Find(text))
		checkFound(t, text, text, spans)
		if len(text) <= 64 {
			if want := slow.find(text); !slices.Equal(spans, want) {
				t.Errorf("%q: %s, not %s", text, marked(text, spans), marked(text, want))
			}
		}
	})
}
