package scripttest

import (
	_ "unsafe" // for go:linkname

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completions maps flags to the functions that complete their values. Cobra keeps those of all
// commands ever created, and so the commands.
//
//go:linkname completions github.com/spf13/cobra.flagCompletionFunctions
var completions map[*pflag.Flag]cobra.CompletionFunc

// Forget releases the commands created so far. A program creates its commands once, a test
// thousands of times: marking all of them takes the garbage collector more than half of the time of
// the tests.
func Forget() { clear(completions) }
