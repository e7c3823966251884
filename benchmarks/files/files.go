// Package files measures whole programs on whole files.
//
// The time of a program is that of its process, from exec to exit. It reads a generated file, which
// is in the page cache. Programs take turns, and the least time of each program counts. The
// programs of a table run on the same cores.
//
// Words:
//
//   - input: a generated file. Some of its lines are wrong, the others are right (package dump).
//   - section: a table of programs on one input, or on several forms of it.
//   - bar: a promised ratio of the times of two programs (library.Bar).
//   - report: in an output, the text of a program about a line that it refuses.
package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"time"

	"github.com/irilex/iri/benchmarks/library"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/benchmarks/report"
)

// A program is a command that reads a whole file.
type program struct {
	name, language, version string

	reads   string   // the name of its input
	command []string // the command to run; in it FILE stands for the path of the input
	files   int      // how often the command reads the input; 0 means once
	cores   string   // its cores, for taskset; "" for those of the section
	most    int      // the largest number of rounds; 0 for no limit
	status  int      // an exit status besides 0 of a program that has read its whole input

	refused *regexp.Regexp // matches a report about a line; its first group is the line's number
	// each is for a program that stops at the first wrong line. It runs the program on files with
	// one line each, and tells which files the program refuses.
	each  func(files []string) (refused []bool, err error)
	stops *regexp.Regexp // matches a report after which the program reads no further; nil if it reads on

	note    string // a remark on its input, for the page
	own     bool   // whether the program measures itself, and prints nanoseconds and bytes
	missing string // why it is missing; "" if it is here
}

// A section is a table: programs on one input, or on the same text compressed in two ways.
type section struct {
	title    string
	series   string // the name of the section in the chart; "" if it is not in the chart
	cores    string // the cores of the programs, for taskset
	wall     bool   // whether ratios are of wall time; else they are of CPU time
	programs []program
	bars     []library.Bar

	took map[string]took
}

// A took has the figures of the runs of a program: the least times, and the greatest memory.
type took struct {
	Wall   time.Duration `json:"wall"`
	CPU    time.Duration `json:"cpu"`
	Peak   int64         `json:"peak"` // the greatest memory of the process, in bytes
	Status int           `json:"status"`

	bytes    int64 // the bytes of text that the program read, counted uncompressed
	verdicts verdicts
}

// time returns the time of a program for ratios, in nanoseconds for each byte of text. It is not
// the time for the file, because some programs read only a part of it. For a program without a run
// it is 0.
func (s *section) time(name string) float64 {
	t, ok := s.took[name]
	if !ok {
		return 0
	}
	ns := t.CPU
	if s.wall {
		ns = t.Wall
	}
	return float64(ns) / float64(t.bytes)
}

// ratio returns the time of the program b.Of divided by that of b.To. ok is false if one of the two
// has no time.
func (s *section) ratio(b library.Bar) (ratio float64, ok bool) {
	of, to := s.time(b.Of), s.time(b.To)
	return of / to, of > 0 && to > 0
}

// Write generates the files, measures the programs, and writes the tables. held is false if a ratio
// misses its bar, or if a program of iri has a wrong verdict about a line.
func Write(o measure.Options, p peers.Prepared, w io.Writer) (held bool, err error) {
	if missing := need("taskset", "-files needs Linux, and there apt-get install util-linux"); missing != "" {
		return false, errors.New(missing)
	}
	temporary, err := os.MkdirTemp("", "iri-files-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(temporary)
	inputs, err := generateFiles(cmp.Or(o.Cache, temporary), o.Size*1_000_000, measure.Say)
	if err != nil {
		return false, err
	}
	sections, runner, err := fileSections(measure.Say)
	if err != nil {
		return false, err
	}
	if err := choosePrograms(sections, o.Peers); err != nil {
		return false, err
	}
	runner.folder = temporary
	for _, s := range sections {
		if err := s.run(runner, inputs, o.Rounds, measure.Say); err != nil {
			return false, err
		}
	}
	measure.Say("")
	page := filesPage{report: report.New(p.Command, measure.BuildOf(), p.Revision), sections: sections,
		inputs: inputs, slack: 1}
	if page.report.Rounds = o.Rounds; o.Gate {
		page.slack = report.Slack
	}
	return page.held(), page.write(o, w)
}

// choosePrograms removes from the sections the programs whose name and language do not match the
// regular expression. The programs of this repository stay.
func choosePrograms(sections []*section, expression string) error {
	matches, err := regexp.Compile(expression)
	if err != nil {
		return err
	}
	for _, s := range sections {
		s.programs = slices.DeleteFunc(s.programs, func(p program) bool {
			return !matches.MatchString(p.name) && !matches.MatchString(p.language) && p.version != this
		})
	}
	return nil
}

// run runs each program of the section once in each round, and keeps the best figures in s.took. It
// judges the verdicts of a program by the output of its first run.
func (s *section) run(r runner, in inputs, rounds int, step func(string)) error {
	s.took = map[string]took{}
	warm := ""
	for round := range rounds {
		for _, p := range s.programs {
			if p.missing != "" || round >= cmp.Or(p.most, math.MaxInt) {
				continue
			}
			step(fmt.Sprintf("%s: round %d of %d: %s", s.title, round+1, rounds, p.name))
			if p.reads != warm {
				if err := warmUp(in[p.reads].path); err != nil {
					return err
				}
				warm = p.reads
			}
			t, err := r.run(p, in[p.reads], cmp.Or(p.cores, s.cores))
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			if best, ok := s.took[p.name]; ok {
				t.Wall, t.CPU, t.Peak = min(t.Wall, best.Wall), min(t.CPU, best.CPU), max(t.Peak, best.Peak)
			} else if t.verdicts, err = r.judge(p, in); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			} else {
				s.took[p.name] = t
				continue
			}
			t.verdicts = s.took[p.name].verdicts
			s.took[p.name] = t
		}
	}
	return nil
}

// warmUp reads a file once, so that it is in the page cache.
func warmUp(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, f)
	return errors.Join(err, f.Close())
}
