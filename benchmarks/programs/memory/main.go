// Command memory reads a file into memory and measures how long tables.Batch takes, on one core,
// for the verdicts about its lines. The peer "tables.Batch, text to verdicts" does the same. The
// command prints the CPU time of one pass in nanoseconds, and the number of bytes. There is only
// one pass over the whole file, as in a program that reads it, so that other load on the machine
// slows both alike.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	runtime.GOMAXPROCS(1)
	batch := tables.NewBatch(rfc3987.IRI)
	verdicts := make([]bool, bytes.Count(text, []byte("\n"))+1)
	clear(verdicts) // touches all pages before the pass
	begin := cpuTime()
	batch.AppendValidLines(verdicts[:0], text)
	fmt.Println((cpuTime() - begin).Nanoseconds(), len(text))
}

func cpuTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		log.Fatal(err)
	}
	return time.Duration(t.Nano())
}
