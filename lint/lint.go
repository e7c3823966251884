// Package lint finds what is valid and still surprising in an IRI: hosts that browsers read
// otherwise, text whose order of display misleads, rules of its scheme that it breaks, and other
// forms than the usual one.
//
//	for f := range lint.Findings(i.Reference()) {
//		fmt.Println(f.Code, f.Message())
//	}
//
// Semantic Versioning covers the exported names of this package.
package lint

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/findings"
)

// A Config has the choices of a [Linter]. That of the zero Linter is the zero Config.
type Config struct {
	// NFC reports whether text is in Unicode's Normalization Form C. The function
	// golang.org/x/text/unicode/norm.NFC.IsNormalString is one. If NFC is nil, there is no finding
	// "not-nfc", and a host that browsers compose ("e" and U+0301 to "é") is not found.
	NFC func(string) bool

	// Severity has the severities other than the default, by code, one of [Codes]. A code with
	// [SeverityIgnore] is not reported.
	Severity map[string]Severity
}

// A Linter looks for findings. The zero Linter gives each code its default severity, and has no
// findings about Unicode's Normalization Form C.
type Linter struct{ config Config }

// New returns a linter with a copy of the severities. A code outside of [Codes] is an error,
// and so is a severity that has no name.
func New(c Config) (Linter, error) {
	for _, code := range slices.Sorted(maps.Keys(c.Severity)) {
		if kindOf(code).code == "" {
			return Linter{}, errors.New("lint: unknown code " + strconv.Quote(code))
		}
		if s := c.Severity[code]; s > SeverityError {
			return Linter{}, errors.New("lint: unknown severity " + strconv.Itoa(int(s)) + " of " + code)
		}
	}
	c.Severity = maps.Clone(c.Severity)
	return Linter{c}, nil
}

// MustNew is [New] for a configuration in the source of a program. It panics if New has an error.
func MustNew(c Config) Linter {
	l, err := New(c)
	if err != nil {
		panic(err)
	}
	return l
}

// Findings returns the findings of the zero [Linter].
func Findings(r iri.Reference) iter.Seq[Finding] { return Linter{}.Findings(r) }

// Findings returns the findings of a reference, or of an IRI by [iri.IRI.Reference]. Those about
// other forms come first, then those about directions, about browsers, and about the scheme; their
// places are in no order. A relative reference has no finding about browsers, because its base
// decides: resolve it before. A zero value has no findings.
//
// Without findings there is no allocation, except for the argument of NFC if a host is
// percent-encoded or in punycode. The time is linear in the length of the reference.
func (l Linter) Findings(r iri.Reference) iter.Seq[Finding] {
	return func(yield func(Finding) bool) { l.find(r, yield) }
}

// find reports all findings.
func (l Linter) find(r iri.Reference, yield func(Finding) bool) {
	if l.isQuiet(r) {
		return
	}
	x := search{Config: l.config, ref: r, s: r.String()}
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
// Tested against: TestQuiet.
func (l Linter) isQuiet(r iri.Reference) bool {
	s := r.String()
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
		return false
	}
	name := r.Authority()
	if !findings.QuietName.Valid(name) {
		return false
	}
	rest := s[strings.IndexByte(s, ':')+len("://")+len(name):]
	return isPlain(rest) || findings.QuietRest.Valid(rest) && (l.config.NFC == nil || l.config.NFC(s))
}

// isPlain reports whether s is ASCII, without a "%", and without a "." after "/".
func isPlain(s string) bool {
	for ; len(s) >= 8; s = s[7:] {
		if w := chars.Word(s, 0); notPlain(w) {
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
	return (chars.Marks(w, '%')|w|chars.Marks(w, '/')<<8&chars.Marks(w, '.'))&chars.HighBits != 0
}

// A yielder takes a finding, and returns false to end the search. So do the methods of a search. It
// is no field of the search: the string of the search goes to the heap with a finding, and would
// take the field along.
type yielder = func(Finding) bool

// A search is one walk through the findings of a string.
type search struct {
	Config
	ref iri.Reference
	s   string // its text

	scheme                       string
	userinfo, host, port         iri.Span // Start is -1 if the component is missing
	path, query, fragment        iri.Span
	isHTTP, isFile, isSpecial    bool
	hasHost                      bool // an authority with a host that is not empty
	isIPv6, isFuture, isIPv4Host bool
}

// cut cuts the string into all components.
func (x *search) cut() {
	o := x.ref.Offsets()
	x.path, x.query, x.fragment = o.Path, o.Query, o.Fragment
	x.userinfo, x.host, x.port = x.ref.AuthorityOffsets()
	x.scheme = x.ref.Scheme()
	x.isHTTP = chars.IsOneOf(x.scheme, "http", "https")
	x.isFile = chars.IsOneOf(x.scheme, "file")
	x.isSpecial = x.isHTTP || x.isFile || chars.IsOneOf(x.scheme, "ws", "wss", "ftp")
	x.hasHost = x.host.Start < x.host.End
	if x.hasHost {
		kind := x.ref.HostKind()
		x.isIPv6, x.isFuture, x.isIPv4Host = kind == iri.IPv6Host, kind == iri.IPvFutureHost, kind == iri.IPv4Host
	}
}

// text returns the text of a component, "" if it is missing.
func (x *search) text(at iri.Span) string { return x.s[max(at.Start, 0):max(at.End, 0)] }

// report gives the caller a finding, except one to ignore. It returns false to end the search.
func (x *search) report(yield yielder, code string, c iri.Component, at iri.Span) bool {
	severity, ok := x.Severity[code]
	if !ok {
		severity = kindOf(code).severity
	}
	return severity == SeverityIgnore ||
		yield(Finding{Code: code, Severity: severity, Component: c, Span: at, s: x.s})
}

// A part is a component with its place.
type part struct {
	iri.Component
	iri.Span
}

// parts returns the components with text of the user, neither scheme nor port. A missing component
// has -1 for Start.
func (x *search) parts() [5]part {
	return [...]part{{iri.Userinfo, x.userinfo}, {iri.Host, x.host}, {iri.Path, x.path}, {iri.Query, x.query},
		{iri.Fragment, x.fragment}}
}

// piece returns the piece of a component up to the first of some delimiters, each one byte, and the
// component after this delimiter; more is false if there is no delimiter.
func (x *search) piece(at iri.Span, delimiters string) (piece, rest iri.Span, more bool) {
	n := strings.IndexAny(x.text(at), delimiters)
	if n < 0 {
		return at, iri.Span{Start: at.End, End: at.End}, false
	}
	return iri.Span{Start: at.Start, End: at.Start + n}, iri.Span{Start: at.Start + n + 1, End: at.End}, true
}

// character returns the place of a character n bytes after the beginning of a component.
func character(at iri.Span, n int, r rune) iri.Span {
	return iri.Span{Start: at.Start + n, End: at.Start + n + utf8.RuneLen(r)}
}
