package main

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A filter holds the flags of "iri filter".
type filter struct {
	check
	output  *string
	invalid string
}

const filterHelp = `Filter uses the same rule as "iri check". It copies lines byte for byte. Parquet rows are
written as Parquet with the schema, codecs and metadata of the first file. Blank lines, comments,
and records skipped by --missing skip count as valid; a CSV header is written to both outputs.`

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
	c.workFlag(cmd)
	c.source.plainFlags(cmd)
	c.source.form.flags(cmd)
	c.source.form.missingFlag(cmd)
	c.schemes.flags(cmd)
	cmd.Flags().Lookup("schemes").Usage = "treat IRIs whose scheme is not in this `LIST` as invalid"
	c.reporting.Add(cmd)
	c.output = outputFlag(cmd)
	cmd.Flags().StringVar(&c.invalid, "invalid", "", "write invalid records to this `FILE`")
	cmd.RegisterFlagCompletionFunc("invalid", completeFile)
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
	d := &delivery{cmd: cmd}
	return d.run(func() error {
		return d.into(c.invalid, func(invalid io.Writer) error {
			return d.into(*c.output, func(valid io.Writer) error {
				return c.sift(p, rule, valid, invalid)
			})
		})
	})
}

// sift writes the records of a pass to one of two writers.
func (c *filter) sift(p *pass, rule tables.Rule, valid, invalid io.Writer) error {
	to := &sinks{
		valid:   &sink{to: p.Bar.Over(valid), end: p.Separator, terminal: terminal.Is(valid)},
		invalid: &sink{end: p.Separator},
	}
	switch {
	case c.invalid != "" && files.IsStdout(c.invalid) && files.IsStdout(*c.output):
		to.invalid = to.valid
	case c.invalid != "":
		to.invalid.to, to.invalid.terminal = invalid, terminal.Is(invalid)
	}
	p.stdout = to.valid
	defer to.discard()
	err := c.count(p, rule, nil, to)
	if s, ok := err.(program.Status); err != nil && !(ok && s == program.Invalid) {
		return err
	}
	return cmp.Or(to.close(), err)
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
