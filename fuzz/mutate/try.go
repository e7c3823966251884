package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// A trial runs the tests on the mutants of a sample without a result.
type trial struct {
	*bench
	o     options
	drawn []*mutant
	start time.Time
	left  int // number of mutants without a result at the start

	mu       sync.Mutex // guards the following fields
	compiled map[string]error
	out      io.Writer
	done     map[string]result
	ready    int
	failure  error
}

// tryAll tries the mutants without a result, and writes each result at once.
func (b *bench) tryAll(o options, drawn []*mutant, done map[string]result) error {
	out, err := os.OpenFile(o.json, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	left := remaining(o, drawn, done)
	t := &trial{bench: b, o: o, drawn: drawn, start: time.Now(), left: len(left), compiled: map[string]error{},
		out: out, done: done}
	work := make(chan int)
	var crew sync.WaitGroup
	for range max(1, o.workers) {
		crew.Add(1)
		go func() {
			defer crew.Done()
			for i := range work {
				t.one(i)
			}
		}()
	}
	for _, i := range left {
		if t.failed() {
			break
		}
		work <- i
	}
	close(work)
	crew.Wait()
	return t.failure
}

// remaining returns the numbers of the mutants to try. Their order is random, so the finished part
// of a sample is a sample too.
func remaining(o options, drawn []*mutant, done map[string]result) (left []int) {
	for i, m := range drawn {
		if r, ok := done[m.String()]; !ok || o.again && r.Result != "killed" {
			left = append(left, i)
		}
	}
	slices.SortFunc(left, func(i, j int) int {
		return cmp.Compare(hash(drawn[i], o.seed+1), hash(drawn[j], o.seed+1))
	})
	return left
}

// one tries the i-th mutant.
func (t *trial) one(i int) {
	m, number := t.drawn[i], i+1
	if !m.woven() {
		number = -1
	}
	v, err := t.try(m, number, t.o.budget, func(pkg string) (string, error) { return t.binary(i, pkg) })
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.Exited() && !m.woven() {
		// The package compiles, because sample made sure of it. So its tests do not.
		v, err = verdict{Result: "killed", By: "the compiler of the tests"}, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil {
		err = t.note(result{*m, v})
	}
	t.failure = errors.Join(t.failure, err)
}

// binary returns the file of a package's tests with the mutant in it: one file for all woven
// mutants, or one of its own. It compiles a file once.
func (t *trial) binary(i int, pkg string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	kind, files := "woven", func() map[string][]byte { return t.weave(t.drawn) }
	if !t.drawn[i].woven() {
		kind, files = fmt.Sprint("alone-", i), func() map[string][]byte { return t.alone(t.drawn[i]) }
	}
	binary := t.file(kind, pkg, ".test")
	if _, ok := t.compiled[binary]; !ok {
		t.compiled[binary] = t.compile(binary, pkg, files())
	}
	return binary, t.compiled[binary]
}

// note writes a result to the file.
func (t *trial) note(r result) error {
	line, err := json.Marshal(r)
	if err == nil {
		_, err = t.out.Write(append(line, '\n'))
	}
	t.done[r.String()] = r
	t.ready++
	fmt.Fprintf(os.Stderr, "%d of %d, %v: %s:%d %s by %s in %v\n", t.ready, t.left, time.Since(t.start).Round(time.Second),
		r.File, r.Line, r.Result, r.By, r.Cost.Round(time.Millisecond))
	return err
}

// failed reports whether an earlier mutant could not be tried.
func (t *trial) failed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failure != nil
}
