package iri

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Redacted returns the string with "xxxxx" in place of a password, for logs, as
// [net/url.URL.Redacted] does. The password is the text after the first ":" of the userinfo (RFC
// 3986, section 3.2.1). An empty password is replaced, too, so the result does not tell it from
// another. A string without a password is returned as it is, without an allocation. The result is
// an IRI, or a reference, if the string is.
//
// String, MarshalText and package fmt show the password. So do the handlers of log/slog, unless
// they have a function ReplaceAttr; the second example has one.
func (p parsed) Redacted() string {
	const mask = "xxxxx"
	authority, host, _ := p.authority()
	colon := strings.IndexByte(authority[:host], ':')
	if colon < 0 {
		return p.s
	}
	start := p.schemeEnd() + chars.AuthorityPrefix
	password := Span{Start: start + colon + 1, End: start + host - chars.UserinfoSuffix}
	if p.s[password.Start:password.End] == mask {
		return p.s
	}
	return p.s[:password.Start] + mask + p.s[password.End:]
}
