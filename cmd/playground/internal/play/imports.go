package play

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// maxOffers is the maximum number of offers: the best ones.
const maxOffers = 3

// An offer is a bundled grammar that defines names which the document does not define.
type offer struct {
	Grammar string `json:"grammar"`
	Defines int    `json:"defines"` // how many of the missing names
	Missing int    `json:"missing"`
}

// definitions are the names, folded, that a bundled grammar defines.
type definitions struct {
	grammar build.Bundled
	names   map[string]bool
}

// missing returns the names in a document that no rule defines.
func missing(l *syntax.List) (names []string) {
	for _, x := range l.Items {
		if x.Code == "undefined-rule" {
			names = append(names, l.Source.Text[x.Pos:int(x.Pos)+x.Len])
		}
	}
	return names
}

// offers ranks the bundled grammars in the notation of a document by how many of the missing names
// they define. Usual grammars that define only names of better ones come last; others are omitted.
func (s *Session) offers(missing []string, dialect syntax.Dialect, imported []string) []offer {
	first, last := []offer{}, []offer{} // not nil, which JSON writes as null
	if len(missing) == 0 {
		return first
	}
	found := map[string][]string{} // by grammar
	var grammars []string
	for _, d := range s.definitions() {
		for _, name := range missing {
			if d.grammar.Dialect == dialect && d.names[dialect.FoldName(name)] {
				found[d.grammar.Name] = append(found[d.grammar.Name], name)
			}
		}
		if len(found[d.grammar.Name]) > 0 && !slices.Contains(imported, d.grammar.Name) {
			grammars = append(grammars, d.grammar.Name)
		}
	}
	slices.SortStableFunc(grammars, func(a, b string) int { return cmp.Compare(len(found[b]), len(found[a])) })
	covered := map[string]bool{}
	for _, grammar := range grammars {
		o := offer{grammar, len(found[grammar]), len(missing)}
		if slices.ContainsFunc(found[grammar], func(name string) bool { return !covered[name] }) {
			first = append(first, o)
		} else if slices.Contains(usual, grammar) {
			last = append(last, o)
		}
		for _, name := range found[grammar] {
			covered[name] = true
		}
	}
	list := append(first, last...)
	return list[:min(len(list), maxOffers)]
}

// usual lists the grammars to which most documents refer. They are offered first among equals, as
// in the message about a missing name.
var usual = []string{"rfc9110", "rfc3986", "rfc3987"}

// definitions reads the bundled grammars when they are needed for the first time.
func (s *Session) definitions() []definitions {
	if s.defined != nil {
		return s.defined
	}
	for _, b := range build.BundledGrammars() {
		document, _ := notation.ReadWith(b.Source(), notation.ReadOptions{Dialect: b.Dialect})
		d := definitions{b, map[string]bool{}}
		for _, h := range document.Holders() {
			d.names[b.Dialect.FoldName(h.Name)] = true
		}
		s.defined = append(s.defined, d)
	}
	rank := func(d definitions) int { return slices.Index(usual, d.grammar.Name) }
	slices.SortStableFunc(s.defined, func(a, b definitions) int {
		return cmp.Compare(uint(rank(a)), uint(rank(b))) // -1 becomes the largest number
	})
	return s.defined
}
