package main

import (
	"bytes"
	"cmp"
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
// of a record that are equal are context. A hunk ends when more than 2*contextLines unchanged lines
// follow.
//
// Requires and returns: the texts that edit receives, in order, make up the file. Lines end in LF,
// so a CR before it, or a record that ends in CR, is part of a line.
//
// Cost: linear in the text. Up to contextLines+2 lines of up to maxDiffLine bytes are held, and the
// rest in two files.Spools, because a hunk begins with its length and a file with a read error gets
// no diff.
//
// Tested against: git apply (TestEdits).
type diff struct {
	pass     *pass
	name     string
	terminal bool

	old, new           []byte   // the current record and its new text, without complete lines
	changed            bool     // whether old and new may differ
	oldLine, newLine   int      // number of complete lines
	held               [][]byte // the last unchanged lines that are not part of a hunk
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
	d.changed = d.changed || !bytes.Equal(old, text)
	d.old, d.new = append(d.old, old...), append(d.new, text...)
	var err error
	switch end := bytes.LastIndexByte(old, '\n') + 1; {
	case end == 0: // no line ends here
	case !d.changed:
		end += len(d.old) - len(old)
		err = d.keep(slices.Collect(bytes.Lines(d.old[:end]))...)
		d.old = append(d.old[:0], d.old[end:]...)
		d.new = append(d.new[:0], d.old...)
	case bytes.HasSuffix(text, newline):
		err = d.lines()
	}
	if err == nil {
		err = d.fits(d.old)
	}
	return err
}

// fits returns an error if one of the next lines is too long.
func (d *diff) fits(lines ...[]byte) error {
	for i, line := range lines {
		if len(line) > maxDiffLine {
			const format = "%s: line %d is longer than 16 MiB, too long for a diff; use --in-place or -o"
			return editError{fmt.Errorf(format, d.name, d.oldLine+i+1)}
		}
	}
	return nil
}

var newline = []byte("\n")

// lines adds the lines in old and new to the hunk, or to the lines held.
func (d *diff) lines() error {
	from, to := slices.Collect(bytes.Lines(d.old)), slices.Collect(bytes.Lines(d.new))
	n := min(len(from), len(to))
	start := 0 // number of equal lines at the beginning
	for start < n && bytes.Equal(from[start], to[start]) {
		start++
	}
	end := 0 // number of equal lines at the end
	for end < n-start && bytes.Equal(from[len(from)-1-end], to[len(to)-1-end]) {
		end++
	}
	err := d.keep(from[:start]...)
	if err == nil {
		err = d.change(from[start:len(from)-end], to[start:len(to)-end])
	}
	if err == nil {
		err = d.keep(from[len(from)-end:]...)
	}
	d.old, d.new, d.changed = d.old[:0], d.new[:0], false
	return err
}

// keep adds unchanged lines.
func (d *diff) keep(lines ...[]byte) error {
	if err := d.fits(lines...); err != nil {
		return err
	}
	for _, line := range lines {
		if err := d.keepOne(line); err != nil {
			return err
		}
	}
	return nil
}

func (d *diff) keepOne(line []byte) error {
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
	if err := cmp.Or(d.fits(from...), d.fits(to...)); err != nil {
		return err
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

// spooled converts an error from a files.Spool to an editError.
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
