package grammar

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A Work is the value of --max-work.
type Work struct{ steps int64 }

// Flag adds --max-work to a command.
func (w *Work) Flag(cmd *cobra.Command) {
	cmd.Flags().Int64Var(&w.steps, "max-work", build.DefaultWork,
		"for a rule without a table: spend at most `N` parser steps on a line")
	cmd.RegisterFlagCompletionFunc("max-work", cobra.NoFileCompletions)
}

// A Parser decides texts for a rule without a table. Its methods may be called concurrently.
type Parser struct {
	// Table is a table with the name of the rule that matches every text, for readers that need
	// one.
	Table tables.Rule

	ctx  context.Context
	name string
	pool sync.Pool // of *build.Parser

	mutex sync.Mutex
	err   error // the first error of Valid
}

// Parser returns a parser for a rule of g that has no table, and prints on stderr that it decides.
// It returns nil if there is no such rule, if the rule has a table, if how requests an
// approximation, or if the rule has no parser either: then [Table] returns the reason.
func (w Work) Parser(cmd *cobra.Command, g *build.Grammar, name string, how Recursion) (*Parser, error) {
	r, err := g.Find(name)
	if err != nil || r.Table != "" || how.Option() != (build.Recursion{}) {
		return nil, nil
	}
	if w.steps < 1 {
		return nil, program.Usagef(cmd, "--max-work must be at least 1: %d", w.steps)
	}
	general, err := g.Parser(name, w.steps)
	if err != nil {
		return nil, nil
	}
	p := &Parser{ctx: cmd.Context(), name: r.Name}
	p.pool.New = func() any { return general.Clone() }
	if p.Table, err = general.Superset(); err != nil {
		return nil, err
	}
	program.Tell(cmd, "no table reads the rule %s; a general parser does, more slowly: %s", r.Name, r.Reason())
	return p, nil
}

// Match reports whether the rule matches a text. If not, offset is the place where the parser
// stops: see [build.Parser.Match]. The error is a [*build.WorkError], or the context's error.
func (p *Parser) Match(text string) (ok bool, offset int, err error) {
	b := p.pool.Get().(*build.Parser)
	defer p.pool.Put(b)
	if ok, offset, err = b.Match(p.ctx, text); errors.As(err, new(*build.WorkError)) {
		err = fmt.Errorf("%w; --max-work allows more", err)
	}
	return ok, offset, err
}

// Valid is like Match, but keeps the error for Err.
func (p *Parser) Valid(text string) bool {
	ok, _, err := p.Match(text)
	if err != nil {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if p.err == nil {
			p.err = err
		}
	}
	return ok
}

// Err returns the first error of Valid, whose verdict was wrong, or nil. The receiver may be nil.
func (p *Parser) Err() error {
	if p == nil {
		return nil
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.err
}

// Fault describes the error in a text that the rule does not match. It is the function that a
// fault.Examiner needs.
func (p *Parser) Fault(text string) (code, message string, offset, length int) {
	_, offset, _ = p.Match(text)
	char, length := utf8.DecodeRuneInString(text[offset:])
	found := `"` + text[offset:offset+length] + `"`
	switch {
	case length == 0:
		return "incomplete", "the text ends too early for the rule " + p.name, offset, 0
	case char == utf8.RuneError && length == 1:
		found = fmt.Sprintf("the byte 0x%02X", text[offset])
	case char == '"':
		found = `'"'`
	}
	return "illegal-character", found + " is not allowed here", offset, length
}
