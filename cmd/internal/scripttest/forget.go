package scripttest

import (
	_ "unsafe" // for go:linkname

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completions maps flags to the functions that complete their values. Cobra never removes an entry,
// which keeps all commands alive.
//
//go:linkname completions github.com/spf13/cobra.flagCompletionFunctions
var completions map[*pflag.Flag]cobra.CompletionFunc

// Forget releases the commands created so far. A program creates its commands once, but tests
// create them thousands of times. Marking all of them in the garbage collector would take more than
// half of the test time.
func Forget() { clear(completions) }
