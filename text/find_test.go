package text

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

var findRounds = flag.Int("find-rounds", 0, "random texts that TestFindIsItsDefinition searches; 0: the usual")

// marked returns a text with ⟦ and ⟧ around its spans.
func marked(text string, spans []iri.Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start] + "⟦" + text[s.Start:s.End] + "⟧")
		at = s.End
	}
	return b.String() + text[at:]
}

// sentences returns the lines of testdata/find.txt by heading.
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

// Texts in which many IRIs appear to begin. TestHostileLinear in package fuzz measures some of
// them.
func TestFindInHostileText(t *testing.T) {
	for _, unit := range []string{
		"a:", "a://", "http://", "http:// ", "://", ":", "/", "(", "urn:(", "urn:", "urn:'", "http://a,",
		"http://a.", "http://a(",
		"http://a/(", "http://a@", "http://urn:", "http://h:", "http://h:80x", "http://[", "http://[v1.", "tel:", "a", "a+",
		"1-", "http://é、",
		"%41", "http://%", "。", "http://a/。", "http://a/?#", "http://a/ü(", "mailto:)", "http://a://", "\xff:", "http://\xff",
		"a.tel:", "\\", "@",
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

// checkFound reports spans that contain no IRI or are out of order.
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

// These are used by the slow version of Find.
var (
	schemeRun    = regexp.MustCompile(`[A-Za-z0-9+.-]*$`)
	opaqueScheme = regexp.MustCompile(`^(?i:mailto|tel|urn)$`)
	hostName     = regexp.MustCompile(
		`^([A-Za-z0-9._~%-]|[^\x00-\x7F\pP\pC\pZ]|[\x{3002}\x{FF0E}\x{FF61}·׳״་・\x{200C}\x{200D}])*$`)
	emptyLabel = regexp.MustCompile(`^\.|\.\.`)
	hostTrim   = regexp.MustCompile(`^[.。．｡_~-]*`)
	stops      = regexp.MustCompile(`^[:.]*`)
	tailBegins = regexp.MustCompile(`^(/|#|\?[^\s\v\x{85}\pZ])`)
	goesOn     = regexp.MustCompile(`^([A-Za-z0-9%@\\$&+=_~-]|[^\x00-\x7F\pP\pC\pZ]|[·׳״་・\x{200C}\x{200D}])`)
	wideEnd    = regexp.MustCompile(`[“”«»、。︒︕︖﹐﹑﹒﹔-﹗！，．：；？｡､]`)
	pairs      = regexp.MustCompile(`[=&]`)
)

// A slowFinder is a slow version of Find: at each offset it finds the longest IRI by the
// definition.
type slowFinder struct {
	terms   map[rune]term
	openers map[rune]rune
}

func (f slowFinder) find(text string) (spans []iri.Span) {
	for at := 0; at < len(text); at++ {
		from := 0
		if len(spans) > 0 {
			from = spans[len(spans)-1].End
		}
		if at < from || !startsHere(text, from, at) {
			continue
		}
		for end := len(text); end > at; end-- {
			if f.isFound(text[:at], text[at:end], text[end:]) {
				spans = append(spans, iri.Span{Start: at, End: end})
				break
			}
		}
	}
	return spans
}

// startsHere reports whether at is the first ASCII letter in a run of scheme characters that does
// not follow an ASCII letter or digit.
func startsHere(text string, from, at int) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	run := schemeRun.FindStringIndex(text[from:at])[0] + from
	for i := run; i <= at; i++ {
		if strings.IndexByte(letters, text[i]) >= 0 && (i == 0 || strings.IndexByte(letters+"0123456789", text[i-1]) < 0) {
			return i == at
		}
	}
	return false
}

// isFound reports whether s, between two parts of a text, is an IRI that must be found.
func (f slowFinder) isFound(before, s, rest string) bool {
	i, err := iri.Parse(s)
	if err != nil {
		return false
	}
	tail := i.Path()
	if i.HasQuery() {
		tail += "?" + i.Query()
	}
	if i.HasFragment() {
		tail += "#" + i.Fragment()
	}
	if !i.HasAuthority() {
		return opaqueScheme.MatchString(i.Scheme()) && !strings.HasPrefix(tail+rest, "//") &&
			len(tail) > 0 && f.isTail(i, before)
	}
	named := !strings.HasPrefix(i.Host(), "[")
	if userinfo, _, ok := strings.Cut(i.Authority()+tail+rest, "@"); f.isUserinfo(userinfo) != i.HasUserinfo() && ok {
		return false
	}
	host := hostName
	switch {
	case named && !host.MatchString(i.Host()),
		named && emptyLabel.MatchString(i.Host()),
		i.HasPort() && i.Port() == "" && tail == "":
		return false
	case tail != "":
		return f.isTail(i, before) && (i.Host() != "" || tail[0] == '/')
	case i.Host() == "":
		return false
	}
	if !i.HasPort() && named {
		if last, _ := utf8.DecodeLastRuneInString(s); f.term(last) == termSoft || strings.ContainsRune("-_~", last) {
			return false
		}
		trimmed := hostTrim.FindString(rest)
		rest = rest[len(trimmed):]
		if emptyLabel.MatchString(i.Host()+trimmed) && tailBegins.MatchString(strings.TrimPrefix(rest, ":")) {
			return false
		}
	}
	stop := stops.FindString(rest)
	rest = rest[len(stop):]
	isPort := stop == ":" && !i.HasPort() // an empty port
	if stop != "" && !isPort && tailBegins.MatchString(rest) {
		return false
	}
	return !goesOn.MatchString(rest) // an invalid byte does match: regexp reads it as U+FFFD, a symbol
}

func (f slowFinder) term(r rune) term { return linkTermOf(f.terms, r) }

// isUserinfo reports whether s, before an "@", is a userinfo in running text.
func (f slowFinder) isUserinfo(s string) bool {
	others := strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf && f.term(r) != termInclude })
	return iri.Valid("a://"+s+"@") && !strings.ContainsAny(s, "/?#") && !others
}

// isTail reports whether the path, query and fragment end correctly and their brackets match.
func (f slowFinder) isTail(i iri.IRI, before string) bool {
	pieces := strings.Split(i.Path(), "/")
	pieces = append(pieces, pairs.Split(i.Query(), -1)...)
	pieces = append(pieces, strings.Split(i.Fragment(), ":~:")...)
	for _, piece := range pieces {
		var open []rune
		if wideEnd.MatchString(piece) {
			return false
		}
		for _, r := range piece {
			switch f.term(r) {
			case termHard:
				return false
			case termOpen:
				open = append(open, r)
			case termClose:
				if len(open) == 0 || open[len(open)-1] != f.openers[r] {
					return false
				}
				open = open[:len(open)-1]
			}
			if len(open) > 125 {
				return false
			}
		}
	}
	last, _ := utf8.DecodeLastRuneInString(i.String())
	isMark := strings.ContainsRune("*_~", last) && strings.HasSuffix(before, string(last))
	return !isMark && last != '…' && (f.term(last) == termInclude || f.term(last) == termClose)
}

func newSlowFinder(t testing.TB) slowFinder {
	terms, openers := readLinkTerm(t)
	return slowFinder{terms, openers}
}

func TestFindIsItsDefinition(t *testing.T) {
	slow := newSlowFinder(t)
	pieces := []string{
		"http://", "a://", "urn:", "tel:", "mailto:", "://", ":", "/", "//", "?", "#", "@", "a", "b1", "80", "%41", "%", "(",
		")", "[", "]", "[::1]", ".",
		",", ";", "!", "'", "\"", "*", "_", "-", "~", "+", "=", "&", "$", "\\", "<", ">", " ", "\n", "é", "日本", "。", "．", "｡",
		"、", "「", "」", "（", "）", "»", "”", "—",
		"\u200D", "\u3000", "\U0001F600", "\uE000", "\uFFFD", "\xff", ":~:", "..", "…", "・",
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
