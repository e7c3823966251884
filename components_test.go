package iri_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// components lists the methods that IRI and Reference share.
type components interface {
	String() string
	HasScheme() bool
	Scheme() string
	HasAuthority() bool
	Authority() string
	Path() string
	PathKind() iri.PathKind
	HasQuery() bool
	Query() string
	HasFragment() bool
	Fragment() string
	Offsets() iri.Offsets
	HasUserinfo() bool
	Userinfo() string
	Host() string
	HostKind() iri.HostKind
	HasPort() bool
	Port() string
}

// A piece records whether a component is present, and its text.
type piece struct {
	has  bool
	text string
}

// pieces holds the results of all component accessors.
type pieces struct {
	scheme, authority, path, query, fragment piece
	userinfo, host, port                     piece
	kind                                     iri.HostKind
	offsets                                  iri.Offsets
}

// asked returns the pieces that the package reports.
func asked(c components) pieces {
	return pieces{
		scheme:    piece{c.HasScheme(), c.Scheme()},
		authority: piece{c.HasAuthority(), c.Authority()},
		path:      piece{true, c.Path()},
		query:     piece{c.HasQuery(), c.Query()},
		fragment:  piece{c.HasFragment(), c.Fragment()},
		userinfo:  piece{c.HasUserinfo(), c.Userinfo()},
		host:      piece{c.HostKind() != iri.NoHost, c.Host()},
		port:      piece{c.HasPort(), c.Port()},
		kind:      c.HostKind(),
		offsets:   c.Offsets(),
	}
}

// appendixB is the regular expression of RFC 3986, appendix B, as printed there.
var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// The groups in appendixB that capture each component.
const (
	schemeGroup    = 2
	authorityGroup = 4
	pathGroup      = 5
	queryGroup     = 7
	fragmentGroup  = 9
)

// cutByHand splits an IRI reference without using a table.
func cutByHand(s string) (p pieces, err error) {
	m := appendixB.FindStringSubmatchIndex(s)
	if m == nil || m[1] != len(s) {
		return p, errors.New("the regexp does not match all of it")
	}
	group := func(n int) (piece, iri.Span) {
		at := iri.Span{Start: m[2*n], End: m[2*n+1]}
		if at.Start < 0 {
			return piece{}, at
		}
		return piece{true, s[at.Start:at.End]}, at
	}
	p.scheme, p.offsets.Scheme = group(schemeGroup)
	p.authority, p.offsets.Authority = group(authorityGroup)
	p.path, p.offsets.Path = group(pathGroup)
	p.query, p.offsets.Query = group(queryGroup)
	p.fragment, p.offsets.Fragment = group(fragmentGroup)
	if p.authority.has {
		err = p.cutAuthority()
	}
	return p, err
}

// cutAuthority splits the authority at the last "@", then at the last ":" outside brackets.
func (p *pieces) cutAuthority() error {
	rest := p.authority.text
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		p.userinfo = piece{true, rest[:at]}
		rest = rest[at+1:]
	}
	if at := strings.LastIndexByte(rest, ':'); at > strings.LastIndexByte(rest, ']') {
		p.port = piece{true, rest[at+1:]}
		rest = rest[:at]
	}
	if strings.Trim(p.port.text, "0123456789") != "" {
		return fmt.Errorf("the port %q is not of digits", p.port.text)
	}
	p.host = piece{true, rest}
	return p.tellHost()
}

// tellHost determines the host kind. Package netip accepts the addresses of RFC 3986, section
// 3.2.2, plus zones; neither allows leading zeros in IPv4 addresses.
func (p *pieces) tellHost() error {
	host := p.host.text
	inner, literal := strings.CutPrefix(host, "[")
	addr, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
	switch {
	case literal && (strings.HasPrefix(inner, "v") || strings.HasPrefix(inner, "V")):
		p.kind = iri.IPvFutureHost
	case literal && err == nil && addr.Is6() && addr.Zone() == "":
		p.kind = iri.IPv6Host
	case literal:
		return fmt.Errorf("%s is no address: %v", host, err)
	case err == nil && addr.Is4():
		p.kind = iri.IPv4Host
	default:
		p.kind = iri.RegNameHost
	}
	return nil
}

// recompose implements RFC 3986, section 5.3, and its analogue for the authority.
func (p pieces) recompose() string {
	var b strings.Builder
	if p.scheme.has {
		b.WriteString(p.scheme.text + ":")
	}
	if p.authority.has {
		b.WriteString("//")
		if p.userinfo.has {
			b.WriteString(p.userinfo.text + "@")
		}
		b.WriteString(p.host.text)
		if p.port.has {
			b.WriteString(":" + p.port.text)
		}
	}
	b.WriteString(p.path.text)
	if p.query.has {
		b.WriteString("?" + p.query.text)
	}
	if p.fragment.has {
		b.WriteString("#" + p.fragment.text)
	}
	return b.String()
}

// ownRules returns an error message for each piece that does not match the rule for that piece.
func (p pieces) ownRules() (wrong []string) {
	for _, c := range []struct {
		piece piece
		rule  tables.Rule
	}{
		{p.scheme, rfc3987.Scheme}, {p.authority, rfc3987.Iauthority}, {p.query, rfc3987.Iquery},
		{p.fragment, rfc3987.Ifragment},
		{p.userinfo, rfc3987.Iuserinfo}, {p.host, rfc3987.Ihost}, {p.port, rfc3987.Port}, {p.path, p.pathRule()},
		{p.host, p.hostRule()},
	} {
		if c.piece.has && !c.rule.Valid(c.piece.text) || !c.piece.has && c.piece.text != "" {
			wrong = append(wrong, fmt.Sprintf("%q is no %s", c.piece.text, c.rule.Name()))
		}
	}
	return wrong
}

// pathRule returns the alternative of ipath that the path should match.
func (p pieces) pathRule() tables.Rule {
	switch {
	case p.authority.has:
		return rfc3987.IpathAbempty
	case p.path.text == "":
		return rfc3987.IpathEmpty
	case p.path.text[0] == '/':
		return rfc3987.IpathAbsolute
	case p.scheme.has:
		return rfc3987.IpathRootless
	}
	return rfc3987.IpathNoscheme
}

// hostRule returns the alternative of ihost that the host should match.
func (p pieces) hostRule() tables.Rule {
	switch p.kind {
	case iri.IPv6Host, iri.IPvFutureHost:
		return rfc3987.IPLiteral
	case iri.IPv4Host:
		return rfc3987.IPv4address
	}
	return rfc3987.IregName
}

// A componentCount counts the components in a test's strings.
type componentCount struct {
	strings, absolute, authority, userinfo, port, query, fragment int
	kinds                                                         [iri.RegNameHost + 1]int
	longest                                                       int
}

func (n *componentCount) add(s string, p pieces) {
	n.strings++
	n.longest = max(n.longest, len(s))
	n.kinds[p.kind]++
	for _, c := range []struct {
		count *int
		has   bool
	}{
		{&n.absolute, p.scheme.has}, {&n.authority, p.authority.has}, {&n.userinfo, p.userinfo.has},
		{&n.port, p.port.has}, {&n.query, p.query.has}, {&n.fragment, p.fragment.has},
	} {
		if c.has {
			*c.count++
		}
	}
}

func (n *componentCount) log(t *testing.T) {
	t.Helper()
	t.Logf("%d strings of up to %d bytes: %d schemes, %d authorities, %d userinfos, %d ports, %d queries, %d fragments",
		n.strings, n.longest, n.absolute, n.authority, n.userinfo, n.port, n.query, n.fragment)
	for kind, count := range n.kinds {
		t.Logf("%d hosts are %v", count, iri.HostKind(kind))
	}
}

// compare splits an IRI reference both ways, and stops the test at the first difference.
func (n *componentCount) compare(t *testing.T, s string) {
	t.Helper()
	want, err := cutByHand(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if wrong := want.ownRules(); wrong != nil || want.recompose() != s {
		t.Fatalf("%q: %v, recomposed it is %q", s, wrong, want.recompose())
	}
	r, err := iri.ParseReference(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if got := asked(r); got != want || r.String() != s {
		t.Fatalf("reference %q:\n got %+v\nwant %+v", s, got, want)
	}
	i, ok := r.IRI()
	if ok != want.scheme.has || ok != iri.Valid(s) {
		t.Fatalf("%q: IRI returns %v, Valid %v, by hand %v", s, ok, iri.Valid(s), want.scheme.has)
	}
	parsed, err := iri.Parse(s)
	if i != parsed || ok != (err == nil) || ok && i.Reference() != r {
		t.Fatalf("%q: parsed and converted differ: %v and %v, %v", s, parsed, i, err)
	}
	if got := asked(parsed); ok && (got != want || parsed.String() != s) {
		t.Fatalf("IRI %q:\n got %+v\nwant %+v", s, got, want)
	}
	n.add(s, want)
}

func TestComponentsOfCorpora(t *testing.T) {
	for _, name := range []string{"urls.txt", "iris.txt"} {
		t.Run(name, func(t *testing.T) {
			text := shared.Read(t, "corpora", name)
			t.Parallel()
			var n componentCount
			for line := range strings.Lines(text) {
				n.compare(t, strings.TrimSuffix(line, "\n"))
			}
			n.log(t)
			if n.strings < 30_000 || n.absolute != n.strings {
				t.Errorf("%d lines, %d of them IRIs", n.strings, n.absolute)
			}
		})
	}
}

func TestComponentsOfRandomMembers(t *testing.T) {
	const maxBytes, chunk = 200, 511
	draws := testkit.Fewer(100_000)
	for seed, rule := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference} {
		t.Run(rule.Name(), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), 3987))
			d, schemes, addresses := newSampler(t, rule), newSampler(t, rfc3987.Scheme), newSampler(t, rfc3987.IPv4address)
			var n componentCount
			for i := range draws {
				length := r.IntN(maxBytes + 1)
				if i%100 == 0 {
					length = chunk*(1+r.IntN(4)) - 8 + r.IntN(16) // completing the string adds a few bytes
				}
				beginning := ""
				if i%2 == 0 || rule == rfc3987.IRI { // otherwise nearly all would be relative references
					beginning = draw(r, schemes, "", r.IntN(8)) + ":"
				}
				switch i % 8 {
				case 0, 1: // the table does not distinguish IPv4 addresses from names
					beginning += "//" + draw(r, addresses, "", r.IntN(16))
				case 2, 3:
					beginning += "//[v"
				case 4:
					beginning += "//["
				}
				n.compare(t, draw(r, d, beginning, length))
			}
			n.log(t)
			if n.strings != draws {
				t.Errorf("only %d strings", n.strings)
			}
			for kind, count := range n.kinds {
				if count < draws/1000 {
					t.Errorf("only %d hosts are %v", count, iri.HostKind(kind))
				}
			}
		})
	}
}

// Bytes are counted in chunks of 511, and long IPv6 addresses reach states outside the small table.
// The test puts every kind of component boundary near the end of a chunk.
func TestComponentsAtChunkBorders(t *testing.T) {
	const chunk, before, behind = 511, 48, 4
	var n componentCount
	for _, form := range []struct{ head, pad, tail string }{
		{"", "a", ":b/c?d#e"}, {"a", "+", ":"}, {"a", "1", "://h"}, {"", "a", "/b:c?d#e"}, {"", "a", "?q"}, {"", "a", "#f"},
		{"", "a", ""}, {"a", "+", "/b"},
		{"", "1", "/:"}, {"", "é", "?q"}, {"", "a", "@/b"}, {"", "a", "%3A"},
		{"a://", "u", "@h:1/p?q#f"}, {"a://", "u:", "@h:1/p?q#f"}, {"a://", "%41", "@h"}, {"//", "u", "@"}, {"//", "u", "@:"},
		{"//", ":", "@h"},
		{"a://h:", "1", "@x:2/p?q"}, {"a://h:", "1", "x@y"}, {"a://h:", "1", "/p?q#f"}, {"a://u:1@h:", "2", "?q"},
		{"//1.2.3.4:", "0", ""}, {"//[::1]:", "0", "/"},
		{"a://u@", "h", ":1/p?q#f"}, {"a://", "h", ""}, {"//", "h", "?q"}, {"//", "h", "#f"}, {"//", "h", ":"},
		{"//", "1", ":2"}, {"//", "1.", "1:2"}, {"//", "例", "/p"},
		{"a://", "u", "@[1:2:3:4:5:6:7:8]:9/p?q#f"}, {"a://", "u", "@[1111:2222:3333:4444:5555:6666:255.255.255.255]:9/p"},
		{"a://", "u", "@[1:2:3:4:5::8]?q"}, {"//", "u", "@[::1]:2#f"},
		{"a://", "u", "@[v1.a:b]/p"}, {"//", "u", "@[VF.:]"}, {"//[v1.", "a", "]:1/p"}, {"//[v", "f", ".a]"},
		{"a://", "u", "@255.255.255.255:1/p"}, {"a://", "u", "@255.255.255.256:1/p"},
		{"a:", "p", "?q#f"}, {"a:/", "p", "?q#f"}, {"a:", ":", "?q"}, {"a://h/", "p", "?q#f"}, {"a://h", "/", "#f"},
		{"/", "p", "?q"}, {"./", ":", "?q"}, {"a:", "\U00010300", "?q#f"},
		{"a:?", "q", "#f"}, {"?", "?", "#f"}, {"a:?", "\ue000", "#f"}, {"//h?", "/", "#"}, {"a:#", "f", ""},
		{"#", "?", ""}, {"#", "é", ""},
	} {
		for k := 1; k <= 3; k++ {
			for end := k*chunk - before; end <= k*chunk+behind; end++ {
				if !testkit.OneIn(7, end) {
					continue
				}
				pads := (end - len(form.head)) / len(form.pad)
				n.compare(t, form.head+strings.Repeat(form.pad, pads)+form.tail)
			}
		}
	}
	n.log(t)
}

func TestComponentsAreComparable(t *testing.T) {
	a, b := iri.MustParse("http://h/a?b#c"), iri.MustParse(strings.Clone("http://h/a?b#c"))
	other := iri.MustParse("http://h/a?b#d")
	if a != b || a == other || iri.MustParse("s:a") == iri.MustParse("s:/a") { // CVE-2026-44928
		t.Error("IRIs are not equal as their strings are")
	}
	byIRI := map[iri.IRI]int{a: 1, other: 2}
	if byIRI[b] != 1 || byIRI[other] != 2 || len(byIRI) != 2 {
		t.Error("IRIs are no keys of a map")
	}
	byReference := map[iri.Reference]int{a.Reference(): 1, {}: 2}
	empty, err := iri.ParseReference("")
	if err != nil || byReference[b.Reference()] != 1 || byReference[empty] != 2 {
		t.Error("references are no keys of a map")
	}
	if (a == iri.IRI{}) || (empty != iri.Reference{}) {
		t.Error("the zero IRI is an IRI, or the zero Reference not the empty one")
	}
}

func TestComponentsOfZeroValues(t *testing.T) {
	calls := 0
	for _, zero := range []any{
		iri.IRI{}, iri.Reference{}, iri.Offsets{}, iri.Span{}, iri.Parts{}, text.Change{}, lint.Finding{},
		iri.Normalizer{}, text.Finder{}, lint.Linter{}, &policy.Policy{}, &iri.Resolver{},
		&iri.SyntaxError{}, &iri.EscapeError{}, &iri.HostError{}, &iri.PartError{}, &policy.Error{}, &iri.ResolveError{},
		iri.HostKind(0), iri.HostKind(255), iri.PathKind(0), iri.PathKind(255),
		lint.Severity(255), iri.Component(0), iri.Component(1<<16 - 1), iri.Form(0), iri.Form(1<<16 - 1),
	} {
		v := reflect.ValueOf(zero)
		for i := range v.NumMethod() {
			v.Method(i).Call(zeroArguments(v.Method(i).Type()))
			calls++
		}
	}
	t.Logf("%d methods", calls)
	if calls < 2*20 {
		t.Errorf("only %d methods were called", calls)
	}
	nothing := iri.Span{Start: -1, End: -1}
	want := pieces{path: piece{true, ""},
		offsets: iri.Offsets{Scheme: nothing, Authority: nothing, Query: nothing, Fragment: nothing}}
	for _, c := range []components{iri.IRI{}, iri.Reference{}} {
		if got := asked(c); got != want || c.String() != "" {
			t.Errorf("zero %T: %+v", c, got)
		}
	}
	if i, ok := (iri.Reference{}).IRI(); ok || i != (iri.IRI{}) {
		t.Errorf("the zero Reference is the IRI %q", i)
	}
	if (iri.IRI{}).Reference() != (iri.Reference{}) {
		t.Error("the zero IRI is not the zero Reference")
	}
	if got := iri.HostKind(9).String(); got != "unknown" {
		t.Errorf("a kind that is none is %q", got)
	}
}

// zeroArguments returns a zero value for each non-variadic parameter of a function.
func zeroArguments(f reflect.Type) (arguments []reflect.Value) {
	for i := range f.NumIn() {
		if !f.IsVariadic() || i < f.NumIn()-1 {
			arguments = append(arguments, reflect.Zero(f.In(i)))
		}
	}
	return arguments
}

func TestComponentsOfBadInput(t *testing.T) {
	for _, tt := range []struct {
		input     string
		offset    int
		reference bool   // whether it is a valid reference
		found     string // what the message must name
	}{
		{"http://a b/", len("http://a"), false, "a space"},
		{"http://[::1%25eth0]/", len("http://[::1"), false, `"%"`},
		{"a:%4", len("a:%4"), false, "the end"},
		{"a:\xff", len("a:"), false, "0xFF"},
		{"", 0, true, "the end"},
		{"//h/p", 0, true, `"/"`},
		{"é", 0, true, "U+00E9"},
	} {
		i, err := iri.Parse(tt.input)
		e, ok := err.(*iri.SyntaxError)
		if !ok || i != (iri.IRI{}) || e.Offset != tt.offset || e.Rule().Name() != "IRI" {
			t.Errorf("Parse(%q) = %q, %v", tt.input, i, err)
		}
		r, err := iri.ParseReference(tt.input)
		e, ok = err.(*iri.SyntaxError)
		switch {
		case tt.reference && (err != nil || r.String() != tt.input):
			t.Errorf("ParseReference(%q) = %q, %v", tt.input, r, err)
		case !tt.reference && (!ok || r != (iri.Reference{}) || e.Offset != tt.offset || e.Rule().Name() != "IRI-reference"):
			t.Errorf("ParseReference(%q) = %q, %v", tt.input, r, err)
		}
		got, _ := panicOf(func() { iri.MustParse(tt.input) }).(string)
		want := "iri: Parse(" + strconv.Quote(tt.input) + "): IRI: column "
		if !strings.HasPrefix(got, want) || !strings.Contains(got, strings.TrimPrefix(tt.found, "the ")) {
			t.Errorf("MustParse(%q) panics with %q", tt.input, got)
		}
	}
	if got := panicOf(func() { iri.MustParse("a:") }); got != nil {
		t.Errorf("MustParse of an IRI panics with %v", got)
	}
	if got := panicOf(func() { iri.MustParseReference("a") }); got != nil {
		t.Errorf("MustParseReference of a reference panics with %v", got)
	}
	got, _ := panicOf(func() { iri.MustParseReference("a b") }).(string)
	if got != "iri: ParseReference(\"a b\"): IRI-reference: column 2: a space is not allowed in the scheme or path" {
		t.Errorf("MustParseReference panics with %q", got)
	}
}

// panicOf returns the value that f panics with, or nil.
func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// Component spans enclose the text that the accessors return; the offsets of a missing component
// are -1.
func TestSpansOfComponents(t *testing.T) {
	for _, s := range []string{
		"", "a:", "a:b?c#d", "//h", "//@h:", "a://u:p@[::1]:80/x/y?k=v&l#f", "file:///p", "?", "#", "http://例え.jp:1/é?é#é",
	} {
		r := iri.MustParseReference(s)
		userinfo, host, port := r.AuthorityOffsets()
		if r.Span(iri.Userinfo) != userinfo || r.Span(iri.Host) != host || r.Span(iri.Port) != port {
			t.Errorf("%q: AuthorityOffsets and Span differ", s)
		}
		for c, of := range map[iri.Component]struct {
			has  bool
			text string
		}{
			iri.Scheme: {r.HasScheme(), r.Scheme()}, iri.Authority: {r.HasAuthority(), r.Authority()},
			iri.Userinfo: {r.HasUserinfo(), r.Userinfo()}, iri.Host: {r.HasAuthority(), r.Host()},
			iri.Port: {r.HasPort(), r.Port()}, iri.Path: {true, r.Path()}, iri.Segment: {true, r.Path()},
			iri.Query: {r.HasQuery(), r.Query()}, iri.QueryField: {r.HasQuery(), r.Query()},
			iri.Fragment: {r.HasFragment(), r.Fragment()},
		} {
			at := r.Span(c)
			if has := at.Start >= 0; has != of.has || has && s[at.Start:at.End] != of.text || !has && at.End != -1 {
				t.Errorf("%q: the %v is at %v, not %q", s, c, at, of.text)
			}
		}
	}
}
