package program

import (
	"bytes"

	"github.com/spf13/cobra"
)

// checkHelp sets failed to the error of writing help, because cobra's help ignores it.
func checkHelp(root *cobra.Command, failed *error) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		out, text := cmd.OutOrStdout(), new(bytes.Buffer)
		cmd.SetOut(text)
		help(cmd, args)
		cmd.SetOut(out)
		_, *failed = out.Write(text.Bytes())
	})
}

// helpCommand is cobra's command, except for an error about an unknown command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does",
		Long: `Help prints what a command does, as its flag --help does, or without a COMMAND which
commands there are.`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for _, c := range cmd.Root().Commands() {
				if len(args) == 0 {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return unknownCommand(cmd.Root(), err)
			}
			if len(rest) > 0 {
				return Usagef(cmd, "%q is no command of %s", rest[0], about.CommandPath())
			}
			return about.Help()
		},
	}
}
