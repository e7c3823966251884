package measure

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options holds the flags of the benchmarks command. ParseFlags describes each flag.
type Options struct {
	Corpora, Kinds    List
	Peers             string
	Rounds, Lines     int
	Turn              time.Duration
	quick, List, Tags bool
	Gate, Library     bool
	Differential      int
	Differences       bool
	Partial, Write    bool
	Purego, OnlyGo    bool
}

// A List is a flag that takes several comma-separated values and may be repeated.
type List []string

func (l *List) String() string     { return strings.Join(*l, ",") }
func (l *List) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

// ParseFlags parses the command's arguments. It returns an error if a flag or value is invalid.
func ParseFlags(args []string) (o Options, err error) {
	f := flag.NewFlagSet("benchmarks", flag.ContinueOnError)
	f.Var(&o.Corpora, "corpus",
		"a `file` of lines to ask peers about, which may be given several times; then no corpus is generated unless "+
			"-kinds says so")
	f.Var(&o.Kinds, "kinds", "the generated corpora, of "+strings.Join(Kinds(), ","))
	f.StringVar(&o.Peers, "peers", "", "a regular `expression`: only peers with such a name or language, and "+Ours)
	f.IntVar(&o.Rounds, "rounds", 15, "turns of every peer")
	f.IntVar(&o.Lines, "lines", 20_000, "lines of a generated corpus; of \"data\" a fortieth")
	f.DurationVar(&o.Turn, "turn", 4*time.Millisecond,
		"a turn is as many passes over a corpus as fit in this time, and at least one")
	f.BoolVar(&o.quick, "quick", false, "2,000 lines and 3 rounds: a look, no measurement")
	f.BoolVar(&o.List, "list", false, "list the peers and what is missing, and measure nothing")
	f.BoolVar(&o.Tags, "tags", false,
		"generate the sources of peers in C, and print the build tags of all that can be linked")
	f.BoolVar(&o.Gate, "gate", false,
		"measure only what the bars are about, and fail when a ratio misses its bar by more than a slack")
	f.BoolVar(&o.Library, "library", false, "measure only the operations of the library, beside others; "+
		"with -corpus, on the IRIs of files, too")
	f.IntVar(&o.Differential, "differential", 0,
		"compare only the verdicts of those who claim to be exact, on `N` strings that are generated, and fail when a "+
			"difference is not explained")
	f.BoolVar(&o.Differences, "differences", false,
		"only print what parsers say about the hard inputs; with -write, write DIFFERENCES.md")
	f.BoolVar(&o.Partial, "partial", false, "with -differences and -differential: go on although some are missing")
	f.BoolVar(&o.Write, "write", false,
		"write RESULTS.md, or DIFFERENCES.md with -differences, at a commit without changes")
	f.BoolVar(&o.Purego, "purego", false, "build ours without SIMD")
	f.BoolVar(&o.OnlyGo, "go", false, "only peers that need nothing but Go, so that nothing else is built")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag: files of lines come after -corpus", f.Arg(0))
	}
	if o.quick {
		o.Lines, o.Rounds, o.Turn = 2000, 3, time.Millisecond
	}
	if o.Rounds < 1 || o.Lines < 1 {
		return o, errors.New("-rounds and -lines must be at least 1")
	}
	for i := range o.Corpora {
		o.Corpora[i] = ofCaller(o.Corpora[i])
	}
	if len(o.Kinds) == 0 && len(o.Corpora) == 0 {
		o.Kinds = Kinds()
	}
	return o, nil
}

// ofCaller resolves a file name given by the user relative to the working directory of the user's
// shell. PWD holds that directory, because "go run -C" runs programs in another directory but does
// not change PWD.
func ofCaller(file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(os.Getenv("PWD"), file)
}

// Load returns the corpora that the options select: it reads the files given by -corpus and
// generates those given by -kinds. It returns an error if two corpora have the same name.
func (o *Options) Load() (corpora []*Corpus, err error) {
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
	for _, name := range o.Corpora {
		if err := add(read(name)); err != nil {
			return nil, err
		}
	}
	for _, kind := range o.Kinds {
		if err := add(Generate(kind, o.Lines)); err != nil {
			return nil, err
		}
	}
	return corpora, nil
}
