package build

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/tables"
)

// A CompileError is the reason why a rule has no table, unless the reason is recursion (see
// [Rule.Refusal]).
type CompileError = automata.CompileError

// An UnresolvedError lists the names in a rule's definition that do not name a compiled rule.
type UnresolvedError struct{ Names []string }

// Error lists up to eight names and counts the others.
func (e *UnresolvedError) Error() string { return "cannot be compiled without " + listed(e.Names) }

// Table returns the table of the rule that [Grammar.Rule] finds for name. If there is no table, the
// error is the reason: the grammar has no such rule, no table can match its recursion, or the rule
// could not be compiled.
func (g *Grammar) Table(name string) (tables.Rule, error) {
	r, err := g.Find(name)
	switch {
	case err != nil:
		return "", err
	case r.Table == "":
		return "", fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
	}
	return r.Table, nil
}

// Reason returns the reason why r has no table.
func (r *Rule) Reason() string { return r.reason().Error() }

// reason is like Reason but returns an error.
func (r *Rule) reason() error {
	switch {
	case r.Err != nil:
		var c *CompileError
		if errors.As(r.Err, &c) {
			return c.Err
		}
		return r.Err
	case r.From != "":
		return fmt.Errorf("it is the imported rule %s", r.From)
	case r.Kind == Depends && r.refusal != nil:
		return r.refusal
	case r.refusal != nil:
		return fmt.Errorf("it is recursive (%s): %s; %w", r.Kind, r.CycleText(), r.refusal)
	}
	return errors.New("it was not compiled")
}

// longestCycle is the maximum number of rules that CycleText includes. It suffices for real
// grammars: the longest cycle, in XRI 3.0, contains 10 rules. Without this bound, the text for each
// rule in a cycle of 10,000 rules would contain 10,000 names.
const longestCycle = 32

// CycleText returns the cycle of a recursive rule as text, such as "value -> array -> value". It
// omits the rules after the first longestCycle rules, and returns "" for a rule without recursion.
func (r *Rule) CycleText() string {
	cycle := r.Cycle()
	if len(cycle) == 0 {
		return ""
	}
	var b strings.Builder
	for i, to := range cycle {
		if i == longestCycle {
			fmt.Fprintf(&b, "… %d more … -> ", len(cycle)-i)
			break
		}
		b.WriteString(to.Name + " -> ")
	}
	return b.String() + r.Name
}

// finite returns nil if r has a finite automaton. Otherwise the error reports that r is not
// compiled or that its table counts calls.
func (r *Rule) finite() error {
	switch made := r.made(); {
	case made.Counts():
		const format = "the table for the rule %s counts calls to %s, so it is not a finite automaton"
		return fmt.Errorf(format, r.Name, made.Calls.Rule.Name)
	case made.DFA == nil:
		return fmt.Errorf("the rule %s is not compiled", r.Name)
	}
	return nil
}

// compilable reports whether all the rules, a cycle or a single rule, can be lowered. If one of
// them cannot be lowered, compilable records that rule as the reason in the others: in refusal if
// recursion prevents lowering it, else in Err.
func compilable(rules []*Rule) bool {
	var bad *Rule
	for _, r := range rules {
		if !r.lowerable() && (bad == nil || bad.Err == nil) {
			bad = r
		}
	}
	for _, r := range rules {
		switch {
		case bad == nil || r.Err != nil || r.refusal != nil:
		case overLimit(bad.Err) != nil:
			r.Err = r.depends(overLimit(bad.Err))
		case bad.Err != nil:
			r.Err = r.failed("resolve", &UnresolvedError{[]string{bad.Name}})
		default:
			r.refusal = fmt.Errorf("it depends on %s, which has no table", bad.Name)
		}
	}
	return bad == nil
}

// lowerable reports whether r can be lowered. The definition of r must have been read and must not
// be broken. Each rule it refers to must have an automaton or belong to the same cycle. If r cannot
// be lowered, lowerable stores the reason: in r.refusal if the reason is recursion, else in r.Err.
func (r *Rule) lowerable() bool {
	if r.names.Broken != nil {
		r.Err = r.failed("resolve", r.names.Broken)
		return false
	}
	missing := slices.Clone(r.names.Missing)
	if r.names.Unread {
		missing = append(missing, "its definition, which could not be read")
	}
	var over *CompileError
	for _, to := range r.in.rules(r.names.Refs) {
		switch {
		case to.made().Any() != nil || r.in.automata.Graph.Together(to.names, r.names):
		case to.refusal != nil && to.Err == nil:
			r.refusal = fmt.Errorf("it depends on %s, which has no table", to.Name)
		case overLimit(to.Err) != nil:
			over = cmp.Or(over, overLimit(to.Err))
		default:
			missing = append(missing, to.Name)
		}
	}
	switch {
	case len(missing) > 0:
		r.Err = r.failed("resolve", &UnresolvedError{missing})
	case over != nil:
		r.Err = r.depends(over)
	}
	return len(missing) == 0 && over == nil && r.refusal == nil
}

// depends returns the error of r if r refers, directly or indirectly, to a rule that exceeded a
// limit with the error over.
func (r *Rule) depends(over *CompileError) error {
	return r.failed("resolve", fmt.Errorf("it depends on %w", over))
}

// failed wraps err as the error of r in a stage or step.
func (r *Rule) failed(stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// overLimit returns the error of the rule that exceeded a limit, if err comes from that rule or
// from a rule that refers to it. For any other error it returns nil.
func overLimit(err error) (met *CompileError) {
	if !errors.As(err, new(*automaton.LimitError)) {
		return nil
	}
	for c := (*CompileError)(nil); errors.As(err, &c); err = c.Err {
		met = c
	}
	return met
}

// listed lists up to eight names and counts the others.
func listed(names []string) string {
	const most = 8
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}
