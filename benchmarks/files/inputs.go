package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/internal/corpus"
)

// An input is a file for programs to read.
type input struct {
	path  string
	bytes int64   // length of the uncompressed text
	wrong []int64 // the numbers of the invalid lines, ascending
}

// Input names.
const (
	triples     = "N-Triples"
	triplesGzip = "N-Triples, gzip"
	triplesZstd = "N-Triples, zstd"
	rightOnes   = "N-Triples without the wrong lines"
	urlList     = "URL list"
	someURLs    = "URL list, a part"
)

// part is how many times longer the input urlList is than someURLs, which slow programs read.
const part = 50

// blockSize is the length of the text that is repeated in a file. It exceeds the windows of gzip
// and zstd, so they cannot exploit the repetition.
const blockSize = 20_000_000

// wrongEach is the number of valid lines before each invalid one.
const wrongEach = 5000

// wrongTriples are lines that are not N-Triples, some only because of an IRI.
var wrongTriples = []string{
	`<http://example.org/a> <http://example.org/p> "b"`,
	`<http://example.org/a>`,
	`<http://example.org/a b> <http://example.org/p> "b" .`,
	`<http://example.org/a> <http://example.org/p> <http://example.org/b .`,
	`<http://example.org/a> <http://example.org/p> "b .`,
	`"a" <http://example.org/p> "b" .`,
	`<http://example.org/a> _:p "b" .`,
	`<http://example.org/a> <http://example.org/p> "b"@de_DE .`,
	`<http://example.org/a> <http://example.org/p> "\l" .`,
	`<http://example.org/a> <http://example.org/p> "\uD83D" .`,
	"<http://example.org/a> <http://example.org/p> \"Stra\xdfe\" .",
	`<a> <http://example.org/p> "b" .`,
	`<http://example.org/%zz> <http://example.org/p> "b" .`,
	`<http://example.org/\u0020> <http://example.org/p> "b" .`,
	`<http://example.org/[1]> <http://example.org/p> "b" .`,
	`<http://example.org/#a#b> <http://example.org/p> "b" .`,
	`<http://example.org:80a/> <http://example.org/p> "b" .`,
	`<http://[2001:db8::1::2]/> <http://example.org/p> "b" .`,
	"<http://example.org/\uE000> <http://example.org/p> \"b\" .",
}

// wrongURLs returns lines that are not IRIs. It omits lines with a NUL, because some programs treat
// a file that contains a NUL as binary, and lines with a CR, because programs differ on whether a
// CR belongs to the line or to its ending.
func wrongURLs() []string {
	return slices.DeleteFunc(corpus.Lines("invalid", 2000),
		func(s string) bool { return strings.ContainsAny(s, "\x00\r") })
}

// generate returns the inputs in a folder, and creates files that do not exist yet.
func generate(folder string, size int64) (map[string]input, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	block := corpus.NTriples(int(min(size, blockSize)))
	var urls []byte
	for line := range corpus.All("urls") {
		if urls = append(append(urls, line...), '\n'); len(urls) >= int(min(size, blockSize)) {
			break
		}
	}
	all := map[string]input{}
	for _, f := range []struct {
		name, ending string
		block        []byte
		size         int64
		wrong        []string
	}{
		{triples, ".nt", block, size, wrongTriples}, {rightOnes, "-right.nt", block, size, nil},
		{triplesGzip, ".nt.gz", block, size, wrongTriples}, {triplesZstd, ".nt.zst", block, size, wrongTriples},
		{urlList, ".txt", urls, size, wrongURLs()}, {someURLs, "-part.txt", urls, size / part, wrongURLs()},
	} {
		i := input{path: filepath.Join(folder, fmt.Sprintf("v2-%dMB%s", size/1_000_000, f.ending))}
		if _, err := os.Stat(i.path); err == nil { // count what is in the file
			i.write(io.Discard, f.block, f.size, f.wrong)
		} else if err := i.create(f.block, f.size, f.wrong); err != nil {
			return nil, err
		}
		all[f.name] = i
	}
	return all, nil
}

// create writes the file of an input, compressed if its extension requires it.
func (i *input) create(block []byte, size int64, wrong []string) error {
	f, err := os.Create(i.path + ".new")
	if err != nil {
		return err
	}
	var w io.WriteCloser = f
	switch filepath.Ext(i.path) {
	case ".gz":
		w = gzip.NewWriter(f)
	case ".zst":
		if w, err = zstd.NewWriter(f, zstd.WithEncoderConcurrency(1)); err != nil {
			return err
		}
	}
	err = i.write(w, block, size, wrong)
	if w != io.WriteCloser(f) {
		err = errors.Join(err, w.Close())
	}
	return errors.Join(err, f.Close(), os.Rename(i.path+".new", i.path))
}

// write writes at least size bytes to w: the lines of block, repeated, with the invalid lines from
// wrong inserted in turn. It sets i.bytes and i.wrong.
func (i *input) write(w io.Writer, block []byte, size int64, wrong []string) error {
	b := bufio.NewWriterSize(w, 1<<20)
	number := int64(0)
	for rest := block; i.bytes < size; {
		end := bytes.IndexByte(rest, '\n') + 1
		number++
		i.bytes += int64(end)
		b.Write(rest[:end])
		if rest = rest[end:]; len(rest) == 0 {
			rest = block
		}
		if len(wrong) > 0 && number%wrongEach == 0 {
			number++
			i.wrong = append(i.wrong, number)
			line := wrong[len(i.wrong)%len(wrong)] + "\n"
			i.bytes += int64(len(line))
			b.WriteString(line)
		}
	}
	return b.Flush()
}
