// Abnf compiles grammars, written in the notations that standards use, to tables. It also checks,
// formats, converts and compares grammars, matches lines against their rules, and writes tables as
// Go code.
//
//	abnf compile [--dialect DIALECT] [--repair] [--places] [-r RULE]... [GRAMMAR]
//	abnf check [GRAMMAR...]
//	abnf match -g GRAMMAR -r RULE < LINES
//	abnf extract [-o FILE] [--map FILE] [--block BLOCK,...] [FILE]
//	abnf print [--as abnf] [-r RULE]... [GRAMMAR]
//	abnf fmt [--check|-w] [FILE...]
//	abnf diff GRAMMAR[#RULE] GRAMMAR[#RULE]
//	abnf suite -g GRAMMAR -r RULE [-o FILE]
//	abnf regexp -g GRAMMAR -r RULE [--as ENGINE]
//	abnf railroad [-r RULE]... [-o FILE] [GRAMMAR]
//	abnf sample -g GRAMMAR -r RULE [--length N..M] [--invalid]
//	abnf count -g GRAMMAR -r RULE [--length N..M]
//	abnf list -g GRAMMAR -r RULE [--from RANK] [--limit N]
//	abnf walk -g GRAMMAR -r RULE [--as text|svg|html] STRING
//	abnf graph -g GRAMMAR -r RULE [--fold|--whole] [--as svg|dot] [-o FILE]
//	abnf stats [-r RULE]... [GRAMMAR]
//	abnf gen [--check]
//	abnf gen -p PACKAGE -o FILE [-r RULE]... GRAMMAR
//	abnf completion bash|zsh|fish|powershell
//	abnf explain [CODE]
//	abnf man DIR
//
// A GRAMMAR is the name of a bundled grammar or a file; "-" is the standard input. The exit status
// is 0 on success, 1 if something is invalid or differs, 2 if the command line is wrong or a file
// cannot be read or written, and 130 after Ctrl-C.
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
		Use:   "abnf",
		Short: "Compile, check, compare and use grammars from standards",
		Long: `Abnf compiles the rules of a grammar to tables for finite automata. It reads ABNF, the notation of
RFC 822, the EBNF of the W3C, and the dialects of Treetop and aParse. For details, run "abnf help
COMMAND" or "abnf help TOPIC".`,
	}
	root.AddCommand(topics()...)
	root.AddCommand(compileCommand(), checkCommand(), matchCommand(), genCommand())
	root.AddCommand(extractCommand(), printCommand(), fmtCommand(), diffCommand(), suiteCommand())
	root.AddCommand(sampleCommand(), countCommand(), listCommand())
	root.AddCommand(walkCommand(), statsCommand(), regexpCommand(), railroadCommand(), graphCommand())
	return root
}
