// Command files measures entire programs on entire files: N-Triples, both plain and compressed, and
// a list of URLs.
//
//	go run -C benchmarks ./files
//
// The time of a program is that of its process, from exec to exit. The program reads a generated
// file, which is in the page cache, and writes its output to a file. Programs take turns, and the
// shortest time of each program counts. The programs in a table run on the same cores. Some lines
// of an input are invalid, and iri must report exactly those lines.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
)

func main() {
	if loop := loops[strings.Join(os.Args[1:min(2, len(os.Args))], "")]; loop != nil {
		if err := loop(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	held, err := command(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "files:", err)
		os.Exit(2)
	case !held:
		os.Exit(1)
	}
}

// command measures the programs. held is false if a ratio misses its bar or iri gives a wrong
// verdict on a line.
func command(args []string) (held bool, err error) {
	f := flag.NewFlagSet("files", flag.ContinueOnError)
	size := f.Int64("size", 1000, "`megabytes` of a generated file")
	rounds := f.Int("rounds", 3, "runs of every program")
	gate := f.Bool("gate", false, "a ratio may miss its bar by a slack")
	cache := f.String("cache", "", "a `folder` for the generated files, which stay there; without it they are temporary")
	revision := f.String("revision", "", "write the results, of this commit, to RESULTS.md")
	if err := f.Parse(args); err != nil {
		return false, err
	}
	temporary, err := os.MkdirTemp("", "iri-files-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(temporary)
	if *cache == "" {
		*cache = temporary
	} else if !filepath.IsAbs(*cache) {
		*cache = filepath.Join(os.Getenv("PWD"), *cache) // "go run -C" does not change PWD
	}
	measure.Say("generating files")
	in, err := generate(*cache, *size*1_000_000)
	if err != nil {
		return false, err
	}
	t, err := tools()
	if err != nil {
		return false, err
	}
	sections := []*section{t.triples(), t.urls(), t.compressed(), t.twoFiles()}
	for _, s := range sections {
		if err := s.run(in, *rounds, filepath.Join(temporary, "output")); err != nil {
			return false, err
		}
	}
	measure.Say("")
	if *revision != "" {
		return true, write(sections[:3], sections, *revision)
	}
	return report(os.Stdout, sections, map[bool]float64{true: 0.8, false: 1}[*gate])
}
