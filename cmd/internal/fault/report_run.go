package fault

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A Run is the run of a command that a report is of.
type Run struct {
	Version     program.Version
	Command     []string    // the words of the command line
	Rule        tables.Rule // that records were judged by, or ""
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

// end returns the run that has ended now.
func (r Run) end(interrupted bool) Run {
	r.Elapsed, r.Interrupted = time.Since(r.Started), interrupted
	return r
}

// words returns the words of the command line. There may be thousands of files in it: beyond
// mostWords it ends with "…".
func (r *Run) words() []string {
	const mostWords = 100
	if len(r.Command) <= mostWords {
		return r.Command
	}
	return append(slices.Clone(r.Command[:mostWords]), "…")
}
