// Iri validates the lines of files against the rules of RFC 3987 and other grammars. It also
// parses, resolves, normalizes, converts, finds and fixes IRIs.
//
//	iri check [-g GRAMMAR] [-r RULE] [--lint] [FILE...]
//	iri classify [-g GRAMMAR] [-r RULE]... [FILE...]
//	iri filter [-g GRAMMAR] [-r RULE] [-o FILE] [--invalid FILE] [FILE...]
//	iri find [--start START]... [--places] [FILE...]
//	iri fix [--references] [FILE...]
//	iri normalize [--form FORMS] [FILE...]
//	iri parse [-g GRAMMAR] [-r RULE] [--as text|svg|html] [FILE...]
//	iri relativize [--base IRI] [FILE...]
//	iri resolve [--base IRI] [FILE...]
//	iri rules [-g GRAMMAR]
//	iri to-iri [FILE...]
//	iri to-uri [--idna] [FILE...]
//	iri completion bash|zsh|fish|powershell
//	iri explain [CODE]
//	iri man DIR
//
// A GRAMMAR is the name of a bundled grammar or a file. If there is no FILE, or if it is "-", iri
// reads the standard input. The exit status is 0 on success, 1 if a line is invalid, 2 if the
// command line is wrong or a file cannot be read, and 130 after Ctrl-C.
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return program.Run(rootCommand(), args, stdin, stdout, stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "iri",
		Short: "Validate, parse, fix and convert IRIs and URIs",
		Long: `Iri validates every line exactly against the grammar of RFC 3987 (IRIs), RFC 3986 (URIs) or another
standard. Without a FILE, it reads standard input. For details, run "iri help COMMAND" or "iri help
TOPIC".`,
	}
	root.AddCommand(topics()...)
	root.AddCommand(
		checkCommand(), classifyCommand(), findCommand(), filterCommand(), fixCommand(), normalizeCommand(), parseCommand(),
		relativizeCommand(),
		resolveCommand(), rulesCommand(), toIRICommand(), toURICommand(),
	)
	answerGuesses(root)
	return root
}
