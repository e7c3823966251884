// Abnf works on grammars in the notations of standards: it compiles them to tables, checks
// and prints them, compares their languages, matches lines against them, and writes their
// tables in Go.
//
//	abnf compile [--dialect DIALECT] [--repair] [--places] [-r RULE]... [GRAMMAR]
//	abnf check [GRAMMAR...]
//	abnf match -g GRAMMAR -r RULE < LINES
//	abnf extract [-o FILE] [--map FILE] [FILE]
//	abnf print [--as abnf] [-r RULE]... [GRAMMAR]
//	abnf fmt [--check|-w] [FILE...]
//	abnf diff GRAMMAR[#RULE] GRAMMAR[#RULE]
//	abnf suite -g GRAMMAR -r RULE [-o FILE]
//	abnf sample -g GRAMMAR -r RULE [--length N..M] [--invalid]
//	abnf count -g GRAMMAR -r RULE [--length N..M]
//	abnf list -g GRAMMAR -r RULE [--from RANK] [--limit N]
//	abnf walk -g GRAMMAR -r RULE STRING
//	abnf stats [-r RULE]... [GRAMMAR]
//	abnf gen [--check]
//	abnf gen -p PACKAGE -o FILE [-r RULE]... GRAMMAR
//	abnf completion bash|zsh|fish|powershell
//	abnf explain [CODE]
//	abnf man DIR
//
// A GRAMMAR is the name of a bundled grammar or a file; "-" is the standard input. The exit status
// is 0 on success, 1 if something is invalid or differs, and 2 for a wrong command line and for
// files that cannot be read or written. It is 130 after Ctrl-C.
package main

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return program.Run(rootCommand(), args, stdin, stdout, stderr)
}

const exitStatus = `The exit status is 0 when all is fine, 1 when something is invalid or differs, and 2 for
a wrong command line and for files that cannot be read or written. An error in a grammar
counts in the rules that are asked for, and in those that they refer to: with -r, --set,
--alternatives or GRAMMAR#RULE these, else all. Of errors that count,

  check, compile   say all, with status 1; compile lists the other rules
  gen, suite, sample, count, list
                   say all, with status 1, and write nothing
  diff             compares the other rules, with status 2
  match            has status 2 if one costs the rule its table
  print, extract   know those of the notation only: 1, and the other rules are written
  fmt              knows those of the notation only: 1, and no file is written

A rule over the limits of the compiler is not an error: check and compile print a warning
and exit with 0, gen writes nothing and exits with 1, and commands that need the table of
the rule exit with 2. The program iri exits with 2 if a rule could not be compiled ("iri
rules": 1). After Ctrl-C the status is 130.`

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "abnf",
		Short: "Compile, check and use the grammars of standards",
		Long: `Abnf works on grammars: in ABNF (RFC 5234, RFC 7405), in the notation of RFC 822 that
RFC 2396 uses, in the EBNF of W3C, and as Treetop and aParse write them. It compiles their
rules to tables for finite automata.

A GRAMMAR is the name of a bundled grammar or a file; "-" is the standard input. A file
that is called like a bundled grammar is ./NAME. A file is text in UTF-8; for UTF-16 and
for compressed files stderr has the command that helps. It may be the text of an RFC or an
Internet-Draft, xml2rfc or Markdown: the grammar is taken out of it ("abnf extract" shows
it). These are bundled:

  ` + strings.Join(grammar.Bundled(), "\n  ") + `

Diagnostics are coloured on a terminal, unless NO_COLOR is set; with CLICOLOR_FORCE they
are elsewhere too.`,
	}
	root.AddCommand(program.Topic(program.ExitStatus, "Exit statuses", exitStatus))
	root.AddCommand(compileCommand(), checkCommand(), matchCommand(), genCommand())
	root.AddCommand(extractCommand(), printCommand(), fmtCommand(), diffCommand(), suiteCommand())
	root.AddCommand(sampleCommand(), countCommand(), listCommand())
	root.AddCommand(walkCommand(), statsCommand())
	return root
}
