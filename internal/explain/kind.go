package explain

// A kind is the role of a rule in the grammar of RFC 3986, appendix A, or RFC 3987, section 2.2.
type kind uint8

const (
	other     kind = iota
	absolute       // always begins with a scheme
	reference      // may begin with a scheme
	relative       // never begins with a scheme
	schemes
	authorities
	userinfos
	hosts
	ports
	literals // IP literals, including their brackets
	sixes    // IPv6 addresses
	fours    // IPv4 addresses
	octets   // numbers in IPv4 addresses
	groups   // groups in IPv6 addresses
	paths
	queries
	fragments
)

// roles maps case-folded rule names to kinds. A rule of RFC 3987 has the same role as the rule of
// RFC 3986 whose name lacks the leading "i".
var roles = map[string]kind{
	"uri": absolute, "absolute-uri": absolute, "absoluteuri": absolute, "iri": absolute, "absolute-iri": absolute,
	"uri-reference": reference, "iri-reference": reference,
	"relative-ref": relative, "irelative-ref": relative, "relativeuri": relative,
	"scheme": schemes, "authority": authorities, "userinfo": userinfos, "host": hosts, "reg-name": hosts,
	"port": ports, "dec-octet": octets, "h16": groups, "ip-literal": literals, "ipv6address": sixes, "ipv4address": fours,
	"ipv4-number": octets, "ipv6-group": groups, "ipv6": sixes, "ipv4": fours, // of the grammar formats
	"path": paths, "path-abempty": paths, "path-absolute": paths, "path-noscheme": paths,
	"path-rootless": paths, "segment": paths, "segment-nz": paths, "segment-nz-nc": paths,
	"query": queries, "fragment": fragments,
}

// nouns contains nouns for the kinds, with articles.
var nouns = map[kind]string{
	schemes: "a scheme", authorities: "an authority",
	userinfos: "a user name", hosts: "a host", ports: "a port", literals: "an IP address", sixes: "an IPv6 address",
	fours: "an IPv4 address", octets: "a number in an IPv4 address",
	groups: "a group in an IPv6 address", paths: "a path", queries: "a query", fragments: "a fragment",
}

// hierarchical reports whether matching strings can be split at the delimiters of RFC 3986, section
// 3.
func (k kind) hierarchical() bool { return k == absolute || k == reference || k == relative }

// partNames contains names for the kinds of parts, without articles.
var partNames = map[kind]string{
	schemes: "scheme", authorities: "authority", userinfos: "userinfo", hosts: "host", ports: "port",
	literals: "IP address", sixes: "IPv6 address", fours: "IPv4 address", octets: "IPv4 address", groups: "IPv6 address",
	paths: "path", queries: "query", fragments: "fragment",
}

// formatNouns contains nouns for texts that match a rule of the grammar formats, with articles.
var formatNouns = map[string]string{
	"date-time": "a date and time", "date": "a date", "time": "a time", "duration": "a duration",
	"hostname": "a host name", "idn-hostname": "a host name", "email": "an email address",
	"idn-email": "an email address", "cidr": "a network", "mac": "a MAC address", "uuid": "a UUID", "ulid": "a ULID",
	"semver": "a version", "e164": "a phone number", "hex-color": "a color", "base64": "Base64",
	"base64url": "URL-safe Base64", "doi": "a DOI", "iban": "an IBAN", "isbn-10": "an ISBN-10",
	"isbn-13": "an ISBN-13", "issn": "an ISSN", "orcid": "an ORCID iD",
}
