package main

import (
	"bufio"
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
	one := func(name string, part *turns.Part) error {
		defer part.End()
		child := p.child(part)
		w := create(child)
		err := child.work(name, w.file)
		if flush := child.Out.Flush(); err == nil {
			err = flush
		}
		return part.Then(err, func() {
			total.add(w)
			p.add(child)
		})
	}
	if err = p.share(queue, one); err == nil {
		p.summarize(total.counts())
	}
	p.Bar.Clear()
	return total, err
}

// share calls do for all files: in order, or for several files at a time.
func (p *pass) share(queue *turns.Queue, do func(name string, part *turns.Part) error) error {
	type job struct {
		name string
		part *turns.Part
	}
	var group sync.WaitGroup
	var once sync.Once
	var failed error
	stop := make(chan struct{})
	jobs := make(chan job)
	for range p.workers() {
		group.Go(func() {
			for j := range jobs {
				if err := do(j.name, j.part); err != nil {
					once.Do(func() {
						failed = err
						close(stop)
					})
				}
			}
		})
	}
	for _, name := range p.Names {
		if p.Context.Err() != nil {
			break
		}
		part := queue.Begin()
		select {
		case jobs <- job{name, part}:
			continue
		case <-stop:
		}
		break
	}
	close(jobs)
	group.Wait()
	return failed
}

// workers is how many files are read at a time: one if the standard input is one of them, and where an
// output depends on the files before.
func (p *pass) workers() int {
	if p.serial || slices.Contains(p.Names, lines.Stdin) {
		return 1
	}
	return min(len(p.Names), runtime.GOMAXPROCS(0), mostWorkers)
}

// child returns a pass over one file, whose results are a part of those of p.
func (p *pass) child(part *turns.Part) *pass {
	c := &pass{Inputs: p.Inputs, cmd: p.cmd, options: p.options, parent: p, part: part}
	c.Inputs.Reset()
	c.stdout, c.stderr = &turns.Writer{Part: part, End: p.stdout}, &turns.Writer{Part: part, End: p.stderr}
	c.Out = bufio.NewWriterSize(c.stdout, 64<<10)
	return c
}

// add adds the counts of a pass over a later file.
func (p *pass) add(c *pass) {
	p.Blank, p.Comments, p.Count = p.Blank+c.Blank, p.Comments+c.Comments, p.Count+c.Count
	p.unreadable, p.refused = p.unreadable+c.unreadable, p.refused+c.refused
	p.interrupted = p.interrupted || c.interrupted
}

// work opens a file and calls do with it.
func (p *pass) work(name string, do func(*lines.File) error) error {
	p.file = name
	file, err := p.Open(name)
	if err != nil {
		return p.unread(err)
	}
	defer file.Close()
	if file.Hint != "" {
		p.tell("%s %s", file.Name, file.Hint)
	}
	return do(file)
}
