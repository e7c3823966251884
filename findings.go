package iri

import (
	"iter"
	"strings"

	"github.com/irilex/iri/tables/findings"
)

// A Finding is a peculiarity of a valid IRI: another way to write the same, a rule of its scheme that
// it breaks, a host that browsers read otherwise. It is no error of syntax.
type Finding struct {
	Code      string    // one of [FindingCodes], such as "browser-ipv4"
	Severity  Severity  // that of the [Finder]
	Component Component // that has the peculiarity
	Span      Span      // of the peculiarity, in bytes of the whole string

	s string // the whole string
}

// A Severity is the weight of a finding.
type Severity uint8

// The severities. A finding to ignore is not reported.
const (
	SeverityIgnore  Severity = iota
	SeverityNote             // the IRI works everywhere, and has a better form
	SeverityWarning          // programs read the IRI differently, or refuse it
	SeverityError            // never by default
)

// String returns "ignore", "note", "warning" or "error".
func (s Severity) String() string {
	names := [...]string{"ignore", "note", "warning", "error"}
	return names[min(int(s), len(names)-1)]
}

// A Finder looks for findings. The zero Finder gives each its default severity, and does not look for
// text that is not normalized.
type Finder struct {
	// NFC reports whether text is in Unicode's Normalization Form C. The function
	// golang.org/x/text/unicode/norm.NFC.IsNormalString is one. If NFC is nil, then there is no finding
	// "not-nfc", and a host that browsers compose ("e" and U+0301 to "é") is not found.
	NFC func(string) bool

	// Severity has the codes whose severity is not the default. If it is [SeverityIgnore], the code is
	// not reported.
	Severity map[string]Severity
}

// Findings returns the findings of the default [Finder], component by component. Without findings it
// allocates nothing.
func (p parsed) Findings() iter.Seq[Finding] {
	return func(yield func(Finding) bool) { Finder{}.find(p, yield) }
}

// Find returns the findings of a reference, or of an IRI by [IRI.Reference]. Without findings it
// allocates nothing, except for the argument of NFC if a host is percent-encoded or in punycode.
// Time is linear in the length of the reference.
func (f Finder) Find(r Reference) iter.Seq[Finding] {
	return func(yield func(Finding) bool) { f.find(r.parsed, yield) }
}

// find reports all findings. The rule quiet accepts IRIs without any: most IRIs take one walk of its
// table (TestQuiet).
func (f Finder) find(p parsed, yield func(Finding) bool) {
	if findings.Quiet.Valid(p.s) && (f.NFC == nil || f.NFC(p.s)) {
		return
	}
	x := search{Finder: f, parsed: p, yield: yield}
	x.cut()
	_ = x.forms() && x.directions() && x.browsers() && x.schemes()
}

// A search is one walk through the findings of a string. Its methods return false if the caller wants
// no more.
type search struct {
	Finder
	parsed
	yield func(Finding) bool

	scheme                       string
	userinfo, host, port         Span // Start is -1 if the component is missing
	path, query, fragment        Span
	isHTTP, isFile, isSpecial    bool
	hasHost                      bool // an authority with a host that is not empty
	isIPv6, isFuture, isIPv4Host bool
}

// cut cuts the string into all components.
func (x *search) cut() {
	o := x.Offsets()
	x.path, x.query, x.fragment = o.Path, o.Query, o.Fragment
	missing := Span{Start: -1, End: -1}
	x.userinfo, x.host, x.port = missing, missing, missing
	if o.Authority.Start >= 0 {
		at := o.Authority.Start
		authority, start, end := x.authority()
		x.host = Span{Start: at + start, End: at + end}
		if start > 0 {
			x.userinfo = Span{Start: at, End: at + start - userinfoSuffix}
		}
		if end < len(authority) {
			x.port = Span{Start: at + end + portPrefix, End: at + len(authority)}
		}
	}
	x.scheme = x.Scheme()
	x.isHTTP = isOneOf(x.scheme, "http", "https")
	x.isFile = isOneOf(x.scheme, "file")
	x.isSpecial = x.isHTTP || x.isFile || isOneOf(x.scheme, "ws", "wss", "ftp")
	x.hasHost = x.host.Start < x.host.End
	if x.hasHost {
		kind := kindOf(x.text(x.host))
		x.isIPv6, x.isFuture, x.isIPv4Host = kind == IPv6Host, kind == FutureHost, kind == IPv4Host
	}
}

// isOneOf reports whether s is one of some words, in any case of letters.
func isOneOf(s string, words ...string) bool {
	for _, word := range words {
		if len(s) == len(word) && strings.EqualFold(s, word) {
			return true
		}
	}
	return false
}

// text returns the text of a component, "" if it is missing.
func (x *search) text(at Span) string { return x.s[max(at.Start, 0):max(at.End, 0)] }

// report gives the caller a finding, except one to ignore, and returns false if that was the last one.
func (x *search) report(code string, c Component, at Span) bool {
	severity, ok := x.Severity[code]
	if !ok {
		severity = findingKind(code).severity
	}
	return severity == SeverityIgnore ||
		x.yield(Finding{Code: code, Severity: severity, Component: c, Span: at, s: x.s})
}

// components calls f with the components that have text of the user: neither scheme nor port.
func (x *search) components(f func(c Component, at Span) bool) bool {
	return (x.userinfo.Start < 0 || f(Userinfo, x.userinfo)) && (x.host.Start < 0 || f(Host, x.host)) &&
		f(Path, x.path) && (x.query.Start < 0 || f(Query, x.query)) && (x.fragment.Start < 0 || f(Fragment, x.fragment))
}

// pieces calls f with the parts of a component between delimiters, each one byte.
func (x *search) pieces(at Span, delimiters string, f func(at Span) bool) bool {
	for start := at.Start; ; {
		n := strings.IndexAny(x.s[start:at.End], delimiters)
		if delimiters == "" || n < 0 {
			return f(Span{Start: start, End: at.End})
		}
		if !f(Span{Start: start, End: start + n}) {
			return false
		}
		start += n + 1
	}
}
