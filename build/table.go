package build

import (
	"errors"
	"fmt"
	"strings"

	"github.com/irilex/iri/tables"
)

// Table returns the table of the rule that [Grammar.Rule] finds for name. If there is no table,
// the error has the reason: the grammar has no such rule, no table reads its recursion, or it
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

// Reason returns, in words, why r has no table.
func (r *Rule) Reason() string { return r.reason().Error() }

// reason returns, as an error, why r has no table.
func (r *Rule) reason() error {
	switch {
	case r.Err != nil:
		if c, ok := errors.AsType[*CompileError](r.Err); ok {
			return c.Err
		}
		return r.Err
	case r.From != "":
		return fmt.Errorf("it is the rule %s of another grammar", r.From)
	case r.Kind == Depends && r.shut != nil:
		return r.shut
	case r.shut != nil:
		return fmt.Errorf("it is recursive (%s): %s; %w", r.Kind, r.CycleText(), r.shut)
	}
	return errors.New("it was not compiled")
}

// longestCycle is the largest number of rules that CycleText writes. It suffices for real
// grammars: the longest cycle in XRI 3.0 has 10. Without this bound each rule in a ring of 10,000
// rules would have a text of 10,000 names.
const longestCycle = 32

// CycleText returns the cycle of a recursive rule as text, "value -> array -> value". It leaves
// out the rules after the first longestCycle. It returns "" for a rule without recursion.
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

// finite returns nil for a rule with a finite automaton. For any other rule it returns an error:
// the rule is not compiled, or its table counts.
func (r *Rule) finite() error {
	switch made := r.made(); {
	case made.Counts():
		const format = "the table of the rule %s counts the calls of %s: it is no finite automaton"
		return fmt.Errorf(format, r.Name, made.Calls.Rule.Name)
	case made.DFA == nil:
		return fmt.Errorf("the rule %s is not compiled", r.Name)
	}
	return nil
}
