package build

import (
	"context"
	"fmt"

	"github.com/irilex/iri/build/internal/earley"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A Parser matches strings against a rule by its definition, without a table. It suits rules whose
// recursion no table can match, and rules over the [Limits]. Its verdicts are exact. A Parser reads
// one string at a time; [Parser.Clone] returns another.
type Parser struct {
	rule    *Rule
	limit   int64
	network *earley.Network
	parser  *earley.Parser
}

// DefaultWork is the default limit of a [Parser] in steps. A million of them take about 20 ms, and
// a byte of JSON or SPARQL takes about a hundred.
const DefaultWork = 100_000_000

// A WorkError reports that a string takes more steps than a [Parser] may spend on it. Its Offset is
// the number of bytes read.
type WorkError = earley.WorkError

// Parser returns a parser for the rule that [Grammar.Rule] finds for name. For each string it takes
// at most limit steps. A step compares one element of a definition with the string at one place, or
// records that it is reached; what must be remembered for later places counts as 20 steps. So the
// limit bounds memory too. The error reports that there is no such rule, that the rule reaches one
// whose definition is missing or could not be read, or that choice is ordered ([PEG]).
func (g *Grammar) Parser(name string, limit int64) (*Parser, error) {
	return g.parser(name, limit, earley.Inline)
}

// parser is like Parser; for inline see [earley.New].
func (g *Grammar) parser(name string, limit int64, inline int) (*Parser, error) {
	r, err := g.Find(name)
	if err != nil {
		return nil, err
	}
	if g.Semantics == PEG {
		return nil, fmt.Errorf("the rule %s has no parser: PEG semantics do not support recursive rules", r.Name)
	}
	network, err := earley.New(r.definition(), inline)
	if err != nil {
		return nil, fmt.Errorf("the rule %s has no parser: %w", r.Name, err)
	}
	return &Parser{r, limit, network, network.NewParser(limit)}, nil
}

// definition returns the definition of r for package earley.
func (r *Rule) definition() earley.Rule {
	imported := func(to *names.Rule) (earley.Rule, bool) {
		if there := r.in.rule(to).origin; there != nil {
			return there.definition(), true
		}
		return earley.Rule{}, false
	}
	return earley.Rule{Rule: r.names, Names: r.in.automata.Names, Classes: r.in.automata.Classes, Imported: imported}
}

// Clone returns another parser for the same rule.
func (p *Parser) Clone() *Parser {
	clone := *p
	clone.parser = p.network.NewParser(p.limit)
	return &clone
}

// Superset returns a table with the name of the rule that matches every string.
func (p *Parser) Superset() (tables.Rule, error) {
	m := &machine.Machine{
		Grammar: p.rule.in.Name, Name: p.rule.Name, Exactness: tables.Superset, Count: 1, Start: 1,
		Accept: []bool{false, true}, Next: []uint16{0, 1},
		Words: []string{"any byte"}, Expect: [][]int{nil, {0}},
	}
	return m.Encode()
}

// Rule returns the rule.
func (p *Parser) Rule() *Rule { return p.rule }

// Match reports whether the rule matches text. If not, offset is the length in bytes of the longest
// beginning of text that could begin a member, as far as the definitions tell without their
// differences. The error is a [*WorkError] if the limit is exceeded, or the context's error.
func (p *Parser) Match(ctx context.Context, text string) (ok bool, offset int, err error) {
	return p.parser.Match(ctx, text)
}
