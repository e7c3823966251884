// Command rdfreader stands in for "iri check --format ntriples" until that is there: it reads a file by
// package rdf, and prints the lines that are wrong. Without a name it reads the standard input.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/irilex/iri/tables/rdf"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "rdfreader:", err)
		os.Exit(2)
	}
}

func run(names []string) (err error) {
	in := os.Stdin
	if len(names) > 0 {
		if in, err = os.Open(names[0]); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(os.Stdout)
	r := rdf.NewReader(in, rdf.NTriples)
	for {
		_, err := r.Read()
		if err == nil {
			continue
		}
		e, ok := errors.AsType[*rdf.Error](err)
		switch {
		case ok:
			text, _, _ := r.Line()
			fmt.Fprintf(out, "%s:%d:%d: %s\n%s\n", in.Name(), e.Line, e.Column, e.Message(), text)
		case err == io.EOF:
			fmt.Fprintf(out, "%d valid, %d invalid\n", r.Counts().Statements, r.Counts().Wrong)
			return out.Flush()
		default:
			return err
		}
	}
}
