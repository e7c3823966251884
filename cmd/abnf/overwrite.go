package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
)

// checkOutput returns a usage error if the output file is also an input: the GRAMMAR or one of its
// imports. It compares files rather than names, so it also detects links to an input and a file
// opened as the standard input. A terminal or another device may be both read and written.
func checkOutput(cmd *cobra.Command, file, name string, how grammar.Notation) error {
	info, err := os.Stat(file)
	if file == files.Stdout || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, read := range how.Files(name) {
		there, err := inputInfo(read, cmd.InOrStdin())
		if err != nil || !os.SameFile(info, there) {
			continue
		}
		is := "it is " + read + ", which is also an input"
		switch read {
		case file:
			is = "it is also an input"
		case grammar.Stdin:
			is = "it is standard input"
		}
		return program.Usagef(cmd, "cannot write %s: %s; name another file", file, is)
	}
	return nil
}

// inputInfo returns the file info of an input.
func inputInfo(name string, stdin io.Reader) (os.FileInfo, error) {
	if name != grammar.Stdin {
		return os.Stat(name)
	}
	f, ok := stdin.(*os.File)
	if !ok {
		return nil, os.ErrInvalid
	}
	return f.Stat()
}
