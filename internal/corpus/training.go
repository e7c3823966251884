package corpus

import (
	"slices"
	"strings"
	"sync"
)

// The training mix, in lines. It is mostly typical input of validators, with some strings of every
// structure of an IRI.
const (
	trainingURLs       = 1500
	trainingIRIs       = 1500
	trainingNonASCII   = 100
	trainingReferences = 1200
	trainingData       = 4   // 16 KB, a tenth of the bytes of the rest
	trainingRare       = 300 // strings for each of the rules rare in lines
)

// Training returns strings to train on for a rule of RFC 3987 (section 2.2) or RFC 3986 (appendix
// A), all members of the rule. For IRI and IRI-reference these are the whole lines of the training
// mix, for the rules of components the components of the same lines. For URI and the other rules of
// RFC 3986 they are mapped to URIs (RFC 3987, section 3.1): characters over U+007F are
// percent-encoded, and labels of hosts begin with "xn--". Names of rules match regardless of case,
// and of "-" and "_". Training returns nil for other rules, among them those of single characters.
//
// The mix, in lines: 1,500 urls, 1,500 iris, 1,200 references, 100 nonascii, 4 data, from random
// streams not used by [Lines]. User information, ports, IP addresses in all their forms, and paths
// without a slash are rare in lines. Their rules have 300 more strings. The result is shared; it
// must not be written to.
func Training(rule string) []string {
	rule = strings.ReplaceAll(strings.ToLower(rule), "_", "-")
	if !slices.Contains(trained, rule) { // then the strings of the others, 90 ms, need not be made
		return nil
	}
	return training()[rule]
}

// trained are the rules of training, sorted.
var trained = []string{
	"absolute-iri", "absolute-uri", "authority", "fragment", "hier-part", "host", "iauthority", "ifragment", "ihier-part",
	"ihost", "ip-literal", "ipath", "ipath-abempty", "ipath-absolute", "ipath-empty", "ipath-noscheme", "ipath-rootless",
	"ipv4address", "ipv6address", "ipvfuture", "iquery", "ireg-name", "irelative-part", "irelative-ref", "iri",
	"iri-reference", "isegment", "isegment-nz", "isegment-nz-nc", "iuserinfo", "path", "path-abempty", "path-absolute",
	"path-empty", "path-noscheme", "path-rootless", "port", "query", "reg-name", "relative-part", "relative-ref", "scheme",
	"segment", "segment-nz", "segment-nz-nc", "uri", "uri-reference", "userinfo",
}

// training returns the strings by rule, some two megabytes made once.
var training = sync.OnceValue(func() map[string][]string {
	t := trainer{}
	stream := uint64(100)
	take := func(n int, make func(*generator) pieces) {
		g := newGenerator(stream)
		stream++
		for range n {
			t.line(make(g))
		}
	}
	take(trainingURLs, (*generator).url)
	take(trainingIRIs, (*generator).iri)
	take(trainingNonASCII, (*generator).nonASCII)
	take(trainingReferences, (*generator).reference)
	take(trainingData, (*generator).data)
	t.rare(newGenerator(stream))
	return t
})

// A trainer collects strings by rule.
type trainer map[string][]string

// rare adds strings of the rules rare in lines.
func (t trainer) rare(g *generator) {
	for range trainingRare {
		t.add("port", g.number(2, 5))
		t.add("ihost", g.ipLiteral())
		t.add("ihost", escaped(g.word(latin))+"."+g.pick(topLevels))
		t.add("ipv4address", g.ipv4())
		t.literal(g.ipLiteral())
		t.add("ipvfuture", g.ipvFuture())
		t.add("ipath-rootless", g.word(ascii)+":"+g.segment()+g.pick([]string{"", g.webPath()}))
		if g.chance(700) {
			t.add("iuserinfo", g.userinfo())
		} else {
			t.add("iuserinfo", g.word(g.titleScript()))
		}
	}
}

// literal adds an IP-literal and the text in its brackets.
func (t trainer) literal(host string) {
	t.add("ip-literal", host)
	inside := strings.Trim(host, "[]")
	if inside[0] == 'v' || inside[0] == 'V' {
		t.add("ipvfuture", inside)
	} else {
		t.add("ipv6address", inside)
	}
}

// add adds a string to a rule of RFC 3987, and to its namesake of RFC 3986.
func (t trainer) add(rule, s string) {
	t[rule] = append(t[rule], s)
	if uri, ok := uriRule(rule); ok {
		t[uri] = append(t[uri], mapped(s))
	}
}

// twice adds the string made by part of the pieces of an IRI, and the one made of its URI.
func (t trainer) twice(rule string, p pieces, part func(pieces) string) {
	t[rule] = append(t[rule], part(p))
	if uri, ok := uriRule(rule); ok {
		t[uri] = append(t[uri], part(p.mapped()))
	}
}

// uriRule returns the rule of RFC 3986 equal to a rule of RFC 3987 without ucschar and iprivate.
func uriRule(rule string) (name string, ok bool) {
	switch rule {
	case "iri":
		return "uri", true
	case "iri-reference":
		return "uri-reference", true
	case "absolute-iri":
		return "absolute-uri", true
	case "ip-literal", "ipv6address", "ipvfuture", "ipv4address":
		return "", false
	}
	return strings.CutPrefix(rule, "i")
}

func (t trainer) line(p pieces) {
	t.twice("iri-reference", p, pieces.String)
	if p.scheme == "" {
		t.twice("irelative-ref", p, pieces.String)
		t.twice("irelative-part", p, pieces.hierarchy)
	} else {
		t.twice("iri", p, pieces.String)
		t.twice("absolute-iri", p, pieces.absolute)
		t.twice("ihier-part", p, pieces.hierarchy)
		t.add("scheme", strings.TrimSuffix(p.scheme, ":"))
	}
	if p.slashes != "" {
		t.authority(p)
	}
	t.path(p)
	if p.query != "" {
		t.add("iquery", p.query[1:])
	}
	if p.fragment != "" {
		t.add("ifragment", p.fragment[1:])
	}
}

func (t trainer) authority(p pieces) {
	t.twice("iauthority", p, pieces.authority)
	t.twice("ihost", p, func(p pieces) string { return p.host })
	if p.userinfo != "" {
		t.add("iuserinfo", strings.TrimSuffix(p.userinfo, "@"))
	}
	if p.port != "" {
		t.add("port", p.port[1:])
	}
	switch {
	case strings.HasPrefix(p.host, "["):
		t.literal(p.host)
	case p.host != "" && strings.Trim(p.host, digits+".") == "":
		t.add("ipv4address", p.host)
	default:
		t.twice("ireg-name", p, func(p pieces) string { return p.host })
	}
}

func (t trainer) path(p pieces) {
	t.add("ipath", p.path)
	switch {
	case p.slashes != "":
		t.add("ipath-abempty", p.path)
	case p.path == "":
		t.add("ipath-empty", p.path)
	case p.path[0] == '/':
		t.add("ipath-absolute", p.path)
	case p.scheme == "":
		t.add("ipath-noscheme", p.path)
	default:
		t.add("ipath-rootless", p.path)
	}
	for segment := range strings.SplitSeq(p.path, "/") {
		t.add("isegment", segment)
		if segment != "" {
			t.add("isegment-nz", segment)
			if !strings.Contains(segment, ":") {
				t.add("isegment-nz-nc", segment)
			}
		}
	}
}
