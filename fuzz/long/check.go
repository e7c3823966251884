package main

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A check is a command with the claim it checks.
type check struct {
	name    string
	promise string        // the claim, in words
	command string        // for sh, in the folder of the module
	figures string        // a regexp: matching lines of the output are the figures
	takes   time.Duration // on two cores, roughly
	needs   []tool
}

// A tool is a program needed by a check, with the command to install it.
type tool struct{ program, install string }

// A result is the outcome of a check.
type result struct {
	missing  string // names a missing tool
	err      error
	figures  []string
	tail     string // the end of a failed check's output
	took     time.Duration
	date     time.Time
	revision string
}

// tailLines is the number of kept lines of a failed check's output.
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

// place matches go test's prefix of a line: the file and the line of the test.
var place = regexp.MustCompile(`^\s*(\w+_test\.go:\d+: )?`)

// covered returns the figures among the lines.
func (c *check) covered(lines []string) (figures []string) {
	match := regexp.MustCompile(c.figures)
	for _, line := range lines {
		if i := strings.LastIndexByte(line, '\r'); i >= 0 { // after a bar
			line = line[i+1:]
		}
		if match.MatchString(line) {
			figures = append(figures, place.ReplaceAllString(strings.TrimRight(line, " \t"), ""))
		}
	}
	return figures
}
