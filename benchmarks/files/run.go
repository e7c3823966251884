package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
)

// A program is a command to measure on an entire file.
type program struct {
	name, language, version string

	reads   string   // the name of its input
	command []string // the command to run, where FILE is replaced by the path of the input
	files   int      // how many times the command reads the input; 0 means once
	cores   string   // its cores, for taskset; "" means those of the section
	most    int      // maximum number of rounds; 0 means no limit
	status  int      // an exit status, besides 0, after which the entire input was read

	refused *regexp.Regexp // matches a report about a line; the first group is the line number
	own     bool           // whether the program measures itself and prints nanoseconds
	missing string         // why it is missing; "" if it is available
}

// A section is a table of programs that read one input, or the same text compressed in two ways.
type section struct {
	title    string
	cores    string // the cores that the programs run on, for taskset
	wall     bool   // whether ratios are of wall time rather than CPU time
	programs []program
	bars     []bar

	took map[string]took
}

// A bar promises that the ratio between two programs' times is at least limit. The fields of and to
// name the programs in the numerator and the denominator. reached is the ratio that the slowest
// processor reaches if that is below limit, and 0 otherwise.
type bar struct {
	of, to         string
	limit, reached float64
}

// A took holds the measurements of a program: its shortest times and its peak memory.
type took struct {
	wall, cpu time.Duration
	peak      int64 // the peak memory of a process, in bytes
	bytes     int64 // length of the text read, uncompressed

	known              bool // whether the program reports lines
	accepted, rejected int  // invalid lines not reported, and reports about other lines
}

// time returns a program's time for ratios, in nanoseconds per byte of text. It is not the time per
// file, because some programs read only part of a file. It is 0 for a program that did not run.
func (s *section) time(name string) float64 {
	t, ok := s.took[name]
	if !ok {
		return 0
	}
	if s.wall {
		return float64(t.wall) / float64(t.bytes)
	}
	return float64(t.cpu) / float64(t.bytes)
}

// run runs each program of the section once per round and keeps the best measurements in s.took. It
// checks a program's output only in the first run.
func (s *section) run(in map[string]input, rounds int, output string) error {
	s.took = map[string]took{}
	warm := ""
	for round := range rounds {
		for _, p := range s.programs {
			if p.missing != "" || p.most > 0 && round >= p.most {
				continue
			}
			measure.Say(fmt.Sprintf("%s: round %d of %d: %s", s.title, round+1, rounds, p.name))
			if i := in[p.reads]; i.path != warm {
				if err := warmUp(i.path); err != nil {
					return err
				}
				warm = i.path
			}
			t, err := p.run(in[p.reads], cmp.Or(p.cores, s.cores), output)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			if best, ok := s.took[p.name]; ok {
				best.wall, best.cpu, best.peak = min(t.wall, best.wall), min(t.cpu, best.cpu), max(t.peak, best.peak)
				t = best
			} else if err := t.judge(p, in[p.reads], output); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			s.took[p.name] = t
		}
	}
	return nil
}

// warmUp reads a file once to bring it into the page cache.
func warmUp(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, f)
	return errors.Join(err, f.Close())
}

// run runs a program once on an input, on the given cores, with its output going to a file. It
// returns an error if the exit status shows that the program did not read the entire input.
//
// GNU time measures the peak memory because it is a small process: Linux counts the memory of the
// parent process toward that of the process it starts.
func (p program) run(in input, cores, output string) (t took, err error) {
	out, err := os.Create(output)
	if err != nil {
		return t, err
	}
	defer out.Close()
	args := []string{"-q", "-f", "%M", "-o", output + ".peak", "taskset", "-c", cores}
	for _, word := range p.command {
		args = append(args, strings.ReplaceAll(word, "FILE", in.path))
	}
	cmd := exec.Command("/usr/bin/time", args...)
	cmd.Stdout, cmd.Stderr = out, out
	begin := time.Now()
	err = cmd.Run()
	t.wall = time.Since(begin)
	if cmd.ProcessState == nil {
		return t, fmt.Errorf("%w: apt-get install time util-linux", err)
	}
	t.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.bytes = in.bytes * int64(max(1, p.files))
	text, err := os.ReadFile(output)
	if status := cmd.ProcessState.ExitCode(); err == nil && status != 0 && status != p.status {
		err = fmt.Errorf("it ended with the status %d, after: %s", status, text[max(0, len(text)-300):])
	}
	if err != nil {
		return t, err
	}
	if p.own {
		ns, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		t.cpu, t.wall = time.Duration(ns), time.Duration(ns)
		return t, err
	}
	peak, err := os.ReadFile(output + ".peak")
	if err == nil {
		t.peak, err = strconv.ParseInt(strings.TrimSpace(string(peak)), 10, 64)
	}
	t.peak *= 1024
	return t, err
}

// judge compares the reports in p's output with the invalid lines of its input. A program that
// reads the input several times must report each line that many times.
func (t *took) judge(p program, in input, output string) error {
	if p.refused == nil {
		return nil
	}
	f, err := os.Open(output)
	if err != nil {
		return err
	}
	defer f.Close()
	reports := map[int64]int{}
	s := bufio.NewScanner(f)
	for s.Buffer(nil, 16<<20); s.Scan(); {
		if m := p.refused.FindSubmatch(s.Bytes()); m != nil {
			n, err := strconv.ParseInt(string(m[1]), 10, 64)
			if err != nil {
				return err
			}
			reports[n]++
		}
	}
	t.known = true
	for _, line := range in.wrong {
		if reports[line] < max(1, p.files) {
			t.accepted++
		}
		delete(reports, line)
	}
	t.rejected = len(reports)
	return s.Err()
}

// report writes the tables. held is false if iri is wrong about a line or a ratio is below its
// limit. If slack is not 1, reached replaces the limit if it is nonzero, and slack multiplies it.
func report(w io.Writer, sections []*section, slack float64) (held bool, err error) {
	held = true
	bars := measure.Table{Header: []string{"the time of", "to that of", "ratio", "the bar", ""}, Left: 2}
	for _, s := range sections {
		t := s.table()
		fmt.Fprintf(w, "%s\n\n", s.title)
		if err := t.Write(w); err != nil {
			return false, err
		}
		fmt.Fprintln(w)
		for _, b := range s.bars {
			if row := s.bar(b, slack); row != nil {
				bars.Rows = append(bars.Rows, row)
				held = held && row[4] == "holds"
			}
		}
		for _, p := range s.programs {
			if t := s.took[p.name]; p.version == this && t.accepted+t.rejected > 0 {
				fmt.Fprintf(w, "%s is wrong about lines\n", p.name)
				held = false
			}
		}
	}
	return held, bars.Write(w)
}

// bar returns the row of a bar, or nil if one of its programs did not run.
func (s *section) bar(b bar, slack float64) []string {
	of, to := s.time(b.of), s.time(b.to)
	if of == 0 || to == 0 {
		return nil
	}
	limit := b.limit
	if slack != 1 {
		limit = cmp.Or(b.reached, b.limit) * slack
	}
	verdict := map[bool]string{true: "holds", false: "missed"}[of/to >= limit]
	return []string{b.of, b.to, measure.Ratio(of / to), "at least " + measure.Ratio(b.limit), verdict}
}

// table returns the table of a section: one row per program, fastest first and missing programs
// last.
func (s *section) table() measure.Table {
	t := measure.Table{
		Header: []string{"program", "language", "version", "wall s", "CPU s", "MB/s", "peak MB", "wrong accepts",
			"wrong rejects", "ratio"},
		Left: 3,
	}
	for _, p := range s.ordered() {
		row := []string{p.name, p.language, p.version}
		took, ok := s.took[p.name]
		if !ok {
			t.Rows = append(t.Rows, append(row, "not here: "+p.missing))
			continue
		}
		row = append(row, fmt.Sprintf("%.2f", took.wall.Seconds()), fmt.Sprintf("%.2f", took.cpu.Seconds()),
			fmt.Sprintf("%.0f", 1000/s.time(p.name)), fmt.Sprintf("%.0f", float64(took.peak)/1e6))
		if took.known {
			row = append(row, fmt.Sprint(took.accepted), fmt.Sprint(took.rejected))
		} else {
			row = append(row, "–", "–")
		}
		t.Rows = append(t.Rows, append(row, measure.Ratio(s.ratio(p))))
	}
	return t
}

// ordered returns the programs of the section, fastest first and those without a time last.
func (s *section) ordered() []program {
	time := func(p program) float64 { return cmp.Or(s.time(p.name), math.Inf(1)) }
	return slices.SortedStableFunc(slices.Values(s.programs),
		func(a, b program) int { return cmp.Compare(time(a), time(b)) })
}

// whole maps each partial input to the full input that contains it. Times are per byte, so they can
// be compared.
var whole = map[string]string{rightOnes: triples, someURLs: urlList}

// ratio returns the time of a program divided by that of iri on the same input, or on the full
// input that contains it. It returns 0 if there is no such time.
func (s *section) ratio(p program) float64 {
	for _, ours := range s.programs {
		if time := s.time(ours.name); ours.version == this && !ours.own && time > 0 &&
			ours.reads == cmp.Or(whole[p.reads], p.reads) {
			return s.time(p.name) / time
		}
	}
	return 0
}

// write writes the files section of RESULTS.md: one row for each iri program in sections, alongside
// the other programs run on the same input. all holds every section whose bars are counted.
func write(sections, all []*section, revision string) error {
	page, err := measure.NewSection("go run -C benchmarks ./files", revision)
	if err != nil {
		return err
	}
	page.Table = measure.Table{Header: []string{"file", "iri check", "peak", "times as long"}, Left: 4}
	for _, s := range sections {
		for _, ours := range s.programs {
			if ours.version != this || ours.own || ours.language != "Go" {
				continue
			}
			var others []string
			for _, p := range s.ordered() {
				if p.version != this && cmp.Or(whole[p.reads], p.reads) == ours.reads {
					others = append(others, p.name+" "+measure.Ratio(s.ratio(p)))
				}
				if p.missing != "" {
					return fmt.Errorf("%s is missing, and a page has all programs: %s", p.name, p.missing)
				}
			}
			page.Table.Rows = append(page.Table.Rows, []string{
				ours.reads + map[bool]string{true: ", two cores", false: ", one core"}[s.wall],
				fmt.Sprintf("%.0f MB/s", 1000/s.time(ours.name)),
				fmt.Sprintf("%.0f MB", float64(s.took[ours.name].peak)/1e6), strings.Join(others, "; ")})
		}
	}
	holds, bars := 0, 0
	for _, s := range all {
		for _, b := range s.bars {
			bars++
			if row := s.bar(b, 1); row != nil && row[4] == "holds" {
				holds++
			}
		}
	}
	page.Bars = fmt.Sprintf("%d of %d bars hold.", holds, bars)
	return measure.UpdateRecord(".", func(r *measure.Record) { r.Files = page })
}
