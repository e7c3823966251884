package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/tables"
)

// This file connects the rules of the bundled grammar formats to package formats, which checks what
// a standard requires beyond the rule's table.

// shelf is the name of the grammar of formats. It has no main rule. Commands also accept the names
// in package formats, such as uri for the rule URI of RFC 3986.
const shelf = "formats"

// ruleNames returns the names of the rules of a grammar, and of the formats.
func (g *shipped) ruleNames() []string {
	names := g.Names()
	if g.Name != shelf {
		return names
	}
	rest := slices.DeleteFunc(names, func(name string) bool { return slices.Contains(formats.Names(), name) })
	return append(formats.Names(), rest...)
}

// format returns the rule with a name, and its format. If the rule does not define a format, f is
// the zero Format.
func (g *shipped) format(ctx context.Context, name string) (f formats.Format, r tables.Rule, err error) {
	if g.Name == shelf {
		if f, ok := formats.Lookup(tables.FoldName(name)); ok {
			return f, f.Rule(), nil
		}
		if tables.FoldName(name) == "regex" {
			return f, "", errors.New("there is no format regex: expressions of ECMA-262 are not supported")
		}
	}
	r, err = g.rule(ctx, name)
	return f, r, err
}

// classifier returns a classifier for the named formats and rules, or for all formats.
func (g *shipped) classifier(ctx context.Context, names []string) (k classifier, err error) {
	if len(names) == 0 {
		names = formats.Names()
	}
	var rules []tables.Rule
	for _, name := range names {
		f, r, err := g.format(ctx, name)
		if err != nil {
			return k, err
		}
		if name = cmp.Or(f.Name(), r.Name()); !slices.Contains(k.names, name) {
			k.names, rules, k.formats = append(k.names, name), append(rules, r), append(k.formats, f)
		}
	}
	k.rules = rules
	k.matcher = func() func([]byte) []int {
		step := newLockstep(rules, maxStates)
		var list []int
		return func(text []byte) []int {
			list = list[:0]
			for _, i := range step.match(text) {
				if k.formats[i].CheckProse(files.View(text)) == nil {
					list = append(list, i)
				}
			}
			return list
		}
	}
	return k, nil
}

// needsRule returns the usage error for the grammar of formats if no rule is named.
func (s *selection) needsRule(cmd *cobra.Command) error {
	return program.Usagef(cmd, `name a format with -r, such as -r date-time; "iri rules -g %s" lists them`, s.grammar)
}

// proseOf returns the function that a fault.Examiner needs for a format, or nil if its rule
// suffices.
func proseOf(f formats.Format) func(text string) (code, message string, offset, length int) {
	if f.TableSuffices() {
		return nil
	}
	return func(text string) (string, string, int, int) {
		if e, ok := errors.AsType[*formats.Error](f.CheckProse(text)); ok {
			return fault.Format, e.Message, e.Offset, e.Length
		}
		return "", "", 0, 0
	}
}

// validProse returns the function that records.Options need for a format, or nil if its rule
// suffices.
func validProse(f formats.Format) func(text string) bool {
	if f.TableSuffices() {
		return nil
	}
	return func(text string) bool { return f.CheckProse(text) == nil }
}
