// Package dump generates large files: N-Triples like those in dumps of knowledge graphs, and lists
// of web addresses. Some lines of a file are wrong, and a Truth tells which lines and in which way.
// The other lines are called right.
//
// Two files of the same size have the same bytes on all machines, because all random numbers come
// from PCG with fixed seeds.
package dump

import (
	"bufio"
	"io"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/irilex/iri/internal/corpus"
)

// Version is a part of the names of cached files. It must change when Triples or URLs write other
// bytes than before. TestSameBytesEverywhere notices this, because it has hashes of these bytes.
const Version = 1

// A Truth has the facts about a generated file: its size, and its wrong lines.
type Truth struct {
	Bytes int64   `json:"bytes"`
	Lines int64   `json:"lines"`
	Wrong []Wrong `json:"wrong"`
}

// A Wrong is a wrong line: every program should refuse it.
type Wrong struct {
	Line int64  `json:"line"` // its number, from 1
	Kind string `json:"kind"` // in which way it is wrong
	Text []byte `json:"text"` // without its LF; no string, because JSON has no ill-formed UTF-8
}

// The average number of lines from a wrong line to the next one.
const (
	triplesEach = 4000
	urlsEach    = 10_000
)

// Triples writes about size bytes of N-Triples to w. It writes the same lines to right, but leaves
// out the wrong ones.
func Triples(w, right io.Writer, size int64) (Truth, error) {
	g := newGenerator()
	return write(w, right, size, triplesEach, g.line, g.wrong())
}

// URLs writes about size bytes of web addresses to w, one on each line. All right lines are ASCII.
func URLs(w io.Writer, size int64) (Truth, error) {
	next, stop := iter.Pull(corpus.All("urls"))
	defer stop()
	line := func(b []byte) []byte {
		s, _ := next()
		return append(b, s...)
	}
	return write(w, io.Discard, size, urlsEach, line, wrongURLs())
}

// write writes size bytes or a little more to w: right lines made by line, with lines of wrong
// among them, one for about each lines. It writes the right lines to right too. t tells the wrong
// lines.
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

// wrongURLs yields the wrong lines of a list of web addresses, the lines of the corpus "invalid".
// Each has one edit, and Kind names it. wrongURLs leaves out lines with a NUL, because some
// programs take a file with a NUL for binary. It leaves out lines with a CR, because programs
// differ about whether a CR is a part of the line or of its end.
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
