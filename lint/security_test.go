package lint_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/lint"
)

// browserDifferences lists valid IRIs with the host that browsers find, or "refused" if they reject
// the IRI. TestSecurityTable in benchmarks/browsers compares the hosts with Node.
var browserDifferences = []struct{ iri, browser string }{
	{"http:evil.example", "evil.example"},
	{"http:/evil.example/", "evil.example"},
	{"http:///evil.example/", "evil.example"},
	{"http://0x7f.1/", "127.0.0.1"},
	{"http://2130706433/", "127.0.0.1"},
	{"http://0177.0.0.1/", "127.0.0.1"},
	{"http://127.1/", "127.0.0.1"},
	{"http://%31%32%37.0.0.1/", "127.0.0.1"},
	{"http://１２７.0.0.1/", "127.0.0.1"},
	{"http://127。0。0。1/", "127.0.0.1"},
	{"http://exa%C2%ADmple.org/", "example.org"},
	{"http://ⓔxample.org/", "example.org"},
	{"http://É.example/", "xn--9ca.example"},
	{"http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"},
	{"file://localhost/etc/hosts", ""},
	{"http://example.com%2F10.0.0.1/", "refused"},
	{"http://a%00b/", "refused"},
	{"http://1.2.3.256/", "refused"},
	{"http://a.1/", "refused"},
	{"http://xn--a/", "refused"},
	{"http://[v1.fe80]/", "refused"},
	{"http://user@/", "refused"},
	{"foo://:80/", "refused"},
	{"http://example.org:65536/", "refused"},
}

// SECURITY.md contains browserDifferences as a table. With IRI_UPDATE=1, the test writes the table.
func TestBrowserTable(t *testing.T) {
	const begin, end = "TestBrowserTable -->\n", "<!-- The end of the table -->"
	var b strings.Builder
	b.WriteString("\n| IRI | host | host of browsers | finding |\n| --- | --- | --- | --- |\n")
	for _, d := range browserDifferences {
		i := iri.MustParse(d.iri)
		code := ""
		for f := range lint.Findings(i.Reference()) {
			if strings.HasPrefix(f.Code, "browser-") || f.Code == "ipv6-form" || f.Code == "port-range" {
				code = f.Code
			}
		}
		if code == "" {
			t.Errorf("%s has no finding", d.iri)
		}
		b.WriteString("| `" + d.iri + "` | " + quoted(i.Host()) + " | " + quoted(d.browser) + " | `" + code + "` |\n")
	}
	b.WriteString("\n")
	before, rest, _ := strings.Cut(testkit.ReadFile(t, "../SECURITY.md"), begin)
	table, after, ok := strings.Cut(rest, end)
	switch {
	case !ok:
		t.Fatal("SECURITY.md has no place for the table")
	case golden.Updating():
		testkit.WriteFile(t, "../SECURITY.md", before+begin+b.String()+end+after)
	case table != b.String():
		t.Errorf("SECURITY.md has not this table; write it with IRI_UPDATE=1:\n%s", b.String())
	}
	for _, s := range []string{`http://127.0.0.1\@evil.example/`, "http://a@b@evil.example/", "http://exa\tmple.org/",
		"http://exa\nmple.org/", "http://a b/"} {
		if iri.Valid(s) {
			t.Errorf("%q is valid", s)
		}
	}
}

// Browsers reject a host if one of its characters maps to a forbidden character. This is true for
// each scheme, and for both raw and percent-encoded characters. Browsers replace characters that
// map to other characters.
func TestMappedToForbidden(t *testing.T) {
	for code, characters := range map[string]string{
		"browser-character": "／＃？＠：％＜＞［］｜＾＼℀℁℅℆⩴﹖﹟﹫﹕﹪﹨﹤\u3000´¨︓﹇﹈¯‗",
		"browser-mapped":    "．｡ﬀ㎏⑴№½；ａ²ℌÅ",
	} {
		for _, c := range characters {
			for _, scheme := range []string{"http", "https", "ws", "wss", "ftp", "file"} {
				for _, text := range []string{string(c), string(chars.AppendPcts(nil, string(c)))} {
					all := found(t, lint.Linter{}, scheme+"://a.example"+text+"b.example/")
					if len(all) != 1 || all[0].Code != code || all[0].Text() != text {
						t.Errorf("%s, %U: %+v", scheme, c, all)
					}
				}
			}
		}
	}
}

// quoted formats a host for the table.
func quoted(host string) string {
	switch host {
	case "":
		return "empty"
	case "refused":
		return host
	}
	return "`" + host + "`"
}
