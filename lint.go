package iri

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/findings"
)

// A Linter looks for findings. The zero Linter gives each code its default severity, and has no
// findings about Unicode's Normalization Form C.
type Linter struct {
	// NFC reports whether text is in Unicode's Normalization Form C. The function
	// golang.org/x/text/unicode/norm.NFC.IsNormalString is one. If NFC is nil, there is no finding
	// "not-nfc", and a host that browsers compose ("e" and U+0301 to "é") is not found.
	NFC func(string) bool

	// Severity has the severities other than the default, by code. A code with [SeverityIgnore] is
	// not reported. A word outside of [FindingCodes] has no effect, and is no error.
	Severity map[string]Severity
}

// Findings returns the findings of the zero [Linter]. Those about other forms come first, then
// those about directions, about browsers, and about the scheme; their places are in no order. A
// relative reference has no finding about browsers, because its base decides: resolve it before. A
// zero value has no findings. Without findings there is no allocation.
func (p parsed) Findings() iter.Seq[Finding] {
	return func(yield func(Finding) bool) { Linter{}.find(p, yield) }
}

// Lint returns the findings of a reference, or of an IRI by [IRI.Reference], in the order of
// [IRI.Findings]. Without findings there is no allocation, except for the argument of NFC if a host
// is percent-encoded or in punycode. The time is linear in the length of the reference.
func (l Linter) Lint(r Reference) iter.Seq[Finding] {
	return func(yield func(Finding) bool) { l.find(r.parsed, yield) }
}

// find reports all findings.
func (l Linter) find(p parsed, yield func(Finding) bool) {
	if l.isQuiet(p) {
		return
	}
	x := search{Linter: l, parsed: p}
	x.cut()
	_ = x.forms(yield) && x.directions(yield) && x.browsers(yield) && x.schemes(yield)
}

// isQuiet reports whether the string certainly has no finding: whether the rule quiet accepts it.
//
// Idea: most IRIs are of http or https, and have ASCII without a percent-encoding and a dot segment
// after the authority. A few words of eight bytes decide this. Tables decide about the authority,
// and about any other rest.
//
// Cost: 2 times Parse; the rule quiet alone takes 5 times (urls.txt, Zen 5).
//
// Twin: TestQuiet.
func (l Linter) isQuiet(p parsed) bool {
	at := p.schemeEnd()
	if scheme := p.s[:at]; scheme != "http:" && scheme != "https:" {
		return false
	}
	if at+authorityPrefix > p.authorityEnd() || !findings.QuietName.Valid(p.s[at+authorityPrefix:p.authorityEnd()]) {
		return false
	}
	rest := p.s[p.authorityEnd():]
	return isPlain(rest) || findings.QuietRest.Valid(rest) && (l.NFC == nil || l.NFC(p.s))
}

// isPlain reports whether s is ASCII, without a "%", and without a "." after "/".
func isPlain(s string) bool {
	for ; len(s) >= 8; s = s[7:] {
		if w := word(s, 0); notPlain(w) {
			return false
		}
	}
	for i := range len(s) {
		if s[i] == '%' || s[i] >= 0x80 || s[i] == '/' && i+1 < len(s) && s[i+1] == '.' {
			return false
		}
	}
	return true
}

// notPlain reports whether a byte of the word is "%" or not ASCII, or "." after "/" in the word.
func notPlain(w uint64) bool {
	return (marks(w, '%')|w|marks(w, '/')<<8&marks(w, '.'))&highBits != 0
}

// A yielder takes a finding, and returns false to end the search. So do the methods of a search. It
// is no field of the search: the string of the search goes to the heap with a finding, and would
// take the field along.
type yielder = func(Finding) bool

// A search is one walk through the findings of a string.
type search struct {
	Linter
	parsed

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
	x.userinfo, x.host, x.port = x.authorityOffsets()
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

// text returns the text of a component, "" if it is missing.
func (x *search) text(at Span) string { return x.s[max(at.Start, 0):max(at.End, 0)] }

// report gives the caller a finding, except one to ignore. It returns false to end the search.
func (x *search) report(yield yielder, code string, c Component, at Span) bool {
	severity, ok := x.Severity[code]
	if !ok {
		severity = kindOfFinding(code).severity
	}
	return severity == SeverityIgnore ||
		yield(Finding{Code: code, Severity: severity, Component: c, Span: at, s: x.s})
}

// A part is a component with its place.
type part struct {
	Component
	Span
}

// parts returns the components with text of the user, neither scheme nor port. A missing component
// has -1 for Start.
func (x *search) parts() [5]part {
	return [...]part{{Userinfo, x.userinfo}, {Host, x.host}, {Path, x.path}, {Query, x.query}, {Fragment, x.fragment}}
}

// piece returns the piece of a component up to the first of some delimiters, each one byte, and the
// component after this delimiter; more is false if there is no delimiter.
func (x *search) piece(at Span, delimiters string) (piece, rest Span, more bool) {
	n := strings.IndexAny(x.text(at), delimiters)
	if n < 0 {
		return at, Span{Start: at.End, End: at.End}, false
	}
	return Span{Start: at.Start, End: at.Start + n}, Span{Start: at.Start + n + 1, End: at.End}, true
}

// character returns the place of a character n bytes after the beginning of a component.
func character(at Span, n int, r rune) Span {
	return Span{Start: at.Start + n, End: at.Start + n + utf8.RuneLen(r)}
}
