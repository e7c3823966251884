package differences

// about is what there is to say about a parser: what its documentation claims, why it is judged by
// the rule that it is, and what of its differences is by design.
var about = map[string]struct{ claims, design string }{
	Ours: {"RFC 3987, exactly", ""},
	"net/url Parse": {
		"“generally follows RFC 3986, except where it deviates for compatibility reasons. RFC 6874 followed for IPv6 zone literals”",
		"It keeps bytes over 0x7F and most of what should be percent-encoded, and its String encodes them. Zone identifiers are documented."},
	"fredbi/uri ParseReference": {
		"“meant to be an RFC 3986 compliant URI builder, parser and validator”",
		"Ports up to 65535, and percent-encoding that is UTF-8, are documented. Its DNS names are checked for schemes that it knows."},
	"nlnwa/whatwg-url Parse": {
		"the URL standard of WHATWG, which repairs what browsers do; judged by IRI, for it has no relative references without a base",
		"Nearly all: that standard says how to go on where RFC 3986 says no."},
	"buf.build/go/protovalidate uri_ref": {
		"RFC 3986, and zone identifiers of RFC 6874",
		"Zone identifiers; percent-encoding in hosts that is UTF-8. Verdicts alone: it tells no hosts."},
	"uriparser uriParseSingleUriEx": {"“a strictly RFC 3986 compliant URI parsing and handling library”", ""},
	"Boost.URL parse_uri_reference": {
		"RFC 3986",
		"Nothing. Debian's version is an early one; boostorg/url#680 (what follows a port becomes a path) is closed since."},
	"oxiri IriRef::parse":             {"RFC 3987; it has no method for the host", ""},
	"fluent-uri IriRef::parse":        {"RFC 3987", ""},
	"fluent-uri UriRef::parse":        {"RFC 3986", ""},
	"iri-string IriReferenceStr::new": {"RFC 3987", ""},
	"iri-string UriReferenceStr::new": {"RFC 3986", ""},
	"iref IriRef::new":                {"RFC 3987", ""},
	"iref UriRef::new":                {"RFC 3986", ""},
	"url Url::parse": {
		"the URL standard of WHATWG; judged by IRI, for it has no relative references without a base",
		"Nearly all, as above."},
	"Jena RFC3986.create": {
		"RFC 3986 and RFC 3987, and zone identifiers of RFC 6874",
		"Zone identifiers. What schemes ask for is reported apart and rejects nothing here."},
	"java.net.URI": {
		"RFC 2396 as amended by RFC 2732, with a category “other” of characters beyond ASCII; judged by URI-reference of RFC 3986, which obsoletes them",
		"Characters beyond ASCII, and zone identifiers. An authority that is not server-based is kept as a whole, and has no host."},
	"urllib.parse.urlsplit": {
		"“should not be used for validation”: it splits, by RFC 3986 and what has been usual; judged by URI-reference. A port that its attribute raises ValueError for counts as rejected.",
		"Nearly all: “some URL-like strings are not rejected”. It removes tabs and newlines, and blanks and controls at the beginning, as WHATWG does."},
	"curl_url_set": {
		"“the URL syntax curl supports”, RFC 3986 plus; judged by URI, with CURLU_NON_SUPPORT_SCHEME and no guesses",
		"It needs // and a host (but for file), takes one to three slashes, and leaves most bytes to the server."},
}
