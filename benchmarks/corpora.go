package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/benchmarks/lines"
	"github.com/irilex/iri/tables/machine"
)

// padding is how many zero bytes follow the text of a batch, for peers that read a block at a time.
const padding = 64

// A Corpus is a list of lines in memory, in the two forms that peers are asked in.
type Corpus struct {
	Name  string   `json:"name"`
	Asked Question `json:"asked"`
	Count int      `json:"lines"`
	Bytes int      `json:"bytes"` // newlines not counted

	Lines []string `json:"-"` // a zero byte follows each in memory
	Text  []byte   `json:"-"` // the lines without newlines, and padding behind it
	Ends  []int32  `json:"-"` // of the lines in Text

	file string // with the lines, for children; see write
	want map[Standard][]byte
}

// newCorpus returns the corpus of some lines.
func newCorpus(name string, asked Question, lines []string) (*Corpus, error) {
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: there are no lines", name)
	}
	inMemory := strings.Join(lines, "\x00") + "\x00"
	if len(inMemory) > math.MaxInt32 {
		return nil, fmt.Errorf("%s: %d bytes, where offsets of 32 bits reach %d", name, len(inMemory), math.MaxInt32)
	}
	c := &Corpus{Name: name, Asked: asked, want: map[Standard][]byte{}}
	c.Text = make([]byte, 0, len(inMemory)+padding)
	for at := 0; len(c.Lines) < len(lines); {
		line := lines[len(c.Lines)]
		c.Lines = append(c.Lines, inMemory[at:at+len(line)])
		c.Text = append(c.Text, line...)
		c.Ends = append(c.Ends, int32(len(c.Text)))
		at += len(line) + 1
	}
	c.Count, c.Bytes = len(c.Lines), len(c.Text)
	return c, nil
}

// newlines returns the lines with a newline behind each.
func (c *Corpus) newlines() []byte {
	text := make([]byte, 0, c.Bytes+len(c.Lines))
	for _, line := range c.Lines {
		text = append(append(text, line...), '\n')
	}
	return text
}

// Want returns the right verdicts by a standard: those of the reference engine.
func (c *Corpus) Want(s Standard) ([]byte, error) {
	if c.want[s] == nil {
		m, err := machine.Of(c.Asked.rule(s))
		if err != nil {
			return nil, err
		}
		c.want[s], _ = byLine(m.Reference().Valid).Verdicts(c)
	}
	return c.want[s], nil
}

// packed returns the lines as children read them: four bytes with its length before each, the
// least significant first.
func (c *Corpus) packed() []byte {
	packed := make([]byte, 0, c.Bytes+4*len(c.Lines))
	for _, line := range c.Lines {
		packed = append(binary.LittleEndian.AppendUint32(packed, uint32(len(line))), line...)
	}
	return packed
}

// unpack is the way back.
func unpack(packed []byte) (lines []string, err error) {
	for at := 0; at < len(packed); {
		start := at + 4
		if start <= len(packed) {
			at = start + int(binary.LittleEndian.Uint32(packed[at:]))
		}
		if start > len(packed) || at > len(packed) {
			return nil, fmt.Errorf("string %d ends behind the %d bytes that there are", len(lines)+1, len(packed))
		}
		lines = append(lines, string(packed[start:at]))
	}
	return lines, nil
}

// write returns the name of a file with the lines for children, which it makes on the first call.
func (c *Corpus) write() (name string, err error) {
	if c.file != "" {
		return c.file, nil
	}
	f, err := os.CreateTemp("", "corpus-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(c.packed())
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	c.file = f.Name()
	return c.file, nil
}

// remove removes the file of [Corpus.write].
func (c *Corpus) remove() {
	if c.file != "" {
		os.Remove(c.file)
	}
}

// Kinds that bars are about.
const (
	short   = lines.Short
	data    = lines.Data
	percent = lines.Percent
)

// kinds returns the names of the generated corpora.
func kinds() []string { return lines.Kinds() }

// generate returns the generated corpus of a kind.
func generate(kind string, count int) (*Corpus, error) {
	all, err := lines.Generate(kind, count)
	if err != nil {
		return nil, err
	}
	asked := IsIRI
	if kind == lines.References {
		asked = IsReference
	}
	return newCorpus(kind, asked, all)
}

// read returns the corpus of a file, which peers are asked about as IRIs.
func read(file string) (*Corpus, error) {
	all, err := lines.Read(file)
	if err != nil {
		return nil, err
	}
	return newCorpus(filepath.Base(file), IsIRI, all)
}
