package build

import (
	"fmt"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// links holds the compiled rules of imports. A document and all documents that it imports, directly
// or indirectly, share one links.
//
// Idea. The rules needed from one import are compiled together. If another document meanwhile needs
// one of these rules, that rule is compiled once more, separately. If that compilation needs the
// same rule again, the rule refers to itself through other documents and gets no table.
//
// Cost. Each rule is compiled at most twice. Once size exceeds maxLinked, no further document is
// compiled.
type links struct {
	done            map[link]*Rule  // the compiled rules
	together, alone map[link]bool   // rules being compiled with others from the same import, and separately
	size            int             // bytes of the documents compiled so far; a document compiled twice counts twice
	called          automata.Called // called rules of all documents
}

// A link identifies an imported rule by its source, the options for reading it, and the rule name.
type link struct {
	source    *syntax.Source
	how, rule string
}

// newLinks returns links without compiled rules.
func newLinks() *links {
	return &links{done: map[link]*Rule{}, together: map[link]bool{}, alone: map[link]bool{}}
}

// Bounds of links.size. A document counts as at least minLinked bytes, so that maxLinked also
// bounds the number of compilations. The imports in the test data need at most 393,216 bytes.
const (
	maxLinked = 16 << 20
	minLinked = 64 << 10
)

// linkTo returns the link to a rule of the import i.
func linkTo(i *names.Import, rule string) link {
	return link{i.Source, fmt.Sprint(i.Grammar, i.How.Dialect, i.How.Repair, i.Octets), rule}
}

// missing returns the reason why the imported rule k is not compiled: its document does not define
// it, the limit maxLinked is exceeded, or it refers to itself through other documents. rule is its
// name in the message.
func (l *links) missing(k link, rule string) error {
	if _, compiled := l.done[k]; compiled {
		return fmt.Errorf("the rule %s does not exist: its document does not define it", rule)
	}
	if l.size > maxLinked {
		return fmt.Errorf("the rule %s is not compiled: imported documents exceed the limit of %d bytes",
			rule, maxLinked)
	}
	return fmt.Errorf("the rule %s refers to itself through other documents", rule)
}

// provide compiles rules of the import i by calling run, and stores the results in l.done. It skips
// each rule that has a result in l.done or is in l.alone. It compiles each rule in l.together with
// a separate call. Above the limit maxLinked, it compiles nothing.
func (l *links) provide(i *names.Import, rules []string, run func(rules []string) *Grammar) {
	var group []string
	for _, rule := range rules {
		switch k := linkTo(i, rule); {
		case l.done[k] != nil || l.alone[k]:
		case l.together[k]:
			if l.fits(i) {
				l.alone[k] = true
				there := run([]string{rule})
				l.done[k] = there.rule(there.automata.Names.Referent(rule))
				delete(l.alone, k)
			}
		default:
			l.together[k] = true
			group = append(group, rule)
		}
	}
	if len(group) == 0 || !l.fits(i) {
		return
	}
	there := run(group)
	for _, rule := range group {
		l.done[linkTo(i, rule)] = there.rule(there.automata.Names.Referent(rule))
	}
}

// fits adds the size of the import's document to l.size and reports whether the sum is within
// maxLinked.
func (l *links) fits(i *names.Import) bool {
	l.size += max(len(i.Source.Text), minLinked)
	return l.size <= maxLinked
}
