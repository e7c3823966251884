package program

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A shell is a command shell for which a completion script can be written.
type shell struct {
	name  string
	write func(root *cobra.Command, out io.Writer, descriptions bool) error
}

var shells = []shell{
	{"bash", func(root *cobra.Command, out io.Writer, descriptions bool) error {
		return root.GenBashCompletionV2(out, descriptions)
	}},
	{"zsh", func(root *cobra.Command, out io.Writer, descriptions bool) error {
		if descriptions {
			return root.GenZshCompletion(out)
		}
		return root.GenZshCompletionNoDesc(out)
	}},
	{"fish", func(root *cobra.Command, out io.Writer, descriptions bool) error {
		return root.GenFishCompletion(out, descriptions)
	}},
	{"powershell", func(root *cobra.Command, out io.Writer, descriptions bool) error {
		if descriptions {
			return root.GenPowerShellCompletionWithDesc(out)
		}
		return root.GenPowerShellCompletion(out)
	}},
}

// completionCommand replaces cobra's completion command, which accepts an unknown shell without an
// error.
func completionCommand(program string) *cobra.Command {
	named := func(text string) string { return strings.ReplaceAll(text, "PROGRAM", program) }
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	var bare bool
	cmd := &cobra.Command{
		Use:   "completion [--no-descriptions] " + strings.Join(names, "|"),
		Short: "Write a shell completion script",
		Long: named(`The script completes commands, flags and flag values, including the rules of a grammar file. To load
it into a running shell:

  bash        source <(PROGRAM completion bash)
  zsh         source <(PROGRAM completion zsh)
  fish        PROGRAM completion fish | source
  powershell  PROGRAM completion powershell | Out-String | Invoke-Expression

To load it into every new shell, write it to /usr/share/bash-completion/completions/PROGRAM (bash
with the bash-completion package), to _PROGRAM in a directory in $fpath (zsh), or to
~/.config/fish/completions/PROGRAM.fish.`),
		Example: named(`  PROGRAM completion bash > PROGRAM.bash
  PROGRAM completion --no-descriptions zsh > _PROGRAM`),
		Args:      Args(1, 1, "takes one shell name: "+strings.Join(names, ", ")),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.Index(names, args[0])
			if i < 0 {
				return Usagef(cmd, "unknown shell %q; the shells are %s", args[0], strings.Join(names, ", "))
			}
			return Buffered(cmd, func(out *bufio.Writer) error { return shells[i].write(cmd.Root(), out, !bare) })
		},
	}
	cmd.Flags().BoolVar(&bare, "no-descriptions", false, "omit descriptions from completions")
	return cmd
}

// plainUsage removes the backquotes from flag usage texts, because completions would show them.
// Help needs the backquotes, which mark the value name.
func plainUsage(root *cobra.Command) {
	for cmd := range Commands(root) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	}
}
