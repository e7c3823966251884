package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
)

// A worker processes a file for a command.
type worker[W any] interface {
	// file processes the file. Its error ends the command.
	file(*files.File) error

	// add adds the counts of the worker for a later file.
	add(W)

	// counts returns the counts for the summary on stderr, or "".
	counts() string
}

// maxWorkers is the maximum number of files read concurrently. Each file takes about 10 MiB and
// several processors.
const maxWorkers = 4

// defaultMemory is the memory limit of the garbage collector, in bytes.
const defaultMemory = 48 << 20

// limitMemory sets the memory limit to defaultMemory above the current heap, which holds compiled
// grammars. It does nothing if the environment sets a limit. A command that needs more memory must
// not call it: the garbage collector would take half of the time.
func limitMemory() (reset func()) {
	old := debug.SetMemoryLimit(-1)
	if old == math.MaxInt64 {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		debug.SetMemoryLimit(int64(now.HeapAlloc) + defaultMemory)
	}
	return func() { debug.SetMemoryLimit(old) }
}

// each processes all files, several concurrently, and returns a worker with the total counts. The
// outputs are in file order. Files after an error or an interruption are not counted.
func each[W worker[W]](p *pass, create func(*pass) W) (total W, err error) {
	total = create(p)
	p.Out.Flush() // Out keeps the error
	ctx, cancel := context.WithCancel(p.Context)
	defer cancel()
	p.Context = ctx
	if !p.grows {
		defer limitMemory()()
	}
	queue := files.NewQueue(cancel)
	p.Large = func() func() {
		number := queue.Next()
		return func() { queue.Wait(number) }
	}
	stopped := false // by an error other than a write error
	p.share(queue, func(file *files.File, part *files.Part) {
		child := p.child(part)
		w := create(child)
		err := child.work(file, w.file)
		child.Out.Flush() // the queue keeps the error
		part.Write(nil, func([]byte) error {
			total.add(w)
			p.add(child)
			if err == nil && child.interrupted {
				err = context.Canceled
			}
			stopped = err != nil
			return err
		})
	})
	if err = queue.Err(); err == nil || stopped {
		p.summarize(total.counts())
	}
	if stopped && p.interrupted {
		err = nil // the status reports the interruption
	}
	p.Bar.Clear()
	return total, err
}

// A job is a file to process.
type job struct {
	file *files.File
	part *files.Part // its part of the output
}

// share calls do for all files that can be opened, several concurrently, and closes them.
func (p *pass) share(queue *files.Queue, do func(*files.File, *files.Part)) {
	p.inputs = p.Inputs // copied because add changes the counts of p
	p.Tell = func(text string) { p.apart(queue, func() { p.tell("%s", text) }) }
	left := fault.NewReport() // the queue uses p.report concurrently
	defer func() { p.report.Merge(left) }()
	p.LeftOut = left.LeftOut
	one := func(j job) {
		defer j.part.End()
		defer j.file.Close()
		do(j.file, j.part)
	}
	workers := p.workers()
	if workers == 1 {
		p.open(queue, one)
		return
	}
	jobs := make(chan job)
	var crew sync.WaitGroup
	for range workers {
		crew.Go(func() {
			for j := range jobs {
				one(j)
			}
		})
	}
	p.open(queue, func(j job) { jobs <- j })
	close(jobs)
	crew.Wait()
}

// open opens the files and calls do with each until the queue reports an error.
func (p *pass) open(queue *files.Queue, do func(job)) {
	for file, err := range p.Files() {
		switch {
		case err == nil:
			do(job{file, queue.Begin()})
		case errors.Is(err, context.Canceled):
			p.apart(queue, func() { p.fail(file.Name, err) })
			return
		default:
			p.apart(queue, func() { p.fail(file.Name, err) })
		}
		if queue.Err() != nil {
			return
		}
	}
}

// apart calls do when it is the turn of a new, separate part of the output.
func (p *pass) apart(queue *files.Queue, do func()) {
	part := queue.Begin()
	part.Then(do) // skipped after an error
	part.End()
}

// workers returns the number of files to read concurrently. It is one if the files include the
// standard input or if the output for a file depends on earlier files.
func (p *pass) workers() int {
	if p.serial || slices.Contains(p.Names, files.Stdin) {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), maxWorkers)
}

// child returns a pass over a single file, whose results become part of the results of p.
func (p *pass) child(part *files.Part) *pass {
	c := &pass{Inputs: p.inputs, cmd: p.cmd, options: p.options, search: p.search, texts: p.texts, outputs: p.outputs}
	c.parent, c.part = p, part
	c.Inputs.Reset()
	c.stdout, c.stderr = &files.PartWriter{Part: part, End: p.stdout}, &files.PartWriter{Part: part, End: p.stderr}
	c.Out = bufio.NewWriterSize(c.stdout, 64<<10)
	return c
}

// atTurn calls do when it is the turn of p's file in the output. It does nothing for the pass over
// all files.
func (p *pass) atTurn(do func()) {
	if p.part != nil {
		p.part.Then(do) // the queue keeps the error
	}
}

// add adds the counts of a pass over a later file.
func (p *pass) add(c *pass) {
	p.Blank, p.Comments, p.Count = p.Blank+c.Blank, p.Comments+c.Comments, p.Count+c.Count
	p.unreadable, p.refused, p.missing = p.unreadable+c.unreadable, p.refused+c.refused, p.missing+c.missing
	p.without, p.ignored, p.interrupted = p.without+c.without, p.ignored+c.ignored, p.interrupted || c.interrupted
	p.failed = p.failed || c.failed
	for _, format := range c.units {
		p.reads(format)
	}
}

// work calls do with an open file.
func (p *pass) work(file *files.File, do func(*files.File) error) error {
	p.file = file.Name
	file.Use(&p.Inputs)
	if file.Hint != "" {
		p.tell("%s %s", file.Name, file.Hint)
	}
	if slices.ContainsFunc(p.outputs, file.Is) {
		return p.unread(fmt.Errorf("%s is also an output; write the results to another file", file.Name))
	}
	if err := p.suits(file); err != nil {
		return p.unread(err)
	}
	return do(file)
}
