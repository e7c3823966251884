package files

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/dump"
)

// A runner runs programs by the command programs/run, which measures them.
type runner struct {
	program string // the path of the built command programs/run
	folder  string // the folder for the output of a program
}

func (r runner) output() string { return filepath.Join(r.folder, "output") }

// run runs a program once on an input, on the given cores, and returns its figures. The output of
// the program is in the file r.output() until the next run. It returns an error if the exit status
// tells that the program has not read the whole input.
func (r runner) run(p program, in input, cores string) (t took, err error) {
	args := append([]string{r.output(), "taskset", "-c", cores}, p.on(in.path)...)
	cmd := exec.Command(r.program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(out, &t); err != nil {
		return t, err
	}
	if t.Status != 0 && t.Status != p.status {
		text, _ := os.ReadFile(r.output())
		return t, fmt.Errorf("it ended with the status %d, after: %s", t.Status, text[max(0, len(text)-300):])
	}
	t.bytes = in.truth.Bytes * int64(max(1, p.files))
	if !p.own {
		return t, nil
	}
	text, err := os.ReadFile(r.output())
	if err == nil {
		var ns int64
		_, err = fmt.Sscan(string(text), &ns, &t.bytes)
		t.CPU = time.Duration(ns)
		t.Wall = t.CPU
	}
	return t, err
}

// on returns the command of the program with the path of a file in place of FILE.
func (p program) on(file string) []string {
	args := slices.Clone(p.command)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "FILE", file)
	}
	return args
}

// verdicts counts the wrong verdicts of a program about the lines of its input.
type verdicts struct {
	known    bool           // whether the program reports lines; if false the other fields are zero
	accepted map[string]int // by kind: the number of wrong lines accepted by the program
	of       map[string]int // by kind: the number of all wrong lines
	rejected int            // the number of right lines refused by the program
	first    string         // the program's report about the first of these
}

// wrong returns the number of wrong lines that the program accepts, and the number of all wrong
// lines.
func (v verdicts) wrong() (accepted, of int) {
	for _, n := range v.accepted {
		accepted += n
	}
	for _, n := range v.of {
		of += n
	}
	return accepted, of
}

// judge compares the reports in the last output of p with the truth about its input, and returns
// the verdicts. A program with p.each has read the input without the wrong lines. For it judge runs
// the program on each wrong line alone (oneByOne).
func (r runner) judge(p program, in inputs) (v verdicts, err error) {
	if p.refused == nil {
		return v, nil
	}
	v = verdicts{known: true, accepted: map[string]int{}, of: map[string]int{}}
	lines, err := r.reported(p)
	if err != nil {
		return v, err
	}
	wrong := in[p.reads].truth.Wrong
	if p.each != nil {
		for _, w := range wrong {
			delete(lines, w.Line)
		}
		if wrong, err = r.oneByOne(p, in[triples].truth.Wrong, lines); err != nil {
			return v, err
		}
	}
	for _, w := range wrong {
		v.of[w.Kind]++
		if times := lines[w.Line].times; times == 0 {
			v.accepted[w.Kind]++
		} else if p.files > 1 && times != p.files {
			return v, fmt.Errorf("it reports line %d of %d files %d times", w.Line, p.files, times)
		}
		delete(lines, w.Line)
	}
	v.rejected = len(lines)
	least := int64(-1)
	for line, about := range lines {
		if least < 0 || line < least {
			least, v.first = line, folders.ReplaceAllString(about.first, "$1")
		}
	}
	return v, nil
}

// reports are those about one line: the first one, and their number.
type reports struct {
	first string
	times int
}

// reported reads the reports in the last output, which is one of p. It returns the numbers of the
// reported lines, each with the reports about it. It returns an error if p has stopped early.
func (r runner) reported(p program) (map[int64]reports, error) {
	f, err := os.Open(r.output())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := map[int64]reports{}
	s := bufio.NewScanner(f)
	for s.Buffer(nil, 16<<20); s.Scan(); {
		if p.stops != nil && p.stops.Match(s.Bytes()) {
			return nil, fmt.Errorf("it has read only a part of its input: %s", s.Text())
		}
		m := p.refused.FindSubmatch(s.Bytes())
		if m == nil {
			continue
		}
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil {
			return nil, err
		}
		lines[n] = reports{cmp.Or(lines[n].first, s.Text()), lines[n].times + 1}
	}
	return lines, s.Err()
}

// oneByOne writes each wrong line to a file of its own, and runs p.each on these files. It returns
// the wrong lines with new numbers, -1, -2 and so on, so that they differ from the numbers of right
// lines. It adds the numbers of the refused lines to reported.
func (r runner) oneByOne(p program, wrong []dump.Wrong, reported map[int64]reports) ([]dump.Wrong, error) {
	wrong = slices.Clone(wrong)
	var files []string
	for i := range wrong {
		wrong[i].Line = int64(-1 - i)
		files = append(files, filepath.Join(r.folder, fmt.Sprintf("line%d.nt", i)))
		if err := os.WriteFile(files[i], append(slices.Clone(wrong[i].Text), '\n'), 0o666); err != nil {
			return nil, err
		}
		defer os.Remove(files[i])
	}
	refused, err := p.each(files)
	if err != nil {
		return nil, err
	}
	for i, r := range refused {
		if r {
			reported[wrong[i].Line] = reports{"refused", 1}
		}
	}
	return wrong, nil
}

// ended returns the exit status of a command with the error err of its Run. It returns an error if
// the command did not run, if a signal ended it, or if the status is over 2: no program refuses a
// file by such a status.
func ended(err error) (status int, _ error) {
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() < 0 || exit.ExitCode() > 2 {
		return 0, err
	}
	return exit.ExitCode(), nil
}

// byStatus returns a function for program.each. It runs the command once for each file. An exit
// status other than 0 means that the program refuses the file.
func byStatus(command ...string) func([]string) ([]bool, error) {
	return func(files []string) (refused []bool, err error) {
		for _, file := range files {
			status, err := ended(exec.Command(command[0], append(slices.Clone(command[1:]), file)...).Run())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", command[0], err)
			}
			refused = append(refused, status != 0)
		}
		return refused, nil
	}
}

// byReport returns a function for program.each. It runs the command once with all files. In the
// output a line that matches file names a file. If a line that matches wrong follows, before the
// next name, the program refuses this file. The output must name each file once, or the function
// returns an error.
func byReport(file, wrong *regexp.Regexp, command ...string) func([]string) ([]bool, error) {
	return func(files []string) ([]bool, error) {
		cmd := exec.Command(command[0], append(slices.Clone(command[1:]), files...)...)
		out, err := cmd.CombinedOutput()
		if _, err := ended(err); err != nil {
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		refused, named := make([]bool, len(files)), make([]int, len(files))
		at := -1
		for line := range bytes.Lines(out) {
			line = bytes.TrimSpace(line)
			if m := file.FindSubmatch(line); m != nil {
				if at = slices.Index(files, string(m[1])); at < 0 {
					return nil, fmt.Errorf("%s was not asked about %s", command[0], m[1])
				}
				named[at]++
			} else if at >= 0 && wrong.Match(line) {
				refused[at] = true
			}
		}
		if at := slices.IndexFunc(named, func(n int) bool { return n != 1 }); at >= 0 {
			return nil, fmt.Errorf("%s names %s %d times, and not once", command[0], files[at], named[at])
		}
		return refused, nil
	}
}
