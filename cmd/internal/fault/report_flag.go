package fault

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A ReportFlag is the --report flag of a command.
type ReportFlag struct {
	file string
	run  Run
}

// Add adds the flag to a command.
func (f *ReportFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "report", "", "also write a report to `FILE`")
	cmd.RegisterFlagCompletionFunc("report", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	})
}

// Start returns a new report, or nil if the flag is not set. It rejects a file that cannot be
// written and a file that is also an input, even if the input was found in a directory. It also
// rejects the standard output if the results are written there.
func (f *ReportFlag) Start(cmd *cobra.Command, rule tables.Rule, inputs *files.Inputs,
	results bool) (*Report, error) {
	if f.file == "" {
		return nil, nil
	}
	if results && files.IsStdout(f.file) {
		const format = "--report %s would mix the report with the results on standard output; name a file"
		return nil, program.Usagef(cmd, format, f.file)
	}
	switch found, err := inputs.Includes(f.file); {
	case err != nil:
		return nil, err
	case found:
		return nil, program.Usagef(cmd, "--report %s would replace an input file; name another file", f.file)
	}
	if end := reportEnd(f.file); end != "" && end != ".json" && !isHTML(end) && !files.WritesThrough(f.file) {
		const format = "--report %s: a report is an HTML page or JSON; use a name that ends in .html or .json"
		return nil, program.Usagef(cmd, format, f.file)
	}
	if err := files.CheckOutput(f.file); err != nil {
		return nil, fmt.Errorf("--report: %w", err)
	}
	f.run = start(cmd, rule)
	return NewReport(), nil
}

// Write writes the report unless it is nil. It does so even if the command was interrupted.
func (f *ReportFlag) Write(cmd *cobra.Command, r *Report, interrupted bool) error {
	if r == nil {
		return nil
	}
	ctx := context.WithoutCancel(cmd.Context())
	err := files.Write(ctx, cmd.Root().OutOrStdout(), r.output(f.file, f.run.end(interrupted)))
	if err != nil && interrupted { // keep the exit status of an interruption
		program.Tell(cmd, "%v", err)
		return program.Status(program.Interrupted)
	}
	return err
}

// reportEnd returns the lowercase extension of a report file, ignoring the extension of a
// compression.
func reportEnd(name string) string {
	name, _ = files.CutEnding(name)
	return strings.ToLower(filepath.Ext(name))
}

func isHTML(end string) bool { return end == ".html" || end == ".htm" }

// output returns the report file: an HTML page if the name ends in .html or .htm, otherwise JSON.
func (r *Report) output(name string, run Run) files.Output {
	return files.Output{Name: name, Text: func(w io.Writer) error {
		if isHTML(reportEnd(name)) {
			return r.WriteHTML(w, run)
		}
		return r.WriteJSON(w, run)
	}}
}
