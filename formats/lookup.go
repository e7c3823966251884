package formats

import (
	rules "github.com/irilex/iri/tables/formats"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/tables/rfc9110"
)

// Names returns the names of all formats by theme: dates, hosts and mail, identifiers, URIs.
func Names() []string {
	return []string{
		// Dates and times.
		"date-time", "date", "time", "duration", "xsd-date-time", "xsd-date",

		// Hosts and mail.
		"email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6",
		"cidr", "mac",

		// Identifiers and numbers.
		"uuid", "ulid", "semver", "e164", "hex-color", "base64", "base64url", "doi", "iban",
		"xsd-decimal", "xsd-double", "ncname", "qname", "isbn-10", "isbn-13", "issn", "orcid",

		// URIs and other formats of the web.
		"uri", "uri-reference", "iri", "iri-reference", "uri-template", "json-pointer", "relative-json-pointer",
		"urn", "curie", "language-tag", "media-type", "http-token", "cookie-name", "cookie-value",
		"tel", "mailto", "data", "geo", "tag", "did", "purl",
	}
}

// Lookup returns the format with that name, and reports whether it exists. It links the tables of
// all formats. JSON Schema's format "regex" is not supported.
func Lookup(name string) (f Format, ok bool) {
	switch name {

	// Dates and times.

	case "date-time":
		f = Format{name, rules.DateTime, leapSecond}
	case "date":
		f = Format{name, rules.Date, nil}
	case "time":
		f = Format{name, rules.Time, leapSecond}
	case "duration":
		f = Format{name, rules.Duration, nil}
	case "xsd-date-time":
		f = Format{name, rules.XSDDateTime, nil}
	case "xsd-date":
		f = Format{name, rules.XSDDate, nil}

	// Hosts and mail.

	case "email":
		f = Format{name, rules.Email, mailbox}
	case "idn-email":
		f = Format{name, rules.IDNEmail, mailbox}
	case "hostname":
		f = Format{name, rules.Hostname, hostName}
	case "idn-hostname":
		f = Format{name, rules.IDNHostname, hostName}
	case "ipv4":
		f = Format{name, rules.Ipv4, nil}
	case "ipv6":
		f = Format{name, rules.Ipv6, nil}
	case "cidr":
		f = Format{name, rules.CIDR, zeroHostBits}
	case "mac":
		f = Format{name, rules.MAC, nil}

		// Identifiers and numbers.

	case "uuid":
		f = Format{name, rules.UUID, nil}
	case "ulid":
		f = Format{name, rules.ULID, nil}
	case "semver":
		f = Format{name, rules.Semver, nil}
	case "e164":
		f = Format{name, rules.E164, nil}
	case "hex-color":
		f = Format{name, rules.HexColor, nil}
	case "base64":
		f = Format{name, rules.Base64, nil}
	case "base64url":
		f = Format{name, rules.Base64url, nil}
	case "doi":
		f = Format{name, rules.DOI, nil}
	case "iban":
		f = Format{name, rules.IBAN, ibanCheckDigits}
	case "xsd-decimal":
		f = Format{name, rules.XSDDecimal, nil}
	case "xsd-double":
		f = Format{name, rules.XSDDouble, nil}
	case "ncname":
		f = Format{name, rules.Ncname, nil}
	case "qname":
		f = Format{name, rules.Qname, nil}
	case "isbn-10":
		f = Format{name, rules.ISBN10, isbn10Groups}
	case "isbn-13":
		f = Format{name, rules.ISBN13, isbn13Groups}
	case "issn":
		f = Format{name, rules.ISSN, nil}
	case "orcid":
		f = Format{name, rules.ORCID, nil}

		// URIs and other formats of the web.

	case "uri":
		f = Format{name, rfc3986.URI, nil}
	case "uri-reference":
		f = Format{name, rfc3986.URIReference, nil}
	case "iri":
		f = Format{name, rfc3987.IRI, nil}
	case "iri-reference":
		f = Format{name, rfc3987.IRIReference, nil}
	case "uri-template":
		f = Format{name, rules.URITemplate, nil}
	case "json-pointer":
		f = Format{name, rules.JSONPointer, nil}
	case "relative-json-pointer":
		f = Format{name, rules.RelativeJSONPointer, nil}
	case "urn":
		f = Format{name, rules.URN, nil}
	case "curie":
		f = Format{name, rules.CURIE, curieParts}
	case "language-tag":
		f = Format{name, rules.LanguageTag, languageRepeats}
	case "media-type":
		f = Format{name, rfc9110.MediaType, nil}
	case "http-token", "cookie-name":
		f = Format{name, rfc9110.Token, nil}
	case "cookie-value":
		f = Format{name, rules.CookieValue, nil}
	case "tel":
		f = Format{name, rules.Tel, telParameters}
	case "mailto":
		f = Format{name, rules.Mailto, encodedUTF8}
	case "data":
		f = Format{name, rules.Data, nil}
	case "geo":
		f = Format{name, rules.Geo, nil}
	case "tag":
		f = Format{name, rules.Tag, nil}
	case "did":
		f = Format{name, rules.DID, nil}
	case "purl":
		f = Format{name, rules.Purl, purlProse}
	}
	return f, f.name != ""
}
