package main

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A baseline is a set of known diagnostics, which are not reported again. In the baseline file,
// each is an object with the keys file, code and input, as in --json output; other keys are
// ignored. Lines and columns are not compared, because unrelated changes move them.
type baseline struct {
	read, write string          // file names, or ""
	known       map[string]bool // the lines of read; nil if there is no such file
}

// usualBaseline is the file that is read unless --baseline names another.
const usualBaseline = ".iri-baseline"

func (b *baseline) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&b.read, "baseline", usualBaseline, "do not report the diagnostics listed in `FILE`")
	cmd.Flags().StringVar(&b.write, "write-baseline", "", "write all diagnostics to `FILE` instead of reporting them")
	for _, name := range []string{"baseline", "write-baseline"} {
		cmd.RegisterFlagCompletionFunc(name, completeFile)
	}
	program.About(cmd, ignoringTopic, "baseline", "write-baseline")
	program.Exclusive(cmd, "baseline", "write-baseline")
	program.Exclusive(cmd, "verdicts", "baseline")
	program.Exclusive(cmd, "verdicts", "write-baseline")
}

// load reads the known diagnostics. The usual file may be absent.
func (b *baseline) load(p *pass) error {
	given := p.cmd.Flags().Changed("baseline")
	if verdicts := p.cmd.Flags().Changed("verdicts"); b.write != "" || verdicts || b.read == "" {
		return nil
	}
	file, err := os.Open(b.read)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !given:
		return nil
	case err != nil:
		return fmt.Errorf("--baseline: %w", err)
	}
	defer file.Close()
	b.known = map[string]bool{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		var d struct {
			File, Code, Input string
			FileHex           string `json:"file_hex"`  // if File is not UTF-8
			InputHex          string `json:"input_hex"` // if Input is not UTF-8
		}
		err := json.Unmarshal(lines.Bytes(), &d)
		if err = cmp.Or(err, unhex(d.FileHex, &d.File), unhex(d.InputHex, &d.Input)); err != nil || d.Code == "" {
			return fmt.Errorf(`%s:%d: not an object with the keys file, code and input, as --write-baseline writes`,
				b.read, number)
		}
		b.known[entry(d.File, d.Code, d.Input)] = true
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", b.read, err)
	}
	return nil
}

// unhex replaces a text with the bytes that digits represent, unless there are none.
func unhex(digits string, text *string) error {
	b, err := hex.DecodeString(digits)
	if len(b) > 0 {
		*text = string(b)
	}
	return err
}

// checkOutput rejects an input or grammar file as the file to write, even if it was found in a
// directory.
func (b *baseline) checkOutput(p *pass, grammars []string) error {
	if b.write == "" {
		return nil
	}
	inputs := p.Inputs
	inputs.Names = slices.Concat(grammars, p.Names)
	found, err := inputs.Includes(b.write)
	if found {
		return program.Usagef(p.cmd, "--write-baseline %s would replace an input file; name another file", b.write)
	}
	return err
}

// entry returns a line of a baseline file.
func entry(file, code, input string) string {
	b := terminal.AppendField([]byte("{"), "file", filepath.ToSlash(filepath.Clean(file)))
	b = terminal.AppendField(append(b, ','), "code", code)
	return string(terminal.AppendField(append(b, ','), "input", input)) + "}\n"
}

// counts returns the number of known diagnostics as text for the summary.
func (b *baseline) counts(known int) string {
	if known == 0 {
		return ""
	}
	return fmt.Sprintf(", %d known (%s)", known, cmp.Or(b.write, b.read))
}

// active reports whether every diagnostic must be looked up or written.
func (b *baseline) active() bool { return b.known != nil || b.write != "" }

// isKnown reports whether the baseline contains a diagnostic, and counts it. All diagnostics are
// known if a baseline is written.
func (t *tally) isKnown(l *files.Line, f *fault.Fault) bool {
	b := &t.check.baseline
	if !b.active() {
		return false
	}
	const maxInput = 16 << 10
	line := entry(l.File, f.Code, files.View(f.Input[:min(len(f.Input), maxInput)]))
	if b.write == "" && !b.known[line] {
		return false
	}
	if t.known++; b.write != "" {
		t.found = append(t.found, line)
	}
	return true
}

// save writes the diagnostics found, unless some files were not read to the end.
func (b *baseline) save(t *tally) error {
	if b.write == "" || t.pass.interrupted || t.pass.failed || t.pass.unreadable > 0 {
		return nil
	}
	text := func(w io.Writer) error {
		written := map[string]bool{}
		for _, line := range t.found {
			if written[line] {
				continue
			}
			written[line] = true
			if _, err := io.WriteString(w, line); err != nil {
				return err
			}
		}
		return nil
	}
	cmd := t.pass.cmd
	return files.Write(cmd.Context(), cmd.Root().OutOrStdout(), files.Output{Name: b.write, Text: text})
}
