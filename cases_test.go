package iri_test

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc2396"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// fewestCases is the minimum number of rows in testdata/cases.tsv.
const fewestCases = 5200

// caseGrammars lists the grammars that the cases use.
var caseGrammars = []struct {
	name   string
	names  func() []string
	lookup func(string) (tables.Rule, bool)
}{
	{"rfc3987", rfc3987.Names, rfc3987.Lookup},
	{"rfc3986", rfc3986.Names, rfc3986.Lookup},
	{"rfc2396", rfc2396.Names, rfc2396.Lookup},
}

// caseFunctions maps each rule to the functions that validate it.
var caseFunctions = map[string]struct {
	valid      func(string) bool
	validBytes func([]byte) bool
	parse      func(string) error
}{
	"rfc3987#IRI": {iri.Valid, iri.ValidBytes, func(s string) error { _, err := iri.Parse(s); return err }},
	"rfc3987#IRI-reference": {iri.ValidReference, rfc3987.IRIReference.ValidBytes,
		func(s string) error { _, err := iri.ParseReference(s); return err }},
	"rfc3986#URI":           {iri.ValidURI, rfc3986.URI.ValidBytes, rfc3986.URI.Check},
	"rfc3986#URI-reference": {iri.ValidURIReference, rfc3986.URIReference.ValidBytes, rfc3986.URIReference.Check},
}

// A handCase is a row of testdata/cases.tsv. The comment at the top of that file explains the
// columns.
type handCase struct {
	line  int
	rule  string
	want  bool
	input string
	note  string
}

func readCases(t *testing.T) []handCase {
	t.Helper()
	data := testkit.ReadFile(t, "testdata/cases.tsv")
	var cases []handCase
	for n, line := range strings.Split(data, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || fields[1] != "0" && fields[1] != "1" || fields[3] == "" {
			t.Fatalf("line %d is not a rule, a verdict, an input and a note: %q", n+1, line)
		}
		input, ok := jsonInput(t, fields[2])
		if !ok {
			t.Fatalf("line %d has a surrogate that is no byte", n+1)
		}
		cases = append(cases, handCase{n + 1, fields[0], fields[1] == "1", input, fields[3]})
	}
	return cases
}

func caseRule(t *testing.T, name string) tables.Rule {
	t.Helper()
	grammar, rule, _ := strings.Cut(name, "#")
	for _, g := range caseGrammars {
		if r, ok := g.lookup(rule); ok && g.name == grammar {
			return r
		}
	}
	t.Fatalf("there is no rule %s", name)
	return ""
}

// judge compares each function's verdict on the input with the expected verdict in the row.
func (c handCase) judge(t *testing.T) {
	t.Helper()
	r := caseRule(t, c.rule)
	err := r.Check(c.input)
	wrong := r.Valid(c.input) != c.want || r.ValidBytes([]byte(c.input)) != c.want || (err == nil) != c.want
	if f, ok := caseFunctions[c.rule]; ok {
		wrong = wrong || f.valid(c.input) != c.want || f.validBytes([]byte(c.input)) != c.want ||
			(f.parse(c.input) == nil) != c.want
	}
	if wrong {
		t.Errorf("cases.tsv:%d: %s %.80q: want %v (%s), got %v, %v, %v", c.line, c.rule, c.input, c.want, c.note,
			r.Valid(c.input), r.ValidBytes([]byte(c.input)), err)
	}
	if c.want && !utf8.ValidString(c.input) {
		t.Errorf("cases.tsv:%d: a member that is not UTF-8", c.line)
	}
	if err != nil {
		c.judgeError(t, r, err)
	}
}

func (c handCase) judgeError(t *testing.T, r tables.Rule, err error) {
	t.Helper()
	var e *iri.SyntaxError
	switch {
	case !errors.As(err, &e) || e.Rule() != r:
		t.Errorf("cases.tsv:%d: the error of %s is a %T: %v", c.line, c.rule, err, err)
	case e.Offset < 0 || e.Offset > len(c.input) || e.Column != utf8.RuneCountInString(c.input[:e.Offset])+1:
		t.Errorf("cases.tsv:%d: %.80q: column %d is not offset %d", c.line, c.input, e.Column, e.Offset)
	case !strings.HasPrefix(err.Error(), r.Name()+": column ") || !utf8.ValidString(err.Error()):
		t.Errorf("cases.tsv:%d: the message is %q", c.line, err)
	}
}

func TestCases(t *testing.T) {
	type row struct{ rule, input string }
	seen := map[row]int{}
	verdicts := map[string][2]int{}
	cases := readCases(t)
	for _, c := range cases {
		c.judge(t)
		if before := seen[row{c.rule, c.input}]; before > 0 {
			t.Errorf("cases.tsv:%d: the same as line %d", c.line, before)
		}
		seen[row{c.rule, c.input}] = c.line
		count := verdicts[c.rule]
		if c.want {
			count[1]++
		} else {
			count[0]++
		}
		verdicts[c.rule] = count
	}
	for _, g := range caseGrammars {
		valid, invalid := 0, 0
		for _, name := range g.names() {
			count := verdicts[g.name+"#"+name]
			if count[0] == 0 || count[1] == 0 {
				t.Errorf("%s#%s has %d members and %d others, wants some of each", g.name, name, count[1], count[0])
			}
			valid, invalid = valid+count[1], invalid+count[0]
		}
		t.Logf("%s: %d rules, %d members, %d others", g.name, len(g.names()), valid, invalid)
	}
	t.Logf("%d cases", len(cases))
	if len(cases) < fewestCases {
		t.Errorf("only %d cases, fewer than %d", len(cases), fewestCases)
	}
}

// The standard library is an independent parser of addresses. Apart from zones, it follows the RFC.
func TestCasesAddressesAgreeWithNetip(t *testing.T) {
	n := 0
	for _, c := range readCases(t) {
		a, err := netip.ParseAddr(c.input)
		var got bool
		switch c.rule {
		case "rfc3987#IPv6address", "rfc3986#IPv6address":
			got = err == nil && a.Is6() && a.Zone() == ""
		case "rfc3987#IPv4address", "rfc3986#IPv4address":
			got = err == nil && a.Is4()
		default:
			continue
		}
		if n++; got != c.want {
			t.Errorf("cases.tsv:%d: netip says %v of %q: %v", c.line, got, c.input, err)
		}
	}
	t.Logf("%d addresses", n)
}

// Long inputs like these caused trouble in other implementations; see the incidents in cases.tsv.
func TestCasesLong(t *testing.T) {
	const n = 1 << 18
	again := func(s string) string { return strings.Repeat(s, n/len(s)) }
	cases := []handCase{
		{want: true, input: "http://h/?" + again("a&b&c&"), note: "CVE-2025-61726 Go net/url: parameters"},
		{want: true, input: "http://h/" + again("../"), note: "CVE-2026-56860 Go net/url: dots"},
		{want: true, input: "http://h/" + again("./"), note: "CVE-2026-56860 Go net/url: dots"},
		{want: false, input: "http://h:" + again("\t") + "a", note: "CVE-2023-28755 Ruby uri: tabs"},
		{want: false, input: "http://h:" + again(" ") + "\x00", note: "CVE-2023-36617 Ruby uri: spaces"},
		{want: true, input: "http://h/" + again("a/"), note: "CVE-2025-67899 uriparser: recursion over segments"},
		{want: true, input: "a:?" + again("q"), note: "CVE-2018-19199 uriparser: a long query"},
		{want: true, input: "a:#" + again("é"), note: "CVE-2026-44927 uriparser: a long fragment"},
		{want: true, input: again("a") + ":", note: "a long scheme"},
		{want: false, input: again("a"), note: "a scheme without its colon"},
		{want: true, input: "a://" + again("u:") + "@h", note: "a long userinfo"},
		{want: false, input: "a://" + again("u:") + "@h:x", note: "a long userinfo, and no port"},
		{want: true, input: "a://" + again("h.") + ":1", note: "a long host"},
		{want: true, input: "a://h:" + again("1"), note: "a long port"},
		{want: false, input: "a://h:" + again("1") + "x", note: "a long port, and a letter"},
		{want: true, input: "a://" + again("1.1.1.1"), note: "a long name that begins like an address"},
		{want: true, input: "a://[v" + again("f") + ".a]", note: "a long version"},
		{want: true, input: "a://[v1." + again(":") + "]", note: "a long address of a later version"},
		{want: false, input: "a://[v1." + again(":"), note: "the same without its bracket"},
		{want: false, input: "a://" + again("["), note: "brackets"},
		{want: false, input: "a://[" + again(":") + "]", note: "colons"},
		{want: false, input: "a://[" + again("0:") + ":]", note: "zeros"},
		{want: false, input: "a://" + again("@"), note: "many userinfos"},
		{want: true, input: "a:" + again("%41"), note: "encoded"},
		{want: false, input: "a:" + again("%41") + "%4", note: "encoded, and cut off"},
		{want: true, input: "a:" + again(":"), note: "colons in a path"},
		{want: true, input: "a:" + again("/"), note: "empty segments: an empty authority and a path"},
		{want: true, input: "a:" + again("\U0001F600"), note: "four bytes each"},
		{want: false, input: "a:" + again("\U0001F600") + "\xF0\x9F\x98", note: "four bytes each, and cut off"},
		{want: false, input: again("%"), note: "percents"},
	}
	for _, c := range cases {
		for _, rule := range []string{"rfc3987#IRI", "rfc3987#absolute-IRI"} {
			c.rule = rule
			if rule == "rfc3987#absolute-IRI" && strings.Contains(c.input, "#") {
				c.want = false // a fragment is not allowed (RFC 3986, section 4.3)
			}
			c.judge(t)
		}
	}
	t.Logf("%d long inputs", len(cases))
}
