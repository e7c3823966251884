package main

import (
	"cmp"
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A filter holds the flags of "iri filter".
type filter struct {
	check
	output  string
	invalid string
}

const filterHelp = `Filter uses the same rule as "iri check". It copies lines byte for byte and never compresses
them. Parquet rows are written as Parquet with the schema, codecs and metadata of the first file.
Blank lines, comments, and records skipped by --missing skip count as valid; a CSV header is written
to both outputs.

Output files are replaced only after filter has read all input: a read error or an interruption
leaves them unchanged.`

func filterCommand() *cobra.Command {
	var c filter
	cmd := &cobra.Command{
		Use:        "filter [-g GRAMMAR] [-r RULE] [-o FILE] [--invalid FILE] [FILE...]",
		Short:      "Write the valid lines or records",
		SuggestFor: []string{"select"},
		Long:       filterHelp,
		Example: `  iri filter urls.txt | sort -u
  iri filter data.nt -o good.nt --invalid bad.nt
  iri filter --column url --missing skip pages.csv > good.csv`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.flags(cmd)
	c.source.plainFlags(cmd)
	c.source.form.flags(cmd)
	c.source.form.missingFlag(cmd)
	c.schemes.flags(cmd)
	cmd.Flags().Lookup("schemes").Usage = "drop schemes not in this `LIST`"
	c.reporting.Add(cmd)
	cmd.Flags().StringVarP(&c.output, "output", "o", files.Stdout, files.OutputUsage)
	cmd.Flags().StringVar(&c.invalid, "invalid", "", "write invalid records to this `FILE`")
	for _, name := range []string{"output", "invalid"} {
		cmd.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		})
	}
	return cmd
}

func (c *filter) run(cmd *cobra.Command, names []string) error {
	c.quiet = true
	rule, err := c.rule(cmd)
	if err != nil {
		return err
	}
	p, err := c.source.pass(cmd, names)
	if err != nil {
		return err
	}
	outputs, err := c.outputs(p)
	if err != nil {
		return err
	}
	p.outputs = append(p.outputs, outputs...)
	var status error
	var batch files.Batch
	defer batch.Discard()
	err = c.into(cmd, &batch, c.invalid, func(invalid io.Writer) error {
		return c.into(cmd, &batch, c.output, func(valid io.Writer) error {
			to := &sinks{
				valid:   &sink{to: p.Bar.Over(valid), name: fileName(c.output), end: p.Separator, terminal: terminal.Is(valid)},
				invalid: &sink{name: fileName(c.invalid), end: p.Separator},
			}
			switch {
			case c.invalid != "" && files.IsStdout(c.invalid) && files.IsStdout(c.output):
				to.invalid = to.valid
			case c.invalid != "":
				to.invalid.to, to.invalid.terminal = invalid, terminal.Is(invalid)
			}
			p.stdout = to.valid
			defer to.discard()
			err := c.count(p, rule, nil, to)
			if s, ok := err.(program.Status); ok && s == program.Invalid {
				status, err = err, nil
			}
			if err == nil {
				err = to.close()
			}
			return err
		})
	})
	if err == nil {
		err = batch.Replace(context.WithoutCancel(cmd.Context()))
	}
	return cmp.Or(err, status)
}

// outputs returns the existing regular files that will be replaced. It rejects a file that two
// flags name, a file to which stdout or stderr is redirected, and a grammar file.
func (c *filter) outputs(p *pass) (infos []os.FileInfo, err error) {
	flags := []string{"output", "invalid", "report"}
	for i, flag := range flags {
		name, _ := p.cmd.Flags().GetString(flag)
		for _, other := range flags[:i] {
			file, _ := p.cmd.Flags().GetString(other)
			if name != "" && file != "" && files.Same(name, file) {
				return nil, program.Usagef(p.cmd, "--%s and --%s name the same file, %s", other, flag, name)
			}
		}
		info, err := p.replaces(flag, name)
		if err != nil {
			return nil, err
		}
		if info == nil {
			continue
		}
		infos = append(infos, info)
		for _, of := range c.selection.files() {
			if from, err := os.Stat(of); err == nil && os.SameFile(from, info) {
				return nil, program.Usagef(p.cmd, "--%s %s would replace the grammar; name another file", flag, name)
			}
		}
	}
	return infos, nil
}

// fileName returns name, or "" if it is the standard output.
func fileName(name string) string {
	if name == files.Stdout {
		return ""
	}
	return name
}

// into calls do with a writer to a file in the batch or to the standard output. After Ctrl-C,
// reading stops, the counts are printed and do returns an error, so that run does not replace any
// file.
func (c *filter) into(cmd *cobra.Command, batch *files.Batch, name string, do func(io.Writer) error) error {
	if name == "" || files.IsStdout(name) {
		return do(cmd.OutOrStdout())
	}
	ctx := cmd.Context()
	if !files.WritesThrough(name) {
		ctx = context.WithoutCancel(ctx)
	}
	var failed error // the error of do, which already names any file it concerns
	err := batch.Write(ctx, cmd.OutOrStdout(), files.Output{Name: name, Text: func(w io.Writer) error {
		failed = do(w)
		return failed
	}})
	return cmp.Or(failed, err)
}

// A sieve writes the records of a file to the sinks. The output is in file order.
type sieve struct {
	pass    *pass
	sinks   *sinks
	dropped *files.PartWriter // created by dropper
}

// A sinks receives the records of all files.
type sinks struct {
	valid, invalid *sink // identical if both write to the standard output
	header         header
}

// begin starts another file.
func (s *sinks) begin() {
	s.valid.begin()
	s.invalid.begin()
}

// keep writes valid records.
func (s *sieve) keep(text []byte) error {
	_, err := s.pass.Out.Write(text)
	return err
}

// drop writes an invalid record.
func (s *sieve) drop(text []byte) error {
	_, err := s.dropper().Write(text)
	return err
}

// dropper returns the writer for invalid records. If valid and invalid records have the same
// output, they share a writer.
func (s *sieve) dropper() io.Writer {
	if s.sinks.invalid == s.sinks.valid {
		return s.pass.Out
	}
	if s.dropped == nil {
		s.dropped = &files.PartWriter{Part: s.pass.part, End: s.sinks.invalid}
	}
	return s.dropped
}

// head writes the header once for all files to both sinks.
func (s *sieve) head(file string, text []byte) error {
	to := []io.Writer{s.sinks.valid}
	if s.sinks.invalid != s.sinks.valid {
		to = append(to, s.sinks.invalid)
	}
	return s.sinks.header.write(s.pass.part, file, text, to...)
}
