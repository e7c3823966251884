package explain_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A broken is a string that does not match a rule.
type broken struct {
	name, escaped, text string
	rule                tables.Rule
	lookup              func(string) (tables.Rule, bool)
}

// readBroken returns the strings of testdata/broken.txt.
func readBroken(t testing.TB) (list []broken) {
	t.Helper()
	for line := range strings.Lines(testkit.ReadFile(t, filepath.Join("testdata", "broken.txt"))) {
		name, escaped, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue // a comment
		}
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(escaped, `"`, `\"`) + `"`)
		b := broken{name: name, escaped: escaped, text: text}
		grammar, rule, _ := strings.Cut(name, "#")
		g, known := bundled.Find(grammar)
		if err != nil || !known {
			t.Fatalf("%s: %v", line, err)
		}
		b.lookup = g.Lookup
		if b.rule, ok = g.Lookup(rule); !ok {
			t.Fatalf("there is no rule %s", name)
		}
		list = append(list, b)
	}
	return list
}

// An explained is a broken string with its explanation; ok is false if the string matches the rule.
type explained struct {
	broken
	why explain.Explanation
	ok  bool
}

var explainedOnce struct {
	sync.Once
	list []explained
}

// explainBroken returns the strings of readBroken with their explanations.
func explainBroken(t *testing.T) []explained {
	t.Helper()
	explainedOnce.Do(func() {
		for _, b := range readBroken(t) {
			why, ok := explain.New(b.rule, b.lookup).Explain(b.text)
			explainedOnce.list = append(explainedOnce.list, explained{b, why, ok})
		}
	})
	return explainedOnce.list
}

// Each broken string gets the recorded message, with a caret under the part at fault.
func TestMessages(t *testing.T) {
	var out strings.Builder
	list := explainBroken(t)
	for _, b := range list {
		why := b.why
		if !b.ok {
			t.Errorf("%s: %s is a member", b.name, b.escaped)
			continue
		}
		before := escape(b.text[:why.Offset])
		part := escape(b.text[why.Offset : why.Offset+why.Length])
		fmt.Fprintf(&out, "%s\n%s\n%s^%s\n%s [%s]\n", b.name, escape(b.text), blanks(before),
			strings.Repeat("~", max(0, width(part)-1)), why.String(), why.Code)
		if why.Accepting != "" {
			fmt.Fprintf(&out, "accepted by %s\n", why.Accepting)
		}
		out.WriteString("\n")
	}
	if len(list) < 200 {
		t.Errorf("%d strings, fewer than 200", len(list))
	}
	golden.Compare(t, filepath.Join("testdata", "messages.golden"), out.String())
}

// escape replaces invisible characters with their names.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch _, n := utf8.DecodeRuneInString(s[i:]); {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<0x%02X>", s[i])
		case r != ' ' && !strconv.IsPrint(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func width(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if r >= 0x3000 && r != utf8.RuneError {
			n++ // a wide character
		}
	}
	return n
}

func blanks(s string) string { return strings.Repeat(" ", width(s)) }

// Every code is in the list, and every code in the list has an example in the table.
func TestCodes(t *testing.T) {
	said := map[string]bool{}
	for _, b := range explainBroken(t) {
		said[b.why.Code] = true
	}
	for _, code := range explain.Codes() {
		if !said[code] {
			t.Errorf("no string of the table has the code %s", code)
		}
		delete(said, code)
	}
	for code := range said {
		t.Errorf("%s is not in the list of codes", code)
	}
	if !slices.IsSorted(explain.Codes()) {
		t.Error("the codes are not sorted")
	}
}

// changed returns the offset in b after the change that turns a into b.
func changed(a, b string) int {
	end := len(b)
	for n := len(a); n > 0 && end > 0 && a[n-1] == b[end-1]; n-- {
		end--
	}
	return end
}

// check fails the test if an explanation is impossible.
func check(t *testing.T, b broken, why *explain.Explanation) {
	t.Helper()
	s := b.text
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s %q: %s [%s]: %s", b.rule, s, why, why.Code, fmt.Sprintf(format, args...))
	}
	end := why.Offset + why.Length
	switch {
	case why.Offset < 0 || why.Length < 0 || end > len(s):
		fail("the part is %d+%d", why.Offset, why.Length)
		return
	case why.Column != utf8.RuneCountInString(s[:why.Offset])+1:
		fail("column %d of offset %d", why.Column, why.Offset)
	case !slices.Contains(explain.Codes(), why.Code):
		fail("the code is unknown")
	case why.Message == "":
		fail("no message")
	case why.Offset > why.Stop.Offset && why.Code != "delimiters-around":
		fail("the part begins after the place %d where the automaton stops", why.Stop.Offset)
	case why.Repaired != "" && why.Remedy == "":
		fail("a repair without words")
	}
	if why.Repaired == "" {
		return
	}
	var e *tables.SyntaxError
	ok := errors.As(b.rule.Check(why.Repaired), &e)
	if after := changed(s, why.Repaired); ok && e.Offset < after && !strings.Contains(s, why.Repaired) {
		fail("the repair %q fails at %d", why.Repaired, e.Offset)
	}
}

// Explain explains exactly the strings that do not match the rule. An explanation points into its
// string, proposes only changes that help, and is correct about its part.
func TestExplanationsAreTrue(t *testing.T) {
	list := readBroken(t)
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"http:", "//", "/", "?", "#", "@", ":", "[", "]", "[::1]", "::", "1.2.3.4", "256", "80", "%", "%41", " ", "<", ">",
		`"`, "a", "é", "\xFF", "\xE4\xBE", "\xED", "\xF4", "\uE000", "\uFFFE",
		"\t", "example.org", "v1.", "%25eth0", "\\", "{", "C:\\",
	}
	explainers := map[string]*explain.Explainer{}
	for range 20_000 {
		b := list[r.IntN(len(list))]
		for range r.IntN(3) + 1 {
			i := r.IntN(len(b.text) + 1)
			b.text = b.text[:i] + pieces[r.IntN(len(pieces))] + b.text[min(len(b.text), i+r.IntN(3)):]
		}
		x := explainers[b.name]
		if x == nil {
			x = explain.New(b.rule, b.lookup)
			explainers[b.name] = x
		}
		why, ok := x.Explain(b.text)
		if ok == b.rule.Valid(b.text) {
			t.Fatalf("%s %q: explained %v", b.name, b.text, ok)
		}
		if ok {
			check(t, b, &why)
			checkPart(t, b, &why)
		}
		if t.Failed() {
			return
		}
	}
}

// checkPart checks the part at fault against the grammar.
func checkPart(t *testing.T, b broken, why *explain.Explanation) {
	t.Helper()
	part := b.text[why.Offset : why.Offset+why.Length]
	refused := func(names ...string) bool {
		for _, name := range names {
			if r, ok := b.lookup(name); ok {
				return !r.Valid(part)
			}
		}
		return true
	}
	n, _ := strconv.Atoi(part)
	good := true
	switch why.Code {
	case "port":
		good = refused("port")
	case "ipv4-over-255":
		good = n > 255 && refused("dec-octet")
	case "ipv4-number":
		good = refused("dec-octet")
	case "ipv6-group":
		good = refused("h16")
	case "ipv6-brackets":
		good = !refused("IPv6address") || strings.Contains(part, "::")
	case "percent":
		good = part[0] == '%' && refused("pct-encoded", "escaped")
	case "not-utf8":
		good = !utf8.ValidString(part)
	case "not-ascii", "noncharacter", "private-use":
		good = part[0] >= utf8.RuneSelf && refused("unreserved")
	case "second-at":
		good = part == "@" && strings.Count(b.text, "@") > 1
	case "ipv6-second-gap":
		good = len(part) > 2 && strings.Trim(part, ":") == "" || part == "::" && strings.Contains(b.text[:why.Offset+1], "::")
	}
	if !good {
		t.Errorf("%s %q: %s [%s]: not true of %q", b.rule, b.text, why, why.Code, part)
	}
}

// No message contains the name of a rule, for any rule of any grammar, because "iunreserved" means
// little to users.
func TestMessagesNameNoRule(t *testing.T) {
	texts := []string{"", " ", "a b", "http://h:80a/", "\xFF", "1:2", "[::g]", "%4", "<a", "é", "a,", "0", "\"", "sun, 06",
		"text/", "=", "@*a"}
	for _, b := range readBroken(t) {
		texts = append(texts, b.text)
	}
	for _, g := range bundled.Grammars() {
		for number, r := range g.Rules() {
			x := explain.New(r, g.Lookup)
			for i, text := range texts {
				if !testkit.OneIn(12, i+number) {
					continue
				}
				if why, ok := x.Explain(text); ok {
					noRuleNames(t, why.String(), text, g.Lookup)
				}
			}
		}
	}
}

var (
	quotedText = regexp.MustCompile(`"[^"]*"|write .*|take .* away`)
	ruleName   = regexp.MustCompile(`[A-Za-z][A-Za-z0-9-]*[-0-9][A-Za-z0-9-]*|i[a-z]+`)
)

// noRuleNames fails the test if a message contains a rule name that is not also an English word.
func noRuleNames(t *testing.T, message, text string, lookup func(string) (tables.Rule, bool)) {
	t.Helper()
	for _, word := range ruleName.FindAllString(quotedText.ReplaceAllString(message, ""), -1) {
		if r, ok := lookup(word); ok && r.Name() == word && !strings.Contains(text, word) {
			t.Errorf("of %q: %s: the message names the rule %s", text, message, word)
		}
	}
}

// For a grammar without URI rules, messages name the character found and the characters expected.
func TestOtherGrammars(t *testing.T) {
	g, _ := bundled.Find("rfc3987")
	octet, _ := g.Lookup("dec-octet")
	why, ok := explain.New(octet, nil).Explain("256")
	if want := `"6" is not allowed here; expected "0" to "5" or the end`; !ok || why.String() != want {
		t.Errorf("%s, not %s", why.String(), want)
	}
	if _, ok := explain.New(octet, nil).Explain("255"); ok {
		t.Error("a member is explained")
	}
	if why, ok := explain.New("", nil).Explain("x"); !ok || why.Message != "no text is valid: the rule matches nothing" {
		t.Errorf("of no table: %v %v", why, ok)
	}
}

// Strings that match a rule of octets need not be UTF-8.
func TestOctets(t *testing.T) {
	g, _ := bundled.Find("rfc9110")
	text, _ := g.Lookup("obs-text")
	for s, want := range map[string]string{
		"x":        `"x" is not allowed here; expected a byte above 0x7F`,
		"\xC3\xA9": "the text must end before the byte 0xA9",
	} {
		if why, ok := explain.New(text, g.Lookup).Explain(s); !ok || why.Message != want || why.Code == "not-utf8" {
			t.Errorf("%q: %s [%s]", s, why.Message, why.Code)
		}
	}
}

// For a long string, the text around the error suffices to explain single characters.
func TestExplainError(t *testing.T) {
	g, _ := bundled.Find("rfc3987")
	iri, _ := g.Lookup("IRI")
	s := "http://example.org/" + strings.Repeat("é", 5000) + "|" + strings.Repeat("x", 5000)
	var e *tables.SyntaxError
	errors.As(iri.Check(s), &e)
	x := explain.New(iri, g.Lookup)
	why := x.ExplainError(e, s[e.Offset-100:e.Offset], s[e.Offset:e.Offset+100])
	whole, _ := x.Explain(s)
	if why.Message != whole.Message || why.Offset != whole.Offset || why.Column != whole.Column || why.Code != whole.Code {
		t.Errorf("%+v of a part, %+v of the whole", why, whole)
	}
}

// Messages may be logged, so they quote no port: a delimiter in a password ends the host, and the
// beginning of the password is then read as a port.
func TestMessagesQuoteNoPort(t *testing.T) {
	g, _ := bundled.Find("rfc3987")
	iri, _ := g.Lookup("IRI")
	x := explain.New(iri, g.Lookup)
	for _, password := range strings.Fields("secret/x secret? secret#x/ s:secret/ +75/secret \uff17\uff15/secret") {
		why, ok := x.Explain("http://user:" + password + "@host/")
		text := why.String()
		if !ok || why.Code != "port" || strings.ContainsAny(text, "75\uff17") || strings.Contains(text, "secret") {
			t.Errorf("%s: %s", password, text)
		}
	}
}

func FuzzExplain(f *testing.F) {
	list := readBroken(f)
	for i, b := range list {
		f.Add(i, b.text)
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		b := list[max(i, -(i+1))%len(list)]
		b.text = text
		why, ok := explain.New(b.rule, b.lookup).Explain(text)
		if ok == b.rule.Valid(text) {
			t.Fatalf("explained %v", ok)
		}
		if ok {
			check(t, b, &why)
		}
	})
}
