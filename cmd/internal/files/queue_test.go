package files

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// TestQueueOrder checks that the output equals that of writing the parts one by one, whatever the
// speed of the goroutines.
func TestQueueOrder(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var want strings.Builder
		var got bytes.Buffer
		q := NewQueue(func() {})
		jobs := make(chan func())
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				for job := range jobs {
					job()
				}
			})
		}
		for i := range 40 {
			var texts []string
			for j := range rng.IntN(5) {
				text := fmt.Sprintf("part %d, text %d\n", i, j)
				if rng.IntN(20) == 0 {
					text = strings.Repeat(text, room/len(text)/2)
				}
				want.WriteString(text)
				texts = append(texts, text)
			}
			p := q.Begin()
			jobs <- func() {
				w := &PartWriter{Part: p, End: &got}
				b := []byte(nil)
				for _, text := range texts {
					b = append(b[:0], text...)
					if n, err := w.Write(b); n != len(text) || err != nil {
						t.Error(n, err)
					}
					clear(b) // the queue must not keep the caller's memory
				}
				p.End()
			}
		}
		close(jobs)
		group.Wait()
		if got.String() != want.String() {
			t.Fatalf("seed %d: %d bytes, want %d, or another order", seed, got.Len(), want.Len())
		}
	}
}

// A part with too much output waits for its turn. The first part never waits.
func TestQueueRoom(t *testing.T) {
	q := NewQueue(func() {})
	var got bytes.Buffer
	first, second := &PartWriter{q.Begin(), &got}, &PartWriter{q.Begin(), &got}
	half := bytes.Repeat([]byte("2"), room/2-overhead)
	second.Write(half)
	second.Write(half)
	waits := make(chan int)
	go func() {
		n, _ := second.Write([]byte("2"))
		waits <- n
	}()
	first.Write(bytes.Repeat([]byte("1"), 3*room))
	select {
	case <-waits:
		t.Error("no wait")
	default:
	}
	first.Part.End()
	if <-waits != 1 || got.Len() != 3*room+2*len(half)+1 {
		t.Error(got.Len())
	}
}

type broken struct{ error }

func (b broken) Write([]byte) (int, error) { return 0, b.error }

// TestQueueError checks that after an error in one part all others return it, and no part waits.
func TestQueueError(t *testing.T) {
	stopped := 0
	q := NewQueue(func() { stopped++ })
	closed := errors.New("closed")
	first, second := &PartWriter{q.Begin(), broken{closed}}, &PartWriter{q.Begin(), broken{closed}}
	if _, err := second.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	if _, err := first.Write([]byte("x")); err != closed {
		t.Error(err)
	}
	if _, err := second.Write(make([]byte, room)); err != closed {
		t.Error(err)
	}
	first.Part.End()
	second.Part.End()
	if stopped != 1 || q.Err() != closed {
		t.Error(stopped, q.Err())
	}
}

// An error while writing buffered output is reported, even after the goroutine of the part has
// ended.
func TestQueueLateError(t *testing.T) {
	stopped := 0
	q := NewQueue(func() { stopped++ })
	closed := errors.New("closed")
	first, second, third := q.Begin(), &PartWriter{q.Begin(), broken{closed}}, q.Begin()
	if _, err := second.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	third.Then(func() { t.Error("Then calls do after an error") })
	second.Part.End()
	third.End()
	first.End()
	if stopped != 1 || q.Err() != closed {
		t.Error(stopped, q.Err())
	}
}

// Many small texts take no more memory than a few large ones, because the overhead counts.
func TestQueueOfSmallTexts(t *testing.T) {
	q := NewQueue(func() {})
	q.Begin()
	p := q.Begin()
	n := 0
	for ; p.size+overhead+1 <= room; n++ {
		p.Write([]byte("x"), func([]byte) error { return nil })
	}
	if n > room/64 || n < room/256 {
		t.Errorf("%d texts of a byte wait", n)
	}
}

// TestQueueWait checks that a wait ends after the previous parts, or with an error.
func TestQueueWait(t *testing.T) {
	q := NewQueue(func() {})
	q.Wait(q.Next())
	first := q.Begin()
	number := q.Next()
	waits := make(chan bool)
	go func() {
		q.Wait(number)
		waits <- true
	}()
	select {
	case <-waits:
		t.Error("no wait")
	default:
	}
	first.End()
	<-waits
	second := q.Begin()
	go func() {
		q.Wait(q.Next() + 1)
		waits <- true
	}()
	second.Write(nil, func([]byte) error { return errors.New("closed") })
	<-waits
}
