package main

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A check is a command, and what it is to show.
type check struct {
	name    string
	promise string        // in words
	command string        // for sh, in the folder of the module
	figures string        // a regexp: lines of the output that it finds something in are what was covered
	takes   time.Duration // on two cores, about
	needs   []tool
}

// A tool is a program that a check needs, and the command that installs it.
type tool struct{ program, install string }

// A result is what became of a check.
type result struct {
	missing  string // says which tool there is not
	err      error
	figures  []string
	tail     string // the end of the output of a check that failed
	took     time.Duration
	date     time.Time
	revision string
}

// tailLines is how much of the output of a failed check is kept.
const tailLines = 40

// run runs a check.
func (c *check) run(ctx context.Context) result {
	r := result{date: time.Now().UTC()}
	for _, t := range c.needs {
		if _, err := exec.LookPath(t.program); err != nil {
			r.missing = "there is no " + t.program + ": " + t.install
			return r
		}
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", c.command)
	stopsAll(cmd)
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	r.err = cmd.Run()
	r.took = time.Since(r.date)
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if r.err != nil {
		r.tail = strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
	}
	r.figures = c.covered(lines)
	if r.err == nil && len(r.figures) == 0 {
		r.err = errNothing
		r.tail = strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
	}
	return r
}

// place is what go test puts in front of a line: the file and the line of the test.
var place = regexp.MustCompile(`^\s*(\w+_test\.go:\d+: )?`)

// covered returns what the lines say about what was covered.
func (c *check) covered(lines []string) (figures []string) {
	match := regexp.MustCompile(c.figures)
	for _, line := range lines {
		if i := strings.LastIndexByte(line, '\r'); i >= 0 { // behind a bar
			line = line[i+1:]
		}
		if match.MatchString(line) {
			figures = append(figures, place.ReplaceAllString(strings.TrimRight(line, " \t"), ""))
		}
	}
	return figures
}
