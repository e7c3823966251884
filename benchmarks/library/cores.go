package library

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// This file measures how well tables.Batch uses all cores. It compares the rate of one Batch on all
// cores, for a large text, with the rate of independent processes, one for each core. The processes
// share no memory. The Batch and the processes take turns, and the best round of each counts. The
// times are wall times, because all cores work at once.

// coresText is the size in bytes of the text for all cores, and of the text for each process.
const coresText = 100_000_000

// CoreVariable is an environment variable. If it is set, the command benchmarks is an independent
// process (ServeCore).
const CoreVariable = "IRI_BENCHMARKS_CORE"

// Cores times each of coreJobs on all cores: by one Batch, and by independent processes, one for
// each core. It writes a line for each job to w, with both rates and their ratio. It returns an
// error if the Batch does not accept all lines, or if a process does not start or does not answer.
func Cores(w io.Writer, rounds int, step func(string)) error {
	n := runtime.GOMAXPROCS(0)
	var others []*core
	defer func() {
		for _, c := range others {
			c.stop()
		}
	}()
	for range n {
		c, err := startCore()
		if err != nil {
			return err
		}
		others = append(others, c)
	}
	text, lines := textOfSize(coresText)
	b := tables.NewBatch(rfc3987.IRI)
	for _, job := range coreJobs {
		step("all cores: " + job.name)
		together, apart := math.Inf(1), math.Inf(1)
		for range rounds {
			start := time.Now()
			if got := job.run(b, text); got != lines {
				return fmt.Errorf("%s: %d of %d lines were accepted", job.name, got, lines)
			}
			together = min(together, time.Since(start).Seconds())
			seconds, err := race(others, job.name)
			if err != nil {
				return err
			}
			apart = min(apart, seconds)
		}
		rate, best := float64(len(text))/together/1e9, float64(n)*float64(len(text))/apart/1e9
		step("")
		fmt.Fprintf(w, "%-18s  %d cores together %.2f GB/s, %d independent processes %.2f GB/s: %.2f\n", job.name, n, rate, n,
			best, rate/best)
	}
	return nil
}

// A coreJob is a way to use a Batch. run does it once on a text, and returns the number of accepted
// lines.
type coreJob struct {
	name string
	run  func(*tables.Batch, []byte) int
}

// verdictsOfCore is the memory for verdicts. It is used again, so only the first run of a job
// allocates.
var verdictsOfCore []bool

var coreJobs = []coreJob{
	{"text to verdicts", func(b *tables.Batch, text []byte) int {
		verdictsOfCore = b.AppendValidLines(verdictsOfCore[:0], text)
		accepted := 0
		for _, v := range verdictsOfCore {
			accepted += int(measure.Number(v))
		}
		return accepted
	}},
	{"text to a count", func(b *tables.Batch, text []byte) int { valid, _ := b.CountLines(text); return valid }},
}

// textOfSize returns a text of size bytes or a little more, and its number of lines. The lines are
// web URLs, all valid.
func textOfSize(size int) (text []byte, lines int) {
	some := corpus.Lines("urls", 20_000)
	for len(text) < size {
		for _, line := range some {
			text = append(append(text, line...), '\n')
		}
		lines += len(some)
	}
	return text, lines
}

// A core is an independent process as this program sees it. A line with the name of a job is a
// request to run this job, and the process answers with the line "done".
type core struct {
	cmd      *exec.Cmd
	requests io.WriteCloser
	answers  *bufio.Reader
}

// startCore starts the executable of this program as an independent process, and waits for its line
// "ready".
func startCore() (*core, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &core{cmd: exec.Command(self)}
	c.cmd.Env = append(os.Environ(), CoreVariable+"=1")
	c.cmd.Stderr = os.Stderr
	if c.requests, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	answers, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.answers = bufio.NewReader(answers)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	return c, c.wait("ready")
}

// wait reads a line from the process. It returns an error if this is not the expected answer.
func (c *core) wait(answer string) error {
	line, err := c.answers.ReadString('\n')
	if err == nil && line != answer+"\n" {
		err = fmt.Errorf("an independent process says %q", line)
	}
	return err
}

// stop ends the process, by the end of its input, and waits for its exit.
func (c *core) stop() {
	c.requests.Close()
	c.cmd.Wait()
}

// race lets all processes run a job at the same time, and returns the seconds until the last one is
// done. It returns an error if a process does not answer "done".
func race(all []*core, job string) (float64, error) {
	start := time.Now()
	for _, c := range all {
		if _, err := fmt.Fprintln(c.requests, job); err != nil {
			return 0, err
		}
	}
	for _, c := range all {
		if err := c.wait("done"); err != nil {
			return 0, err
		}
	}
	return time.Since(start).Seconds(), nil
}

// ServeCore is the work of an independent process. It writes "ready", reads the name of a job from
// each line of requests, runs the job on one core, and answers "done". It returns an error if a job
// does not accept all lines.
func ServeCore(requests io.Reader, answers io.Writer) error {
	runtime.GOMAXPROCS(1)
	text, lines := textOfSize(coresText)
	b := tables.NewBatch(rfc3987.IRI)
	b.Workers = 1
	fmt.Fprintln(answers, "ready")
	for in := bufio.NewScanner(requests); in.Scan(); {
		for _, job := range coreJobs {
			if job.name == strings.TrimSpace(in.Text()) {
				if got := job.run(b, text); got != lines {
					return fmt.Errorf("%s: %d of %d lines were accepted", job.name, got, lines)
				}
			}
		}
		fmt.Fprintln(answers, "done")
	}
	return nil
}
