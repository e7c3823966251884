package fuzz

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc2396"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// incidents are inputs that URI parsers are publicly known to have misread, each with whether it is
// an IRI reference. The numbers refer to the list of incidents.
var incidents = []struct {
	text  string
	valid bool
}{
	{"javascript://google.com:80x/%0Aalert(1)", false}, // 1: CVE-2019-14809, Go
	{"http://host:notdigits/", false},
	{"http://[example.com]/", false}, // 2: CVE-2025-47912, Go
	{"http://[127.0.0.1]/", false},
	{"http://[::ffff:192.0.2.1]/", true},      // 3: golang#75815, rejected by the fix for 2
	{"http://example.com[::1]/", false},       // 4: CVE-2026-25679, Go
	{"http://h/?a&b&c&a&b&c&a&b&c", true},     // 5: CVE-2025-61726, Go
	{"http://h/a/../../.././../././..", true}, // 6: CVE-2026-56860, Go
	{"http://h/" + strings.Repeat("../", 200) + strings.Repeat("./", 200), true},
	{"http://[::1%25.example.com]:80/", false}, // 7: CVE-2025-22870, Go
	{"..", true},                     // 8: CVE-2022-32190, Go
	{" https://evil.example", false}, // 9: CVE-2023-24329, Python
	{"http://[notip]/", false},       // 10: CVE-2024-11168, CVE-2025-0938, Python
	{"http://prefix.[v6a.ip]", false},
	{"http://example.com%2F10.0.0.1/", true}, // 11: CVE-2022-27780, curl
	{"http://t[est@[::1]", false},            // 12: CVE-2024-5458, PHP
	{"http://a@b[@c", false},                 // 13: CVE-2024-22243, -22259, -22262, Spring
	{"http://a@b@c", false},
	{"http://[@[", false},
	{"http://h:" + strings.Repeat("\t", 40) + "a", false}, // 14: CVE-2023-28755, -36617, Ruby
	{"http://" + strings.Repeat(" ", 40) + "\x00", false},
	{"http://@/127.0.0.1", true}, // 15: CVE-2022-0512, -0639, -0686, -0691, url-parse
	{"http://h:", true},
	{"\x08http:", false},
	{"a:" + strings.Repeat("/x", 400), true},        // 16: CVE-2025-67899, uriparser
	{"//" + strings.Repeat("h", 600) + ":80", true}, // 17, 18: truncated lengths
	{"//h?" + strings.Repeat("a=b&", 300), true},
	{"s:a", true}, // 19: CVE-2026-44928, treated as equal
	{"s:/a", true},
	{"//192.0.2.1", true}, // 20: CVE-2018-19198, -19200, CVE-2021-46141, -46142
	{"//?#", true},
	{"http://192.0.2.1//a//", true},
	{"http:///h", true}, // 21: parsers that disagree
	{`http:\\h`, false},
	{"//h", true},
	{"http:h", true},
	{"http://a%2Fb%3Fc%23d%40e%3A1/", true},
	{"ldap://127.0.0.1#.evil", true},
	{"uri://[::.0.255.0]", false},   // 22: siwe#215, "*3" written for "1*3"
	{"//[0:0:0:0:0:0:0::1]", false}, // 23: hand-written IP literal parser
	{"//[:1::1:]", false},
	{"//[VF.a]", true},
	{"//[v.]", false},
	{"//[::1.1.1.100]", true},
	{"//[]", false},
	{"//[1:2:3:4:5:6:7::]", true},
	{"//[1:2:3:4:5:6:7]", false},
	{"//[::ffff:1.2.3.256]", false},
	{"//1.1.1.1a", true},
	{"//[1::]", true},
	{"//69.x.fr", true},
	{"//[V1.a]", true}, // 24: iref 4.1.0, a panic
	{"http://[V1.:]", true},
	{"scheme:/.//path", true}, // uriparser 1.0.0: a path that must not become an authority
}

// others are inputs at the boundaries of UTF-8, ucschar, iprivate and components.
var others = []string{
	"", "a:", "a:?#", "?", "#", "//", "a:b:c", "1:", "a/b:c", "./a:b", "//u:p@h:1/p?q#f",
	"\u00A0", "\u009F", "\uD7FF", "\uE000", "?\uE000", "#\uE000", "\uF900", "\uFDD0", "\uFFEF", "\uFFF0", "\uFFFD",
	"\U0001FFFD", "\U0001FFFE", "\U000E0FFF", "\U000E1000", "\U000F0000", "?\U0010FFFD", "?\U0010FFFF",
	"\xC3", "a\x80", "\xC0\xAF", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "http://a/\xE3\x81",
	"%", "%4", "%4g", "%aF", "//%zz", "//[::1", "//[1:2:3:4:5:6:1.2.3.4]", "//[1:2:3:4:5:6:7:8]", "//256.0.0.1", "//h:8x",
}

// inputs returns the texts in others and incidents. They seed every target that takes strings.
func inputs() []string {
	all := slices.Clone(others)
	for _, x := range incidents {
		all = append(all, x.text)
	}
	return all
}

func TestIncidents(t *testing.T) {
	for _, x := range incidents {
		if rfc3987.IRIReference.Valid(x.text) != x.valid {
			t.Errorf("%q: valid is %t, want %t", x.text, !x.valid, x.valid)
		}
	}
}

// A ruleUnderTest is a rule and the machine decoded from its table, which is walked for comparison.
type ruleUnderTest struct {
	tables.Rule
	machine *machine.Machine
}

// rules holds all rules of the generated packages.
var rules = func() (rules []ruleUnderTest) {
	for _, p := range []struct {
		names  func() []string
		lookup func(string) (tables.Rule, bool)
	}{
		{rfc3987.Names, rfc3987.Lookup}, {rfc3986.Names, rfc3986.Lookup}, {rfc2396.Names, rfc2396.Lookup},
	} {
		for _, name := range p.names() {
			rule, _ := p.lookup(name)
			rules = append(rules, underTest(rule))
		}
	}
	return rules
}()

func underTest(r tables.Rule) ruleUnderTest {
	m, err := machine.Of(r)
	if err != nil {
		panic("the table of " + r.Name() + ": " + err.Error())
	}
	return ruleUnderTest{r, m}
}

// walk returns the state of the machine after s.
func walk(m *machine.Machine, s string) int {
	q := int(m.Start)
	for i := 0; i < len(s); i++ {
		q = int(m.Next[q*m.Count+int(m.Class[s[i]])])
	}
	return q
}

// TestSampler checks that a sampler's members visit every state, so no corner of a grammar is left
// out.
func TestSampler(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, rule := range rules {
		drawer, seen := sampler.New(rule.machine), map[int]bool{0: true}
		for range 30 * rule.machine.States() {
			member := drawer.Draw(r, r.IntN(10), nil)
			q := int(rule.machine.Start)
			seen[q] = true
			for _, b := range member {
				q = int(rule.machine.Next[q*rule.machine.Count+int(rule.machine.Class[b])])
				seen[q] = true
			}
			if !rule.Valid(string(member)) {
				t.Fatalf("%s: %q was drawn and is not a member", rule.Name(), member)
			}
		}
		if len(seen) != rule.machine.States() {
			t.Errorf("%s: %d states of %d seen", rule.Name(), len(seen), rule.machine.States())
		}
	}
}

// edit returns s with a byte or one code point inserted, removed or replaced.
func edit(r *rand.Rand, s []byte) []byte {
	at := r.IntN(len(s) + 1)
	end := min(at+r.IntN(2), len(s))
	var with []byte
	switch r.IntN(4) {
	case 0:
		with = []byte{byte(r.IntN(256))}
	case 1:
		with = []byte{":/?#[]@%.v1afG"[r.IntN(14)]}
	case 2:
		with = []byte(string(rune(r.IntN(0x110000))))
	}
	return bytes.Join([][]byte{s[:at], s[end:]}, with)
}
