// Package differential asks engines about millions of strings, and compares their verdicts with
// those of the reference engine (machine.Reference). A table of explanations has the known
// differences. Each explanation has a language, a variant of the grammar that describes the engine,
// and it is compiled at run time. A difference without an explanation is an error.
//
// Words:
//
//   - engine: a validator to compare, of the benchmarks' peers.
//   - difference: a string on which an engine and the reference differ.
//   - wrong accept: the engine accepts the string, and the reference does not.
//   - wrong reject: the reference accepts the string, and the engine does not.
package differential

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/irilex/iri/benchmarks/languages"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// An Engine is a validator to compare.
type Engine struct {
	Name, Version string
	Rule          tables.Rule // the rule that the engine claims to accept

	// Ask returns 1 for each accepted string, and 0 for the others.
	Ask func(strings []string) ([]byte, error)
}

// An Explanation is a row of the table of known differences: the reason for some differences of an
// engine. It explains a wrong accept if its language has the string, and a wrong reject if its
// language lacks the string.
type Explanation struct {
	Engine   string // the name of the engine
	Rule     string // the name of the engine's rule, which gives the right verdicts
	Variant  string // the name of the language, for people
	With     string // ABNF that makes the variant from the grammar, see [languages.Language]
	Accepts  bool   // whether it explains wrong accepts; else it explains wrong rejects
	Reason   string
	Issue    string // an issue about it in the engine's project, or ""
	Found    int    // the number of differences explained so far
	Shortest string // the shortest string of these differences
}

// language returns the language of the explanation: the variant of rule r made by x.With.
func (x *Explanation) language(r tables.Rule) languages.Language {
	return languages.Language{Grammar: r.Grammar(), Rule: r.Name(), With: x.With}
}

// A Difference is a string on which an engine and the reference differ.
type Difference struct {
	Engine  string `json:"engine"`
	Text    string `json:"text"`    // the generated string
	Short   string `json:"short"`   // a shorter string with a difference, made of Text by shorten
	Accepts bool   `json:"accepts"` // the verdict of the engine
}

// String describes the difference in words.
func (d Difference) String() string {
	how := "rejects the member"
	if d.Accepts {
		how = "accepts"
	}
	return fmt.Sprintf("%s %s %+q (found as %+q)", d.Engine, how, d.Short, d.Text)
}

// A Result counts the strings given to an engine, those that it accepted, and its differences from
// the reference: wrong verdicts, and how many of them an Explanation explains.
type Result struct {
	Name, Version, Rule        string
	Strings                    int
	Accepted                   int
	WrongAccepts, WrongRejects int
	Explained, Unexplained     int
	Error                      string // why the engine failed, or ""; after a failure it is left out
	explanations               []*Explanation
	unexplained                []Difference
}

// kept is the largest number of unexplained differences of an engine that are shortened and
// printed.
const kept = 10

// A Comparison compares engines on chunks of strings, and has the results so far.
type Comparison struct {
	Engines      []Engine
	Results      []Result
	Explanations []Explanation

	references map[tables.Rule]*machine.Reference
	shortened  map[string]bool
}

// New prepares a comparison of the engines. Explanations for other engines stay unused.
func New(engines []Engine, explanations []Explanation) (*Comparison, error) {
	c := &Comparison{Engines: engines, Explanations: slices.Clone(explanations),
		references: map[tables.Rule]*machine.Reference{}, shortened: map[string]bool{}}
	for _, e := range engines {
		if c.references[e.Rule] == nil {
			m, err := machine.Of(e.Rule)
			if err != nil {
				return nil, err
			}
			c.references[e.Rule] = m.Reference()
		}
		r := Result{Name: e.Name, Version: e.Version, Rule: e.Rule.Grammar() + " " + e.Rule.Name()}
		for i := range c.Explanations {
			if x := &c.Explanations[i]; x.Engine == e.Name && x.Rule == e.Rule.Name() {
				r.explanations = append(r.explanations, x)
			}
		}
		c.Results = append(c.Results, r)
	}
	return c, nil
}

// Chunk compares all engines on some strings, and adds the counts to the results. It leaves out
// engines that have failed.
func (c *Comparison) Chunk(strings []string) {
	want := map[tables.Rule][]byte{}
	for rule, reference := range c.references {
		verdicts := make([]byte, len(strings))
		for i, s := range strings {
			if reference.Valid(s) {
				verdicts[i] = 1
			}
		}
		want[rule] = verdicts
	}
	for i, e := range c.Engines {
		r := &c.Results[i]
		if r.Error != "" {
			continue
		}
		got, err := e.Ask(strings)
		if err == nil && len(got) != len(strings) {
			err = fmt.Errorf("%d verdicts about %d strings", len(got), len(strings))
		}
		if err == nil {
			err = c.judge(e, r, strings, got, want[e.Rule])
		}
		if err != nil {
			r.Error = err.Error()
		}
	}
}

func (c *Comparison) judge(e Engine, r *Result, strings []string, got, want []byte) error {
	r.Strings += len(strings)
	for i, s := range strings {
		r.Accepted += int(got[i])
		if got[i] == want[i] {
			continue
		}
		d := Difference{Engine: e.Name, Text: s, Accepts: got[i] == 1}
		if d.Accepts {
			r.WrongAccepts++
		} else {
			r.WrongRejects++
		}
		if x, err := r.explain(e.Rule, s, d.Accepts); err != nil {
			return err
		} else if x != nil {
			r.Explained++
			if x.Found++; x.Found == 1 || shorter(s, x.Shortest) {
				x.Shortest = s
			}
			continue
		}
		if r.Unexplained++; len(r.unexplained) >= kept {
			continue
		}
		short, err := c.shorten(e, r, d)
		if err != nil {
			return err
		}
		if d.Short = short; !c.shortened[e.Name+"\x00"+short] {
			c.shortened[e.Name+"\x00"+short] = true
			r.unexplained = append(r.unexplained, d)
		}
	}
	return nil
}

// shorter reports whether a comes before b in the order by length, and by bytes for equal lengths.
func shorter(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0
}

// explain returns the first explanation of a difference on s, or nil without one. accepts is the
// verdict of the engine about s. The explanation must have the same verdict: its language has s if
// and only if accepts is true.
func (r *Result) explain(rule tables.Rule, s string, accepts bool) (*Explanation, error) {
	for _, x := range r.explanations {
		if x.Accepts != accepts {
			continue
		}
		reference, err := x.language(rule).Reference()
		if err != nil {
			return nil, fmt.Errorf("the explanation %q: %w", x.Variant, err)
		}
		if reference.Valid(s) == accepts {
			return x, nil
		}
	}
	return nil, nil
}

// Unexplained returns the differences without an explanation, at most kept for each engine.
func (c *Comparison) Unexplained() (all []Difference) {
	for _, r := range c.Results {
		all = append(all, r.unexplained...)
	}
	return all
}

// Unused returns those explanations for the compared engines that have explained no difference.
func (c *Comparison) Unused() (unused []Explanation) {
	for _, r := range c.Results {
		for _, x := range r.explanations {
			if x.Found == 0 {
				unused = append(unused, *x)
			}
		}
	}
	return unused
}
