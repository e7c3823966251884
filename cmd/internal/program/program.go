// Package program runs a command line to its exit status, the same way in each program
// of this module.
package program

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit statuses.
const (
	OK      = 0 // all is fine
	Invalid = 1 // something is invalid, or differs
	Trouble = 2 // a mistake in the command line, or a file that cannot be read or written
)

// A Status is the error of a command that has said all there is to say, and just wants
// its exit status.
type Status int

// Error is for the rare reader of a Status that does not know it is one.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A UsageError is a mistake in the command line.
type UsageError struct {
	Err     error
	Command string // to ask for help
}

// Error says what is wrong, and where help is.
func (e *UsageError) Error() string {
	return fmt.Sprintf("%v\nRun %q for usage.", e.Err, e.Command+" --help")
}

// Unwrap returns Err.
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef returns a [UsageError] of a command.
func Usagef(cmd *cobra.Command, format string, args ...any) error {
	return &UsageError{Err: fmt.Errorf(format, args...), Command: cmd.CommandPath()}
}

// Run executes a command line and returns its exit status. Errors go to stderr, each
// with the name of the program in front. Nobody is told about a closed pipe on stdout:
// who closed it has seen enough. (As for every Go program, a system that has SIGPIPE
// ends the program with it, as it ends grep.)
func Run(root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = version()
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return Usagef(cmd, "%w", err) })
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return status(root, root.Execute(), stderr)
}

func status(root *cobra.Command, err error, stderr io.Writer) int {
	var s Status
	switch {
	case err == nil:
		return OK
	case errors.As(err, &s):
		return int(s)
	case errors.Is(err, syscall.EPIPE):
		return Trouble
	}
	fmt.Fprintf(stderr, "%s: %v\n", root.Name(), err)
	return Trouble
}

// version says which version of the module the program was built from, and by which Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown version)"
	}
	return info.Main.Version + " " + info.GoVersion
}

// Buffered calls do with a buffered stdout of cmd, and writes what is in it in the end.
func Buffered(cmd *cobra.Command, do func(out *bufio.Writer) error) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	err := do(out)
	if flush := out.Flush(); flush != nil {
		return flush
	}
	return err
}

// Args makes the errors of a check of arguments usage errors.
func Args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return Usagef(cmd, "%w", err)
		}
		return nil
	}
}
