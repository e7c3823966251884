// Command benchmarks compares the validators of package iri with other validators. They read the
// same bytes and take turns. README.md describes the flags and the tables.
//
//	go run -C benchmarks .
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/benchmarks/files"
	"github.com/irilex/iri/benchmarks/library"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/benchmarks/peers/c"
	"github.com/irilex/iri/benchmarks/report"
)

func main() {
	status, err := command()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
	}
	os.Exit(status)
}

func command() (status int, err error) {
	switch {
	case os.Getenv(library.CoreVariable) != "":
		return statusOf(true, library.ServeCore(os.Stdin, os.Stdout))
	case slices.Equal(os.Args[1:], []string{peers.ServeArgument}):
		return statusOf(true, peers.Serve(peers.ServedPeers(), os.Stdin, os.Stdout))
	}
	o, err := measure.ParseFlags(os.Args[1:])
	if err != nil {
		return 2, err
	}
	if o.Tags {
		tags, err := c.Prepare(peers.CFolder)
		fmt.Println(strings.Join(tags, " "))
		return statusOf(true, err)
	}
	p, ok, err := peers.WasPrepared()
	if err != nil {
		return 2, err
	}
	if ok {
		return obey(o, p)
	}
	runner, p, err := peers.Prepare(o.Purego, o.OnlyGo || o.Gate || o.Cores || o.Files, measure.Say)
	if err != nil {
		return 2, err
	}
	measure.Say("")
	p.Command = commandLine(os.Args[1:])
	return peers.Start(runner, p)
}

// obey does the work that the flags ask for: one of the modes -files, -gate, -cores, -library and
// -differences, or withPeers. It runs in the program that [peers.Prepare] has built.
func obey(o measure.Options, p peers.Prepared) (status int, err error) {
	switch {
	case o.Files:
		return statusOf(files.Write(o, p, os.Stdout))
	case o.Gate:
		return statusOf(holdBars())
	case o.Cores:
		return statusOf(true, library.Cores(os.Stdout, o.Rounds, measure.Say))
	case o.Library:
		return statusOf(library.Write(o, p, os.Stdout))
	case o.Differences:
		return statusOf(true, hardInputs(o, p, os.Stdout))
	}
	return withPeers(o, p)
}

// holdBars measures the bars of validators and those of package library. held is false if one of
// them does not hold.
func holdBars() (held bool, err error) {
	held, err = report.Gate(os.Stdout, measure.SIMD(), measure.Say)
	if err != nil {
		return false, err
	}
	library, err := library.Gate(os.Stdout, report.GatePatience, measure.Say)
	return held && library, err
}

// statusOf returns the exit status: 2 with an error, 1 without held, which means a missed bar, and
// 0 otherwise.
func statusOf(held bool, err error) (status int, _ error) {
	switch {
	case err != nil:
		return 2, err
	case !held:
		return 1, nil
	}
	return 0, nil
}

// withPeers starts the peers chosen by -peers. With -differential it compares their verdicts, and
// otherwise it measures them.
func withPeers(o measure.Options, p peers.Prepared) (status int, err error) {
	peers, children, err := allPeers(p)
	defer func() {
		for _, c := range children {
			c.Close()
		}
	}()
	if err != nil {
		return 2, err
	}
	if peers, err = measure.Choose(peers, o.Peers); err != nil {
		return 2, err
	}
	if o.Differential > 0 {
		return statusOf(compareVerdicts(o, peers))
	}
	return compare(o, p, peers)
}

// compare measures the peers on all corpora, and writes the report. With -list it writes only the
// list of peers.
func compare(o measure.Options, p peers.Prepared, peers []measure.Peer) (status int, err error) {
	report := report.New(p.Command, measure.BuildOf(), p.Revision)
	report.Peers = peers
	if o.List {
		return 0, report.List(os.Stdout)
	}
	if report.Corpora, err = o.Load(); err != nil {
		return 2, err
	}
	var clock measure.Clock
	for _, c := range report.Corpora {
		defer c.Remove()
		results, err := measure.Run(peers, c, measure.Plan{Rounds: o.Rounds, Turn: o.Turn}, &clock, measure.Say)
		if err != nil {
			return 2, err
		}
		report.Results = append(report.Results, results...)
		report.Rounds, report.Gigahertz = o.Rounds, clock.Gigahertz
	}
	measure.Say("")
	report.Complete()
	if o.SVG != "" {
		report.Chart = filepath.Base(o.SVG)
	}
	return finish(report, o)
}

// finish writes the report to standard output, and to the files of -json, -markdown and -svg. The
// exit status is 1 if a peer failed, or if iri.Valid had a wrong verdict.
func finish(r *report.Report, o measure.Options) (status int, err error) {
	if err := r.Text(os.Stdout); err != nil {
		return 2, err
	}
	for _, out := range []struct {
		name  string
		write func(io.Writer) error
	}{{o.JSON, r.JSON}, {o.Markdown, r.Markdown}, {o.SVG, r.SVG}} {
		if out.name == "" {
			continue
		}
		f, err := os.Create(out.name)
		if err != nil {
			return 2, err
		}
		if err := errors.Join(out.write(f), f.Close()); err != nil {
			return 2, err
		}
	}
	wrong := r.Errors()
	for _, result := range r.Results {
		if result.Peer == measure.Ours && result.WrongAccepts+result.WrongRejects > 0 {
			wrong = append(wrong, measure.Ours+", "+result.Corpus+": verdicts are wrong")
		}
	}
	if len(wrong) > 0 {
		return 1, errors.New(strings.Join(wrong, "\n"))
	}
	return 0, nil
}

// allPeers returns all peers, also those that are missing, and the children that it has started for
// some of them. The caller closes the children. It returns an error if two peers have one name.
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

// commandLine returns the command line of this run for the report. It replaces absolute paths by
// the names of the files.
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
