package iri

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/findings"
)

// This file finds other ways to write the same (RFC 3986, section 6.2, and RFC 3987, section 5.3),
// and what is valid but unwise in any scheme.

func (x *search) forms(yield yielder) bool {
	return x.letterCase(yield) && x.password(yield) && x.portForm(yield) &&
		x.percents(yield) && x.dotSegments(yield) && x.privateUse(yield) && x.composed(yield)
}

// letterCase finds capital letters in the scheme and in the host.
func (x *search) letterCase(yield yielder) bool {
	if upper(x.scheme) >= 0 && !x.report(yield, "scheme-case", Scheme, Span{Start: 0, End: len(x.scheme)}) {
		return false
	}
	if host := x.text(x.host); upper(host) >= 0 {
		return x.report(yield, "host-case", Host, x.host)
	}
	return true
}

// upper returns the offset of the first capital letter of ASCII outside of a percent-encoding, or
// -1.
func upper(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '%':
			i += 2
		case 'A' <= c && c <= 'Z':
			return i
		}
	}
	return -1
}

// password finds a password: text after the first colon of a userinfo (RFC 3986, section 3.2.1).
func (x *search) password(yield yielder) bool {
	userinfo := x.text(x.userinfo)
	if i := strings.IndexByte(userinfo, ':'); i >= 0 && i+1 < len(userinfo) {
		return x.report(yield, "password", Userinfo, Span{Start: x.userinfo.Start + i + 1, End: x.userinfo.End})
	}
	return true
}

// portForm finds a port that is empty, the default of the scheme, or too large.
func (x *search) portForm(yield yielder) bool {
	port := x.text(x.port)
	switch {
	case x.port.Start < 0:
		return true
	case port == "":
		return x.report(yield, "empty-port", Port, x.port)
	case !findings.PortNumber.Valid(port):
		return x.report(yield, "port-range", Port, x.port)
	}
	if strings.TrimLeft(port, "0") == defaultPort(x.scheme) {
		return x.report(yield, "default-port", Port, x.port)
	}
	return true
}

// defaultPort returns the default port of a scheme: those of RFC 9110, sections 4.2.1 and 4.2.2,
// of RFC 6455, section 3, and of RFC 1738, section 3.2. They are those of WHATWG URL, section 4.2,
// too.
func defaultPort(scheme string) string {
	switch {
	case isOneOf(scheme, "http", "ws"):
		return "80"
	case isOneOf(scheme, "https", "wss"):
		return "443"
	case isOneOf(scheme, "ftp"):
		return "21"
	}
	return "none"
}

// percents finds percent-encodings that have another form.
func (x *search) percents(yield yielder) bool {
	for _, p := range x.parts() {
		text := x.text(p.Span)
		for i := strings.IndexByte(text, '%'); i >= 0; {
			code := percentCode(text[i : i+3])
			at := Span{Start: p.Start + i, End: p.Start + i + 3}
			if code != "" && !x.report(yield, code, p.Component, at) {
				return false
			}
			n := strings.IndexByte(text[i+3:], '%')
			if n < 0 {
				break
			}
			i += 3 + n
		}
	}
	return true
}

// percentCode returns the code for a percent-encoding, "" if it has no other form.
func percentCode(triplet string) string {
	switch {
	case unreservedASCII().has(octetOf(triplet)):
		return "percent-unreserved"
	case triplet[1] >= 'a' || triplet[2] >= 'a':
		return "percent-case"
	}
	return ""
}

func unreservedASCII() characterSet { return characterSet{unreservedLow, unreservedHigh} }

// octetOf returns the octet of the percent-encoding that s begins with.
func octetOf(s string) byte { return hexDigit(s[1])<<4 | hexDigit(s[2]) }

// hexDigit returns the value of a hex digit.
func hexDigit(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&0x0F + 9
}

// dotSegments finds segments "." and "..", except where a relative reference begins with them.
func (x *search) dotSegments(yield yielder) bool {
	skip := x.scheme == "" && x.host.Start < 0
	var segment Span
	for rest, more := x.path, true; more; {
		segment, rest, more = x.piece(rest, "/")
		isDots := findings.Dots.Valid(x.text(segment))
		skip = skip && isDots
		if !skip && isDots && !x.report(yield, "dot-segment", Segment, segment) {
			return false
		}
	}
	return true
}

// privateUse finds characters for private use. Only a query may have them.
func (x *search) privateUse(yield yielder) bool {
	for i, r := range x.text(x.query) {
		at := character(x.query, i, r)
		if r >= utf8.RuneSelf && rulePrivate.Valid(x.text(at)) && !x.report(yield, "private-query", Query, at) {
			return false
		}
	}
	return true
}

// composed finds components that are not in Normalization Form C, by the caller's function.
func (x *search) composed(yield yielder) bool {
	if x.NFC == nil || x.NFC(x.s) {
		return true
	}
	for _, p := range x.parts() {
		if !x.NFC(x.text(p.Span)) && !x.report(yield, "not-nfc", p.Component, p.Span) {
			return false
		}
	}
	return true
}
