package lint

import (
	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/schemes"
)

// This file finds violations of the rules in the formats grammar.

// formats finds violations of the rules for mailto, tel, geo and data. IRIs with these schemes have
// no authority.
func (x *search) formats(yield yielder) bool {
	code := ""
	switch {
	case chars.IsOneOf(x.scheme, "mailto"):
		code = "mailto-syntax"
	case chars.IsOneOf(x.scheme, "tel"):
		code = "tel-syntax"
	case chars.IsOneOf(x.scheme, "geo"):
		code = "geo-syntax"
	case chars.IsOneOf(x.scheme, "data"):
		code = "data-syntax"
	default:
		return true
	}
	path := x.text(x.path)
	switch {
	case x.host.Start >= 0:
		return x.report(yield, code, iri.Authority, x.ref.Offsets().Authority)
	case code == "mailto-syntax":
		return (schemes.MailtoTo.Valid(path) || x.report(yield, code, iri.Path, x.path)) &&
			(x.query.Start < 0 || schemes.MailtoHeaders.Valid(x.text(x.query)) || x.report(yield, code, iri.Query, x.query))
	case code == "tel-syntax":
		return schemes.Telephone.Valid(path) || x.report(yield, code, iri.Path, x.path)
	case code == "geo-syntax":
		return schemes.Geo.Valid(path) || x.report(yield, code, iri.Path, x.path)
	}
	return x.data(yield)
}

// data finds violations of RFC 2397. The data continue in the query.
func (x *search) data(yield yielder) bool {
	at := iri.Span{Start: x.path.Start, End: max(x.path.End, x.query.End)}
	switch text := x.text(at); {
	case !schemes.Data.Valid(text):
		return x.report(yield, "data-syntax", iri.Path, x.path)
	case !schemes.DataDecodable.Valid(text):
		return x.report(yield, "data-base64", iri.Path, x.path)
	}
	return true
}
