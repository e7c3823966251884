package build

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// A CompileError says why a rule has no table although it is free of recursion.
type CompileError struct {
	Rule  string
	Stage string // of the pipeline: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, the error of the context …
}

// Error names the rule, the stage, and what went wrong there: for a limit, how far the stage got.
func (e *CompileError) Error() string {
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Stage, e.Err)
}

// Unwrap returns Err.
func (e *CompileError) Unwrap() error { return e.Err }

// fail records why a rule has no table. The rule's definition is the place to mend it.
func (g *Grammar) fail(r *Rule, stage string, err error) {
	r.dfa = nil
	r.Err = &CompileError{Rule: r.Name, Stage: stage, Err: err}
	code := "not-compiled"
	var limit *automaton.LimitError
	if errors.As(err, &limit) {
		code = "limit"
	}
	g.report(syntax.Error, code, r.pos(), len(r.Name), "%v", r.Err)
}
