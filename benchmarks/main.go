// Command benchmarks compares the validators of package iri with those of others, on the same
// bytes and in the same minute: see README.md.
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
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/cpu"
	"golang.org/x/term"
)

// What the command is asked for.
type options struct {
	corpora, kinds      list
	peers               string
	rounds, lines       int
	turn                time.Duration
	json, markdown, svg string
	quick, list         bool
	gate, cores         bool
	library, files      bool
	cache               string
	size                int64
	differential        int
	differences         bool
	partial             bool
	purego, onlyGo      bool
}

// A list is a flag that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

func parseFlags(args []string) (o options, err error) {
	f := flag.NewFlagSet("benchmarks", flag.ContinueOnError)
	f.Var(&o.corpora, "corpus", "a `file` of lines to ask peers about, which may be given several times; then no corpus is generated unless -kinds says so")
	f.Var(&o.kinds, "kinds", "the generated corpora, of "+strings.Join(kinds(), ","))
	f.StringVar(&o.peers, "peers", "", "a regular `expression`: only peers with such a name or language, and "+ours)
	f.IntVar(&o.rounds, "rounds", 15, "turns of every peer")
	f.IntVar(&o.lines, "lines", 20_000, "lines of a generated corpus; of \"data\" a fortieth")
	f.DurationVar(&o.turn, "turn", 4*time.Millisecond, "a turn is as many passes over a corpus as fit in this time, and at least one")
	f.StringVar(&o.json, "json", "", "also write all that was measured to a `file`, as JSON")
	f.StringVar(&o.markdown, "markdown", "", "also write the tables to a `file`, as Markdown")
	f.StringVar(&o.svg, "svg", "", "also draw a chart to a `file`")
	f.BoolVar(&o.quick, "quick", false, "2,000 lines and 3 rounds: a look, no measurement")
	f.BoolVar(&o.list, "list", false, "list the peers and what is missing, and measure nothing")
	f.BoolVar(&o.gate, "gate", false, "measure only what the bars are about, and fail when a ratio misses its bar by more than a slack")
	f.BoolVar(&o.cores, "cores", false, "measure only ours on all cores, beside as many independent processes")
	f.BoolVar(&o.library, "library", false, "measure only the operations of the library, beside others; "+
		"with -corpus, on the IRIs of files, too, and with -markdown into a page")
	f.BoolVar(&o.files, "files", false,
		"measure only whole programs on generated files; with -gate, ratios may miss their bars by a slack")
	f.StringVar(&o.cache, "cache", "",
		"a `folder` for the generated files of -files, which stay there; without it they are temporary")
	f.Int64Var(&o.size, "size", 1000, "`megabytes` of a generated file of -files")
	f.IntVar(&o.differential, "differential", 0, "compare only the verdicts of those who claim to be exact, on `N` strings that are generated, and fail when a difference is not explained")
	f.BoolVar(&o.differences, "differences", false, "ask only what parsers say about the hard inputs, and write DIFFERENCES.md and what it is made of anew")
	f.BoolVar(&o.partial, "partial", false, "with -differences and -differential: go on although some are missing")
	f.BoolVar(&o.purego, "purego", false, "build ours without SIMD")
	f.BoolVar(&o.onlyGo, "go", false, "only peers that need nothing but Go, so that nothing else is built")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag: files of lines come behind -corpus", f.Arg(0))
	}
	if o.quick {
		o.lines, o.rounds, o.turn = 2000, 3, time.Millisecond
	}
	if set := flagsOf(f); o.files && !set["rounds"] {
		o.rounds = 3
	}
	if o.rounds < 1 || o.lines < 1 || o.size < 1 {
		return o, errors.New("-rounds, -lines and -size must be at least 1")
	}
	if o.files && o.json != "" {
		return o, errors.New("-files writes no JSON: its results go to -markdown and -svg")
	}
	for i := range o.corpora {
		o.corpora[i] = ofCaller(o.corpora[i])
	}
	o.json, o.markdown, o.svg, o.cache = ofCaller(o.json), ofCaller(o.markdown), ofCaller(o.svg), ofCaller(o.cache)
	if len(o.kinds) == 0 && len(o.corpora) == 0 {
		o.kinds = kinds()
	}
	return o, nil
}

// flagsOf returns the names of the flags that were given.
func flagsOf(f *flag.FlagSet) map[string]bool {
	set := map[string]bool{}
	f.Visit(func(one *flag.Flag) { set[one.Name] = true })
	return set
}

// ofCaller returns a file as it is seen from the folder where the command was given: "go run
// -C" runs programs in another, and leaves PWD as it was.
func ofCaller(file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(os.Getenv("PWD"), file)
}

func main() {
	status, err := command()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
	}
	os.Exit(status)
}

func command() (status int, err error) {
	switch {
	case os.Getenv(coreVariable) != "":
		return statusOf(true, serveCore(os.Stdin, os.Stdout))
	case slices.Equal(os.Args[1:], []string{serveArgument}):
		return statusOf(true, serve(servedPeers(), os.Stdin, os.Stdout))
	}
	o, err := parseFlags(os.Args[1:])
	if err != nil {
		return 2, err
	}
	p, ok, err := wasPrepared()
	if err != nil {
		return 2, err
	}
	if ok {
		return obey(o, p)
	}
	runner, p, err := prepare(o.purego, o.onlyGo || o.gate || o.cores || o.files, say)
	if err != nil {
		return 2, err
	}
	say("")
	p.Command = commandLine(os.Args[1:])
	return start(runner, p)
}

// obey does the work that the flags ask for, in the program that prepare has built.
func obey(o options, p prepared) (status int, err error) {
	switch {
	case o.files:
		return statusOf(writeFiles(o, p, os.Stdout))
	case o.gate:
		return statusOf(holdBars())
	case o.cores:
		return statusOf(true, cores(os.Stdout, o.rounds, say))
	case o.library:
		return statusOf(writeLibrary(o, p, os.Stdout))
	case o.differences:
		return statusOf(true, writeDifferences(p, os.Stdout, o.partial))
	}
	return withPeers(o, p)
}

// holdBars measures the bars of validating, and those of the rest of the library. It reports whether all hold.
func holdBars() (held bool, err error) {
	held, err = gate(os.Stdout, simd(), say)
	if err != nil {
		return false, err
	}
	library, err := gateLibrary(os.Stdout, gatePatience, say)
	return held && library, err
}

// statusOf returns the exit status: 0, 1 if a bar is missed, and 2 with an error.
func statusOf(held bool, err error) (status int, _ error) {
	switch {
	case err != nil:
		return 2, err
	case !held:
		return 1, nil
	}
	return 0, nil
}

// withPeers does what needs the peers.
func withPeers(o options, p prepared) (status int, err error) {
	peers, children, err := allPeers(p)
	defer func() {
		for _, c := range children {
			c.Close()
		}
	}()
	if err != nil {
		return 2, err
	}
	if peers, err = choose(peers, o.peers); err != nil {
		return 2, err
	}
	if o.differential > 0 {
		return compareVerdicts(o, peers)
	}
	return compare(o, p, peers)
}

// compare measures all peers with all corpora.
func compare(o options, p prepared, peers []Peer) (status int, err error) {
	report := newReport(p.Command, buildOf(), p.Revision)
	report.Peers = peers
	if o.list {
		return 0, report.List(os.Stdout)
	}
	if report.Corpora, err = o.load(); err != nil {
		return 2, err
	}
	var clock clock
	for _, c := range report.Corpora {
		defer c.remove()
		results, err := run(peers, c, Plan{o.rounds, o.turn}, &clock, say)
		if err != nil {
			return 2, err
		}
		report.Results = append(report.Results, results...)
		report.Rounds, report.Gigahertz = o.rounds, clock.gigahertz
	}
	say("")
	report.complete()
	if o.svg != "" {
		report.Chart = filepath.Base(o.svg)
	}
	return report.finish(o)
}

// load generates and reads the corpora.
func (o *options) load() (corpora []*Corpus, err error) {
	names := map[string]bool{}
	add := func(c *Corpus, err error) error {
		if err == nil && names[c.Name] {
			err = fmt.Errorf("there are two corpora with the name %s", c.Name)
		}
		if err == nil {
			names[c.Name] = true
			corpora = append(corpora, c)
		}
		return err
	}
	for _, name := range o.corpora {
		if err := add(read(name)); err != nil {
			return nil, err
		}
	}
	for _, kind := range o.kinds {
		if err := add(generate(kind, o.lines)); err != nil {
			return nil, err
		}
	}
	return corpora, nil
}

// complete fills in what follows from the times.
func (r *Report) complete() {
	for _, c := range r.Corpora {
		var some []Result
		for i := range r.Results {
			if r.Results[i].Corpus == c.Name {
				some = append(some, r.Results[i])
			}
		}
		complete(some, c, r.Gigahertz)
		for i, at := 0, 0; i < len(r.Results); i++ {
			if r.Results[i].Corpus == c.Name {
				r.Results[i] = some[at]
				at++
			}
		}
	}
}

// finish writes the report to where the user wants it. The status is 1 when a peer failed, or we were wrong.
func (r *Report) finish(o options) (status int, err error) {
	if err := r.Text(os.Stdout); err != nil {
		return 2, err
	}
	for _, out := range []struct {
		name  string
		write func(io.Writer) error
	}{{o.json, r.JSON}, {o.markdown, r.Markdown}, {o.svg, r.SVG}} {
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
	wrong := r.errors()
	for _, result := range r.Results {
		if result.Peer == ours && result.WrongAccepts+result.WrongRejects > 0 {
			wrong = append(wrong, ours+", "+result.Corpus+": verdicts are wrong")
		}
	}
	if len(wrong) > 0 {
		return 1, errors.New(strings.Join(wrong, "\n"))
	}
	return 0, nil
}

// allPeers returns the peers that there are and those that are missing. Names tell them apart.
func allPeers(p prepared) (peers []Peer, children []*Child, err error) {
	peers = slices.Concat(goPeers(), batchPeers(), []Peer{rurePeer(p)}, cPeers(p))
	for _, f := range p.Children {
		if f.Missing == "" {
			child, err := startChild(f.Command)
			if err == nil {
				children = append(children, child)
				peers = append(peers, child.Peers...)
				continue
			}
			f.Missing = "it does not run: " + err.Error()
		}
		peers = append(peers, Peer{Name: f.Peers, Language: f.Language, Standard: RFC3987, Missing: f.Missing})
	}
	names := map[string]bool{}
	for _, p := range peers {
		if names[p.Name] {
			return nil, children, fmt.Errorf("there are two peers with the name %q", p.Name)
		}
		names[p.Name] = true
	}
	return peers, children, nil
}

// say shows what is being done, on a terminal: a line that the next one takes the place of.
func say(what string) {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", what)
	}
}

// commandLine returns the command that does the same again, without where the files are.
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

// simd reports whether ours may use SIMD in this build and on this machine.
func simd() bool { return !purego && runtime.GOARCH == "amd64" && cpu.X86.HasAVX512VBMI }

func setting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return ""
}

func buildOf() string {
	level := setting("GO" + strings.ToUpper(runtime.GOARCH))
	text := "GO" + strings.ToUpper(runtime.GOARCH) + "=" + level
	if level == "" {
		text = "the defaults"
	}
	if purego {
		text += ", purego"
	}
	return text
}
