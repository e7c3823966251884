package fault

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A Run is the run of a command with a report.
type Run struct {
	Version     program.Version
	Command     []string    // the words of the command line
	Rule        tables.Rule // or ""
	Started     time.Time
	Elapsed     time.Duration
	Interrupted bool
}

// start returns a run of a command that starts now.
func start(cmd *cobra.Command, rule tables.Rule) Run {
	return Run{
		Version: program.VersionOf(cmd.Root().Name()), Command: program.CommandLine(cmd), Rule: rule,
		Started: time.Now(),
	}
}

// end returns the run, ended now.
func (r Run) end(interrupted bool) Run {
	r.Elapsed, r.Interrupted = time.Since(r.Started), interrupted
	return r
}

// words returns the first maxWords words of the command line, which may name thousands of files,
// and "…" if there are more.
func (r *Run) words() []string {
	const maxWords = 100
	if len(r.Command) <= maxWords {
		return r.Command
	}
	return append(slices.Clone(r.Command[:maxWords]), "…")
}
