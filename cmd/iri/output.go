package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// outputFlag adds --output to a command.
func outputFlag(cmd *cobra.Command) (name *string) {
	name = cmd.Flags().StringP("output", "o", files.Stdout, files.OutputUsage)
	cmd.RegisterFlagCompletionFunc("output", completeFile)
	program.About(cmd, filesTopic, "output")
	return name
}

// completeFile completes file names.
func completeFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// withOutput adds --output to a command. While the command runs, its standard output is the file.
func withOutput(cmd *cobra.Command) *cobra.Command {
	name, run := outputFlag(cmd), cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := outputs(cmd); err != nil {
			return err
		}
		d := &delivery{cmd: cmd}
		return d.run(func() error {
			return d.into(*name, func(w io.Writer) error {
				cmd.SetOut(w)
				defer cmd.SetOut(nil) // the standard output of the program
				return run(cmd, args)
			})
		})
	}
	return cmd
}

// outputNames lists the flags whose value is an output file.
var outputNames = []string{"output", "invalid", "report", "write-baseline"}

// outputs returns the existing regular files that the flags of a command will replace. It rejects a
// file that two flags name, and a file to which stdout or stderr is redirected, because that text
// would be lost.
func outputs(cmd *cobra.Command) (infos []os.FileInfo, err error) {
	redirected := regular(cmd.Root().OutOrStdout(), cmd.ErrOrStderr())
	for i, flag := range outputNames {
		name, _ := cmd.Flags().GetString(flag) // "" if the command has no such flag
		for _, other := range outputNames[:i] {
			file, _ := cmd.Flags().GetString(other)
			if name != "" && file != "" && files.Same(name, file) {
				return nil, program.Usagef(cmd, "--%s and --%s name the same file, %s", other, flag, name)
			}
		}
		info := replaced(name)
		if info == nil {
			continue
		}
		if slices.ContainsFunc(redirected, func(out os.FileInfo) bool { return os.SameFile(out, info) }) {
			return nil, program.Usagef(cmd, "--%s %s is also stdout or stderr; name another file", flag, name)
		}
		infos = append(infos, info)
	}
	return infos, nil
}

// replaced returns the existing regular file that an output file replaces, or nil.
func replaced(name string) os.FileInfo {
	if name == "" || files.WritesThrough(name) {
		return nil
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return info
	}
	return nil
}

// regular returns the writers that are regular files.
func regular(writers ...io.Writer) (infos []os.FileInfo) {
	for _, w := range writers {
		if f, ok := w.(*os.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				infos = append(infos, info)
			}
		}
	}
	return infos
}

// A delivery replaces the output files of a command, all of them or none.
type delivery struct {
	cmd    *cobra.Command
	batch  files.Batch
	status error // set if the command found something invalid
}

// run calls do, which calls into for each file, and replaces the files unless do fails.
func (d *delivery) run(do func() error) error {
	defer d.batch.Discard()
	err := do()
	if err == nil {
		err = d.batch.Replace(context.WithoutCancel(d.cmd.Context()))
	}
	return cmp.Or(err, d.status)
}

// into calls do with a writer to a file or to the standard output. After Ctrl-C, reading stops, the
// counts are printed and do returns an error, so that run does not replace any file.
func (d *delivery) into(name string, do func(io.Writer) error) error {
	stdout := d.cmd.Root().OutOrStdout()
	try := func(w io.Writer) error {
		err := do(w)
		if s, ok := err.(program.Status); ok && s == program.Invalid {
			d.status, err = err, nil
		}
		return err
	}
	if name == "" || files.IsStdout(name) {
		return try(stdout)
	}
	ctx := d.cmd.Context()
	if !files.WritesThrough(name) {
		ctx = context.WithoutCancel(ctx)
	}
	var failed error // the error of do, which already names any file it concerns
	err := d.batch.Write(ctx, stdout, files.Output{Name: name, Text: func(w io.Writer) error {
		failed = try(namedWriter{w, name})
		return failed
	}})
	return cmp.Or(failed, err)
}

// A namedWriter is a writer whose errors name its file.
type namedWriter struct {
	w    io.Writer
	name string
}

func (n namedWriter) Write(text []byte) (int, error) {
	written, err := n.w.Write(text)
	if err != nil {
		err = fmt.Errorf("cannot write %s: %w", n.name, err)
	}
	return written, err
}
