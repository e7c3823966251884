package main

// A row describes a format on the page.
type row struct {
	name   string // name in package formats
	source string // standard and section
	prose  string // what is checked in addition to the table, or ""
}

// shelf describes the formats, in the order of formats.Names.
var shelf = []row{
	{"date-time", "RFC 3339, section 5.6", "second 60 only at 23:59 UTC"},
	{"date", "RFC 3339, section 5.6", ""},
	{"time", "RFC 3339, section 5.6", "second 60 only at 23:59 UTC"},
	{"duration", "RFC 3339, appendix A", ""},
	{"xsd-date-time", "XML Schema 1.1, part 2, section 3.3.7", ""},
	{"xsd-date", "XML Schema 1.1, part 2, section 3.3.9", ""},

	{"email", "RFC 5321, section 4.1.2", "at most 64 and 254 octets; the domain is a host name"},
	{"idn-email", "RFC 6531, section 3.3", "at most 64 and 254 octets; the domain is an internationalized host name"},
	{"hostname", "RFC 1123, section 2.1", "at most 253 octets; no IPv4 address; A-labels (RFC 5891)"},
	{"idn-hostname", "RFC 5890, section 2.3.2.3",
		"at most 253 octets; no IPv4 address; U-labels and A-labels (RFC 5891 to 5893)"},
	{"ipv4", "RFC 3986, section 3.2.2", ""},
	{"ipv6", "RFC 4291, section 2.2", ""},
	{"cidr", "RFC 4632, section 3.1; RFC 4291, section 2.3", "the bits after the prefix are zero"},
	{"mac", "IEEE 802, clause 8", ""},

	{"uuid", "RFC 9562, section 4", ""},
	{"ulid", "ULID specification", ""},
	{"semver", "Semantic Versioning 2.0.0", ""},
	{"e164", "ITU-T E.164, section 6", ""},
	{"hex-color", "CSS Color 4, section 5.2", ""},
	{"base64", "RFC 4648, section 4", ""},
	{"base64url", "RFC 4648, section 5", ""},
	{"doi", "ISO 26324, DOI Handbook", ""},
	{"iban", "ISO 13616-1", "check digits (ISO 7064, MOD 97-10)"},
	{"xsd-decimal", "XML Schema 1.1, part 2, section 3.3.3", ""},
	{"xsd-double", "XML Schema 1.1, part 2, section 3.3.5", ""},
	{"ncname", "Namespaces in XML 1.0, section 3", ""},
	{"qname", "Namespaces in XML 1.0, section 4", ""},
	{"isbn-10", "ISO 2108:1992", "four groups, if it has separators"},
	{"isbn-13", "ISO 2108", "five groups, if it has separators"},
	{"issn", "ISO 3297", ""},
	{"orcid", "ISO 27729, ORCID", ""},

	{"uri", "RFC 3986, section 3", ""},
	{"uri-reference", "RFC 3986, section 4.1", ""},
	{"iri", "RFC 3987, section 2.2", ""},
	{"iri-reference", "RFC 3987, section 2.2", ""},
	{"uri-template", "RFC 6570, section 2", ""},
	{"json-pointer", "RFC 6901, section 3", ""},
	{"relative-json-pointer", "draft-bhutton-relative-json-pointer-00, section 3", ""},
	{"urn", "RFC 8141, section 2", ""},
	{"curie", "CURIE Syntax 1.0, section 3", "the prefix is an NCName, the rest an irelative-ref"},
	{"language-tag", "RFC 5646, section 2.1", "no variant or singleton is repeated"},
	{"media-type", "RFC 9110, section 8.3.1", ""},
	{"http-token", "RFC 9110, section 5.6.2", ""},
	{"cookie-name", "RFC 6265, section 4.1.1", ""},
	{"cookie-value", "RFC 6265, section 4.1.1", ""},
	{"tel", "RFC 3966, section 3", "the order of parameters, none of which is repeated"},
	{"mailto", "RFC 6068, section 2", "percent-encodings are UTF-8"},
	{"data", "RFC 2397, section 3", ""},
	{"geo", "RFC 5870, section 3.3", ""},
	{"tag", "RFC 4151, section 2.1", ""},
	{"did", "DID Core 1.0, section 3.1", ""},
	{"purl", "ECMA-427, clause 5", "percent-encodings are UTF-8; no key is repeated"},
}
