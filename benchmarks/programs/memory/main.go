// Command memory measures how fast lines in memory become verdicts: by tables.Batch, on one core, as the
// row "tables.Batch, text to verdicts" of the peers. It prints the least CPU time of some passes over
// the first 64 MiB of a file, for the whole file, in nanoseconds, and the bytes that a pass read.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

const (
	most   = 64 << 20
	passes = 5
)

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		log.Fatal(err)
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	runtime.GOMAXPROCS(1)
	batch := tables.NewBatch(rfc3987.IRI)
	verdicts := make([]bool, 0, bytes.Count(text, []byte("\n"))+1)
	best := time.Duration(math.MaxInt64)
	for range passes {
		begin := cpuTime()
		verdicts = batch.AppendValidLines(verdicts[:0], text)
		best = min(best, cpuTime()-begin)
	}
	fmt.Println(best.Nanoseconds(), len(text))
}

func cpuTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		log.Fatal(err)
	}
	return time.Duration(t.Nano())
}
