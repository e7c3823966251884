package build

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// A CompileError is the reason why a rule has no table, except for a refusal of its recursion, see
// [Rule.Refusal].
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

// failed returns err as the error of r in a stage of the pipeline.
func (r *Rule) failed(stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// fail stores err in r.Err as the reason why r has no table, and reports it as a diagnostic. The
// diagnostic stands at the definition of r, because the author can mend r there.
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

// limitFields are the names of limits in an [automaton.LimitError], with the fields of [Limits]
// that set them. The number of DFA states is not among them, because a table has no room for more.
var limitFields = map[string]string{
	"NFA states":                   "Automata.NFAStates",
	"subset states":                "Automata.Subsets",
	"transitions":                  "Automata.Transitions",
	"steps":                        "Automata.Steps",
	"bytes":                        "Automata.Bytes",
	"copies of a repeated element": "Copies",
}

// explainLimit adds to the message of err the name of the field of [Limits] that sets limit. If
// limit is a rule's share of that field, dealt by [budget], it also adds the value of the whole
// field and returns true. Otherwise it returns false.
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
