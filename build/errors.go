package build

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/automaton"
)

// A CompileError is the reason why a rule has no table, except for a refusal of its recursion, see
// [Rule.Refusal].
type CompileError struct {
	Rule  string
	Stage string // of the pipeline: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, the error of the context …

	shared bool // Err is the rule's share of a limit for the document
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

// fail stores err in r.Err as the reason why r has no table. It reports err at the definition of r,
// where the author can mend it, unless err is a limit: reportLimits reports those.
func (g *Grammar) fail(r *Rule, err error) {
	r.Err = err
	if limit, ok := errors.AsType[*automaton.LimitError](err); ok {
		g.explainLimit(err, limit)
		return
	}
	g.report("not-compiled", r.pos(), len(r.Name), "%v", r.Err)
}

// overLimit returns the error of the rule that exceeded a limit, if err is the error of that rule
// or of a rule that refers to it. For any other error it returns nil.
func overLimit(err error) (met *CompileError) {
	if _, ok := errors.AsType[*automaton.LimitError](err); !ok {
		return nil
	}
	for c, ok := errors.AsType[*CompileError](err); ok; c, ok = errors.AsType[*CompileError](c.Err) {
		met = c
	}
	return met
}

// reportLimits reports each rule that exceeded a limit, and the rules left without a table by it.
func (g *Grammar) reportLimits() {
	without := map[*CompileError][]string{}
	for _, r := range g.Rules {
		if met := overLimit(r.Err); met != nil && met != r.Err {
			without[met] = append(without[met], r.Name)
		}
	}
	for _, r := range g.Rules {
		met := overLimit(r.Err)
		if met == nil || met != r.Err || r.From != "" {
			continue
		}
		text := "there is no table for it"
		if others := without[met]; len(others) > 0 {
			text += ", nor for " + listed(others)
		}
		if !met.shared {
			text += "; smaller counts, or fewer repetitions whose elements overlap, make it smaller"
		}
		g.report("limit", r.pos(), len(r.Name), "%v; %s", met, text)
	}
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
// field.
func (g *Grammar) explainLimit(err error, limit *automaton.LimitError) {
	var c *CompileError
	field := limitFields[limit.Limit]
	if !errors.As(err, &c) || field == "" {
		return
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
		return
	}
	const format = "%w, its share of build.Limits.%s (%d)"
	c.Err = fmt.Errorf(format, c.Err, field, whole)
	c.shared = true
}
