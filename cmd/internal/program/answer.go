package program

import (
	"strings"

	"github.com/spf13/cobra"
)

// Answer sets the answer to a guess: a nonexistent command, flag or flag value that a user may
// type, such as "--no-color". The answer to a guess at flags applies to cmd, or to all commands if
// cmd is the root. COMMAND in an answer means the command that the user typed.
func Answer(cmd *cobra.Command, guess, answer string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[guess] = answer
}

// AnswerTo returns the answer to a guess that a user typed after a command.
func AnswerTo(cmd *cobra.Command, guess string) (answer string, ok bool) {
	if answer, ok = cmd.Annotations[guess]; !ok {
		answer, ok = cmd.Root().Annotations[guess]
	}
	return strings.ReplaceAll(answer, "COMMAND", cmd.CommandPath()), ok
}
