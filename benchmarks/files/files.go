// Package files measures whole programs on whole files.
//
// Each program reads a generated file from exec to exit; the file is in the page cache. Programs
// take turns, as peers do, and the least time of each counts. The programs of a table have the same
// cores.
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

	reads   string   // the name of an input
	command []string // FILE stands for the input
	files   int      // how often the input is read; 0 is once
	cores   string   // for taskset, in place of those of the section; "" for these
	most    int      // the greatest number of rounds; 0 for no limit

	refused *regexp.Regexp // matches the report of a refused line, with its number
	// judges files of one line each, for a program that stops at the first wrong line
	each func(files []string) (refused []bool, err error)

	note    string // on its input, for the page
	own     bool   // the program measures itself, and prints nanoseconds and bytes
	missing string // reason why it is missing
}

// A section is a table: programs on one input, or on the same text compressed.
type section struct {
	title    string
	series   string // series of the section in the chart, or ""
	cores    string // the cores of the programs, for taskset
	wall     bool   // ratios are of wall time; else of CPU time
	programs []program
	bars     []library.Bar

	took map[string]took
}

// A took has the least time and memory of the runs of a program.
type took struct {
	Wall   time.Duration `json:"wall"`
	CPU    time.Duration `json:"cpu"`
	Peak   int64         `json:"peak"` // maximum of the memory, in bytes
	Status int           `json:"status"`

	bytes    int64 // bytes of text read, uncompressed
	verdicts verdicts
}

// time returns the time for ratios, in nanoseconds a byte: some programs read only a part of the
// file.
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

// ratio returns the ratio of a bar, and false if one of its programs has no time.
func (s *section) ratio(b library.Bar) (ratio float64, ok bool) {
	of, to := s.time(b.Of), s.time(b.To)
	return of / to, of > 0 && to > 0
}

// Write measures, and writes the tables. held is false if a bar is missed, or if iri is wrong.
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

// choosePrograms keeps the programs whose name or language matches the expression, and those of
// iri.
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

// run lets the programs take turns, and judges the last output of each.
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

// warmUp reads a file, to load it into the page cache.
func warmUp(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, f)
	return errors.Join(err, f.Close())
}
