package policy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/policy"
)

// Each field rejects IRIs, and the errors have the right code and component.
func TestPolicy(t *testing.T) {
	at := func(start, end int) iri.Span { return iri.Span{Start: start, End: end} }
	web := policy.Config{Schemes: []string{"http", "HTTPS"}}
	hosts := policy.Config{Hosts: []string{"example.org", ".example.net", "[::1]", "127.0.0.1", "bücher.example"}}
	for _, c := range []struct {
		config policy.Config
		iri    string
		code   string
		what   iri.Component
		at     iri.Span
		text   string // text in the message
	}{
		{policy.Config{}, "a:", "", 0, at(0, 0), ""},
		{policy.Config{Schemes: []string{}}, "a:", "scheme-not-allowed", iri.Scheme, at(0, 1), "allowed: none"},
		{web, "HTTP://a", "", 0, at(0, 0), ""},
		{web, "https://a", "", 0, at(0, 0), ""},
		{web, "ftp://a", "scheme-not-allowed", iri.Scheme, at(0, 3),
			`the scheme "ftp" is not allowed; allowed: http, HTTPS`},
		{web, "httpss://a", "scheme-not-allowed", iri.Scheme, at(0, 6), "httpss"},
		{policy.Config{Forbid: iri.Fragment}, "a:#", "component-forbidden", iri.Fragment, at(3, 3),
			`the fragment "" is not allowed`},
		{policy.Config{Forbid: iri.Fragment}, "a:b?c", "", 0, at(0, 0), ""},
		{policy.Config{Forbid: iri.Query | iri.Fragment}, "a:?q#f", "component-forbidden", iri.Query, at(3, 4),
			`the query "q"`},
		{policy.Config{Forbid: iri.Userinfo}, "a://u:secret@h", "component-forbidden", iri.Userinfo, at(4, 12),
			"the userinfo is not allowed"},
		{policy.Config{Forbid: iri.Userinfo}, "a://@h", "component-forbidden", iri.Userinfo, at(4, 4), "userinfo"},
		{policy.Config{Forbid: iri.Userinfo}, "a://h/@", "", 0, at(0, 0), ""},
		{policy.Config{Forbid: iri.Authority}, "a://u:secret@h", "component-forbidden", iri.Authority,
			at(4, 14), "the authority is"},
		{policy.Config{Forbid: iri.Host}, "a:///", "component-forbidden", iri.Host, at(4, 4), "host"},
		{policy.Config{Forbid: iri.Port}, "a://[::1]:", "component-forbidden", iri.Port, at(10, 10), "port"},
		{policy.Config{Forbid: iri.Port}, "a://[::1]", "", 0, at(0, 0), ""},
		{policy.Config{Forbid: iri.Path}, "a:b", "component-forbidden", iri.Path, at(2, 3), `the path "b"`},
		{policy.Config{Forbid: iri.Path}, "http:u:secret" + strings.Repeat("x", 80) + "@h", "component-forbidden", iri.Path,
			at(5, 95), "the path is not allowed"},
		{policy.Config{Forbid: iri.Scheme}, "a:b", "component-forbidden", iri.Scheme, at(0, 1), "scheme"},
		{policy.Config{Require: iri.Host}, "http:///evil", "component-missing", iri.Host, at(-1, -1),
			"the host is missing or empty; add one"},
		{policy.Config{Require: iri.Host}, "http:evil", "component-missing", iri.Host, at(-1, -1), ""},
		{policy.Config{
			Require: iri.Scheme | iri.Authority | iri.Userinfo | iri.Host | iri.Port | iri.Path | iri.Query | iri.Fragment,
		}, "a://u@h:1/p?q#f", "", 0, at(0, 0), ""},
		{policy.Config{Require: iri.Userinfo}, "a://@h", "component-missing", iri.Userinfo, at(-1, -1), ""},
		{policy.Config{Require: iri.Userinfo}, "a:h", "component-missing", iri.Userinfo, at(-1, -1), ""},
		{policy.Config{Require: iri.Port}, "a://h:", "component-missing", iri.Port, at(-1, -1), ""},
		{policy.Config{Require: iri.Path}, "a://h?", "component-missing", iri.Path, at(-1, -1), ""},
		{policy.Config{Require: iri.Query}, "a:?", "component-missing", iri.Query, at(-1, -1), ""},
		{hosts, "a://EXAMPLE.org", "", 0, at(0, 0), ""},
		{hosts, "a://u@www.example.NET:80/", "", 0, at(0, 0), ""},
		{hosts, "a://[::1]", "", 0, at(0, 0), ""},
		{hosts, "a://127.0.0.1", "", 0, at(0, 0), ""},
		{hosts, "a://bücher.example", "", 0, at(0, 0), ""},
		{hosts, "a://bÜcher.example", "host-not-allowed", iri.Host, at(4, 19), ""},
		{hosts, "a://x.é", "host-not-allowed", iri.Host, at(4, 8), ""},
		{hosts, "a://é.example.net", "host-not-allowed", iri.Host, at(4, 18), ""},
		{hosts, "a://example.net", "host-not-allowed", iri.Host, at(4, 15),
			`the host "example.net" is not allowed; allowed: example.org, .example.net, [::1], 127.0.0.1`},
		{hosts, "a://.example.net", "host-not-allowed", iri.Host, at(4, 16), ""},
		{hosts, "a://badexample.net", "host-not-allowed", iri.Host, at(4, 18), ""},
		{hosts, "a://example.org.", "host-not-allowed", iri.Host, at(4, 16), ""},
		{hosts, "a://example.org.evil.example", "host-not-allowed", iri.Host, at(4, 28), ""},
		{hosts, "a://example.org@evil.example", "host-not-allowed", iri.Host, at(16, 28), ""},
		{hosts, "a://ex%61mple.org", "host-not-allowed", iri.Host, at(4, 17), ""},
		{hosts, "a://evil%2F.example.net", "host-not-allowed", iri.Host, at(4, 23), ""},
		{hosts, "a://evil／.example.net", "host-not-allowed", iri.Host, at(4, 23), ""},
		{hosts, "a://[0::1]", "host-not-allowed", iri.Host, at(4, 10), ""},
		{hosts, "a:example.org", "host-not-allowed", iri.Host, at(-1, -1), "the host is missing; allowed"},
		{hosts, "a:///", "host-not-allowed", iri.Host, at(4, 4), `the host ""`},
		{policy.Config{Hosts: []string{}}, "a://h", "host-not-allowed", iri.Host, at(4, 5), "allowed: none"},
		{policy.Config{Hosts: []string{""}}, "a:///", "", 0, at(0, 0), ""},
		{policy.Config{Hosts: []string{"k"}}, "a://\u212A", "host-not-allowed", iri.Host, at(4, 7), ""},
		{policy.Config{Ports: []uint16{443, 8443}}, "a://h:00443", "", 0, at(0, 0), ""},
		{policy.Config{Ports: []uint16{443, 8443}}, "a://h:", "", 0, at(0, 0), ""},
		{policy.Config{Ports: []uint16{443, 8443}}, "a://h", "", 0, at(0, 0), ""},
		{policy.Config{Ports: []uint16{443, 8443}}, "a://h:80", "port-not-allowed", iri.Port, at(6, 8),
			`the port "80" is not allowed; allowed: 443, 8443`},
		{policy.Config{Ports: []uint16{443}}, "a://h:65979", "port-not-allowed", iri.Port, at(6, 11), ""},
		{policy.Config{Ports: []uint16{}}, "a://h:1", "port-not-allowed", iri.Port, at(6, 7), "allowed: none"},
		{policy.Config{MaxPort: 1023}, "a://h:1023", "", 0, at(0, 0), ""},
		{policy.Config{MaxPort: 1023}, "a://h:1024", "port-not-allowed", iri.Port, at(6, 10), "allowed: up to 1023"},
		{policy.Config{MaxPort: 65535}, "a://h:99999999999999999999", "port-not-allowed", iri.Port, at(6, 26), ""},
		{policy.Config{MaxPort: 500, Ports: []uint16{443}}, "a://h:80", "port-not-allowed", iri.Port, at(6, 8), ""},
		{policy.Config{NoNumericNames: true}, "a://0x7f.1", "numeric-name", iri.Host, at(4, 10),
			`the host "0x7f.1" ends in a number`},
		{policy.Config{NoNumericNames: true}, "a://127.0.0.1", "", 0, at(0, 0), ""},
		{policy.Config{NoNumericNames: true}, "a://127.0.0.1.", "numeric-name", iri.Host, at(4, 14), ""},
		{policy.Config{NoNumericNames: true}, "a://%31%32%37.0.0.%31", "numeric-name", iri.Host, at(4, 21), ""},
		{policy.Config{NoNumericNames: true}, "a://127。0。0。１", "numeric-name", iri.Host, at(4, 21), ""},
		{policy.Config{NoNumericNames: true}, "a://127.0.0.1\u3164", "numeric-name", iri.Host, at(4, 16), ""},
		{policy.Config{NoNumericNames: true}, "a://127.0.0.%F0%9C%B3%B1", "numeric-name", iri.Host, at(4, 24), ""},
		{policy.Config{NoNumericNames: true}, "a://[::1]/1", "", 0, at(0, 0), ""},
		{policy.Config{NoNumericNames: true}, "a:1", "", 0, at(0, 0), ""},
		{policy.Config{NoBidi: true}, "a://h/b\u202Ecd", "bidi-control", iri.Path, at(7, 10),
			`the path contains a bidirectional formatting character "\u202e" at byte 7; remove it`},
		{policy.Config{NoBidi: true}, "a:/é\u0627#\u2066", "bidi-control", iri.Fragment, at(8, 11), "the fragment"},
		{policy.Config{NoBidi: true}, "a://u\u200F@h\u200E/", "bidi-control", iri.Userinfo, at(5, 8),
			"the userinfo contains a bidirectional formatting character at byte 5"},
		{policy.Config{NoBidi: true}, "a:\u200C\u200D%E2%80%8F", "", 0, at(0, 0), ""},
	} {
		err := policy.MustNew(c.config).Check(iri.MustParse(c.iri))
		var e *policy.Error
		if c.code == "" || !errors.As(err, &e) {
			if (c.code == "") != (err == nil) {
				t.Errorf("%+q with %+v: %v", c.iri, c.config, err)
			}
			continue
		}
		if e.Code != c.code || e.Component != c.what || e.Span != c.at || !strings.Contains(e.Error(), c.text) ||
			strings.Contains(e.Error(), "secret") {
			t.Errorf("%+q with %+v: %s %v %v: %v", c.iri, c.config, e.Code, e.Component, e.Span, e)
		}
		if !slices.Contains(policy.Codes(), e.Code) {
			t.Errorf("%s is not a code", e.Code)
		}
	}
}

func TestPolicyOfReferences(t *testing.T) {
	p := policy.MustNew(policy.Config{Forbid: iri.Fragment, NoBidi: true})
	for s, ok := range map[string]bool{"": true, "a/b": true, "#": false, "//h\u202E": false} {
		if err := p.CheckReference(iri.MustParseReference(s)); (err == nil) != ok {
			t.Errorf("%+q: %v", s, err)
		}
	}
	var e *policy.Error
	someScheme := policy.MustNew(policy.Config{Require: iri.Scheme})
	if err := someScheme.CheckReference(iri.MustParseReference("//h/a:b")); !errors.As(err, &e) ||
		e.Code != "component-missing" || e.Component != iri.Scheme {
		t.Error(err)
	}
	if err := someScheme.CheckReference(iri.MustParseReference("a:b")); err != nil {
		t.Error(err)
	}
	schemes := policy.MustNew(policy.Config{Schemes: []string{"http"}})
	if err := schemes.CheckReference(iri.Reference{}); err == nil ||
		!strings.Contains(err.Error(), "the scheme is missing; allowed: http") {
		t.Error(err)
	}
}

// No policy accepts the zero IRI, which Parse returns along with an error. The zero Reference,
// however, is a valid reference.
func TestPolicyRefusesTheZeroIRI(t *testing.T) {
	var e *policy.Error
	for _, c := range []policy.Config{{}, {NoBidi: true}, {Schemes: []string{"a"}}, {Forbid: iri.Userinfo}} {
		if err := policy.MustNew(c).Check(iri.IRI{}); !errors.As(err, &e) || e.Code != "component-missing" ||
			e.Component != iri.Scheme {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := new(policy.Policy).CheckReference(iri.Reference{}); err != nil {
		t.Error(err)
	}
}

// A policy applies to entire components: it cannot be configured for a segment or a field.
func TestPolicyOfPartsOfComponents(t *testing.T) {
	for _, part := range []iri.Component{iri.Segment, iri.QueryField, 1 << 15} {
		for _, c := range []policy.Config{{Forbid: part}, {Require: iri.Path | part}} {
			if _, err := policy.New(c); err == nil {
				t.Errorf("a policy about %v", part)
			}
		}
	}
}

// No policy panics on any value, including the zero IRI, and each error has a message.
func TestPolicyOfRandomIRIs(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	refused := map[string]int{}
	for n := range 20_000 {
		const whole = iri.Scheme | iri.Authority | iri.Userinfo | iri.Host | iri.Port | iri.Path | iri.Query | iri.Fragment
		require := iri.Component(random.UintN(512)&random.UintN(512)&random.UintN(512)) & whole
		config := policy.Config{
			Require:        require,
			Forbid:         iri.Component(random.UintN(512)&random.UintN(512)&random.UintN(512)) & whole &^ require,
			NoNumericNames: random.IntN(2) == 0, NoBidi: random.IntN(2) == 0, MaxPort: uint16(random.UintN(2) * 100),
		}
		if random.IntN(20) == 0 {
			config.Schemes = []string{"b"}
		}
		if random.IntN(3) == 0 {
			config.Schemes, config.Hosts, config.Ports = []string{"a", "c"}, []string{"", ".h", "1"}, []uint16{1, 80}
		}
		switch random.IntN(8) {
		case 0:
			config.DenyHosts = []string{"a", ".h"}
		case 1:
			config.NoAddresses = true
		case 2:
			config.PublicAddresses = true
		}
		s := "a:" +
			pick("", "//"+pick("", "@", "u@")+pick("", "h", "h.h", "1", "[::1]", "\u202E", "%41")+pick("", ":", ":1", ":99999"))
		i := iri.MustParse(s + pick("", "/", "/\u200F") + pick("", "?", "?\u2066") + pick("", "#", "#f"))
		if n == 0 {
			i = iri.IRI{}
		}
		var e *policy.Error
		if err := policy.MustNew(config).Check(i); errors.As(err, &e) {
			refused[e.Code]++
			if e.Error() == "" || e.Span.End > len(i.String()) || e.Span.Start > e.Span.End || e.Component&(e.Component-1) != 0 {
				t.Fatalf("%+v of %+q: %v", e, i.String(), e)
			}
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if len(refused) != len(policy.Codes()) {
		t.Errorf("refused: %v", refused)
	}
}

// A name is numeric if a slow parser accepts its dot-separated parts as inet_aton would.
func TestNumericNamesAreThoseOfInetAton(t *testing.T) {
	p := policy.MustNew(policy.Config{NoNumericNames: true})
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
			got := p.Check(iri.MustParse("a://"+string(b))) != nil
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

// all restricts scheme, host, port, userinfo and bidirectional controls.
var all = policy.Config{
	Schemes: []string{"https", "http", "ftp"}, Forbid: iri.Userinfo, Require: iri.Host, Ports: []uint16{80, 443, 8080},
	NoNumericNames: true, NoBidi: true,
}

func TestPolicyAllocatesNothing(t *testing.T) {
	config := all
	config.Hosts = []string{"a.example", ".example.org", "bücher.example"}
	all, listed := policy.MustNew(all), policy.MustNew(config)
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

// A policy copies the lists, so it does not change when the caller changes them.
func TestPolicyKeepsItsLists(t *testing.T) {
	c := policy.Config{Schemes: []string{"b"}, Hosts: []string{"g"}, Ports: []uint16{8}}
	p := policy.MustNew(c)
	c.Schemes[0], c.Hosts[0], c.Ports[0] = "a", "h", 80
	for s, want := range map[string]string{
		"a:":       `the scheme "a" is not allowed; allowed: b`,
		"b://h":    `the host "h" is not allowed; allowed: g`,
		"b://g:80": `the port "80" is not allowed; allowed: 8`,
	} {
		if err := p.Check(iri.MustParse(s)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", s, err)
		}
	}
	p = policy.MustNew(policy.Config{Ports: []uint16{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}})
	if err := p.Check(iri.MustParse("a://h:80")); !strings.HasSuffix(err.Error(),
		"allowed: 1, 2, 3, 4, 5 and 5 more") {
		t.Error(err)
	}
}

// An error message quotes at most 80 bytes of a component, and no partial character.
func TestPolicyErrorsCutLongText(t *testing.T) {
	p := policy.MustNew(policy.Config{Hosts: []string{"h"}})
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
	text := testkit.ReadFile(t, "../cmd/internal/program/codes/policy.md")
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	if got := fmt.Sprint(found); got != fmt.Sprint(policy.Codes()) {
		t.Errorf("pages of %s, codes %s", got, policy.Codes())
	}
}

// A scheme that differs from the allowed one in a single character is rejected, wherever that
// character is: check compares two overlapping 4-byte words.
func TestPolicyComparesEachCharacterOfAScheme(t *testing.T) {
	for size := 1; size < 12; size++ {
		allowed := "abcdefghijklmno"[:size]
		p := policy.MustNew(policy.Config{Schemes: []string{allowed}})
		if err := p.Check(iri.MustParse(allowed + ":")); err != nil {
			t.Errorf("%s: %v", allowed, err)
		}
		for i := range size {
			other := allowed[:i] + "z" + allowed[i+1:]
			if p.Check(iri.MustParse(other+":")) == nil {
				t.Errorf("%s is allowed, and %s passes", allowed, other)
			}
		}
	}
}

// Bidirectional formatting characters are found at each offset in values of each length: IsASCII
// reads the last 8 bytes together, and the bytes before them 32 or 8 at a time.
func TestPolicyFindsBidiAtEachOffset(t *testing.T) {
	p := policy.MustNew(policy.Config{NoBidi: true})
	for size := range 80 {
		for before := range size + 1 {
			s := "a:" + strings.Repeat("b", before) + "\u202E" + strings.Repeat("c", size-before)
			if p.Check(iri.MustParse(s)) == nil {
				t.Errorf("%q passes", s)
			}
		}
		s := "a:" + strings.Repeat("b", size)
		if err := p.Check(iri.MustParse(s)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// A configuration with a value that no IRI can match results in an error that suggests a
// replacement.
func TestImpossibleConfigurations(t *testing.T) {
	for _, tt := range []struct {
		config policy.Config
		want   string // text in the error; "" for a valid configuration
	}{
		{policy.Config{Schemes: []string{"https:"}}, `"https:" is not a scheme; write one such as "https", without a colon`},
		{policy.Config{Schemes: []string{"http", "https://"}}, `"https://" is not a scheme`},
		{policy.Config{Schemes: []string{""}}, `"" is not a scheme`},
		{policy.Config{Schemes: []string{"1a"}}, `"1a" is not a scheme`},
		{policy.Config{Hosts: []string{"*.example.org"}}, `write ".example.org" for all subdomains`},
		{policy.Config{Hosts: []string{"*"}}, `to allow all, set Hosts to nil`},
		{policy.Config{Hosts: []string{"."}}, `the host "." has no name after the dot`},
		{policy.Config{Hosts: []string{"::1"}}, `write "[::1]"`},
		{policy.Config{Hosts: []string{".[::1]"}}, `allows no host`},
		{policy.Config{Hosts: []string{".é"}}, `allows no host`},
		{policy.Config{Hosts: []string{"a%41"}}, `contains a percent-encoding`},
		{policy.Config{Hosts: []string{"h:80"}}, `"h:80" is not a host; write a host without a scheme, port or path`},
		{policy.Config{Hosts: []string{"http://h"}}, `"http://h" is not a host`},
		{policy.Config{Hosts: []string{"h/"}}, `"h/" is not a host`},
		{policy.Config{Hosts: []string{"a b"}}, `"a b" is not a host`},
		{policy.Config{Ports: []uint16{80, 443}, MaxPort: 100}, `the port 443 is above MaxPort, 100`},
		{policy.Config{Require: iri.Host | iri.Path, Forbid: iri.Path}, `the path is both required and forbidden`},
		{policy.Config{Forbid: 1 << 15}, `0x8000`},
		{policy.Config{}, ""},
		{policy.Config{Schemes: []string{}, Hosts: []string{}, Ports: []uint16{}}, ""},
		{policy.Config{Hosts: []string{"", "H", ".h", "[::1]", "127.0.0.1", "é", "xn--a"},
			MaxPort: 80, Ports: []uint16{0, 80}}, ""},
	} {
		p, err := policy.New(tt.config)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: %v", tt.config, err)
		}
		if (p == nil) != (err != nil) {
			t.Errorf("%+v: a policy and an error, or neither", tt.config)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustNew does not panic")
		}
	}()
	policy.MustNew(policy.Config{Schemes: []string{"https:"}})
}
