package fault

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A Run describes the command run that a report covers.
type Run struct {
	Version     program.Version
	Command     []string    // the words of the command line
	Rule        tables.Rule // or ""
	Started     time.Time
	Elapsed     time.Duration
	Interrupted bool
}

// start returns a Run that starts now.
func start(cmd *cobra.Command, rule tables.Rule) Run {
	return Run{
		Version: program.VersionOf(cmd.Root().Name()), Command: program.CommandLine(cmd), Rule: rule,
		Started: time.Now(),
	}
}

// end returns a copy of the run that ends now.
func (r Run) end(interrupted bool) Run {
	r.Elapsed, r.Interrupted = time.Since(r.Started), interrupted
	return r
}

// words returns up to maxWords words of the command line, followed by "…" if there are more. A
// command line may name thousands of files.
func (r *Run) words() []string {
	const maxWords = 100
	if len(r.Command) <= maxWords {
		return r.Command
	}
	return append(slices.Clone(r.Command[:maxWords]), "…")
}
