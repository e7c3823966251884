package differences

// about has texts for DIFFERENCES.md, by the name of a parser. claims is the promise of the
// parser's documentation, from which the rule that judges it follows. design tells the differences
// from the rule that are intended or documented.
var about = map[string]struct{ claims, design string }{
	Ours: {"RFC 3987, exactly", ""},
	"net/url Parse": {
		"“generally follows RFC 3986, except where it deviates for compatibility reasons. RFC 6874 followed for IPv6 zone " +
			"literals”",
		"It keeps bytes over 0x7F and most of what should be percent-encoded as they are. Zone identifiers are documented."},
	"fredbi/uri ParseReference": {
		"“meant to be an RFC 3986 compliant URI builder, parser and validator”",
		"Ports up to 65535, and percent-encoding that is UTF-8, are documented. It checks DNS names in schemes that have " +
			"such. A scheme has two letters at least."},
	"nlnwa/whatwg-url Parse": {
		"the URL standard of WHATWG, which repairs what browsers do; judged by IRI, for it has no relative references " +
			"without a base",
		"Nearly all: that standard says how to go on where RFC 3986 says no."},
	"buf.build/go/protovalidate uri_ref": {
		"RFC 3986, and zone identifiers of RFC 6874",
		"Zone identifiers; percent-encoding in hosts that is UTF-8. Verdicts alone: it tells no hosts."},
	"uriparser uriParseSingleUriEx": {"“a strictly RFC 3986 compliant URI parsing and handling library”", ""},
	"Boost.URL parse_uri_reference": {
		"RFC 3986",
		"Nothing. Debian's version is an early one; boostorg/url#680 (what follows a port becomes a path) and " +
			"boostorg/url#770 (so does what follows an IPv4 address) are closed since."},
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
	"ada-url Url::parse": {
		"the URL standard of WHATWG, in C++; judged by IRI, for it has no relative references without a base",
		"Nearly all, as above."},
	"Jena RFC3986.create": {
		"RFC 3986 and RFC 3987, and zone identifiers of RFC 6874",
		"Zone identifiers. What schemes ask for is reported apart; but a port that has no place in 32 bits ends in a " +
			"NumberFormatException, where RFC3986.checkSyntax accepts it."},
	"java.net.URI": {
		"RFC 2396 as amended by RFC 2732, with a category “other” of characters beyond ASCII; judged by URI-reference of " +
			"RFC 3986, which obsoletes them",
		"Characters beyond ASCII, and zone identifiers. An authority that is not server-based, such as one with a name " +
			"that DNS has not, is kept as a whole, and its host is not told."},
	"urllib.parse.urlsplit": {
		"no validation, “practical functionality rather than purity”; judged by URI-reference. What raises ValueError, " +
			"the attribute port included, is rejected.",
		"Nearly all. It removes tabs and newlines, and blanks and controls at the beginning, as WHATWG does."},
	"curl_url_set": {
		"the URLs that curl transfers, RFC 3986 and more; judged by URI, with CURLU_NON_SUPPORT_SCHEME and without guesses",
		"It needs // and a host (but for file), takes one to three slashes for these two, knows no hosts in file URLs but " +
			"the own one, and leaves most bytes to the server."},
}
