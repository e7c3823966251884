package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/cmd/internal/turns"
)

// A worker does the work of a command on one file.
type worker[W any] interface {
	// file does the work. Its error ends the program.
	file(*lines.File) error

	// add adds the counts of the worker on a later file.
	add(W)

	// counts returns the numbers for the summary on stderr, or "".
	counts() string
}

// mostWorkers is how many files are read at a time.
const mostWorkers = 8

// each does the work of a command on all files, several of them at a time, and returns a worker with the
// counts of all. The outputs follow each other in the order of the files.
func each[W worker[W]](p *pass, create func(*pass) W) (total W, err error) {
	total = create(p)
	p.Out.Flush() // its error stays in Out
	queue := turns.NewQueue()
	err = p.share(queue, func(file *lines.File, part *turns.Part) error {
		child := p.child(part)
		w := create(child)
		err := child.work(file, w.file)
		if flush := child.Out.Flush(); err == nil {
			err = flush
		}
		added := part.Then(func() {
			total.add(w)
			p.add(child)
		})
		return cmp.Or(err, added)
	})
	if queue.Err() == nil {
		p.summarize(total.counts())
	}
	p.Bar.Clear()
	return total, err
}

// A job is the work on a file.
type job struct {
	file *lines.File
	part *turns.Part // of the output
}

// share calls do for all files that can be opened, of several at a time, and ends them. It returns the first
// error.
func (p *pass) share(queue *turns.Queue, do func(*lines.File, *turns.Part) error) error {
	p.Tell = func(text string) { p.apart(queue, func() { p.tell("%s", text) }) }
	one := func(j job) error {
		defer j.part.End()
		defer j.file.Close()
		return do(j.file, j.part)
	}
	workers := p.workers()
	if workers == 1 {
		var failed error
		p.open(queue, func(j job) bool {
			failed = one(j)
			return failed == nil
		})
		return failed
	}
	crew := newCrew(workers, one)
	p.open(queue, crew.take)
	return crew.wait()
}

// open opens files and calls do with each, until that returns false.
func (p *pass) open(queue *turns.Queue, do func(job) bool) {
	for file, err := range p.Files() {
		if err != nil {
			p.apart(queue, func() { p.fail(file.Name, err) })
			if errors.Is(err, context.Canceled) {
				return
			}
			continue
		}
		if !do(job{file, queue.Begin()}) {
			return
		}
	}
}

// A crew does jobs in some goroutines.
type crew struct {
	jobs  chan job
	group sync.WaitGroup
	once  sync.Once
	stop  chan struct{} // closed after an error
	err   error         // the first one
}

func newCrew(size int, do func(job) error) *crew {
	c := &crew{jobs: make(chan job), stop: make(chan struct{})}
	for range size {
		c.group.Go(func() {
			for j := range c.jobs {
				if err := do(j); err != nil {
					c.once.Do(func() {
						c.err = err
						close(c.stop)
					})
				}
			}
		})
	}
	return c
}

// take waits for a goroutine that has no job. It returns false after an error, and drops the job.
func (c *crew) take(j job) bool {
	select {
	case c.jobs <- j:
		return true
	case <-c.stop:
		j.part.End()
		j.file.Close()
		return false
	}
}

// wait waits for the end of all jobs, and returns the first error.
func (c *crew) wait() error {
	close(c.jobs)
	c.group.Wait()
	return c.err
}

// apart calls do as a part of its own.
func (p *pass) apart(queue *turns.Queue, do func()) {
	part := queue.Begin()
	part.Then(do) // after an error nothing is to be told
	part.End()
}

// workers is how many files are read at a time: one if the standard input is one of them, and where an
// output depends on the files before.
func (p *pass) workers() int {
	if p.serial || slices.Contains(p.Names, lines.Stdin) {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), mostWorkers)
}

// child returns a pass over one file, whose results are a part of those of p.
func (p *pass) child(part *turns.Part) *pass {
	c := &pass{Inputs: p.Inputs, cmd: p.cmd, options: p.options, parent: p, part: part}
	c.Inputs.Reset()
	c.stdout, c.stderr = &turns.Writer{Part: part, End: p.stdout}, &turns.Writer{Part: part, End: p.stderr}
	c.Out = bufio.NewWriterSize(c.stdout, 64<<10)
	return c
}

// atTurn calls do when it is the turn of the file of p. It does nothing for the pass over all files.
func (p *pass) atTurn(do func()) {
	if p.part != nil {
		p.part.Then(do) // its error stays in the queue
	}
}

// add adds the counts of a pass over a later file.
func (p *pass) add(c *pass) {
	p.Blank, p.Comments, p.Count = p.Blank+c.Blank, p.Comments+c.Comments, p.Count+c.Count
	p.unreadable, p.refused = p.unreadable+c.unreadable, p.refused+c.refused
	p.interrupted = p.interrupted || c.interrupted
}

// work calls do with a file that was opened.
func (p *pass) work(file *lines.File, do func(*lines.File) error) error {
	p.file = file.Name
	file.Use(&p.Inputs)
	if file.Hint != "" {
		p.tell("%s %s", file.Name, file.Hint)
	}
	return do(file)
}
