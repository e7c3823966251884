// Package race times the same operations of several copies of the library in one process. In each
// round every copy has a turn, and the least time of all its turns counts.
//
// Words:
//
//   - op: a timed operation, such as valid or parse.
//   - walk: an op done once on all lines of a corpus.
//   - contest: an op on a corpus, done by each copy in its lane.
//   - turn: the walks that a lane does at a time; their number is the same for all lanes.
//   - naive loop: the textbook's loop over an automaton; times are compared with its time.
package race

import (
	"cmp"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// A Plan has the ops and the corpora to time, and for how long. The program reads it from its
// standard input.
type Plan struct {
	Levels  []string // the levels of instructions, see [Copy]; in a build without SIMD only "purego"
	Ops     []string // the names of the ops
	Corpora []Corpus
	Rounds  int
	Turn    time.Duration // about the time of one turn; a turn repeats a walk to fill it
}

// A Corpus is a list of lines.
type Corpus struct {
	Name      string
	Reference bool // whether the rule is IRI-reference; else it is IRI
	Lines     []string
	Text      []byte // the lines with a newline after each
}

// An Op is a walk of one copy, for a corpus.
type Op struct {
	Walk  func(*Corpus) // the timed part
	Valid func() int    // returns the number of valid lines in the last walk
}

// A Copy is a copy of the library. The first copy of a program is the new one. The functions Ops
// and Naive are for the rule IRI-reference if reference is true, else for the rule IRI.
type Copy struct {
	Name     string
	SetLevel func(level string) bool // sets the level, or returns false if build or processor lack it
	Ops      func(reference bool) map[string]Op
	Naive    func(reference bool) (*Naive, error)
}

// naive is the name of the naive loop in results.
const naive = "naive"

// A Result has the times of an op on a corpus: that of each copy, and that of the naive loop.
type Result struct {
	Level       string             `json:"level"`
	Op          string             `json:"op"`
	Corpus      string             `json:"corpus"`
	Lines       int                `json:"lines"`
	Valid       int                `json:"valid"`
	Nanoseconds map[string]float64 `json:"ns_per_line"` // by the name of the copy; by "naive" that of the naive loop
}

// Main times the copies by the plan on standard input, and writes the results to standard output.
func Main(copies []Copy) {
	if err := command(os.Stdin, os.Stdout, copies); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command does the work of Main. It reads the plan from in and writes the results to out.
func command(in io.Reader, out io.Writer, copies []Copy) error {
	var plan Plan
	if err := gob.NewDecoder(in).Decode(&plan); err != nil {
		return err
	}
	// The garbage collector is off, because it would run in the middle of turns. The function run
	// collects garbage between rounds.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	results := []Result{}
	for _, level := range plan.Levels {
		if !setLevel(copies, level) {
			continue
		}
		more, err := run(copies, level, &plan)
		if err != nil {
			return err
		}
		results = append(results, more...)
	}
	return json.NewEncoder(out).Encode(results)
}

func setLevel(copies []Copy, level string) bool {
	for _, c := range copies {
		if !c.SetLevel(level) {
			return false
		}
	}
	return true
}

// A contest is an op on a corpus, with a lane for each copy. The contest of the naive loop has one
// lane.
type contest struct {
	op     string
	corpus *Corpus
	lanes  []lane
	valid  int // the number of valid lines in the corpus, by the naive loop
	walks  int // the number of walks in a turn of a lane
}

// A lane is the part of one copy in a contest.
type lane struct {
	name string
	op   Op
	best int64 // the nanoseconds of the fastest turn so far; 0 before the first turn
}

// run times all ops of the plan on all its corpora, at one level of instructions.
func run(copies []Copy, level string, plan *Plan) (results []Result, err error) {
	contests, err := prepare(copies, plan)
	if err != nil {
		return nil, err
	}
	for round := range plan.Rounds {
		say(fmt.Sprintf("%s: round %d of %d", level, round+1, plan.Rounds))
		runtime.GC()
		for _, c := range contests {
			if err := c.round(round); err != nil {
				return nil, fmt.Errorf("%s: %w", level, err)
			}
		}
	}
	say("")
	return gather(level, contests), nil
}

// say shows a text about the progress on a terminal, in place of the text shown before.
func say(progress string) {
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", progress)
	}
}

// prepare makes the contests, and calibrates them. For each corpus there is a contest of the naive
// loop, and after it one for each op.
func prepare(copies []Copy, plan *Plan) (contests []*contest, err error) {
	for i := range plan.Corpora {
		corpus := &plan.Corpora[i]
		loop, err := copies[0].Naive(corpus.Reference)
		if err != nil {
			return nil, err
		}
		baseline := &contest{op: naive, corpus: corpus, lanes: []lane{{name: naive, op: loop.op()}}}
		baseline.valid = loop.count(corpus.Lines)
		contests = append(contests, baseline)
		for _, name := range plan.Ops {
			c := &contest{op: name, corpus: corpus, valid: baseline.valid}
			for _, copy := range copies {
				op, ok := copy.Ops(corpus.Reference)[name]
				if !ok {
					return nil, fmt.Errorf("the copy %s has no op %q", copy.Name, name)
				}
				c.lanes = append(c.lanes, lane{name: copy.Name, op: op})
			}
			contests = append(contests, c)
		}
	}
	for _, c := range contests {
		if err := c.calibrate(plan.Turn); err != nil {
			return nil, err
		}
	}
	return contests, nil
}

// calibrate sets c.walks, the number of walks in a turn. It doubles the number until a turn of the
// last lane takes at least half of the time turn.
func (c *contest) calibrate(turn time.Duration) error {
	for c.walks = 1; ; c.walks *= 2 {
		took, err := c.turn(&c.lanes[len(c.lanes)-1])
		if err != nil {
			return err
		}
		if took >= int64(turn)/2 {
			return nil
		}
	}
}

// round gives each lane a turn. The first lane differs from round to round, because the first turn
// loads the corpus into the caches.
func (c *contest) round(number int) error {
	for i := range c.lanes {
		l := &c.lanes[(number+i)%len(c.lanes)]
		took, err := c.turn(l)
		if err != nil {
			return err
		}
		if l.best == 0 || took < l.best {
			l.best = took
		}
	}
	return nil
}

// turn does the walks of one turn of a lane, and returns their time in nanoseconds. It returns an
// error if the last walk found another number of valid lines than the naive loop.
func (c *contest) turn(l *lane) (nanoseconds int64, err error) {
	start := cpuTime()
	for range c.walks {
		l.op.Walk(c.corpus)
	}
	nanoseconds = cpuTime() - start
	if valid := l.op.Valid(); valid != c.valid {
		err = fmt.Errorf("%s of the copy %s found %d valid lines in %s, and the naive loop %d",
			c.op, l.name, valid, c.corpus.Name, c.valid)
	}
	return max(1, nanoseconds), err
}

// gather returns a result for each contest of an op. The result also has the time of the naive loop
// on the same corpus.
func gather(level string, contests []*contest) (results []Result) {
	baseline := map[*Corpus]float64{}
	for _, c := range contests {
		lines := len(c.corpus.Lines)
		perLine := func(l lane) float64 { return float64(l.best) / float64(c.walks*cmp.Or(lines, 1)) }
		if c.op == naive {
			baseline[c.corpus] = perLine(c.lanes[0])
			continue
		}
		times := map[string]float64{naive: baseline[c.corpus]}
		for _, l := range c.lanes {
			times[l.name] = perLine(l)
		}
		results = append(results, Result{level, c.op, c.corpus.Name, lines, c.valid, times})
	}
	return results
}
