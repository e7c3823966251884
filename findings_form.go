package iri

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/findings"
)

// This file finds other ways to write the same (RFC 3986, section 6.2, and RFC 3987, section 5.3), and
// what is valid but unwise in any scheme.

func (x *search) forms() bool {
	return x.letterCase() && x.password() && x.portForm() &&
		x.components(x.percents) && x.dotSegments() && x.privateUse() && x.composed()
}

// letterCase finds capital letters in the scheme and in the host.
func (x *search) letterCase() bool {
	if upper(x.scheme) >= 0 && !x.report("scheme-case", Scheme, Span{Start: 0, End: len(x.scheme)}) {
		return false
	}
	if host := x.text(x.host); upper(host) >= 0 {
		return x.report("host-case", Host, x.host)
	}
	return true
}

// upper returns the offset of the first capital letter of ASCII outside of a percent-encoding, or -1.
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
func (x *search) password() bool {
	userinfo := x.text(x.userinfo)
	if i := strings.IndexByte(userinfo, ':'); i >= 0 && i+1 < len(userinfo) {
		return x.report("password", Userinfo, Span{Start: x.userinfo.Start + i + 1, End: x.userinfo.End})
	}
	return true
}

// portForm finds a port that is empty, the default of the scheme, or too large.
func (x *search) portForm() bool {
	port := x.text(x.port)
	switch {
	case x.port.Start < 0:
		return true
	case port == "":
		return x.report("empty-port", Port, x.port)
	case !findings.PortNumber.Valid(port):
		return x.report("port-range", Port, x.port)
	}
	if strings.TrimLeft(port, "0") == defaultPort(x.scheme) {
		return x.report("default-port", Port, x.port)
	}
	return true
}

// defaultPort returns the default port of a scheme: those of RFC 9110, sections 4.2.1 and 4.2.2, of RFC
// 6455, section 3, and of RFC 1738, section 3.2. They are those of WHATWG URL, section 4.2, too.
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

// percents finds percent-encodings that have another form in a component.
func (x *search) percents(c Component, at Span) bool {
	for i := at.Start; ; {
		n := strings.IndexByte(x.s[i:at.End], '%')
		if n < 0 {
			return true
		}
		i += n
		code, triplet := "", Span{Start: i, End: i + 3}
		switch octet := octetOf(x.s[i:]); {
		case unreservedASCII().has(octet):
			code = "percent-unreserved"
		case x.s[i+1] >= 'a' || x.s[i+2] >= 'a':
			code = "percent-case"
		}
		if code != "" && !x.report(code, c, triplet) {
			return false
		}
		i += 3
	}
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
func (x *search) dotSegments() bool {
	skip := x.scheme == "" && x.host.Start < 0
	return x.pieces(x.path, "/", func(at Span) bool {
		isDots := findings.Dots.Valid(x.text(at))
		skip = skip && isDots
		return skip || !isDots || x.report("dot-segment", Segment, at)
	})
}

// privateUse finds characters for private use. Only a query may have them.
func (x *search) privateUse() bool {
	return x.characters(x.query, func(at Span, r rune) bool {
		return r < 0xE000 || !rulePrivate.Valid(x.text(at)) || x.report("private-use", Query, at)
	})
}

// characters calls f with each character of a component.
func (x *search) characters(at Span, f func(at Span, r rune) bool) bool {
	text := x.text(at)
	for i, r := range text {
		if start := at.Start + i; !f(Span{Start: start, End: start + utf8.RuneLen(r)}, r) {
			return false
		}
	}
	return true
}

// composed finds components that are not in Normalization Form C, by the caller's function.
func (x *search) composed() bool {
	if x.NFC == nil || x.NFC(x.s) {
		return true
	}
	return x.components(func(c Component, at Span) bool {
		return x.NFC(x.text(at)) || x.report("not-nfc", c, at)
	})
}
