package program

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// colorFlag adds --color to a program and its commands.
func colorFlag(root *cobra.Command) {
	color := terminal.Color(terminal.Colors[0])
	root.PersistentFlags().Var(&color, "color", "`WHEN` to color diagnostics: auto (on a terminal), always or never")
	Answer(root, "--no-color", "use --color never")
	root.RegisterFlagCompletionFunc("color",
		cobra.FixedCompletions(terminal.Colors, cobra.ShellCompDirectiveNoFileComp))
}

// NewPrinter returns a printer for the diagnostics of a command, as [terminal.NewPrinter] does for
// the value of --color.
func NewPrinter(cmd *cobra.Command, out, end io.Writer) *terminal.Printer {
	var color terminal.Color
	if f := cmd.Root().PersistentFlags().Lookup("color"); f != nil {
		color = *f.Value.(*terminal.Color)
	}
	return terminal.NewPrinter(out, end, color)
}
