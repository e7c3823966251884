package files

import (
	"io"
	"sync"
)

// room is the maximum number of bytes that a part may buffer before its turn.
const room = 4 << 20

// overhead is the memory that a buffered text takes in addition to its bytes.
const overhead = 128

// A Queue writes the outputs of goroutines in the order of their input parts.
//
// Idea. The first unfinished part writes immediately. Every other part buffers up to [room] bytes
// of output, then its goroutine waits. When the first part ends, the queue writes the buffered
// output of the next part.
//
// Requires. Parts begin in order. Some goroutine therefore always works on the first unfinished
// part, and no goroutine waits forever.
//
// Cost. At most [room] bytes for each unfinished part, or a single text of any size.
//
// Tested against: writing the parts one by one (TestQueueOrder).
type Queue struct {
	mutex sync.Mutex
	turn  sync.Cond // signals a change to first
	first int       // number of the part whose turn it is
	parts []*Part   // the parts from number first on
	err   error     // the first write error
	stop  func()    // called after err
}

// NewQueue returns an empty queue. The queue calls stop after a write error, because the output of
// the unfinished parts is lost.
func NewQueue(stop func()) *Queue {
	q := &Queue{stop: stop}
	q.turn.L = &q.mutex
	return q
}

// Err returns the write error, or nil.
func (q *Queue) Err() error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.err
}

// Next returns the number of the next part to begin.
func (q *Queue) Next() int {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.first + len(q.parts)
}

// Wait waits for the turn of the part with the given number, or for an error.
func (q *Queue) Wait(number int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.first < number && q.err == nil {
		q.turn.Wait()
	}
}

// A Part is the output for one part of the input. Only one goroutine may use it.
type Part struct {
	queue  *Queue
	number int
	wait   []func() error
	size   int // size of the buffered output in bytes
	done   bool
}

// Begin begins the next part.
func (q *Queue) Begin() *Part {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	p := &Part{queue: q, number: q.first + len(q.parts)}
	q.parts = append(q.parts, p)
	return p
}

// Write calls write with text, either immediately if it is the part's turn, or later with a copy of
// the text. The error may stem from an earlier call for any part. After an error the queue calls no
// further functions.
func (p *Part) Write(text []byte, write func(text []byte) error) error {
	q := p.queue
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.first < p.number && p.size > 0 && p.size+overhead+len(text) > room && q.err == nil {
		q.turn.Wait()
	}
	switch {
	case q.err != nil:
	case q.first == p.number:
		q.fail(write(text))
	default:
		p.size += overhead + len(text)
		text := append([]byte(nil), text...)
		p.wait = append(p.wait, func() error { return write(text) })
	}
	return q.err
}

// Then calls do when it is the part's turn, after all previous writes. After a write error it
// returns the error without calling do.
func (p *Part) Then(do func()) error {
	return p.Write(nil, func([]byte) error {
		do()
		return nil
	})
}

// End ends the part. The queue writes the buffered output when it is the part's turn.
func (p *Part) End() {
	q := p.queue
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for p.done = true; len(q.parts) > 0 && q.parts[0].done; {
		q.parts = q.parts[1:]
		if q.first++; len(q.parts) > 0 {
			q.parts[0].flush()
		}
	}
	q.turn.Broadcast()
}

// fail records the result of a write.
func (q *Queue) fail(err error) {
	if q.err = err; err != nil {
		q.stop()
		q.turn.Broadcast()
	}
}

// flush writes the buffered output.
func (p *Part) flush() {
	for _, write := range p.wait {
		if p.queue.err == nil {
			p.queue.fail(write())
		}
	}
	p.wait, p.size = nil, 0
}

// A PartWriter is an [io.Writer] that writes to End as a part of the output.
type PartWriter struct {
	Part *Part
	End  io.Writer
}

// Write writes text to End when it is the part's turn.
func (w *PartWriter) Write(text []byte) (int, error) {
	err := w.Part.Write(text, func(text []byte) error {
		_, err := w.End.Write(text)
		return err
	})
	if err != nil {
		return 0, err
	}
	return len(text), nil
}
