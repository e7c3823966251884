// Package lint reports what is valid but surprising in an IRI: hosts that browsers interpret
// differently, invisible characters, host labels that look like ASCII, text displayed in a
// misleading order, violations of scheme-specific rules, and unusual spellings.
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
	"github.com/irilex/iri/tables/schemes"
)

// A Config configures a [Linter].
type Config struct {
	// NFC reports whether text is in Unicode Normalization Form C, as norm.NFC.IsNormalString of
	// golang.org/x/text/unicode/norm does. If NFC is nil, the linter reports neither "not-nfc" nor
	// hosts that browsers compose ("e" and U+0301 to "é").
	NFC func(string) bool

	// Local reports whether the host of a reference belongs to a local network or a cloud. It can
	// use a policy with PublicAddresses and DenyHosts; see package policy. If Local is nil, the
	// linter does not report "local-address".
	Local func(iri.Reference) bool

	// Severity maps codes from [Codes] to severities that override the defaults. The linter does not
	// report codes whose severity is [SeverityIgnore].
	Severity map[string]Severity
}

// A Linter looks for findings. The zero Linter uses the zero [Config].
type Linter struct{ config Config }

// New returns a linter with a copy of the severities. It returns an error for an unknown code or
// severity.
func New(c Config) (Linter, error) {
	for _, code := range slices.Sorted(maps.Keys(c.Severity)) {
		if kindOf(code).code == "" {
			return Linter{}, errors.New("lint: unknown code " + strconv.Quote(code))
		}
		if s := c.Severity[code]; s > SeverityError {
			return Linter{}, errors.New("lint: unknown severity " + strconv.Itoa(int(s)) + " for " + code)
		}
	}
	c.Severity = maps.Clone(c.Severity)
	return Linter{c}, nil
}

// MustNew is like [New], but panics if New returns an error. Use it for constant configurations.
func MustNew(c Config) Linter {
	l, err := New(c)
	if err != nil {
		panic(err)
	}
	return l
}

// Findings yields the findings of the zero [Linter].
func Findings(r iri.Reference) iter.Seq[Finding] { return Linter{}.Findings(r) }

// Findings yields the findings for a reference; for an IRI, call [iri.IRI.Reference] first.
// Findings about spelling come first, followed by findings about invisible characters, directions,
// browsers, look-alikes and schemes; they are not sorted by offset. Findings does not check how
// browsers interpret a relative reference, because that depends on the base: resolve the reference
// first. For a zero value it yields nothing.
//
// Findings takes time linear in the length of the reference. If there are no findings, it allocates
// only to decode a percent-encoded or Punycode host for NFC.
func (l Linter) Findings(r iri.Reference) iter.Seq[Finding] {
	return func(yield func(Finding) bool) { l.find(r, yield) }
}

// find yields all findings.
func (l Linter) find(r iri.Reference, yield func(Finding) bool) {
	if l.config.Local == nil && l.isQuiet(r) {
		return
	}
	x := search{Config: l.config, ref: r, s: r.String()}
	x.cut()
	_ = x.all(yield)
}

// all yields the findings of a search.
func (x *search) all(yield yielder) bool {
	return x.forms(yield) && x.invisible(yield) && x.directions(yield) && x.browsers(yield) && x.lookAlikes(yield) &&
		x.local(yield) && x.schemes(yield)
}

// isQuiet reports whether r is certain to have no findings.
//
// Idea: most IRIs have the scheme http or https and, after the authority, only ASCII without
// percent-encodings and dot segments. isPlain checks this eight bytes at a time. Tables check the
// authority, and any other text after it.
//
// Cost: twice the time of Parse; a single table for the entire string takes five times as long as
// Parse (urls.txt, Zen 5).
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

// isPlain reports whether s is ASCII and contains no "%" and no "/.".
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

// notPlain reports whether the word contains "%", a non-ASCII byte or "/.".
func notPlain(w uint64) bool {
	return (chars.Marks(w, '%')|w|chars.Marks(w, '/')<<8&chars.Marks(w, '.'))&chars.HighBits != 0
}

// local finds hosts that the caller's function reports as local.
func (x *search) local(yield yielder) bool {
	return x.Local == nil || !x.hasHost || !x.Local(x.ref) || x.report(yield, "local-address", iri.Host, x.host)
}

// A yielder receives a finding, and returns false to end the search. Methods of search also return
// false to end the search. The yielder is not a field of search, because it would then escape to
// the heap.
type yielder = func(Finding) bool

// A search looks for the findings in one string.
type search struct {
	Config
	ref iri.Reference
	s   string // the text of ref

	scheme                       string
	userinfo, host, port         iri.Span // Start is -1 if the component is missing
	path, query, fragment        iri.Span
	undotted                     int // where the path begins, after the dot segments of a relative reference
	isHTTP, isFile, isSpecial    bool
	isDrive                      bool // whether the authority is a drive letter; host and port are missing then
	hasHost                      bool // whether there is a non-empty host
	isIPv6, isFuture, isIPv4Host bool
	isPlainName                  bool // whether the host is ASCII that all programs interpret alike
	isLeft                       bool // whether no character is invisible or right-to-left
}

// cut splits the string into its components.
func (x *search) cut() {
	o := x.ref.Offsets()
	x.path, x.query, x.fragment = o.Path, o.Query, o.Fragment
	x.userinfo, x.host, x.port = x.ref.AuthorityOffsets()
	x.scheme = x.ref.Scheme()
	x.undotted = x.path.Start
	if x.scheme == "" && x.host.Start < 0 {
		for dots, n := 1, 0; dots > 0; x.undotted += n {
			dots, n = chars.EncodedDotSegment(x.s[x.undotted:x.path.End])
		}
	}
	x.isHTTP = chars.IsOneOf(x.scheme, "http", "https")
	x.isFile = chars.IsOneOf(x.scheme, "file")
	x.isSpecial = x.isHTTP || x.isFile || chars.IsOneOf(x.scheme, "ws", "wss", "ftp")
	if x.isDrive = x.isFile && schemes.DriveAuthority.Valid(x.text(o.Authority)); x.isDrive {
		x.host, x.port = iri.Span{Start: -1, End: -1}, iri.Span{Start: -1, End: -1}
	}
	x.isLeft = findings.LeftText.Valid(x.s)
	x.hasHost = x.host.Start < x.host.End
	if x.hasHost {
		kind := x.ref.HostKind()
		x.isIPv6, x.isFuture, x.isIPv4Host = kind == iri.IPv6Host, kind == iri.IPvFutureHost, kind == iri.IPv4Host
		x.isPlainName = findings.PlainName.Valid(x.text(x.host))
	}
}

// mapsHost reports whether p is the host of a scheme whose hosts browsers map.
func (x *search) mapsHost(p part) bool { return x.isSpecial && p.Component == iri.Host }

// text returns the text of a component, or "" if it is missing.
func (x *search) text(at iri.Span) string { return x.s[max(at.Start, 0):max(at.End, 0)] }

// report yields a finding unless its severity is SeverityIgnore. It returns false to end the
// search.
func (x *search) report(yield yielder, code string, c iri.Component, at iri.Span) bool {
	severity, ok := x.Severity[code]
	if !ok {
		severity = kindOf(code).severity
	}
	return severity == SeverityIgnore ||
		yield(Finding{Code: code, Severity: severity, Component: c, Span: at, s: x.s})
}

// A part is a component with its span.
type part struct {
	iri.Component
	iri.Span
}

// parts returns all components except the scheme and the port. Start is -1 for a missing component.
func (x *search) parts() [5]part {
	return [...]part{{iri.Userinfo, x.userinfo}, {iri.Host, x.host}, {iri.Path, x.path}, {iri.Query, x.query},
		{iri.Fragment, x.fragment}}
}

// piece splits a component at the first byte that is in delimiters. If there is none, more is
// false.
func (x *search) piece(at iri.Span, delimiters string) (piece, rest iri.Span, more bool) {
	n := strings.IndexAny(x.text(at), delimiters)
	if n < 0 {
		return at, iri.Span{Start: at.End, End: at.End}, false
	}
	return iri.Span{Start: at.Start, End: at.Start + n}, iri.Span{Start: at.Start + n + 1, End: at.End}, true
}

// character returns the span of the character n bytes after the beginning of a component.
func character(at iri.Span, n int, r rune) iri.Span {
	return iri.Span{Start: at.Start + n, End: at.Start + n + utf8.RuneLen(r)}
}
