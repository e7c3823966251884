package scripttest

import (
	_ "unsafe" // for go:linkname

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completions has the functions that complete the values of flags. Cobra keeps those of all
// commands that were ever made, and with them the commands.
//
//go:linkname completions github.com/spf13/cobra.flagCompletionFunctions
var completions map[*pflag.Flag]cobra.CompletionFunc

// Forget lets go of the commands that were made so far. A program makes its commands once, a test
// thousands of times: the garbage collector would walk through all of them for more than half of
// the time of the tests.
func Forget() { clear(completions) }
