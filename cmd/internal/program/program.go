// Package program runs a command line and returns its exit status. It provides the flags, help,
// manual pages, code pages, signal handling and version that all programs in this module share.
package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// Exit statuses.
const (
	OK      = 0 // no error
	Invalid = 1 // something is invalid or differs
	Trouble = 2 // the command line is wrong, or a file cannot be read or written

	Interrupted = 130 // Ctrl-C, SIGTERM or SIGHUP stopped the program
)

// A Status is an error that makes the program exit with this status without printing a message.
type Status int

// Error returns a text that contains the number.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A UsageError reports a mistake in the command line.
type UsageError struct {
	Err     error
	Command string // the command whose help is suggested
}

// Error returns the message and the suggestion to read the help.
func (e *UsageError) Error() string { return e.Err.Error() + "\n" + e.help() }

func (e *UsageError) help() string { return fmt.Sprintf("Run %q for usage.", e.Command+" --help") }

// Unwrap returns Err.
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef returns a [UsageError] for a command.
func Usagef(cmd *cobra.Command, format string, args ...any) error {
	return &UsageError{Err: fmt.Errorf(format, args...), Command: cmd.CommandPath()}
}

// Run executes a command line and returns its exit status. It prints errors on stderr, prefixed
// with the program name, except an error from writing to a closed pipe. (On systems that have
// SIGPIPE, that signal terminates the program, as it does any other Go program.)
//
// SIGINT (Ctrl-C), SIGTERM and SIGHUP (a closed terminal) cancel the command's context. If the
// command then returns an error, the exit status is Interrupted, unless the error is a [Status],
// which means that the work was completed despite the signal.
func Run(root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	Prepare(root)
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		plainUsage(root)
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	var unwritten error
	setHelp(root, &unwritten)
	ctx, stop := interruptible()
	defer stop()
	cmd, err := root.ExecuteContextC(context.WithValue(ctx, commandLine{}, append([]string{root.Name()}, args...)))
	if err == nil {
		err = unwritten
	}
	var usage *UsageError
	if path, ok := errors.AsType[*fs.PathError](err); ok && path.Op == "write" {
		err = fmt.Errorf("cannot write standard output: %w", path.Err)
	} else if err != nil && cmd == root && !root.Runnable() && !errors.As(err, &usage) {
		err = unknownCommand(root, args)
	}
	if _, done := errors.AsType[Status](err); err != nil && ctx.Err() != nil && !done {
		Tell(root, "interrupted")
		return Interrupted
	}
	return status(root, err)
}

// commandLine is the context key for the words of the command line.
type commandLine struct{}

// CommandLine returns the command line that Run executes, starting with the program name.
func CommandLine(cmd *cobra.Command) []string {
	words, _ := cmd.Context().Value(commandLine{}).([]string)
	return words
}

// Prepare adds what all programs share: the commands help, completion, explain and man, the flags
// --version and --color, and flag error messages. Run calls it.
func Prepare(root *cobra.Command) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = checkFlags
	versionFlag(root)
	colorFlag(root)
	root.AddCommand(completionCommand(root.Name()), explainCommand(root.Name()), manCommand(root.Name()))
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	for cmd := range Commands(root) {
		if !cmd.IsAdditionalHelpTopicCommand() {
			cmd.InitDefaultHelpFlag()
			cmd.Flags().Lookup("help").Usage = "print this help"
		}
	}
}

func status(root *cobra.Command, err error) int {
	var s Status
	var usage *UsageError
	switch {
	case err == nil:
		return OK
	case errors.As(err, &s):
		return int(s)
	case errors.Is(err, syscall.EPIPE):
		return Trouble
	case errors.As(err, &usage):
		Tell(root, "%v", usage.Err)
		fmt.Fprintln(root.ErrOrStderr(), usage.help())
		return Trouble
	}
	Tell(root, "%v", err)
	return Trouble
}

// Tell prints a line on stderr, prefixed with the program name. It applies [terminal.Visible] to
// the text, because file names may contain line endings and control sequences.
func Tell(cmd *cobra.Command, format string, args ...any) {
	Say(cmd.ErrOrStderr(), cmd, format, args...)
}

// Say is like Tell, but prints on the given writer for stderr.
func Say(stderr io.Writer, cmd *cobra.Command, format string, args ...any) {
	text := terminal.Visible(fmt.Sprintf(format, args...))
	fmt.Fprintf(stderr, "%s: %s\n", cmd.Root().Name(), text)
}

// Buffered calls do with a buffered writer to the stdout of cmd, then flushes the writer.
func Buffered(cmd *cobra.Command, do func(out *bufio.Writer) error) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	err := do(out)
	if flush := out.Flush(); flush != nil {
		return flush
	}
	return err
}

// Args returns a function that checks the number of arguments. Its error ends with does, which
// describes the arguments. Cobra itself would report an unexpected argument as an unknown command.
func Args(minArgs, maxArgs int, does string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < minArgs:
			return Usagef(cmd, "missing argument: %s %s", cmd.Name(), does)
		case n > maxArgs:
			return Usagef(cmd, "unexpected argument %q: %s %s", args[maxArgs], cmd.Name(), does)
		}
		return nil
	}
}
