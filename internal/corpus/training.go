package corpus

import (
	"strings"
	"sync"
)

// Training returns training strings for a rule of RFC 3987 (section 2.2) or RFC 3986 (appendix A),
// all of which match the rule. For IRI and IRI-reference these are the entire lines of the training
// mix; for component rules they are the components of the same lines. For URI and the other rules
// of RFC 3986 they are mapped to URIs (RFC 3987, section 3.1): characters above U+007F are
// percent-encoded, and hosts that contain such characters begin with "xn--". Rule names are matched
// ignoring case, with "-" and "_" treated as equal. Training returns nil for other rules, including
// the rules for single characters. The result is shared and must not be modified.
//
// The mix is mostly typical validator input, plus some strings for every IRI structure: 1,500 urls,
// 1,500 iris, 1,200 references, 100 nonascii, and 4 data lines, which make up a tenth of the bytes.
// The lines come from random streams that [Lines] does not use. User information, ports, all forms
// of IP addresses, and paths without a slash are rare in lines, so the strings for those rules come
// from 600 additional lines.
func Training(rule string) []string {
	rule = strings.ReplaceAll(strings.ToLower(rule), "_", "-")
	iris, uris := training()
	if all, ok := iris[rule]; ok {
		return all
	}
	if strings.Contains(rule, "uri") {
		return uris[strings.Replace(rule, "uri", "iri", 1)]
	}
	return uris["i"+rule]
}

// training returns the strings for each rule of RFC 3987, and the same strings mapped to URIs. It
// generates them only once.
var training = sync.OnceValues(func() (iris, uris trainer) {
	iris, uris = trainer{}, trainer{}
	for i, mix := range []struct {
		kind  string
		lines int
		take  func(trainer, pieces)
	}{
		{"urls", 1500, trainer.line}, {"iris", 1500, trainer.line}, {"nonascii", 100, trainer.line},
		{"references", 1200, trainer.line}, {"data", 4, trainer.line}, {"rare", 600, trainer.rare},
	} {
		g := newGenerator(uint64(200 + i))
		for range mix.lines {
			p := piecesOf(g.line(mix.kind))
			mix.take(iris, p)
			mix.take(uris, p.mapped())
		}
	}
	return iris, uris
})

// A trainer collects strings for each rule.
type trainer map[string][]string

func (t trainer) add(ok bool, rule, s string) {
	if ok {
		t[rule] = append(t[rule], s)
	}
}

// line adds the components of a line.
func (t trainer) line(p pieces) {
	absolute, server := p.scheme != "", p.slashes != ""
	t.add(true, "iri-reference", p.String())
	t.add(absolute, "iri", p.String())
	t.add(absolute, "absolute-iri", p.absolute())
	t.add(absolute, "ihier-part", p.hierarchy())
	t.add(absolute, "scheme", strings.TrimSuffix(p.scheme, ":"))
	t.add(!absolute, "irelative-ref", p.String())
	t.add(!absolute, "irelative-part", p.hierarchy())
	t.add(server, "iauthority", p.authority())
	t.rare(p)
	t.add(true, "ipath", p.path)
	t.add(server, "ipath-abempty", p.path)
	t.add(!server && p.path == "", "ipath-empty", p.path)
	t.add(!server && strings.HasPrefix(p.path, "/"), "ipath-absolute", p.path)
	t.add(!absolute && p.rootless(), "ipath-noscheme", p.path)
	for segment := range strings.SplitSeq(p.path, "/") {
		t.add(true, "isegment", segment)
		t.add(segment != "", "isegment-nz", segment)
		t.add(segment != "" && !strings.Contains(segment, ":"), "isegment-nz-nc", segment)
	}
	t.add(p.query != "", "iquery", strings.TrimPrefix(p.query, "?"))
	t.add(p.fragment != "", "ifragment", strings.TrimPrefix(p.fragment, "#"))
}

// rare adds the components that occur in few lines.
func (t trainer) rare(p pieces) {
	inside, literal := strings.CutPrefix(p.host, "[")
	inside = strings.TrimSuffix(inside, "]")
	future := literal && inside[0] == 'v'
	dotted := p.host != "" && strings.Trim(p.host, "0123456789.") == ""
	t.add(p.userinfo != "", "iuserinfo", strings.TrimSuffix(p.userinfo, "@"))
	t.add(p.slashes != "", "ihost", p.host)
	t.add(literal, "ip-literal", p.host)
	t.add(future, "ipvfuture", inside)
	t.add(literal && !future, "ipv6address", inside)
	t.add(dotted, "ipv4address", p.host)
	t.add(p.slashes != "" && !literal && !dotted, "ireg-name", p.host)
	t.add(p.port != "", "port", strings.TrimPrefix(p.port, ":"))
	t.add(p.scheme != "" && p.rootless(), "ipath-rootless", p.path)
}
