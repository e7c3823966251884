package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A diff is an editor that prints a unified diff if the file would change.
//
// Idea. Each record has its new text, so no lines need to be matched: only the lines at both ends
// of a record that are equal are context. A hunk ends when more than twice contextLines follow
// that do not change.
//
// Requires and returns: the texts that edit receives, in order, are the file. Lines end in LF, so a
// CR before it, or a record that ends in CR, is part of a line.
//
// Cost: linear in the text. Up to contextLines+2 lines of up to maxDiffLine bytes are held, and the
// rest in two files.Spools, because a hunk begins with its length and a file with a read error has
// no diff.
//
// Tested against: git apply (TestEdits).
type diff struct {
	pass     *pass
	name     string
	terminal bool

	old, new           []byte   // the current record, and its new text, as far as no line has ended
	oldLine, newLine   int      // number of complete lines
	held               [][]byte // the last lines that did not change and are not part of a hunk
	open               bool     // whether there is a hunk
	trailing           int      // number of lines in the hunk after its last change
	oldStart, newStart int      // number of the first line in the hunk
	oldCount, newCount int      // number of lines in the hunk
	hunk, hunks        files.Spool
}

const (
	contextLines = 3        // maximum number of unchanged lines at both ends of a hunk
	maxDiffLine  = 16 << 20 // maximum length of a line in bytes
)

func newDiff(p *pass, file *files.File, onto bool) *diff {
	d := &diff{pass: p, name: file.Name, terminal: onto}
	mark := file.Mark(1)
	d.old = append(d.old, "\ufeff"[:mark]...)
	d.new = append(d.new, "\ufeff"[:mark]...)
	return d
}

func (d *diff) edit(old, text []byte) error {
	d.old, d.new = append(d.old, old...), append(d.new, text...)
	if bytes.HasSuffix(d.old, newline) && bytes.HasSuffix(d.new, newline) {
		return d.lines()
	}
	if len(d.old) > maxDiffLine {
		const format = "%s: line %d is longer than 16 MiB, so there is no diff; use --in-place or -o"
		return editError{fmt.Errorf(format, d.name, d.oldLine+1)}
	}
	return nil
}

var newline = []byte("\n")

// lines adds the lines in old and new to the hunk, or to the lines held.
func (d *diff) lines() error {
	old, text := d.old, d.new
	for len(old) > 0 {
		line := firstLine(old)
		if !bytes.Equal(line, firstLine(text)) {
			break
		}
		if err := d.keep(line); err != nil {
			return err
		}
		old, text = old[len(line):], text[len(line):]
	}
	d.old, d.new = d.old[:0], d.new[:0] // only reused by the next edit
	from, to := slices.Collect(bytes.Lines(old)), slices.Collect(bytes.Lines(text))
	n := 0 // number of equal lines at the end
	for n < min(len(from), len(to)) && bytes.Equal(from[len(from)-1-n], to[len(to)-1-n]) {
		n++
	}
	end := len(from) - n
	if err := d.change(from[:end], to[:len(to)-n]); err != nil {
		return err
	}
	for _, line := range from[end:] {
		if err := d.keep(line); err != nil {
			return err
		}
	}
	return nil
}

// firstLine returns the first line of a text, including its end.
func firstLine(text []byte) []byte {
	for line := range bytes.Lines(text) {
		return line
	}
	return nil
}

// keep adds a line that does not change.
func (d *diff) keep(line []byte) error {
	d.oldLine, d.newLine = d.oldLine+1, d.newLine+1
	if d.open && d.trailing < contextLines {
		d.trailing++
		return d.put(' ', line)
	}
	var room []byte
	if len(d.held) == contextLines {
		if err := d.close(); err != nil {
			return err
		}
		room = d.held[0]
		d.held = append(d.held[:0], d.held[1:]...)
	}
	d.held = append(d.held, append(room[:0], line...))
	return nil
}

// change adds lines that are replaced by others.
func (d *diff) change(from, to [][]byte) error {
	if len(from)+len(to) == 0 {
		return nil
	}
	if !d.open {
		d.open, d.oldCount, d.newCount = true, 0, 0
		d.oldStart, d.newStart = d.oldLine-len(d.held)+1, d.newLine-len(d.held)+1
	}
	d.oldLine, d.newLine = d.oldLine+len(from), d.newLine+len(to)
	for _, part := range []struct {
		sign  byte
		lines [][]byte
	}{{' ', d.held}, {'-', from}, {'+', to}} {
		for _, line := range part.lines {
			if err := d.put(part.sign, line); err != nil {
				return err
			}
		}
	}
	d.held, d.trailing = d.held[:0], 0
	return nil
}

// put adds a line to the hunk.
func (d *diff) put(sign byte, line []byte) error {
	if sign != '+' {
		d.oldCount++
	}
	if sign != '-' {
		d.newCount++
	}
	text, ended := bytes.CutSuffix(line, newline)
	if d.terminal {
		text = []byte(terminal.Visible(string(text)))
	}
	end := "\n"
	if !ended {
		end = "\n\\ No newline at end of file\n"
	}
	_, err := d.hunk.Write(slices.Concat([]byte{sign}, text, []byte(end)))
	return spooled(err)
}

// close ends the hunk.
func (d *diff) close() error {
	if !d.open {
		return nil
	}
	d.open = false
	_, err := fmt.Fprintf(&d.hunks, "@@ -%s +%s @@\n", span(d.oldStart, d.oldCount), span(d.newStart, d.newCount))
	if err == nil {
		_, err = d.hunk.WriteTo(&d.hunks)
	}
	return spooled(err)
}

// span formats a range of lines. An empty range begins after a line, not at it.
func span(start, count int) string {
	if count == 0 {
		start--
	}
	return fmt.Sprintf("%d,%d", start, count)
}

// spooled returns the error of a files.Spool as an editError.
func spooled(err error) error {
	if err != nil {
		return editError{err}
	}
	return nil
}

func (d *diff) finish() (changed bool, err error) {
	if err = d.lines(); err == nil {
		err = d.close()
	}
	if err != nil || d.hunks.Empty() {
		return false, err
	}
	_, err = fmt.Fprintf(d.pass.Out, "--- %s\n+++ %s\n", d.label("a/"), d.label("b/"))
	if err == nil {
		_, err = d.hunks.WriteTo(d.pass.Out)
	}
	return true, err
}

func (d *diff) discard() {
	d.hunk.Close()
	d.hunks.Close()
}

// label returns the name of the file as "git apply" reads it: relative, quoted if it contains a
// quote, a backslash or a control character, and followed by a tab if it contains a space.
func (d *diff) label(prefix string) string {
	name := prefix + strings.TrimLeft(filepath.ToSlash(filepath.Clean(d.name)), "/")
	special := func(c byte) bool { return c < ' ' || c == '"' || c == '\\' || c == 0x7F }
	if !slices.ContainsFunc([]byte(name), special) {
		if d.terminal {
			name = terminal.Visible(name)
		}
		if strings.Contains(name, " ") {
			name += "\t"
		}
		return name
	}
	b := []byte{'"'}
	for _, c := range []byte(name) {
		switch {
		case !special(c):
			b = append(b, c)
		default:
			b = fmt.Appendf(b, "\\%03o", c)
		}
	}
	return string(append(b, '"'))
}
