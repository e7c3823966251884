package dump

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/corpus"
)

// A generator makes random lines of N-Triples. As in dumps, the statements about one subject are
// adjacent.
type generator struct {
	*rand.Rand
	iri, url func() (string, bool) // return the next line of the corpora "iris" and "urls"

	subject    string   // the subject of the last line
	statements int      // how many more lines have this subject
	known      []string // some of the subjects so far, which may become objects
}

const maxKnown = 1 << 14

func newGenerator() *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(1, 3987))}
	g.iri, _ = iter.Pull(corpus.All("iris"))
	g.url, _ = iter.Pull(corpus.All("urls"))
	return g
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// line appends a right line to b, without an LF, and returns the extended b.
func (g *generator) line(b []byte) []byte {
	if g.statements == 0 {
		g.subject, g.statements = g.resource(), 1+g.IntN(12)
		if len(g.known) < maxKnown {
			g.known = append(g.known, g.subject)
		} else {
			g.known[g.IntN(maxKnown)] = g.subject
		}
	}
	g.statements--
	b = append(append(b, g.subject...), ' ')
	property := pick(g, properties)
	b = append(append(append(b, '<'), property.iri...), "> "...)
	return append(g.object(b, property.of), " ."...)
}

// resource returns an IRI or a blank node as a term of N-Triples, for subjects and objects.
func (g *generator) resource() string {
	switch n := g.IntN(100); {
	case n < 25:
		return fmt.Sprintf("<http://www.wikidata.org/entity/Q%d>", 1+g.IntN(120_000_000))
	case n < 31:
		return fmt.Sprintf("<http://www.wikidata.org/entity/statement/Q%d-%08X-%04X-%04x-%04X-%012X>", g.IntN(1e8),
			g.Uint32(), g.Uint32()&0xFFFF, g.Uint32()&0xFFFF, g.Uint32()&0xFFFF, g.Uint64()&0xFFFFFFFFFFFF)
	case n < 37:
		return fmt.Sprintf("_:genid%x", g.Uint64())
	case n < 75:
		return "<http://dbpedia.org/resource/" + g.title() + ">"
	}
	iri, _ := g.iri()
	iri, _, _ = strings.Cut(iri, "#")
	iri, _, _ = strings.Cut(iri, "?")
	if g.IntN(6) == 0 {
		iri = escaped(iri)
	}
	return "<" + iri + ">"
}

// title returns a name like those of DBpedia's articles: some English words joined by "_", at times
// with a number, a comma or an apostrophe.
func (g *generator) title() string {
	words := make([]string, 1+g.IntN(4))
	for i := range words {
		w := pick(g, vocabulary["en"])
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	s := strings.Join(words, "_")
	switch g.IntN(12) {
	case 0:
		s += fmt.Sprintf("_(%d)", 1500+g.IntN(520))
	case 1:
		s += ",_" + pick(g, vocabulary["en"])
	case 2:
		s += "__" + strconv.Itoa(1+g.IntN(40))
	case 3:
		s += "'s_" + pick(g, vocabulary["en"])
	}
	return s
}

// object appends an object of the kind of to b, as a term of N-Triples.
func (g *generator) object(b []byte, of kind) []byte {
	switch of {
	case ofType:
		return append(append(append(b, '<'), pick(g, types)...), '>')
	case ofResource:
		if g.IntN(3) > 0 {
			return append(b, pick(g, g.known)...)
		}
		return append(b, g.resource()...)
	case ofLink:
		url, _ := g.url()
		return append(append(append(b, '<'), url...), '>')
	case ofLabel:
		return g.text(b, 1+g.IntN(5))
	case ofComment:
		return g.text(b, 15+g.IntN(80))
	case ofNumber:
		return fmt.Appendf(b, `"%d"^^<http://www.w3.org/2001/XMLSchema#%s>`, g.IntN(1_000_000),
			pick(g, []string{"integer", "integer", "nonNegativeInteger", "positiveInteger"}))
	case ofDecimal:
		return fmt.Appendf(b, `"%d.%04d"^^<http://www.w3.org/2001/XMLSchema#%s>`, g.IntN(1000), g.IntN(10000),
			pick(g, []string{"double", "decimal", "float"}))
	case ofDate:
		return fmt.Appendf(b, `"%d-%02d-%02d"^^<http://www.w3.org/2001/XMLSchema#date>`,
			1500+g.IntN(520), 1+g.IntN(12), 1+g.IntN(28))
	}
	return fmt.Appendf(b, `"%s-%d"`, pick(g, vocabulary["en"]), g.IntN(100_000)) // ofName
}

// text appends a literal to b: some words of a random language, and the tag of this language.
func (g *generator) text(b []byte, words int) []byte {
	language := pick(g, languages)
	b = append(b, '"')
	escaping := g.IntN(25) == 0 // some programs escape all characters outside of ASCII
	for i := range words {
		w := pick(g, vocabulary[language])
		switch n := g.IntN(60); {
		case n == 0:
			w = `\"` + w + `\"`
		case n == 1 && words > 12:
			w += `.\n`
		case n < 4:
			w += ","
		}
		if escaping {
			w = escaped(w)
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return append(append(b, `"@`...), language...)
}

// escaped returns s with an escape of N-Triples, \uHHHH or \UHHHHHHHH, for each character outside
// of ASCII.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < 0x80:
			b.WriteRune(c)
		case c <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			fmt.Fprintf(&b, `\U%08X`, c)
		}
	}
	return b.String()
}
