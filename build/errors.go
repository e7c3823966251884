package build

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// A CompileError is the reason why a rule has no table, other than a refusal of its
// recursion.
type CompileError struct {
	Rule  string
	Stage string // of the pipeline: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, the error of the context …
}

// Error names the rule, the stage, and the cause: for a limit, the progress of the stage.
func (e *CompileError) Error() string {
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Stage, e.Err)
}

// Unwrap returns Err.
func (e *CompileError) Unwrap() error { return e.Err }

// failed returns the error of a stage for the rule.
func (r *Rule) failed(stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// fail records and reports the reason why a rule has no table. It reports it at the rule's
// definition, because the author can mend it there.
func (g *Grammar) fail(r *Rule, err error) {
	code, remedy := syntax.Code("not-compiled"), ""
	var limit *automaton.LimitError
	if errors.As(err, &limit) {
		code, remedy = "limit", "; smaller counts, or fewer repetitions whose elements overlap, make it smaller"
		if shared := g.explainLimit(err, limit); shared && g.asked == nil {
			remedy = fmt.Sprintf("; -r %s compiles it with a larger share", r.Name)
		}
	}
	r.Err = err
	g.report(code, r.pos(), len(r.Name), "%v%s", r.Err, remedy)
}

// limitFields are the fields of [Limits] named in an [automaton.LimitError]. The number of
// DFA states is not among them, because a table has no room for more.
var limitFields = map[string]string{
	"NFA states":                   "Automata.NFAStates",
	"subset states":                "Automata.Subsets",
	"transitions":                  "Automata.Transitions",
	"steps":                        "Automata.Steps",
	"bytes":                        "Automata.Bytes",
	"copies of a repeated element": "Copies",
}

// explainLimit adds the name of the field of [Limits] to an error. If the limit is one
// rule's share of the field, it also adds the value of the field, and returns true.
func (g *Grammar) explainLimit(err error, limit *automaton.LimitError) (shared bool) {
	var c *CompileError
	field := limitFields[limit.Limit]
	if !errors.As(err, &c) || field == "" {
		return false
	}
	whole := limit.Max
	switch limit.Limit {
	case "steps":
		whole = g.limits.Automata.Steps
	case "transitions":
		whole = g.limits.Automata.Transitions
	}
	if limit.Max == whole {
		c.Err = fmt.Errorf("%w (build.Limits.%s)", c.Err, field)
		return false
	}
	const format = "%w, its share of build.Limits.%s (%d)"
	c.Err = fmt.Errorf(format, c.Err, field, whole)
	return true
}
