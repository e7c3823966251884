package policy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/idna"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/tables/uts46"
)

// rowsOf returns the rows of a test table: a JSON string followed by other columns. Lines that
// begin with "#" are comments, and the first line that is not a comment names the columns.
func rowsOf(t *testing.T, path string) (rows [][]string) {
	t.Helper()
	for line := range strings.Lines(testkit.ReadFile(t, path)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if err := json.Unmarshal([]byte(row[0]), &row[0]); err == nil {
			rows = append(rows, row)
		} else if rows != nil {
			t.Fatalf("%s: %s: %v", path, line, err)
		}
	}
	return rows
}

// sharedOr returns the paths of two tables of the same kind: the one in this package and, if
// IRI_SHARED is set, the one in the shared data.
func sharedOr(own, shared string) []string {
	paths := []string{filepath.Join("testdata", own)}
	if folder := os.Getenv("IRI_SHARED"); folder != "" {
		paths = append(paths, filepath.Join(folder, "formats", shared))
	}
	return paths
}

// Internal addresses are rejected in every spelling that the bypass lists contain. All other
// addresses are accepted.
func TestAddressesOfLists(t *testing.T) {
	for n, path := range sharedOr("addresses.tsv", "addresses.tsv") {
		config := policy.Config{
			Schemes: []string{"https"}, Forbid: iri.Userinfo | iri.Fragment, PublicAddresses: true, MaxPort: 65535,
			DenyHosts: []string{".internal"},
		}
		if n == 0 {
			config.Schemes = append(config.Schemes, "http")
		}
		p := policy.MustNew(config)
		refused, codes := 0, map[string]int{}
		rows := rowsOf(t, path)
		for _, row := range rows {
			i, err := iri.Parse(row[0])
			if err == nil {
				err = p.Check(i)
			}
			var e *policy.Error
			if errors.As(err, &e) {
				codes[e.Code]++
			} else if err != nil {
				codes["invalid"]++
			}
			if err != nil {
				refused++
			}
			// an empty port has nothing to do with addresses; net/http rewrites it, so package guard rejects
			// it
			if (err != nil) != (row[1] == "deny") && row[0] != "https://hooks.example.com:/" {
				t.Errorf("%s: %q is to %s: %v", path, row[0], row[1], err)
			}
		}
		t.Logf("%s: %d rows, %d refused: %v", path, len(rows), refused, codes)
		if len(rows) < 50 {
			t.Errorf("%s has %d rows", path, len(rows))
		}
	}
}

func TestDenyHosts(t *testing.T) {
	names := policy.Config{DenyHosts: []string{"Localhost", ".internal", "example.org.", "x_y"}}
	puny := policy.Config{DenyHosts: []string{"xn--9ca.example"}}
	addresses := policy.Config{DenyHosts: []string{"[::1]", "192.0.2.1", "[v1.a]", "[::ffff:192.0.2.2]"}}
	none := policy.Config{NoAddresses: true}
	public := policy.Config{PublicAddresses: true}
	for _, c := range []struct {
		config policy.Config
		iri    string
		code   string // "" if it is accepted
		text   string // text in the message
	}{
		{names, "https://localhost/", "host-denied", `the host "localhost" is denied; use another host`},
		{names, "https://u:secret@LOCALHOST:1/", "host-denied", `"LOCALHOST"`},
		{names, "https://localhost./", "host-denied", ""},
		{names, "https://localhost%2e/", "host-denied", ""},
		{names, "https://l%6f%63alhost/", "host-denied", ""},
		{names, "https://localhost../", "", ""},
		{names, "https://a.localhost/", "", ""},
		{names, "https://local/", "", ""},
		{names, "https://internal/", "", ""},
		{names, "https://.internal/", "host-unclear", `"." at byte 8`},
		{names, "https://%2einternal/", "host-unclear", `"%2e" at byte 8`},
		{public, "https://.localhost/", "host-unclear", ""},      // curl connects to 127.0.0.1
		{public, "https://local\u1806host/", "host-unclear", ""}, // RFC 3454, table B.1
		{names, "https://local%E1%A0%86host/", "host-unclear", ""},
		{names, "https://é.internal.xn--/", "host-unclear", `"xn--" at byte`},
		{names, "https://localhost.xn--/", "host-unclear", `"xn--" at byte 18`},
		{names, "https://XN--localhost-/", "host-unclear", `"XN--localhost-" at byte 8`},
		{names, "https://%78n--localhost%2d/", "host-unclear", ""},
		{names, "https://xn--.a/", "host-unclear", ""},
		{names, "https://xn--a/", "", ""},
		{names, "https://a-.xn--a-b/", "", ""},
		{names, "https://a.internal/", "host-denied", ""},
		{names, "https://a%2Einternal/", "host-denied", ""},
		{names, "https://a.b.INTERNAL./", "host-denied", ""},
		{names, "https://é.internal/", "host-denied", ""},
		{names, "https://%C3%A9.intern%61l/", "host-denied", ""},
		{names, "https://a.internal.example/", "", ""},
		{names, "https://a.notinternal/", "", ""},
		{names, "https://example.org/", "host-denied", ""},
		{names, "https://example.org./", "host-denied", ""},
		{names, "https://x%5Fy/", "host-denied", ""},
		{names, "https://ⓛocalhost/", "host-unclear", `the host contains "ⓛ" at byte 8, so programs may disagree`},
		{names, "https://é.%E2%93%9Bocalhost/", "host-unclear", `"%E2%93%9B" at byte 11`},
		{names, "https://local\u00ADhost/", "host-unclear", ""},
		{names, "https://local\u200Dhost/", "host-unclear", ""},
		{names, "https://maße.example/", "host-unclear", ""},
		{names, "https://a。internal/", "host-unclear", ""},
		{names, "https://localhost%2F.example/", "host-unclear", `"%2F"`},
		{names, "https://localhost%00/", "host-unclear", ""},
		{names, "https://localhost%FF/", "host-unclear", ""},
		{names, "https://bücher.example/", "", ""},
		{names, "https://BÜCHER.example/", "", ""},
		{names, "https://例え.テスト/", "", ""},
		{names, "https:localhost", "component-missing", "the host is missing or empty"},
		{names, "HTTP:///localhost", "component-missing", ""},
		{names, "ws:/localhost", "component-missing", ""},
		{names, "mailto:a@localhost", "", ""},
		{names, "file:///localhost", "", ""},
		{names, "file://localhost/", "host-denied", ""},
		{names, "https://127.0.0.1/", "", ""},
		{names, "https://127.1/", "", ""},
		{names, "https://[::1]/", "", ""},
		{policy.Config{DenyHosts: []string{""}}, "file:///a", "host-denied", ""},
		{policy.Config{DenyHosts: []string{}}, "https://h/", "", ""},
		{policy.Config{DenyHosts: []string{"h"}, Hosts: []string{"h", "g"}}, "https://h/", "host-denied", ""},
		{policy.Config{DenyHosts: []string{"h"}, Hosts: []string{"h", "g"}}, "https://g/", "", ""},
		{puny, "https://xn--9ca.example/", "host-denied", ""},
		{puny, "https://XN--9CA.example/", "host-denied", ""},
		{puny, "https://é.example/", "host-unclear", `"é" at byte 8`},
		{puny, "https://a.example/", "", ""},
		{addresses, "https://[0:0::0:1]/", "host-denied", ""},
		{addresses, "https://[::0.0.0.1]/", "host-denied", ""},
		{addresses, "https://[::2]/", "", ""},
		{addresses, "https://192.0.2.1/", "host-denied", ""},
		{addresses, "https://[::FFFF:192.0.2.1]/", "host-denied", ""},
		{addresses, "https://[::ffff:c000:201]/", "host-denied", ""},
		{addresses, "https://192.0.2.2/", "host-denied", ""},
		{addresses, "https://192.0.2.3/", "", ""},
		{addresses, "https://192.0.513/", "numeric-name", ""},
		{addresses, "https://192.0.2.1./", "numeric-name", ""},
		{policy.Config{DenyHosts: []string{"[::ffff:192.0.2.2]"}}, "https://192.0.514/", "numeric-name", ""},
		{policy.Config{DenyHosts: []string{"[::1]"}}, "https://192.0.514/", "", ""},
		{addresses, "https://%3192.0.2.1/", "numeric-name", ""},
		{addresses, "https://[V1.A]/", "host-denied", ""},
		{addresses, "https://[v1.b]/", "", ""},
		{none, "https://192.0.2.1/", "address-not-allowed", `the host "192.0.2.1" is an IP address; use a name`},
		{none, "https://[::1]/", "address-not-allowed", ""},
		{none, "https://[v1.a]/", "address-not-allowed", ""},
		{none, "https://0x7f.1/", "numeric-name", ""},
		{none, "https://１27.0.0.1/", "numeric-name", ""},
		{none, "https://1.example/", "", ""},
		{none, "https://127.0.0.1%2F.example/", "host-unclear", ""},
		{none, "https:127.0.0.1", "component-missing", ""},
		{none, "https://localhost/", "", ""},
		{none, "urn:a:127.0.0.1", "", ""},
		{public, "https://8.8.8.8/", "", ""},
		{public, "https://192.0.2.1/", "address-not-public", `the host "192.0.2.1" is not a public IP address`},
		{public, "https://[::1]/", "address-not-public", ""},
		{public, "https://[v1.a]/", "address-not-public", `the host "[v1.a]" is not a public IP address`},
		{public, "https://[2606:4700::1]/", "", ""},
		{public, "https://2130706433/", "numeric-name", ""},
		{public, "https://8.8.8.8./", "numeric-name", ""},
		{public, "https://LOCALHOST./", "address-not-public", `the host "LOCALHOST." is a name for this machine`},
		{public, "https://a.localhost/", "address-not-public", ""},
		{public, "https://alocalhost/", "", ""},
		{public, "file:///etc/passwd", "component-missing", ""},
		{public, "foo://:80/", "component-missing", ""},
		{public, "foo:127.0.0.1", "", ""},
	} {
		i := iri.MustParse(c.iri)
		err := policy.MustNew(c.config).Check(i)
		var e *policy.Error
		if errors.As(err, &e) && (e.Code != c.code || !strings.Contains(e.Error(), c.text) ||
			strings.Contains(e.Error(), "secret")) || (err != nil) != (c.code != "") {
			t.Errorf("%+q with %+v: %v", c.iri, c.config, err)
		}
		if c.code != "" && !slices.Contains(policy.Codes(), c.code) {
			t.Errorf("%s is not a code", c.code)
		}
	}
	for s, ok := range map[string]bool{
		"/a": true, "a": true, "?q": true, "//h/": true, "//localhost/": false, "///localhost/": false, "//:1/": false,
	} {
		r := iri.MustParseReference(s)
		if err := policy.MustNew(names).CheckReference(r); (err == nil) != ok {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// An entry that cannot match any host, or that is easy to evade, is an error.
func TestImpossibleDenyHosts(t *testing.T) {
	for entry, want := range map[string]string{
		"*": "to deny all", "*.a": `write ".a"`, ".": "no name after the dot", "a%41": "contains a percent-encoding",
		"::1":    `"[::1]"`,
		".[::1]": "denies no host", "é": `which begins with "xn--"`, "http://h": "is not a host", "h:80": "is not a host",
		"127.1": "four decimal numbers", "2130706433": "four decimal numbers", ".0.0.1": "four decimal numbers",
		"h": "", ".h": "", "h.": "", "": "", "[::1]": "", "[v1.a]": "", "127.0.0.1": "", "xn--a": "", "A_B": "",
	} {
		_, err := policy.New(policy.Config{DenyHosts: []string{entry}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", entry, err)
		}
	}
	list := []string{"h"}
	p := policy.MustNew(policy.Config{DenyHosts: list})
	if list[0] = "g"; p.Check(iri.MustParse("a://h")) == nil || p.Check(iri.MustParse("a://g")) != nil {
		t.Error("the policy has no copy of DenyHosts")
	}
}

// deniedSlowly decodes the host, and compares it with each entry.
func deniedSlowly(host string, list []string) bool {
	decoded := strings.TrimSuffix(chars.DecodedHost(host), ".")
	return slices.ContainsFunc(list, func(entry string) bool {
		entry = strings.ToLower(strings.TrimSuffix(entry, "."))
		if strings.HasPrefix(entry, ".") {
			return decoded != entry && strings.HasSuffix(decoded, entry)
		}
		return decoded == entry
	})
}

func TestDenyHostsTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 761))
	pieces := strings.Fields("a A b . .. %61 %41 %2e %2E é %C3%A9 ab a.b")
	text := func(n int) string {
		s := ""
		for range random.IntN(n) {
			s += pieces[random.IntN(len(pieces))]
		}
		return s
	}
	denied := 0
	for range 50_000 {
		entries := []string{text(4), "." + text(3)}
		p, err := policy.New(policy.Config{DenyHosts: entries})
		if err != nil {
			continue
		}
		host := text(6)
		err = p.Check(iri.MustParse("foo://" + host))
		want := deniedSlowly(host, entries) && (host != "" || entries[0] == "") ||
			strings.HasPrefix(chars.DecodedHost(host), ".")
		if (err != nil) != want {
			t.Fatalf("%q of %q: %v, want %v", host, entries, err, want)
		}
		if want {
			denied++
		}
	}
	if denied < 1000 {
		t.Errorf("only %d hosts are denied", denied)
	}
}

// Every character that programs map to ASCII or drop is rejected, according to the exact tables of
// UTS 46, NFKC (whose Unicode version may differ), and IDNA2003. The test also counts the letters
// that are rejected unnecessarily. droppedByIDNA2003 lists the characters that nameprep drops (RFC
// 3454, table B.1).
const droppedByIDNA2003 = "\u00AD\u034F\u1806\u180B\u180C\u180D\u200B\u200C\u200D\u2060\uFE00\uFE01\uFE02\uFE03\uFE04" +
	"\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\uFEFF"

func TestUnclearCharacters(t *testing.T) {
	p := policy.MustNew(policy.Config{DenyHosts: []string{"a"}})
	hasASCII := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return r < 0x80 })
	}
	valid, refused := 0, 0
	for r := rune(0x80); r <= 0x10FFFF; r++ {
		i, err := iri.Parse("http://" + string(r))
		if err != nil {
			continue
		}
		passes := p.Check(i) == nil
		switch uts46.Character.First(string(r)) {
		case uts46.CharacterIgnored:
			if passes {
				t.Errorf("%U passes, and browsers drop it", r)
			}
		case uts46.CharacterLeft, uts46.CharacterRight, uts46.CharacterRightJoining, uts46.CharacterLeftJoining:
			if valid++; !passes {
				refused++
			}
		}
		if !passes {
			continue
		}
		for _, mapped := range []string{idna.MappingOf(r), norm.NFKC.String(string(r)), strings.ToLower(string(r))} {
			if hasASCII(mapped) {
				t.Errorf("%U passes, and may become %q", r, mapped)
			}
		}
		if strings.ContainsRune("ßẞς\uFFFD"+droppedByIDNA2003, r) {
			t.Errorf("%U passes", r)
		}
	}
	t.Logf("%d of %d letters are refused without need", refused, valid)
	if refused > valid/50 {
		t.Errorf("%d of %d letters are refused without need, more than 2 %%", refused, valid)
	}
}

func TestDenyAllocatesNothing(t *testing.T) {
	p := policy.MustNew(policy.Config{DenyHosts: []string{"localhost", ".internal", "[::1]"}, PublicAddresses: true})
	for _, s := range []string{
		"https://www.example.org/", "https://b%c3%bccher.example/", "https://8.8.8.8/", "https://[2a00::1]/",
	} {
		i := iri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() {
			if p.Check(i) != nil {
				t.Error("refused")
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
}

func BenchmarkDenyHosts(b *testing.B) {
	for _, c := range []policy.Config{
		{Schemes: []string{"https"}},
		{Schemes: []string{"https"}, PublicAddresses: true},
		{Schemes: []string{"https"}, PublicAddresses: true, DenyHosts: []string{".internal", ".local", "[::1]"}},
	} {
		p := policy.MustNew(c)
		i := iri.MustParse("https://www.example.org/path?query")
		b.Run(fmt.Sprint(c.PublicAddresses, len(c.DenyHosts)), func(b *testing.B) {
			for b.Loop() {
				if p.Check(i) != nil {
					b.Fatal()
				}
			}
		})
	}
	b.Run("IsPublic", func(b *testing.B) {
		a := netip.MustParseAddr("2606:4700::1")
		for b.Loop() {
			if !policy.IsPublic(a) {
				b.Fatal()
			}
		}
	})
}
