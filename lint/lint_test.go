package lint_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/lint"
)

// found returns the findings for an IRI or a reference, and fails if they are out of order.
func found(t *testing.T, linter lint.Linter, s string) (all []lint.Finding) {
	t.Helper()
	r, err := iri.ParseReference(s)
	if err != nil {
		t.Fatal(err)
	}
	for f := range linter.Findings(r) {
		if f.Span.Start < 0 || f.Span.End < f.Span.Start || f.Span.End > len(s) ||
			f.Text() != s[f.Span.Start:f.Span.End] {
			t.Errorf("%q: %s at %v", s, f.Code, f.Span)
		}
		if m := f.Message(); len(m) < 20 || strings.Contains(m, "%!") || strings.ContainsAny(m, "\n\x00") {
			t.Errorf("%q: %s says %q", s, f.Code, m)
		}
		if f.Section() == "" || f.Severity == lint.SeverityIgnore || !slices.Contains(lint.Codes(), f.Code) {
			t.Errorf("%q: %+v", s, f)
		}
		all = append(all, f)
	}
	return all
}

// noNFC is a substitute for NFC that knows only one composition: "e" and a combining acute accent.
func noNFC(s string) bool { return !strings.Contains(s, "e\u0301") }

// blocks matches the two examples on a code's page.
var blocks = regexp.MustCompile(`(?s)\nExample:\n\n    (\S+)\n\nInstead:\n\n    (\S+)\n`)

// Each code has a page with an example and a replacement. The example yields a finding with that
// code, and the replacement does not. Examples that cannot appear on a page are listed here.
func TestFindingPages(t *testing.T) {
	text := testkit.ReadFile(t, "../cmd/internal/program/codes/finding.md")
	examples := map[string][2]string{
		"bidi-format":         {"http://example.org/a\u202eb", "http://example.org/ab"},
		"not-nfc":             {"http://example.org/e\u0301", "http://example.org/\u00e9"},
		"invisible-character": {"http://example.org/a\u200b", "http://example.org/a"},
		"local-address":       {"http://169.254.169.254/", "http://example.org/"},
		"private-query":       {"http://example.org/?\ue000", "http://example.org/?"},
	}
	isLocal := func(r iri.Reference) bool { return r.Host() == "169.254.169.254" }
	linter := lint.MustNew(lint.Config{NFC: noNFC, Local: isLocal})
	var documented []string
	for section := range strings.SplitSeq("\n"+text, "\n## ") {
		code, rest, _ := strings.Cut(section, "\n")
		if strings.HasPrefix(section, "\n") {
			continue
		}
		documented = append(documented, code)
		severity, _, _ := strings.Cut(rest, ":")
		example, isHere := examples[code]
		if m := blocks.FindStringSubmatch(rest); m != nil {
			example = [2]string{m[1], m[2]}
		} else if !isHere {
			t.Errorf("%s has no example", code)
			continue
		}
		has := func(f lint.Finding) bool { return f.Code == code }
		all := found(t, linter, example[0])
		if i := slices.IndexFunc(all, has); i < 0 {
			t.Errorf("%s: %q has the findings %+v", code, example[0], all)
		} else if all[i].Severity.String() != severity {
			t.Errorf("%s is a %s, says the page, and a %v", code, severity, all[i].Severity)
		}
		if rest := found(t, linter, example[1]); len(rest) > 0 && code != "password" {
			t.Errorf("%s: %q has the findings %+v", code, example[1], rest)
		}
	}
	if codes := lint.Codes(); !slices.Equal(codes, documented) || !slices.IsSorted(codes) {
		t.Errorf("the codes are %q, and pages have %q", codes, documented)
	}
}

// Each code in the source must be in the list, because a code without a severity would not be
// reported.
func TestFindingCodesAreListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var inSource []string
	for _, file := range files {
		if file == "finding.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text := testkit.ReadFile(t, file)
		reports := regexp.MustCompile(`(?:report\(yield, |code = |return |return at, )"([a-z0-9-]+)"`)
		for _, m := range reports.FindAllStringSubmatch(text, -1) {
			inSource = append(inSource, m[1])
		}
	}
	inSource = slices.DeleteFunc(inSource, func(s string) bool { return !strings.ContainsAny(s, "-p") || s == "80" })
	slices.Sort(inSource)
	if inSource = slices.Compact(inSource); !slices.Equal(inSource, lint.Codes()) {
		t.Errorf("the source has %q, the list %q", inSource, lint.Codes())
	}
}

// findingsOf maps IRIs and references to the codes of their findings.
var findingsOf = map[string]string{
	"":                                "",
	"../a":                            "",
	"./../a/./b":                      "dot-segment",
	"a/..":                            "dot-segment",
	"//h/../a":                        "dot-segment",
	"/..":                             "dot-segment",
	"a:/.//b":                         "",
	"/.//b":                           "",
	"a:/.//./b":                       "dot-segment",
	"a:/././/b":                       "dot-segment dot-segment",
	"foo://h/.//b":                    "dot-segment",
	"//EXAMPLE.org:65536":             "host-case port-range",
	"http://example.org/":             "",
	"http://example.org":              "",
	"https://xn--e1afmkfd.xn--p1ai/":  "",
	"http://пример.рф/":               "",
	"http://faß.de/":                  "",
	"http://[::1]/":                   "",
	"http://[::]/":                    "",
	"http://[1::8]/":                  "",
	"http://[1:0:0:4:5:0:0:8]/":       "ipv6-form",
	"http://[1::4:5:0:0:8]/":          "",
	"http://[1:0:3:4:5:6:7:8]/":       "",
	"http://[A::1]/":                  "host-case",
	"http://[::ffff:1.2.3.4]/":        "ipv6-form",
	"foo://[0::1]/":                   "ipv6-form",
	"foo://[v1.a]/":                   "browser-future",
	"http://1.2.3.4/":                 "",
	"http://1.2.3.4./":                "browser-ipv4",
	"http://1.2.3.256/":               "browser-ipv4",
	"http://1.2.3/":                   "browser-ipv4",
	"http://a%22.1/":                  "browser-ipv4",
	"http://a%22b%7B/":                "",
	"http://a.1/":                     "browser-ipv4",
	"http://a.0x/":                    "browser-ipv4",
	"http://a.0xg/":                   "",
	"http://1.a/":                     "",
	"http://1.a./":                    "",
	"foo://1.2.3/":                    "",
	"http:":                           "browser-no-host",
	"http:?a":                         "browser-no-host",
	"http://":                         "browser-no-host",
	"http:///":                        "browser-no-host",
	"http:a":                          "browser-slashes",
	"http:/a":                         "browser-slashes",
	"http:////a/b":                    "browser-slashes",
	"ws:a":                            "browser-slashes",
	"http://u@/":                      "browser-no-host http-userinfo",
	"foo://u@/":                       "browser-no-host",
	"foo:///":                         "",
	"foo:a":                           "",
	"file:///a":                       "",
	"file://h/a":                      "",
	"file:/a":                         "",
	"file://C:/a":                     "file-drive",
	"file://LOCALhost/a":              "host-case browser-file",
	"file://%6Cocalhost/a":            "percent-unreserved browser-file",
	"file://0x7f.1/a":                 "browser-ipv4",
	"file://[::1]/a":                  "",
	"file://[0::1]/a":                 "ipv6-form",
	"file://[v1.a]/a":                 "browser-future",
	"http://a\u00adb.org/":            "browser-mapped",
	"http://a\u200bb.org/":            "browser-mapped",
	"http://\u212a.org/":              "browser-mapped",
	"http://É.org/":                   "browser-mapped",
	"http://%C3%89.org/":              "browser-mapped",
	"http://a\u3002b/":                "browser-mapped",
	"http://%FF/":                     "browser-character",
	"http://%C3/":                     "browser-character",
	"http://a%00b/":                   "browser-character",
	"http://a%25b/":                   "browser-character",
	"http://a%20b/":                   "browser-character",
	"http://a／b/":                     "browser-character", // browsers map it to "/", which they reject
	"http://a%EF%BC%8Fb/":             "browser-character",
	"http://a\uff03/":                 "browser-character",
	"http://℀/":                       "browser-character",
	"http://a\u00b4/":                 "browser-character",
	"http://a\uff0eb/":                "browser-mapped",
	"http://\u2132/":                  "browser-mapped", // mapped to U+214E since Unicode 15.1
	"http://xn--73g/":                 "",
	"http://\u04c0\u10c5/":            "browser-mapped",
	"http://\U0002ebf0/":              "",               // new in Unicode 15.1
	"http://\u1c89/":                  "browser-mapped", // new in Unicode 16
	"http://xn--d4f/":                 "",
	"http://\u0897a/":                 "browser-label",
	"http://\U000323b0/":              "", // new in Unicode 17
	"http://xn--031o/":                "",
	"http://\U00016ea0/":              "browser-mapped",
	"http://\U00016ed5/":              "browser-character", // unassigned
	"http://xn--xn---epa/":            "browser-label",
	"http://xn--/":                    "browser-label",
	"http://xn--a-/":                  "browser-label",
	"http://XN--4CA/":                 "host-case",
	"http://xn--4CA.a--b/":            "host-case",
	"http://\u0301a/":                 "browser-label",
	"http://a\u200db/":                "browser-label",
	"http://\u0915\u094d\u200d\u0937": "",
	"http://\u05d0a/":                 "browser-label",
	"http://1\u05d0/":                 "browser-label",
	"http://\u05d0.1a/":               "browser-label",
	"http://\u05d01/":                 "bidi-ends",
	"http://e.org/\u05d0?\u05d0=a&b=\u05d1#\u05d0": "",
	"http://e.org/\u05d0?\u05d0a=b":                "bidi-mixed",
	"http://u:@h.org/":                             "http-userinfo",
	"ftp://u:p@h.org:021/":                         "default-port password",
	"http://h.org:080/":                            "default-port",
	"https://h.org:80/":                            "",
	"http://h.org:0000065535/":                     "",
	"http://h.org/%2e%2E/%7e%3A":                   "dot-segment percent-unreserved",
	"HTTP://h.org/%c3%a9#%C3":                      "scheme-case percent-case percent-case",
	"urn:isbn:0451450523":                          "",
	"urn:isbn:0451450523?+a?=b#c":                  "",
	"urn:":                                         "urn-nid",
	"urn://a/b":                                    "urn-nid",
	"urn:abc:/c":                                   "urn-nss",
	"urn:a-:b":                                     "urn-nid",
	"urn:abc:é?é":                                  "urn-components urn-non-ascii urn-non-ascii",
	"URN:UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?=a": "scheme-case uuid-components",
	"uuid:1":          "uuid-scheme uuid-syntax",
	"did:a:b:c/d?e#f": "",
	"did:a:":          "did-syntax",
	"did:a":           "did-syntax",
	"oid:3.1":         "oid-scheme oid-syntax",
	"urn:oid:1.2.0":   "",
}

// IRIs and references yield the findings in the table.
func TestFindings(t *testing.T) { testFindings(t, findingsOf) }

// The message about a host in a path quotes the host that browsers find, without the userinfo and
// the port. If that host is empty, browsers reject the IRI.
func TestFindingsNameTheHostOfBrowsers(t *testing.T) {
	for s, want := range map[string]string{
		"http:h:80/": `at "h";`, "http:u:p@h:80/": `at "h";`, "ws:///a@b@c/d": `at "c";`, "http:h:/x": `at "h";`,
		"ftp:h": `at "h";`, "http:/:80/": "it has no host", "http:@/x": "it has no host",
		"ws:u@": "it has no host", "http:////u@:80/x": "it has no host",
	} {
		said := func(f lint.Finding) bool {
			return strings.HasPrefix(f.Code, "browser-") && strings.Contains(f.Message(), want)
		}
		if all := found(t, lint.Linter{}, s); !slices.ContainsFunc(all, said) {
			t.Errorf("%s: no message has %s: %+v", s, want, all)
		}
	}
}

// Browsers accept labels of any length. A label too long for the decoder yields no finding, whether
// or not it is Punycode.
func TestFindingsOfLongLabels(t *testing.T) {
	long := strings.Repeat("a", 61)
	for host, want := range map[string]int{
		"xn--9c" + long: 0, "xn--9ca" + long: 0, "%58n--9ca" + long + ".b": 0, strings.Repeat("é", 64): 0,
		"xn--9ca" + long + "é": 1, "xn--9ca" + long + ".xn--a": 1,
	} {
		n := 0
		for _, f := range found(t, lint.Linter{}, "http://"+host+"/") {
			if f.Code == "browser-label" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d findings", host, n)
		}
	}
}

// A linter uses the caller's severities. It calls NFC for every component and every host.
func TestLinter(t *testing.T) {
	const s = "HTTP://example.org:80/%7e"
	linter := lint.MustNew(lint.Config{Severity: map[string]lint.Severity{
		"scheme-case": lint.SeverityIgnore, "default-port": lint.SeverityError,
	}})
	all := found(t, linter, s)
	if len(all) != 2 || all[0].Code != "default-port" || all[0].Severity != lint.SeverityError ||
		all[1].Severity != lint.SeverityNote {
		t.Errorf("%+v", all)
	}
	for s, want := range map[string]string{
		"http://example.org/e\u0301?e\u0301#e\u0301": "path not-nfc, query not-nfc, fragment not-nfc, ",
		"http://e\u0301.org/":                        "host browser-mapped, ",
		"http://a%7Be\u0301.org/":                    "host browser-mapped, ",
		"http://e%CC%81.org/":                        "host browser-mapped, ",
		"http://xn--e-xbb.org/":                      "host browser-label, ",
	} {
		got := ""
		for _, f := range found(t, lint.MustNew(lint.Config{NFC: noNFC}), s) {
			got += f.Component.String() + " " + f.Code + ", "
		}
		if got != want {
			t.Errorf("%q: %s not %s", s, got, want)
		}
		if n := len(found(t, lint.Linter{}, s)); n != 0 {
			t.Errorf("%q: %d findings without a normal form", s, n)
		}
	}
	if _, err := lint.New(lint.Config{Severity: map[string]lint.Severity{"host-cases": lint.SeverityError}}); err == nil ||
		err.Error() != `lint: unknown code "host-cases"` {
		t.Error(err)
	}
	if _, err := lint.New(lint.Config{Severity: map[string]lint.Severity{"password": 4}}); err == nil ||
		err.Error() != "lint: unknown severity 4 for password" {
		t.Error(err)
	}
	for s, want := range map[lint.Severity]string{0: "ignore", 1: "note", 2: "warning", 3: "error", 200: "error"} {
		if s.String() != want {
			t.Errorf("%d is %v", s, s)
		}
	}
}

// A caller may stop at any finding.
func TestFindingsStop(t *testing.T) {
	linter := lint.MustNew(lint.Config{NFC: noNFC})
	for s, findings := range map[string]int{
		"HTTP://U:p@A%7e:080/./%3a/\u05d0a/\u202e?%3a&\ue000&a\u05d0#\u05d0a": 14,
		"http://u@/e\u0301?e\u0301#e\u0301":                                   5,
		"urn:abc:é?é#é":                                                       4,
		"urn:x-a:é":                                                           2,
		"uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6?a#b":                       4,
	} {
		r := iri.MustParseReference(s)
		all := found(t, linter, s)
		if len(all) != findings {
			t.Errorf("%+q: %d findings, not %d", s, len(all), findings)
		}
		for stop := range all {
			var some []lint.Finding
			for f := range linter.Findings(r) {
				if some = append(some, f); len(some) > stop {
					break
				}
			}
			if !slices.Equal(some, all[:stop+1]) {
				t.Errorf("%+q: %d: %+v", s, stop, some)
			}
		}
	}
}

// If there are no findings, no code path allocates.
func TestFindingsDoNotAllocate(t *testing.T) {
	long := strings.Repeat("a", 300)
	for _, s := range []string{
		"", "../a?b#c", "http://example.org/a/b.html?q#f", "http://пример.рф/a", "http://xn--e1afmkfd.xn--p1ai:81/",
		"http://[2001:db8::1]:8080/", "http://1.2.3.4/", "ftp://user@example.org/%C3%A9", "urn:isbn:0451450523",
		"http://\u05d0\u05d1.org/\u05d0\u05d1/\u05d2?\u05d0&\u05d1#\u05d2", "mailto:a@example.org", "file:///etc/hosts",
		"http://" + long + "_" + long + ".org/" + strings.Repeat("\u05d0", 300) + long[:0],
		"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "did:a:b", "http://e%C3%A9.org/", "geo:1,2", "data:,a",
		"http://e.org/\u0645\u06cc\u200c\u062e/%E2%82%AC", "http://%D1%81\u043e\u043c.org/", "tel:+1",
	} {
		r := iri.MustParseReference(s)
		n := 0
		if allocs := testing.AllocsPerRun(20, func() {
			for range lint.Findings(r) {
				n++
			}
			for range (lint.Linter{}).Findings(r) {
				n++
			}
		}); allocs != 0 || n != 0 {
			t.Errorf("%q: %v allocations, %d findings", s, allocs, n)
		}
	}
}

func FuzzFindings(f *testing.F) {
	for _, s := range []string{"http://0x7f.1/%7e", "urn:uuid:x", "http://xn--4ca:80/\u05d0a",
		"file://c:/", "//[::1.2.3.4]", "did:%41:a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if iri.ValidReference(s) {
			found(t, lint.MustNew(lint.Config{NFC: func(s string) bool { return utf8.ValidString(s) }}), s)
		}
	})
}

// A message may be logged, so it contains no password. Each of these IRIs contains "secret" or 7531
// in the userinfo, or in what browsers treat as the userinfo.
func TestFindingMessagesHaveNoPassword(t *testing.T) {
	codes := map[string]bool{}
	for _, s := range []string{
		"http://u:secret@h/", "http://secret@h/", "http:u:secret@h/a", "http:///u:secret@h", "ftp:secret@h",
		"file://u:secret@h/", "file:u:secret@h", "https://u:secret@/", "ws://u:secret@0x7f.1/", "ftp://u:secret%7E%c3@h/",
		"ftp://u:secret\u202e@h/", "ftp://u:secret\u05d0a@h/", "ftp://7531\u05d0@h/",
		"http:u:secret\u05d0a@h/", "http:/u:7531\u05d0@h/", "ftp:///\u05d07531@h",
		"did://u:secret@h/x", "did://u:secret@h", "ftp://u:secrete\u0301@h/", "ftp://u:secret@a\u00adb:99999/",
		"ftp://u:secret@h:/",
	} {
		for f := range (lint.MustNew(lint.Config{NFC: noNFC})).Findings(iri.MustParse(s).Reference()) {
			codes[f.Code] = true
			if m := f.Message(); strings.Contains(m, "secret") || strings.Contains(m, "7531") {
				t.Errorf("%q has the message %q", s, f.Message())
			}
		}
	}
	for _, code := range []string{"http-userinfo", "browser-slashes", "bidi-mixed", "bidi-ends", "not-nfc", "password",
		"did-syntax", "file-relative"} {
		if !codes[code] {
			t.Errorf("no string has the finding %s", code)
		}
	}
}

// The message about a percent-encoded character in a host names the character.
func TestFindingsNamePercentEncodedCharacters(t *testing.T) {
	for f := range lint.Findings(iri.MustParse("http://a%C2%ADb/").Reference()) {
		if strings.Contains(f.Message(), `"%C2%AD" (U+00AD)`) {
			return
		}
	}
	t.Error("no finding names U+00AD")
}
