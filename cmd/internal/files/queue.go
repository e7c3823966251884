package files

import (
	"io"
	"sync"
)

// room is the limit of a part's output waiting for its turn, in bytes. The first part has no limit.
const room = 4 << 20

// besideText is the memory of a waiting text beside its own bytes.
const besideText = 128

// A Queue puts the outputs of goroutines in the order of their parts of the input.
//
// Idea. The first unfinished part writes at once. The output of every other part waits in memory,
// up to [room] bytes. After that the part's goroutine waits. At the end of the first part the queue
// writes the waiting output of the next one.
//
// Requires. Parts begin in their order. Therefore the first unfinished part always has a goroutine,
// and no goroutine waits forever.
//
// Cost. At most [room] bytes for each unfinished part, or a single text of any size.
//
// Tested against: TestQueueOrder writes the parts one by one.
type Queue struct {
	mutex sync.Mutex
	turn  sync.Cond // signals a change of first
	first int       // the number of the part whose turn it is
	parts []*Part   // from number first on
	err   error     // of a write
	stop  func()    // called after err
}

// NewQueue returns a queue without parts. After the error of a write the queue calls stop, because
// the output of the unfinished parts is lost.
func NewQueue(stop func()) *Queue {
	q := &Queue{stop: stop}
	q.turn.L = &q.mutex
	return q
}

// Err returns the error of a write, or nil.
func (q *Queue) Err() error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.err
}

// Next returns the number of the part to begin next.
func (q *Queue) Next() int {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.first + len(q.parts)
}

// Wait waits for the turn of the part with a number, or for an error.
func (q *Queue) Wait(number int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.first < number && q.err == nil {
		q.turn.Wait()
	}
}

// A Part is the output of a part of the input. Only one goroutine uses it.
type Part struct {
	queue  *Queue
	number int
	wait   []func() error
	size   int // of the waiting output, in bytes
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

// Write calls write with text. It calls write at once in the part's turn, and otherwise later with
// a copy of the text. The error may be that of an earlier call for any part. After an error the
// queue calls no more functions.
func (p *Part) Write(text []byte, write func(text []byte) error) error {
	q := p.queue
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.first < p.number && p.size > 0 && p.size+besideText+len(text) > room && q.err == nil {
		q.turn.Wait()
	}
	switch {
	case q.err != nil:
	case q.first == p.number:
		q.fail(write(text))
	default:
		p.size += besideText + len(text)
		text := append([]byte(nil), text...)
		p.wait = append(p.wait, func() error { return write(text) })
	}
	return q.err
}

// Then calls do in the part's turn, after the writes before it. After an error of a write it
// returns the error and does not call do.
func (p *Part) Then(do func()) error {
	return p.Write(nil, func([]byte) error {
		do()
		return nil
	})
}

// End ends the part. Its waiting output is written in its turn.
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

// fail records the error of a write, or nil.
func (q *Queue) fail(err error) {
	if q.err = err; err != nil {
		q.stop()
		q.turn.Broadcast()
	}
}

// flush writes the waiting output.
func (p *Part) flush() {
	for _, write := range p.wait {
		if p.queue.err == nil {
			p.queue.fail(write())
		}
	}
	p.wait, p.size = nil, 0
}

// A PartWriter writes to End as a part of the output.
type PartWriter struct {
	Part *Part
	End  io.Writer
}

// Write writes text to End in the part's turn.
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
