// Abnf works on grammars, in ABNF and in other notations: it compiles them to
// tables, checks them, matches lines against them, and writes their tables in Go.
//
//	abnf compile [--dialect DIALECT] [--repair] [-r RULE]... [GRAMMAR]
//	abnf check [GRAMMAR]
//	abnf match -g GRAMMAR -r RULE < LINES
//	abnf gen [--check]
//	abnf gen -p PACKAGE -o FILE [-r RULE]... GRAMMAR
//
// A GRAMMAR is the name of a bundled grammar or a file; "-" is the standard input. The
// exit status is 0 when all is fine, 1 when something is invalid or differs, and 2 for a
// wrong command line and for files that cannot be read or written.
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
		Short: "Compile, check and use the grammars of standards",
		Long: `Abnf works on grammars: in ABNF (RFC 5234, RFC 7405) and in the notation of
RFC 822 that RFC 2396 uses. It compiles their rules to tables for finite automata.

A GRAMMAR is the name of a bundled grammar (rfc3987, rfc3986, rfc2396) or a file;
"-" is the standard input. A file that is called like a bundled grammar is ./NAME.

The exit status is 0 when all is fine, 1 when something is invalid or differs,
and 2 for a wrong command line and for files that cannot be read or written.`,
	}
	root.AddCommand(compileCommand(), checkCommand(), matchCommand(), genCommand())
	return root
}
