package iri_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

// Each field refuses for its own code, and names the component.
func TestPolicy(t *testing.T) {
	web := iri.Policy{Schemes: []string{"http", "HTTPS"}}
	hosts := iri.Policy{Hosts: []string{"example.org", ".example.net", "[::1]", "127.0.0.1", "bücher.example", ".é"}}
	for _, c := range []struct {
		policy iri.Policy
		iri    string
		code   string
		what   iri.Component
		at     iri.Span
		text   string // in the message
	}{
		{iri.Policy{}, "a:", "", 0, iri.Span{}, ""},
		{iri.Policy{Schemes: []string{}}, "a:", "scheme-not-allowed", iri.Scheme, iri.Span{Start: 0, End: 1},
			"allowed: none"},
		{web, "HTTP://a", "", 0, iri.Span{}, ""},
		{web, "https://a", "", 0, iri.Span{}, ""},
		{web, "ftp://a", "scheme-not-allowed", iri.Scheme, iri.Span{Start: 0, End: 3},
			`the scheme "ftp" is not allowed; allowed: http, HTTPS`},
		{web, "httpss://a", "scheme-not-allowed", iri.Scheme, iri.Span{Start: 0, End: 6}, "httpss"},
		{iri.Policy{Forbid: iri.Fragment}, "a:#", "component-forbidden", iri.Fragment, iri.Span{Start: 3, End: 3},
			`the fragment "" is not allowed`},
		{iri.Policy{Forbid: iri.Fragment}, "a:b?c", "", 0, iri.Span{}, ""},
		{iri.Policy{Forbid: iri.Query | iri.Fragment}, "a:?q#f", "component-forbidden", iri.Query, iri.Span{Start: 3, End: 4},
			`the query "q"`},
		{iri.Policy{Forbid: iri.Userinfo}, "a://u:secret@h", "component-forbidden", iri.Userinfo, iri.Span{Start: 4, End: 12},
			"the userinfo is not allowed"},
		{iri.Policy{Forbid: iri.Userinfo}, "a://@h", "component-forbidden", iri.Userinfo,
			iri.Span{Start: 4, End: 4}, "userinfo"},
		{iri.Policy{Forbid: iri.Userinfo}, "a://h/@", "", 0, iri.Span{}, ""},
		{iri.Policy{Forbid: iri.Authority}, "a://u:secret@h", "component-forbidden", iri.Authority,
			iri.Span{Start: 4, End: 14}, "the authority is"},
		{iri.Policy{Forbid: iri.Host}, "a:///", "component-forbidden", iri.Host, iri.Span{Start: 4, End: 4}, "host"},
		{iri.Policy{Forbid: iri.Port}, "a://[::1]:", "component-forbidden", iri.Port, iri.Span{Start: 10, End: 10}, "port"},
		{iri.Policy{Forbid: iri.Port}, "a://[::1]", "", 0, iri.Span{}, ""},
		{iri.Policy{Forbid: iri.Path}, "a:b", "component-forbidden", iri.Path, iri.Span{Start: 2, End: 3}, `the path "b"`},
		{iri.Policy{Forbid: iri.Path}, "http:u:secret" + strings.Repeat("x", 80) + "@h", "component-forbidden", iri.Path,
			iri.Span{Start: 5, End: 95}, "the path is not allowed"},
		{iri.Policy{Forbid: iri.Segment}, "a://b", "", 0, iri.Span{}, ""},
		{iri.Policy{Forbid: iri.Scheme}, "a:b", "component-forbidden", iri.Scheme, iri.Span{Start: 0, End: 1}, "scheme"},
		{iri.Policy{Require: iri.Host}, "http:///evil", "component-missing", iri.Host, iri.Span{Start: -1, End: -1},
			"the host is missing or empty; it is required"},
		{iri.Policy{Require: iri.Host}, "http:evil", "component-missing", iri.Host, iri.Span{Start: -1, End: -1}, ""},
		{
			iri.Policy{
				Require: iri.Scheme | iri.Authority | iri.Userinfo | iri.Host | iri.Port | iri.Path | iri.Query | iri.Fragment},
			"a://u@h:1/p?q#f", "", 0, iri.Span{}, ""},
		{iri.Policy{Require: iri.Userinfo}, "a://@h", "component-missing", iri.Userinfo, iri.Span{Start: -1, End: -1}, ""},
		{iri.Policy{Require: iri.Userinfo}, "a:h", "component-missing", iri.Userinfo, iri.Span{Start: -1, End: -1}, ""},
		{iri.Policy{Require: iri.Port}, "a://h:", "component-missing", iri.Port, iri.Span{Start: -1, End: -1}, ""},
		{iri.Policy{Require: iri.Path}, "a://h?", "component-missing", iri.Path, iri.Span{Start: -1, End: -1}, ""},
		{iri.Policy{Require: iri.Query}, "a:?", "component-missing", iri.Query, iri.Span{Start: -1, End: -1}, ""},
		{hosts, "a://EXAMPLE.org", "", 0, iri.Span{}, ""},
		{hosts, "a://u@www.example.NET:80/", "", 0, iri.Span{}, ""},
		{hosts, "a://[::1]", "", 0, iri.Span{}, ""},
		{hosts, "a://127.0.0.1", "", 0, iri.Span{}, ""},
		{hosts, "a://bücher.example", "", 0, iri.Span{}, ""},
		{hosts, "a://bÜcher.example", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 19}, ""},
		{hosts, "a://x.é", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 8}, ""},
		{hosts, "a://example.net", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 15},
			`the host "example.net" is not allowed; allowed: example.org, .example.net, [::1], 127.0.0.1`},
		{hosts, "a://.example.net", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 16}, ""},
		{hosts, "a://badexample.net", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 18}, ""},
		{hosts, "a://example.org.", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 16}, ""},
		{hosts, "a://example.org.evil.example", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 28}, ""},
		{hosts, "a://example.org@evil.example", "host-not-allowed", iri.Host, iri.Span{Start: 16, End: 28}, ""},
		{hosts, "a://ex%61mple.org", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 17}, ""},
		{hosts, "a://evil%2F.example.net", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 23}, ""},
		{hosts, "a://evil／.example.net", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 23}, ""},
		{hosts, "a://[0::1]", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 10}, ""},
		{hosts, "a:example.org", "host-not-allowed", iri.Host, iri.Span{Start: -1, End: -1}, "the host is missing; allowed"},
		{hosts, "a:///", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 4}, `the host ""`},
		{iri.Policy{Hosts: []string{}}, "a://h", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 5}, "allowed: none"},
		{iri.Policy{Hosts: []string{""}}, "a:///", "", 0, iri.Span{}, ""},
		{iri.Policy{Hosts: []string{"k"}}, "a://\u212A", "host-not-allowed", iri.Host, iri.Span{Start: 4, End: 7}, ""},
		{iri.Policy{Ports: []uint16{443, 8443}}, "a://h:00443", "", 0, iri.Span{}, ""},
		{iri.Policy{Ports: []uint16{443, 8443}}, "a://h:", "", 0, iri.Span{}, ""},
		{iri.Policy{Ports: []uint16{443, 8443}}, "a://h", "", 0, iri.Span{}, ""},
		{iri.Policy{Ports: []uint16{443, 8443}}, "a://h:80", "port-not-allowed", iri.Port, iri.Span{Start: 6, End: 8},
			`the port "80" is not allowed; allowed: 443, 8443`},
		{iri.Policy{Ports: []uint16{443}}, "a://h:65979", "port-not-allowed", iri.Port, iri.Span{Start: 6, End: 11}, ""},
		{iri.Policy{Ports: []uint16{}}, "a://h:1", "port-not-allowed", iri.Port, iri.Span{Start: 6, End: 7}, "allowed: none"},
		{iri.Policy{MaxPort: 1023}, "a://h:1023", "", 0, iri.Span{}, ""},
		{iri.Policy{MaxPort: 1023}, "a://h:1024", "port-not-allowed", iri.Port, iri.Span{Start: 6, End: 10},
			"allowed: up to 1023"},
		{iri.Policy{MaxPort: 65535}, "a://h:99999999999999999999", "port-not-allowed", iri.Port,
			iri.Span{Start: 6, End: 26}, ""},
		{iri.Policy{MaxPort: 100, Ports: []uint16{443}}, "a://h:443", "port-not-allowed", iri.Port,
			iri.Span{Start: 6, End: 9}, ""},
		{iri.Policy{NoNumericNames: true}, "a://0x7f.1", "numeric-name", iri.Host, iri.Span{Start: 4, End: 10},
			`the host "0x7f.1" ends in a number`},
		{iri.Policy{NoNumericNames: true}, "a://127.0.0.1", "", 0, iri.Span{}, ""},
		{iri.Policy{NoNumericNames: true}, "a://127.0.0.1.", "numeric-name", iri.Host, iri.Span{Start: 4, End: 14}, ""},
		{iri.Policy{NoNumericNames: true}, "a://%31%32%37.0.0.%31", "numeric-name", iri.Host,
			iri.Span{Start: 4, End: 21}, ""},
		{iri.Policy{NoNumericNames: true}, "a://127。0。0。１", "numeric-name", iri.Host, iri.Span{Start: 4, End: 21}, ""},
		{iri.Policy{NoNumericNames: true}, "a://127.0.0.1\u3164", "numeric-name", iri.Host, iri.Span{Start: 4, End: 16}, ""},
		{iri.Policy{NoNumericNames: true}, "a://127.0.0.%F0%9C%B3%B1", "numeric-name", iri.Host,
			iri.Span{Start: 4, End: 24}, ""},
		{iri.Policy{NoNumericNames: true}, "a://[::1]/1", "", 0, iri.Span{}, ""},
		{iri.Policy{NoNumericNames: true}, "a:1", "", 0, iri.Span{}, ""},
		{iri.Policy{NoBidi: true}, "a://h/b\u202Ecd", "bidi-control", iri.Path, iri.Span{Start: 7, End: 10},
			`the path has "\u202e" at byte 7`},
		{iri.Policy{NoBidi: true}, "a:/é\u0627#\u2066", "bidi-control", iri.Fragment, iri.Span{Start: 8, End: 11},
			"the fragment"},
		{iri.Policy{NoBidi: true}, "a://u\u200F@h\u200E/", "bidi-control", iri.Userinfo, iri.Span{Start: 5, End: 8},
			"the userinfo has a"},
		{iri.Policy{NoBidi: true}, "a:\u200C\u200D%E2%80%8F", "", 0, iri.Span{}, ""},
	} {
		err := c.policy.Check(iri.MustParse(c.iri))
		var e *iri.PolicyError
		if c.code == "" || !errors.As(err, &e) {
			if (c.code == "") != (err == nil) {
				t.Errorf("%+q with %+v: %v", c.iri, c.policy, err)
			}
			continue
		}
		if e.Code != c.code || e.Component != c.what || e.Span != c.at || !strings.Contains(e.Error(), c.text) ||
			strings.Contains(e.Error(), "secret") {
			t.Errorf("%+q with %+v: %s %v %v: %v", c.iri, c.policy, e.Code, e.Component, e.Span, e)
		}
		if !slices.Contains(iri.PolicyCodes(), e.Code) {
			t.Errorf("%s is no code", e.Code)
		}
	}
}

func TestPolicyOfReferences(t *testing.T) {
	policy := iri.Policy{Forbid: iri.Fragment, NoBidi: true}
	for s, ok := range map[string]bool{"": true, "a/b": true, "#": false, "//h\u202E": false} {
		r, err := iri.ParseReference(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := policy.CheckReference(r); (err == nil) != ok {
			t.Errorf("%+q: %v", s, err)
		}
	}
	noScheme := iri.Policy{Schemes: []string{""}} // no scheme is empty
	for _, s := range []string{"", "a/b", "//h", "?", "a:b"} {
		if noScheme.CheckReference(iri.MustParseReference(s)) == nil {
			t.Errorf("%q has an empty scheme", s)
		}
	}
	var e *iri.PolicyError
	someScheme := iri.Policy{Require: iri.Scheme}
	if err := someScheme.CheckReference(iri.MustParseReference("//h/a:b")); !errors.As(err, &e) ||
		e.Code != "component-missing" || e.Component != iri.Scheme {
		t.Error(err)
	}
	if err := someScheme.CheckReference(iri.MustParseReference("a:b")); err != nil {
		t.Error(err)
	}
	schemes := iri.Policy{Schemes: []string{"http"}}
	if err := schemes.CheckReference(iri.Reference{}); err == nil ||
		!strings.Contains(err.Error(), "the scheme is missing; allowed: http") {
		t.Error(err)
	}
}

// The zero IRI, returned by Parse with an error, passes no policy. The zero Reference is a
// reference.
func TestPolicyRefusesTheZeroIRI(t *testing.T) {
	var e *iri.PolicyError
	for _, p := range []iri.Policy{{}, {NoBidi: true}, {Schemes: []string{""}}, {Forbid: iri.Userinfo}} {
		if err := p.Check(iri.IRI{}); !errors.As(err, &e) || e.Code != "component-missing" || e.Component != iri.Scheme {
			t.Errorf("%+v: %v", p, err)
		}
	}
	if err := new(iri.Policy).CheckReference(iri.Reference{}); err != nil {
		t.Error(err)
	}
}

// Segment and QueryField stand for their whole components.
func TestPolicyOfPartsOfComponents(t *testing.T) {
	for part, whole := range map[iri.Component]iri.Component{iri.Segment: iri.Path, iri.QueryField: iri.Query} {
		for s, bad := range map[string]iri.Policy{"a:b?q": {Forbid: part}, "a:": {Require: part}} {
			var e *iri.PolicyError
			if err := bad.Check(iri.MustParse(s)); !errors.As(err, &e) || e.Component != whole {
				t.Errorf("%s, %v: %v", s, part, err)
			}
		}
	}
}

// No policy panics on any value, the zero IRI among them, and each error has a text.
func TestPolicyOfRandomIRIs(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	refused := map[string]int{}
	for n := range 20_000 {
		policy := iri.Policy{
			Require:        iri.Component(random.UintN(512) & random.UintN(512) & random.UintN(512)),
			Forbid:         iri.Component(random.UintN(512) & random.UintN(512) & random.UintN(512)),
			NoNumericNames: random.IntN(2) == 0, NoBidi: random.IntN(2) == 0, MaxPort: uint16(random.UintN(2) * 100),
		}
		if random.IntN(20) == 0 {
			policy.Schemes = []string{"b"}
		}
		if random.IntN(3) == 0 {
			policy.Schemes, policy.Hosts, policy.Ports = []string{"a", ""}, []string{"", ".", ".h", "%"}, []uint16{1, 80}
		}
		s := "a:" +
			pick("", "//"+pick("", "@", "u@")+pick("", "h", "h.h", "1", "[::1]", "\u202E", "%41")+pick("", ":", ":1", ":99999"))
		i := iri.MustParse(s + pick("", "/", "/\u200F") + pick("", "?", "?\u2066") + pick("", "#", "#f"))
		if n == 0 {
			i = iri.IRI{}
		}
		var e *iri.PolicyError
		if err := policy.Check(i); errors.As(err, &e) {
			refused[e.Code]++
			if e.Error() == "" || e.Span.End > len(i.String()) || e.Span.Start > e.Span.End || e.Component&(e.Component-1) != 0 {
				t.Fatalf("%+v of %+q: %v", e, i.String(), e)
			}
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if len(refused) != len(iri.PolicyCodes()) {
		t.Errorf("refused: %v", refused)
	}
}

// A name is numeric if a slow reader of numbers accepts it: the parts between dots, as in
// inet_aton.
func TestNumericNamesAreThoseOfInetAton(t *testing.T) {
	policy := iri.Policy{NoNumericNames: true}
	number := regexp.MustCompile(`^(?i:0x[0-9a-f]*|[0-9]+)$`)
	const alphabet = "01x.fg-"
	for n := 1; n <= 6; n++ {
		for k := range pow(len(alphabet), n) {
			b := make([]byte, n)
			for i := range b {
				b[i], k = alphabet[k%len(alphabet)], k/len(alphabet)
			}
			parts := strings.Split(strings.TrimSuffix(string(b), "."), ".")
			last := parts[len(parts)-1]
			_, err := netip.ParseAddr(string(b))
			want := number.MatchString(last) && err != nil
			got := policy.Check(iri.MustParse("a://"+string(b))) != nil
			if got != want {
				t.Fatalf("%s is numeric: %v, want %v", b, got, want)
			}
		}
	}
}

func pow(n, k int) int {
	p := 1
	for range k {
		p *= n
	}
	return p
}

// all has demands on scheme, host, port, userinfo and bidirectional controls.
var all = iri.Policy{
	Schemes: []string{"https", "http", "ftp"}, Forbid: iri.Userinfo, Require: iri.Host, Ports: []uint16{80, 443, 8080},
	NoNumericNames: true, NoBidi: true,
}

func TestPolicyAllocatesNothing(t *testing.T) {
	listed := all
	listed.Hosts = []string{"a.example", ".example.org", "bücher.example"}
	s := "https://www.example.org:8080/é?q=\u05D0#f"
	if n := testing.AllocsPerRun(100, func() {
		i, err := iri.Parse(s)
		if err != nil || all.Check(i) != nil || listed.Check(i) != nil {
			t.Error("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The text of an error stays as it is when the caller changes the lists of the policy.
func TestPolicyErrorsKeepTheirText(t *testing.T) {
	p := iri.Policy{Schemes: []string{"b"}, Hosts: []string{"g"}, Ports: []uint16{8}}
	for s, want := range map[string]string{
		"a:":       `the scheme "a" is not allowed; allowed: b`,
		"b://h":    `the host "h" is not allowed; allowed: g`,
		"b://g:80": `the port "80" is not allowed; allowed: 8`,
	} {
		err := p.Check(iri.MustParse(s))
		p.Schemes[0], p.Hosts[0], p.Ports[0] = "x", "x", 9
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", s, err)
		}
		p.Schemes[0], p.Hosts[0], p.Ports[0] = "b", "g", 8
	}
	p = iri.Policy{Ports: []uint16{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
	if err := p.Check(iri.MustParse("a://h:80")); !strings.HasSuffix(err.Error(),
		"allowed: 1, 2, 3, 4, 5, 6, 7, 8 and 2 more") {
		t.Error(err)
	}
}

// The text of an error has at most 80 bytes of a component, and no part of a character.
func TestPolicyErrorsCutLongText(t *testing.T) {
	p := iri.Policy{Hosts: []string{"h"}}
	for host, want := range map[string]string{
		strings.Repeat("b", 80):       strings.Repeat("b", 80) + `"`,
		strings.Repeat("b", 81):       strings.Repeat("b", 80) + `"…`,
		strings.Repeat("é", 41):       strings.Repeat("é", 40) + `"…`,
		"b" + strings.Repeat("é", 40): "b" + strings.Repeat("é", 39) + `"…`,
		strings.Repeat("日", 27):       strings.Repeat("日", 26) + `"…`,
	} {
		err := p.Check(iri.MustParse("a://" + host))
		if want := `the host "` + want + " is not allowed; allowed: h"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, not %s", host, err, want)
		}
	}
}

// Each code is documented in the registry, with an example.
func TestPolicyCodesHavePages(t *testing.T) {
	text, err := os.ReadFile("cmd/internal/program/codes/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(text), -1) {
		found = append(found, m[1])
	}
	if got := fmt.Sprint(found); got != fmt.Sprint(iri.PolicyCodes()) {
		t.Errorf("pages of %s, codes %s", got, iri.PolicyCodes())
	}
}

// A scheme with one character other than in the allowed one is refused, wherever the character is:
// check compares two words of 4 bytes, with an overlap.
func TestPolicyComparesEachCharacterOfAScheme(t *testing.T) {
	for size := 1; size < 12; size++ {
		allowed := "abcdefghijklmno"[:size]
		policy := iri.Policy{Schemes: []string{allowed}}
		if err := policy.Check(iri.MustParse(allowed + ":")); err != nil {
			t.Errorf("%s: %v", allowed, err)
		}
		for i := range size {
			other := allowed[:i] + "z" + allowed[i+1:]
			if policy.Check(iri.MustParse(other+":")) == nil {
				t.Errorf("%s is allowed, and %s passes", allowed, other)
			}
		}
	}
}

// A bidirectional formatting character is found at each offset of a value of each length: isASCII
// reads the last 8 bytes, and the others 32 or 8 at once.
func TestPolicyFindsBidiAtEachOffset(t *testing.T) {
	policy := iri.Policy{NoBidi: true}
	for size := range 80 {
		for before := range size + 1 {
			s := "a:" + strings.Repeat("b", before) + "\u202E" + strings.Repeat("c", size-before)
			if policy.Check(iri.MustParse(s)) == nil {
				t.Errorf("%q passes", s)
			}
		}
		s := "a:" + strings.Repeat("b", size)
		if err := policy.Check(iri.MustParse(s)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
}
