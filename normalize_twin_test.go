package iri_test

import (
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables/rfc3987"
)

// This file contains slow versions of normalization and resolution. It shares no code with the
// package.

// wellKnownPorts holds the default ports of [iri.Normalizer], as strings.
var wellKnownPorts = map[string]string{"ftp": "21", "http": "80", "https": "443", "ws": "80", "wss": "443"}

// slowNormal applies one normalization after another, and splits the string again after each.
func slowNormal(t testing.TB, s string, f iri.Form, ports map[string]string) string {
	t.Helper()
	for _, rung := range []struct {
		form iri.Form
		do   func(p *pieces)
	}{
		{iri.PercentForm, func(p *pieces) { p.each(slowPercent) }},
		{iri.IRIForm, func(p *pieces) { p.each(slowDecode) }},
		{iri.CaseForm, func(p *pieces) {
			p.scheme.text = strings.ToLower(p.scheme.text)
			if strings.IndexFunc(p.host.text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
				p.host.text = strings.ToLower(p.host.text)
			}
			p.each(slowUpper)
		}},
		{iri.IPv6Form, func(p *pieces) {
			if p.kind == iri.IPv6Host {
				p.host.text = "[" + netip.MustParseAddr(strings.Trim(p.host.text, "[]")).String() + "]"
			}
		}},
		{iri.NoEmptyPortForm, func(p *pieces) { p.port.has = p.port.text != "" }},
		{iri.DefaultPortForm, func(p *pieces) {
			standard, ok := ports[strings.ToLower(p.scheme.text)]
			n, err := strconv.Atoi(p.port.text)
			if p.scheme.has && ok && err == nil && strconv.Itoa(n) == standard {
				p.port = piece{}
			}
		}},
		{iri.RootPathForm, func(p *pieces) {
			if p.authority.has && p.path.text == "" {
				p.path.text = "/"
			}
		}},
		{iri.DotForm, func(p *pieces) {
			if p.scheme.has || strings.HasPrefix(p.path.text, "/") {
				p.path.text = new(pseudocode).removeDotSegments(p.path.text)
			}
			p.guard()
		}},
	} {
		if f&rung.form == 0 {
			continue
		}
		p, err := cutByHand(s)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		rung.do(&p)
		s = p.recompose()
	}
	return s
}

// guard inserts "/." before a path that would otherwise be parsed as an authority.
func (p *pieces) guard() {
	if !p.authority.has && strings.HasPrefix(p.path.text, "//") {
		p.path.text = "/." + p.path.text
	}
}

// each calls change for every component that may contain percent-encodings.
func (p *pieces) each(change func(string) string) {
	for _, c := range []*piece{&p.userinfo, &p.host, &p.path, &p.query, &p.fragment} {
		c.text = change(c.text)
	}
}

// replacePcts replaces each percent-encoding.
func replacePcts(s string, by func(pct string, octet byte) string) string {
	var b strings.Builder
	for s != "" {
		before, after, found := strings.Cut(s, "%")
		b.WriteString(before)
		if !found {
			break
		}
		octet, err := strconv.ParseUint(after[:2], 16, 8)
		if err != nil {
			panic(err)
		}
		b.WriteString(by("%"+after[:2], byte(octet)))
		s = after[2:]
	}
	return b.String()
}

func slowPercent(s string) string {
	return replacePcts(s, func(pct string, octet byte) string {
		if octet < 0x80 && rfc3987.Unreserved.Valid(string(rune(octet))) {
			return string(rune(octet))
		}
		return pct
	})
}

func slowUpper(s string) string {
	return replacePcts(s, func(pct string, _ byte) string { return strings.ToUpper(pct) })
}

// slowDecode follows RFC 3987, section 3.2, without step 2 for ASCII. It decodes runs of
// percent-encodings to octets, and re-encodes octets that do not form a character or whose
// character must remain encoded.
func slowDecode(s string) string {
	var b strings.Builder
	var octets []byte
	flush := func() {
		for len(octets) > 0 {
			r, n := utf8.DecodeRune(octets)
			if r == utf8.RuneError && n == 1 || !decodable(r) {
				b.WriteString(percentEncoded(octets[:n]))
			} else {
				b.Write(octets[:n])
			}
			octets = octets[n:]
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && s[i+1] >= '8' {
			octet, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			octets = append(octets, byte(octet))
			i += 2
			continue
		}
		flush()
		b.WriteByte(s[i])
	}
	flush()
	return b.String()
}

func percentEncoded(octets []byte) (s string) {
	const digits = "0123456789ABCDEF"
	for _, c := range octets {
		s += "%" + string(digits[c/16]) + string(digits[c%16])
	}
	return s
}

// decodable reports whether a code point is in the ucschar ranges of RFC 3987, section 2.2, and
// need not remain encoded.
func decodable(r rune) bool {
	switch {
	case r < 0xa0, r >= 0xd800 && r < 0xf900, r >= 0xfdd0 && r < 0xfdf0, r >= 0xfff0 && r <= 0xffff:
		return false
	case r >= 0xe0000 && r < 0xe1000, r >= 0xf0000, r&0xfffe == 0xfffe:
		return false
	}
	const bidi = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
	const spaces = "\u00a0\u1680\u2000\u2001\u2002\u2003" +
		"\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
	return !strings.ContainsRune(bidi+spaces, r)
}
