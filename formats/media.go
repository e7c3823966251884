package formats

import (
	rules "github.com/irilex/iri/tables/formats"
	"github.com/irilex/iri/tables/rfc9110"
)

// MediaType reports whether s is a media type with its parameters, as RFC 9110, section 8.3.1,
// defines it for HTTP, such as `text/html; charset="utf-8"`. Empty parameters, as in "text/html;",
// are accepted. Whether the type is registered, and whether a parameter is repeated, is not
// checked.
func MediaType(s string) bool { return rfc9110.MediaType.Valid(s) }

// HTTPToken reports whether s is a token of RFC 9110, section 5.6.2, such as "gzip". Field names
// and methods are tokens.
func HTTPToken(s string) bool { return rfc9110.Token.Valid(s) }

// CookieName reports whether s is a cookie-name of RFC 6265, section 4.1.1, such as "SID". It is a
// token, as in [HTTPToken].
func CookieName(s string) bool { return rfc9110.Token.Valid(s) }

// CookieValue reports whether s is a cookie-value of RFC 6265, section 4.1.1, such as "31d4d96e",
// with or without quotes. It may be empty.
func CookieValue(s string) bool { return rules.CookieValue.Valid(s) }
