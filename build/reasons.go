package build

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/syntax"
)

// A CompileError is the reason why a rule has no table, except for a refusal of its recursion, see
// [Rule.Refusal].
type CompileError = automata.CompileError

// An UnresolvedError is the reason why a rule cannot be compiled: the names in its definition for
// which there is no compiled rule.
type UnresolvedError struct{ Names []string }

// Error lists the names, eight at most, and counts the others.
func (e *UnresolvedError) Error() string { return "cannot be compiled without " + listed(e.Names) }

// listed lists names, eight at most, and counts the others.
func listed(names []string) string {
	const most = 8
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}

// A tabler makes the tables of a grammar's rules, and stores them, or the reasons why there are
// none, in the rules.
type tabler struct {
	*Grammar
	opt Options
}

// compilable reports whether r can be lowered. The definition of r must be read and not broken.
// Each rule it refers to must have an automaton, or be in its circle. If r cannot be lowered,
// compilable stores the reason in r.shut if it is recursion, else in r.Err.
func (r *Rule) compilable() bool {
	if r.names.Broken != nil {
		r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: r.names.Broken}
		return false
	}
	missing := append([]string(nil), r.names.Missing...)
	if r.names.Unread {
		missing = append(missing, "its definition, which could not be read")
	}
	var over *CompileError
	for _, to := range r.in.rules(r.names.Refs) {
		switch {
		case to.made().Any() != nil || r.in.automata.Graph.Together(to.names, r.names):
		case to.shut != nil && to.Err == nil:
			r.shut = fmt.Errorf("it depends on %s, which has no table", to.Name)
		case overLimit(to.Err) != nil:
			over = cmp.Or(over, overLimit(to.Err))
		default:
			missing = append(missing, to.Name)
		}
	}
	switch {
	case len(missing) > 0:
		r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: &UnresolvedError{missing}}
	case over != nil:
		r.Err = r.depends(over)
	}
	return len(missing) == 0 && over == nil && r.shut == nil
}

// depends returns the error of r for the error of a rule that met a limit and to which r refers,
// directly or through others.
func (r *Rule) depends(over *CompileError) error {
	return r.failed("resolve", fmt.Errorf("it depends on %w", over))
}

// compilable reports whether all of rules, a circle or a single rule, can be lowered, see
// [Rule.compilable]. If one of them cannot, compilable records it as the reason in all others: in
// Err, or in shut if its reason is recursion.
func compilable(rules []*Rule) bool {
	var bad *Rule
	for _, r := range rules {
		if !r.compilable() && (bad == nil || bad.Err == nil) {
			bad = r
		}
	}
	for _, r := range rules { // the rules other than bad get a reason with the name of bad
		switch {
		case bad == nil || r.Err != nil || r.shut != nil:
		case overLimit(bad.Err) != nil:
			r.Err = r.depends(overLimit(bad.Err))
		case bad.Err != nil:
			r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: &UnresolvedError{[]string{bad.Name}}}
		default:
			r.shut = fmt.Errorf("it depends on %s, which has no table", bad.Name)
		}
	}
	return bad == nil
}

// failAll stores err as the reason why a circle has no tables, as fail does for one rule. It
// reports only the rule that err names, or else rules[0]. The errors of the other rules wrap err.
func (t *tabler) failAll(rules []*Rule, err error) {
	bad := rules[0]
	if c, ok := errors.AsType[*CompileError](err); !ok {
		err = bad.failed("recursion", err)
	} else if i := slices.IndexFunc(rules, func(r *Rule) bool { return r.Name == c.Rule }); i >= 0 {
		bad = rules[i]
	}
	t.fail(bad, err)
	for _, r := range rules {
		if r != bad {
			r.Err = r.failed("recursion", fmt.Errorf("it refers to itself by way of %w", bad.Err))
		}
	}
}

// failed returns err as the error of r in a stage of the pipeline.
func (r *Rule) failed(stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// fail stores err in r.Err as the reason why r has no table. It reports err at the definition of r,
// where the author can mend it, unless err is a limit: reportLimits reports those.
func (t *tabler) fail(r *Rule, err error) {
	r.Err = err
	if limit, ok := errors.AsType[*automaton.LimitError](err); ok {
		t.explainLimit(err, limit)
		return
	}
	t.Diagnostics.Add(syntax.NewDiagnostic("not-compiled", r.names.Pos(), len(r.Name), "%v", r.Err))
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
func (t *tabler) reportLimits() {
	without := map[*CompileError][]string{}
	for _, r := range t.Rules {
		if met := overLimit(r.Err); met != nil && met != r.Err {
			without[met] = append(without[met], r.Name)
		}
	}
	for _, r := range t.Rules {
		met := overLimit(r.Err)
		if met == nil || met != r.Err || r.From != "" {
			continue
		}
		text := "there is no table for it"
		if others := without[met]; len(others) > 0 {
			text += ", nor for " + listed(others)
		}
		if limit, _ := errors.AsType[*automaton.LimitError](met); limit.Max == t.wholeOf(limit) {
			text += "; smaller counts, or fewer repetitions whose elements overlap, make it smaller"
		}
		t.Diagnostics.Add(syntax.NewDiagnostic("limit", r.names.Pos(), len(r.Name), "%v; %s", met, text))
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

// wholeOf returns the whole of the field of [Limits] that sets limit.
func (t *tabler) wholeOf(limit *automaton.LimitError) int64 {
	switch limit.Limit {
	case "steps":
		return t.limits.Automata.Steps
	case "transitions":
		return t.limits.Automata.Transitions
	}
	return limit.Max
}

// explainLimit adds to the message of err the name of the field of [Limits] that sets limit. If
// limit is a rule's share of that field, dealt by [budget], it also adds the value of the whole
// field.
func (t *tabler) explainLimit(err error, limit *automaton.LimitError) {
	var c *CompileError
	field := limitFields[limit.Limit]
	if !errors.As(err, &c) || field == "" {
		return
	}
	if whole := t.wholeOf(limit); limit.Max == whole {
		c.Err = fmt.Errorf("%w (build.Limits.%s)", c.Err, field)
	} else {
		c.Err = fmt.Errorf("%w, its share of build.Limits.%s (%d)", c.Err, field, whole)
	}
}
