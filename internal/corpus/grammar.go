package corpus

import (
	_ "embed"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed grammar.txt
var document string

// A rule holds the alternatives from which a string is drawn.
type rule struct {
	weights      []int // running total of the weights
	alternatives [][]part
}

// A part of an alternative is text, optionally followed by strings drawn from a rule.
type part struct {
	text    string
	name    string // name of the rule, possibly containing "$"
	rule    *rule  // nil if the name contains "$"
	bound   string // what "$" means in the rule
	encoded bool
	lo, hi  int
	between string
}

// rules returns the rules in the document.
var rules = sync.OnceValue(func() map[string]*rule {
	all, r := map[string]*rule{}, (*rule)(nil)
	for line := range strings.Lines(document) {
		words := strings.Fields(line)
		if len(words) == 0 || line[0] == '#' {
			continue
		}
		if line[0] != '\t' {
			r = &rule{}
			all[words[0]], words = r, words[2:]
		}
		for _, word := range words {
			r.add(word)
		}
	}
	for _, r := range all {
		for _, parts := range r.alternatives {
			for i := range parts {
				parts[i].rule = all[parts[i].name]
			}
		}
	}
	return all
})

// add adds a word from the document, which is a single alternative or a range of alternatives.
func (r *rule) add(word string) {
	var lo, hi rune
	if n, _ := fmt.Sscanf(word, "U+%X..U+%X", &lo, &hi); n == 2 {
		for c := lo; c <= hi; c++ {
			r.add(string(c))
		}
		return
	}
	weight, all := 1, 0
	if _, err := fmt.Sscanf(word, "%d:", &weight); err == nil {
		_, word, _ = strings.Cut(word, ":")
	}
	if n := len(r.weights); n > 0 {
		all = r.weights[n-1]
	}
	r.weights, r.alternatives = append(r.weights, all+weight), append(r.alternatives, parts(word))
}

// parts parses the text and the references in an alternative.
func parts(word string) (all []part) {
	for word != "" {
		text, rest, _ := strings.Cut(word, "{")
		reference, after, _ := strings.Cut(rest, "}")
		p := part{text: text, lo: 1, hi: 1}
		fields := append(strings.SplitN(reference, ",", 3), "", "")
		p.name, p.encoded = strings.CutPrefix(fields[0], "%")
		p.name, p.bound, _ = strings.Cut(p.name, ":")
		if n, _ := fmt.Sscanf(fields[1], "%d-%d", &p.lo, &p.hi); n == 1 {
			p.hi = p.lo
		}
		p.between = fields[2]
		all, word = append(all, p), after
	}
	return all
}

// A generator draws strings using only the raw numbers from PCG. It avoids the methods of
// rand.Rand, so the bytes depend only on the PCG algorithm.
type generator struct{ pcg *rand.PCG }

// seed is arbitrary, but the golden hashes depend on its value.
const seed = 3987

func newGenerator(stream uint64) *generator { return &generator{rand.NewPCG(seed, stream)} }

// below returns a number from 0 to n-1: the high half of a product. Its bias, at most n/2^64, does
// not matter here.
func (g *generator) below(n int) int {
	hi, _ := bits.Mul64(g.pcg.Uint64(), uint64(n))
	return int(hi)
}

func (g *generator) pick(list []string) string { return list[g.below(len(list))] }

// line draws a string from a rule.
func (g *generator) line(rule string) string { return string(g.draw(nil, rules()[rule], "")) }

// draw appends a string drawn from a rule in which "$" means bound.
func (g *generator) draw(b []byte, r *rule, bound string) []byte {
	n := g.below(r.weights[len(r.weights)-1])
	i, _ := slices.BinarySearch(r.weights, n+1)
	for _, p := range r.alternatives[i] {
		if b = append(b, p.text...); p.name == "" {
			continue
		}
		from, to, times := len(b), p.rule, p.lo
		if to == nil {
			to = rules()[strings.Replace(p.name, "$", bound, 1)]
		}
		if p.lo < p.hi {
			times += g.below(p.hi - p.lo + 1)
		}
		for k := range times {
			if k > 0 {
				b = append(b, p.between...)
			}
			b = g.draw(b, to, strings.Replace(p.bound, "$", bound, 1))
		}
		if p.encoded {
			b = append(b[:from], encoded(string(b[from:]), true)...)
		}
	}
	return b
}

// encoded percent-encodes the characters above U+007F in s, as RFC 3987, section 3.1, prescribes
// for a URI. If all is true, it percent-encodes every character that is not unreserved (RFC 3986,
// section 2.1).
func encoded(s string, all bool) string {
	const plain = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	var b strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 && !all || strings.IndexByte(plain, s[i]) >= 0 {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

// NTriples returns about n bytes of N-Triples that resemble knowledge graph dumps: IRIs in a few
// namespaces, some of them non-ASCII, blank nodes, and literals with language tags, data types and
// escapes.
func NTriples(n int) (text []byte) {
	for g := newGenerator(1000); len(text) < n; text = append(text, '\n') {
		text = g.draw(text, rules()["triple"], "")
	}
	return text
}

// pieces holds the components of a line, each including its delimiter.
type pieces struct{ scheme, slashes, userinfo, host, port, path, query, fragment string }

// component matches the components, like the regular expression in RFC 3986, appendix B.
var component = regexp.MustCompile(
	`^([^:/?#]+:)?(?:(//)([^/?#@]*@)?(\[[^]]*\]|[^:/?#]*)(:[^/?#]*)?)?([^?#]*)(\?[^#]*)?(#.*)?$`)

func piecesOf(line string) pieces {
	m := component.FindStringSubmatch(line)
	return pieces{m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]}
}

func (p pieces) authority() string { return p.userinfo + p.host + p.port }

// hierarchy returns the hier-part or the relative-part.
func (p pieces) hierarchy() string { return p.slashes + p.authority() + p.path }

// absolute returns all components except the fragment.
func (p pieces) absolute() string { return p.scheme + p.hierarchy() + p.query }

func (p pieces) String() string { return p.absolute() + p.fragment }

// mapped converts an IRI to a URI (RFC 3987, section 3.1). For a non-ASCII host it writes text that
// only resembles Punycode (RFC 3492).
func (p pieces) mapped() pieces {
	if host := encoded(p.host, false); host != p.host {
		p.host = "xn--" + strings.ReplaceAll(host, "%", "")
	}
	return piecesOf(encoded(p.String(), false))
}

// rootless reports whether the path begins with a segment instead of a slash.
func (p pieces) rootless() bool {
	return p.slashes == "" && p.path != "" && p.path[0] != '/'
}
