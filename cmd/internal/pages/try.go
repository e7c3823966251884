package pages

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

var errCut = errors.New("it is truncated or damaged")

// Try calls do and returns its panic as an error. Panics with an error come from this package, all
// others from parquet-go.
func Try(do func() error) (err error) {
	defer func() {
		switch panicked := recover().(type) {
		case nil:
		case runtime.Error:
			err = errCut
		case error:
			err = panicked
		default:
			err = errCut
		}
	}()
	return do()
}

// Check panics unless err is nil. See Try.
func Check(err error) { Assert(err == nil, err) }

// Assert panics with err unless ok. See Try.
func Assert(ok bool, err error) {
	if !ok {
		panic(err)
	}
}

// CheckSize panics if size, in bytes, exceeds the limit. See Try.
func CheckSize(size, limit int64) {
	if size > limit {
		panic(fmt.Errorf("it takes %d bytes, over the limit of %d; raise it with --max-page", size, limit))
	}
}

// InParts calls do for the integers from 0 to n-1 on all cores.
func InParts(n int, do func(i int)) {
	const size = 256 // number of values in a part, about 10 microseconds of checks
	var at atomic.Int64
	work := func() {
		for to := 0; to < n; {
			to = int(at.Add(size))
			for i := to - size; i < min(to, n); i++ {
				do(i)
			}
		}
	}
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+size-1)/size) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}
