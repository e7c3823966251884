package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// This file finds spellings that normalization changes (RFC 3986, section 6.2, and RFC 3987,
// section 5.3), and text that is valid but inadvisable for any scheme.

func (x *search) forms(yield yielder) bool {
	return x.letterCase(yield) && x.password(yield) && x.portForm(yield) &&
		x.percents(yield) && x.dotSegments(yield) && x.privateUse(yield) && x.composed(yield)
}

// letterCase finds uppercase letters in the scheme and the host.
func (x *search) letterCase(yield yielder) bool {
	if chars.HasUpper(x.scheme) && !x.report(yield, "scheme-case", iri.Scheme, iri.Span{Start: 0, End: len(x.scheme)}) {
		return false
	}
	return !hasUpperOutside(x.text(x.host)) || x.report(yield, "host-case", iri.Host, x.host)
}

// hasUpperOutside reports whether a host contains an uppercase ASCII letter outside
// percent-encodings.
func hasUpperOutside(host string) bool {
	for host != "" {
		run, rest, _ := strings.Cut(host, "%")
		if chars.HasUpper(run) {
			return true
		}
		host = rest[min(len("00"), len(rest)):]
	}
	return false
}

// password finds a password: text after the first colon of a userinfo (RFC 3986, section 3.2.1).
func (x *search) password(yield yielder) bool {
	userinfo := x.text(x.userinfo)
	if i := strings.IndexByte(userinfo, ':'); i >= 0 && i+1 < len(userinfo) {
		return x.report(yield, "password", iri.Userinfo, iri.Span{Start: x.userinfo.Start + i + 1, End: x.userinfo.End})
	}
	return true
}

// portForm finds a port that is empty, too large, or the default port of the scheme.
func (x *search) portForm(yield yielder) bool {
	if x.port.Start < 0 || x.isFile { // browsers reports the port of a file IRI
		return true
	}
	number, ok := chars.PortNumber(x.text(x.port))
	standard, has := chars.DefaultPort(x.scheme)
	switch {
	case x.port.Start == x.port.End:
		return x.report(yield, "empty-port", iri.Port, x.port)
	case !ok:
		return x.report(yield, "port-range", iri.Port, x.port)
	case has && number == standard:
		return x.report(yield, "default-port", iri.Port, x.port)
	}
	return true
}

// percents finds percent-encodings that normalization changes.
func (x *search) percents(yield yielder) bool {
	for _, p := range x.parts() {
		text := x.text(p.Span)
		for i := strings.IndexByte(text, '%'); i >= 0; {
			code := percentCode(text[i : i+chars.PctLength])
			at := iri.Span{Start: p.Start + i, End: p.Start + i + chars.PctLength}
			if code != "" && !x.inDotSegment(at) && !x.report(yield, code, p.Component, at) {
				return false
			}
			n := strings.IndexByte(text[i+chars.PctLength:], '%')
			if n < 0 {
				break
			}
			i += chars.PctLength + n
		}
	}
	return true
}

// percentCode returns the code for a percent-encoding, or "" if it is normal.
func percentCode(triplet string) string {
	switch {
	case chars.Unreserved().Has(chars.Octet(triplet)):
		return "percent-unreserved"
	case triplet[1] >= 'a' || triplet[2] >= 'a':
		return "percent-case"
	}
	return ""
}

// inDotSegment reports whether a percent-encoding is part of a segment that dotSegments reports.
func (x *search) inDotSegment(at iri.Span) bool {
	if at.Start < x.undotted || at.End > x.path.End || chars.Octet(x.text(at)) != '.' {
		return false
	}
	start := at.Start
	switch before := x.s[x.undotted:start]; {
	case strings.HasSuffix(before, "."):
		start--
	case len(before) >= chars.PctLength && strings.EqualFold(before[len(before)-chars.PctLength:], "%2E"):
		start -= chars.PctLength
	}
	dots, _ := chars.EncodedDotSegment(x.s[start:x.path.End])
	return dots > 0 && (start == x.undotted || x.s[start-1] == '/')
}

// dotSegments finds the segments "." and "..", except at the beginning of a relative reference. It
// ignores the "." in "a:/.//b", because "b" would be a host without it.
func (x *search) dotSegments(yield yielder) bool {
	var segment iri.Span
	path := iri.Span{Start: x.undotted, End: x.path.End}
	if x.host.Start < 0 && strings.HasPrefix(x.text(path), "/.//") {
		path.Start += len("/.")
	}
	for rest, more := path, true; more; {
		segment, rest, more = x.piece(rest, "/")
		if dots, _ := chars.EncodedDotSegment(x.text(segment)); dots > 0 &&
			!x.report(yield, "dot-segment", iri.Segment, segment) {
			return false
		}
	}
	return true
}

// privateUse finds private-use characters. Only a query may contain them.
func (x *search) privateUse(yield yielder) bool {
	for i, r := range x.text(x.query) {
		at := character(x.query, i, r)
		if r >= utf8.RuneSelf && rfc3987.Iprivate.Valid(x.text(at)) && !x.report(yield, "private-query", iri.Query, at) {
			return false
		}
	}
	return true
}

// composed finds components that are not in Normalization Form C according to the caller's
// function. For a host that browsers map, the method browsers reports this instead.
func (x *search) composed(yield yielder) bool {
	if x.NFC == nil || x.NFC(x.s) {
		return true
	}
	for _, p := range x.parts() {
		if !x.mapsHost(p) && !x.NFC(x.text(p.Span)) && !x.report(yield, "not-nfc", p.Component, p.Span) {
			return false
		}
	}
	return true
}
