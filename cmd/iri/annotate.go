package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// Values of --as.
const (
	asText   = "text"
	asJSON   = "json"
	asGitHub = "github"
	asSARIF  = "sarif"
)

var styles = []string{asText, asJSON, asGitHub, asSARIF}

// styleFlags adds the flags that select how diagnostics are printed.
func (c *check) styleFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.as, "as", asText,
		"print diagnostics as `STYLE`: text, json (an object per line), github (annotations) or sarif")
	cmd.Flags().BoolVar(&c.json, "json", false, "same as --as json")
	cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(styles, cobra.ShellCompDirectiveNoFileComp))
}

// style checks the value of --as.
func (c *check) style(cmd *cobra.Command) error {
	if !slices.Contains(styles, c.as) {
		return program.Usagef(cmd, "--as takes %s, not %q", strings.Join(styles, ", "), c.as)
	}
	if c.json {
		c.as = asJSON
	}
	return nil
}

// annotate prints a diagnostic for a program that displays it at the line of the file.
func (t *tally) annotate(l *files.Line, f *fault.Fault, severity string) error {
	d := program.Annotation{
		File: l.File, Line: l.Number, Column: f.Column, EndLine: l.Number, EndColumn: f.EndColumn(),
		Offset: f.Offset, Length: f.Length, Severity: severity, Code: f.Code, Message: f.Text(),
	}
	if t.check.as == asGitHub {
		return program.GitHub(t.pass.Out, d)
	}
	t.codes[f.Code] = true
	_, err := t.pass.Out.Write(program.AppendResult(nil, d, -1))
	return err
}

// run describes the run for a SARIF document.
func (t *tally) run() program.SARIFRun {
	run := program.SARIFRun{
		Tool: "iri", Complete: !t.pass.failed && t.pass.unreadable == 0, Interrupted: t.pass.interrupted,
		Notice: strings.TrimSuffix(t.over(), "\n"),
	}
	for _, code := range slices.Sorted(maps.Keys(t.codes)) {
		page, _ := program.FindCode(code)
		run.Rules = append(run.Rules, program.SARIFRule{Code: code, Summary: page.Title, Severity: page.Severity, Help: true})
	}
	return run
}
