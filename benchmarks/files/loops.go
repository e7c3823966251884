package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// loops holds the Go programs that this command can also act as, by first argument. They read a
// file.
var loops = map[string]func(file string) error{"neturl": netURL, "memory": memory, "decompress": decompress}

// netURL checks the lines of a file the way Go programs usually do: it parses each line with
// net/url. It prints, with their numbers, the lines that net/url rejects or in which it finds no
// scheme.
func netURL(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for number := 1; lines.Scan(); number++ {
		if u, err := url.Parse(lines.Text()); err != nil || !u.IsAbs() {
			fmt.Fprintf(out, "%d:%s\n", number, lines.Text())
		}
	}
	out.Flush()
	return lines.Err()
}

// memory reads a file into memory and prints how long, in nanoseconds, tables.Batch takes to
// validate its lines on one core. It makes a single pass over the entire file, like a program that
// reads the file, so other load on the machine slows both equally.
func memory(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	batch := tables.NewBatch(rfc3987.IRI)
	verdicts := make([]bool, bytes.Count(text, []byte("\n"))+1)
	clear(verdicts) // touch all pages before the pass
	fmt.Println(measure.Pass(func() int { return len(batch.AppendValidLines(verdicts[:0], text)) }).Nanoseconds)
	return nil
}

// decompress decompresses a file with the packages of klauspost/compress and discards the text, so
// that only the decompressor is timed.
func decompress(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	var rd io.Reader
	if strings.HasSuffix(name, ".zst") {
		rd, err = zstd.NewReader(file)
	} else {
		rd, err = gzip.NewReader(file)
	}
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{rd}, make([]byte, 256<<10))
	return err
}
