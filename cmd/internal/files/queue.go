package files

import (
	"io"
	"sync"
)

// room is how many bytes of output wait for their turn, for each part that is not the first.
const room = 4 << 20

// besideText is how many bytes of memory a text that waits takes beside its own.
const besideText = 128

// A Queue is the order of parts.
//
// Idea. The first part that has not ended writes at once. The output of each other one waits in memory, up
// to [room]; then its goroutine waits. At the end of the first part the output that waits for the next one
// is written.
//
// Requires. Parts begin in their order. So the first part that has not ended always has a goroutine, and
// no goroutine waits forever.
type Queue struct {
	mutex sync.Mutex
	turn  sync.Cond // signals that first has changed
	first int       // the number of the part whose turn it is
	parts []*Part   // from number first on
	err   error     // of a write
	stop  func()    // for after err
}

// NewQueue returns a queue without parts. It calls stop after the error of a write, because the output of
// all parts that have not ended is in vain then.
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

// Next returns the number of the part that begins next.
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

// A Part is the output of a part of the input. One goroutine uses it.
type Part struct {
	queue  *Queue
	number int
	wait   []func() error
	size   int // of the output that waits, in bytes
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

// Write calls write with text: at once if it is the turn of the part, and else later, with a copy of the
// text. The error may be that of an earlier call for any part. After an error nothing is written.
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

// Then calls do when it is the turn of the part, after all that was written before. It does not call do
// after an error of a write, which it returns.
func (p *Part) Then(do func()) error {
	return p.Write(nil, func([]byte) error {
		do()
		return nil
	})
}

// End ends the part. Output that waits is written when it is its turn.
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

// fail notes the error of a write, which may be nil.
func (q *Queue) fail(err error) {
	if q.err = err; err != nil {
		q.stop()
		q.turn.Broadcast()
	}
}

// flush writes the output that waits.
func (p *Part) flush() {
	for _, write := range p.wait {
		if p.queue.err == nil {
			p.queue.fail(write())
		}
	}
	p.wait, p.size = nil, 0
}

// A PartWriter writes to an end as the part that it is given.
type PartWriter struct {
	Part *Part
	End  io.Writer
}

// Write writes text to the end, in the turn of the part.
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
