package main

import (
	"bytes"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
)

// editFlags adds --in-place and --dry-run.
func (c *rewrite) editFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.inPlace, "in-place", false, "rewrite each FILE with the results")
	cmd.Flags().BoolVar(&c.dryRun, "dry-run", false, "print the changes of --in-place as a diff")
	program.About(cmd, rewritingTopic, "in-place", "dry-run")
	program.Exclusive(cmd, "in-place", "dry-run", "only", "json")
	program.Exclusive(cmd, "in-place", "escaped")
	program.Exclusive(cmd, "dry-run", "escaped")
	program.Exclusive(cmd, "in-place", "output")
	program.Exclusive(cmd, "dry-run", "null")
}

// edits reports whether files are rewritten, or would be.
func (c *rewrite) edits() bool { return c.inPlace || c.dryRun }

// editing prepares a pass that edits files.
func (c *rewrite) editing(p *pass) error {
	if !c.edits() {
		return nil
	}
	if slices.Contains(p.Names, files.Stdin) {
		return program.Usagef(p.cmd, "--in-place and --dry-run require a FILE; standard input cannot be rewritten")
	}
	p.KeepMark, p.options.HoldLines = true, true
	return nil
}

// An editor receives the records of a file, including headers and blank lines. Its own errors are
// of type editError; any other error ends the command.
type editor interface {
	// edit receives the text of the next record, or of a part of it, and the new text.
	edit(old, text []byte) error

	// finish is called after the last record, unless the file could not be read entirely. It reports
	// whether the file has changed.
	finish() (changed bool, err error)

	// discard releases resources.
	discard()
}

// An editError is the reason why a file cannot be edited.
type editError struct{ error }

// edit applies the change to a file.
func (w *rewriter) edit(file *files.File, r *records.Reader) error {
	if err := file.Replaceable(); err != nil {
		return w.pass.unread(err)
	}
	if w.editor = (&replacing{file: file, pass: w.pass}); w.dryRun {
		w.editor = newDiff(w.pass, file, w.terminal)
	}
	defer w.editor.discard()
	err := w.records(r)
	if err == nil && w.pass.unreadable == 0 && !w.pass.interrupted {
		var changed bool
		if changed, err = w.editor.finish(); changed && w.inPlace {
			w.rewritten++
		}
	}
	if failed, ok := errors.AsType[editError](err); ok {
		w.pass.unwritten(failed)
		return nil
	}
	return err
}

// write writes the record that r read last, with its new values.
func (w *rewriter) write(r *records.Reader, record *records.Record, text []byte) error {
	if w.editor != nil {
		if err := w.editor.edit(r.Text(), text); err != nil {
			return err
		}
		return r.CopyRest(same{w.editor})
	}
	if _, err := w.pass.Out.Write(w.visible(record, text)); err != nil || w.terminal {
		return err
	}
	return r.CopyRest(w.pass.Out)
}

// A same is a writer for text that does not change.
type same struct{ editor }

func (s same) Write(text []byte) (int, error) { return len(text), s.edit(text, text) }

// A replacing is an editor that replaces the file. It writes nothing before the first change.
type replacing struct {
	file *files.File
	pass *pass
	same int64              // length of the text before the first change
	to   *files.Replacement // nil before the first change
}

func (e *replacing) edit(old, text []byte) (err error) {
	if e.to == nil {
		if bytes.Equal(old, text) {
			e.same += int64(len(old))
			return nil
		}
		if e.to, err = e.file.Replace(e.pass.Context, e.same); err != nil {
			return editError{err}
		}
	}
	if _, err = e.to.Write(text); err != nil {
		return editError{err}
	}
	return nil
}

func (e *replacing) finish() (changed bool, err error) {
	if e.to == nil {
		return false, nil
	}
	if err := e.pass.Context.Err(); err != nil {
		e.pass.interrupted = true
		return false, nil
	}
	if err := e.to.Commit(); err != nil {
		return false, editError{err}
	}
	return true, nil
}

func (e *replacing) discard() {
	if e.to != nil {
		e.to.Discard()
	}
}
