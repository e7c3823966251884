// Package dump makes whole files: N-Triples like those in dumps of knowledge graphs, and lists of
// web addresses. A known number of the lines is wrong, each in a known way.
//
// A file of a size is the same on all machines. All randomness is PCG with fixed seeds.
package dump

import (
	"bufio"
	"io"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/irilex/iri/internal/corpus"
)

// Version is part of the names of cached files. It must change with the bytes written by Triples
// and URLs; TestSameBytesEverywhere has their hashes.
const Version = 1

// A Truth has the facts about a generated file: its size, and its wrong lines.
type Truth struct {
	Bytes int64   `json:"bytes"`
	Lines int64   `json:"lines"`
	Wrong []Wrong `json:"wrong"`
}

// A Wrong is a line that each program should refuse.
type Wrong struct {
	Line int64  `json:"line"` // from 1
	Kind string `json:"kind"`
	Text []byte `json:"text"` // without its end; a string in JSON has no ill-formed UTF-8
}

// The average distance of wrong lines, in lines.
const (
	triplesEach = 4000
	urlsEach    = 10_000
)

// Triples writes about size bytes of N-Triples. It writes the same lines without the wrong ones to
// right.
func Triples(w, right io.Writer, size int64) (Truth, error) {
	g := newGenerator()
	return write(w, right, size, triplesEach, g.line, g.wrong())
}

// URLs writes about size bytes of web addresses, one a line. All right ones are ASCII.
func URLs(w io.Writer, size int64) (Truth, error) {
	next, stop := iter.Pull(corpus.All("urls"))
	defer stop()
	line := func(b []byte) []byte {
		s, _ := next()
		return append(b, s...)
	}
	return write(w, io.Discard, size, urlsEach, line, wrongURLs())
}

// write writes right lines, with wrong lines among them.
func write(w, right io.Writer, size, each int64, line func([]byte) []byte, wrong iter.Seq[Wrong]) (t Truth, err error) {
	chance := rand.New(rand.NewPCG(1, uint64(each)))
	next, stop := iter.Pull(wrong)
	defer stop()
	all, good := bufio.NewWriterSize(w, 1<<20), bufio.NewWriterSize(right, 1<<20)
	var b []byte
	for until := each / 2; t.Bytes < size; until-- {
		b = b[:0]
		if until == 0 {
			until = each/2 + chance.Int64N(each)
			one, _ := next()
			one.Line = t.Lines + 1
			t.Wrong = append(t.Wrong, one)
			b = append(append(b, one.Text...), '\n')
		} else {
			b = append(line(b), '\n')
			if _, err = good.Write(b); err != nil {
				return t, err
			}
		}
		if _, err = all.Write(b); err != nil {
			return t, err
		}
		t.Lines, t.Bytes = t.Lines+1, t.Bytes+int64(len(b))
	}
	if err = all.Flush(); err == nil {
		err = good.Flush()
	}
	return t, err
}

// wrongURLs yields lines with one edit each. It leaves out lines with NUL or CR: some programs take
// a file with NUL for binary, and a CR is part of the line or of its end.
func wrongURLs() iter.Seq[Wrong] {
	return func(yield func(Wrong) bool) {
		kinds, i := corpus.Edits(), 0
		for line := range corpus.All("invalid") {
			kind := kinds[i%len(kinds)]
			i++
			if !strings.ContainsAny(line, "\x00\r") && !yield(Wrong{Kind: kind, Text: []byte(line)}) {
				return
			}
		}
	}
}
