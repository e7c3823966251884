// Command benchmarks compares the validators of package iri with other validators. They read the
// same bytes and take turns. README.md describes the flags and tables.
//
//	go run -C benchmarks .
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/benchmarks/peers/c"
	"github.com/irilex/iri/benchmarks/report"
)

func main() {
	ok, err := command()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
	}
	switch {
	case err != nil:
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
}

// command does what the arguments request. ok is false if a bar is missed, a peer fails, or a
// difference in a peer's verdicts is unexplained.
func command() (ok bool, err error) {
	if slices.Equal(os.Args[1:], []string{peers.ServeArgument}) {
		return true, peers.Serve(peers.ServedPeers(), os.Stdin, os.Stdout)
	}
	o, err := measure.ParseFlags(os.Args[1:])
	if err != nil {
		return false, err
	}
	if o.Tags {
		tags, err := c.Prepare(peers.CFolder)
		fmt.Println(strings.Join(tags, " "))
		return true, err
	}
	p, ok, err := peers.WasPrepared()
	if err != nil {
		return false, err
	}
	if ok {
		return obey(o, p)
	}
	runner, p, err := peers.Prepare(o.Purego, o.OnlyGo || o.Gate, measure.Say)
	if err != nil {
		return false, err
	}
	measure.Say("")
	p.Command = commandLine(os.Args[1:])
	return peers.Start(runner, p)
}

// obey does what the flags request. It runs in the program that [peers.Prepare] built.
func obey(o measure.Options, p peers.Prepared) (ok bool, err error) {
	switch {
	case o.Gate:
		return report.Gate(os.Stdout, measure.SIMD(), measure.Say)
	case o.Library:
		return report.WriteLibrary(os.Stdout, o, p)
	case o.Differences:
		return true, hardInputs(o, p, os.Stdout)
	}
	all, children, err := allPeers(p)
	defer func() {
		for _, c := range children {
			c.Close()
		}
	}()
	if err != nil {
		return false, err
	}
	if all, err = measure.Choose(all, o.Peers); err != nil {
		return false, err
	}
	switch {
	case o.Differential > 0:
		return compareVerdicts(o, all)
	case o.List:
		return true, report.List(os.Stdout, all)
	}
	return compare(o, p, all)
}

// compare measures the peers on all corpora and prints the report. With -write it also measures the
// library and entire programs, and writes the page instead.
func compare(o measure.Options, p peers.Prepared, all []measure.Peer) (ok bool, err error) {
	r := &report.Report{Peers: all, SIMD: measure.SIMD()}
	var section measure.Section
	if o.Write {
		if section, err = measure.NewSection(p.Command, p.Revision); err != nil {
			return false, err
		}
	}
	if r.Corpora, err = o.Load(); err != nil {
		return false, err
	}
	var clock measure.Clock
	for _, c := range r.Corpora {
		defer c.Remove()
		results, err := measure.Run(all, c, measure.Plan{Rounds: o.Rounds, Turn: o.Turn}, &clock, measure.Say)
		if err != nil {
			return false, err
		}
		measure.Complete(results, c, clock.Gigahertz)
		r.Results = append(r.Results, results...)
	}
	measure.Say("")
	if wrong := r.Errors(); len(wrong) > 0 {
		err = errors.New(strings.Join(wrong, "\n"))
	}
	if !o.Write || err != nil {
		fmt.Printf("%s, %.2f GHz by a chain of additions, commit %s\n\n", measure.Machine(), clock.Gigahertz, p.Revision)
		return true, errors.Join(r.Text(os.Stdout), err)
	}
	return true, writePage(o, p, r, section)
}

// writePage writes RESULTS.md with the results for validators, after measuring the library and
// entire programs for the other sections.
func writePage(o measure.Options, p peers.Prepared, r *report.Report, section measure.Section) error {
	validators, err := r.Section(section)
	if err != nil {
		return err
	}
	t, _, err := report.Library(o, p)
	if err != nil {
		return err
	}
	section.Command = "go run -C benchmarks . -library"
	library, err := report.LibrarySection(section, t)
	if err != nil {
		return err
	}
	err = measure.UpdateRecord(".", func(r *measure.Record) { r.Validators, r.Library = validators, library })
	if err != nil {
		return err
	}
	files := exec.Command("go", "run", "./files", "-revision", p.Revision)
	files.Stdout, files.Stderr = os.Stdout, os.Stderr
	return files.Run()
}

// allPeers returns all peers, including missing ones, and the children that it started for some of
// them. The caller closes the children. It returns an error if two peers have the same name.
func allPeers(p peers.Prepared) (all []measure.Peer, children []*peers.Child, err error) {
	all = slices.Concat(peers.GoPeers(), peers.BatchPeers(), []measure.Peer{peers.RurePeer(p)}, peers.CPeers(p))
	for _, f := range p.Children {
		if f.Missing == "" {
			child, err := peers.StartChild(f.Command)
			if err == nil {
				children = append(children, child)
				all = append(all, child.Peers...)
				continue
			}
			f.Missing = "it does not run: " + err.Error()
		}
		all = append(all, measure.Peer{Name: f.Peers, Language: f.Language, Standard: measure.RFC3987, Missing: f.Missing})
	}
	names := map[string]bool{}
	for _, p := range all {
		if names[p.Name] {
			return nil, children, fmt.Errorf("there are two peers with the name %q", p.Name)
		}
		names[p.Name] = true
	}
	return all, children, nil
}

// commandLine returns the command line of this run for the report, with absolute paths replaced by
// file names.
func commandLine(args []string) string {
	words := []string{"go", "run", "-C", "benchmarks", "."}
	for _, arg := range args {
		if filepath.IsAbs(arg) {
			arg = filepath.Base(arg)
		}
		if strings.ContainsAny(arg, " |()*$'\"") {
			arg = "'" + arg + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}
