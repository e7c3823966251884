package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// newCorpus returns the corpus of a text, a line each up to its newline. A last line may do without.
func newCorpus(name string, asked Question, text string) (*Corpus, error) {
	if text == "" {
		return nil, errors.New("there are no lines")
	}
	text = strings.TrimSuffix(text, "\n")
	if len(text) > 1<<31-1 {
		return nil, fmt.Errorf("%d bytes, where offsets of 32 bits reach 2147483647", len(text))
	}
	c := &Corpus{Name: name, Asked: asked, want: map[Standard][]byte{}}
	c.Text = make([]byte, 0, len(text)+padding)
	inMemory := strings.ReplaceAll(text, "\n", "\x00") + "\x00"
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		c.Lines = append(c.Lines, inMemory[at:at+len(line)])
		at += len(line) + 1
		c.Text = append(c.Text, line...)
		c.Ends = append(c.Ends, int32(len(c.Text)))
	}
	c.Count, c.Bytes = len(c.Lines), len(c.Text)
	return c, nil
}

// Want returns the right verdicts by a standard: those of the reference engine.
func (c *Corpus) Want(s Standard) ([]byte, error) {
	if c.want[s] == nil {
		m, err := c.Asked.rule(s).Machine()
		if err != nil {
			return nil, err
		}
		c.want[s], _ = byLine(m.Reference().Valid).Verdicts(c)
	}
	return c.want[s], nil
}

// write returns the name of a file with the lines, which it makes on the first call.
func (c *Corpus) write() (name string, err error) {
	if c.file != "" {
		return c.file, nil
	}
	f, err := os.CreateTemp("", "corpus-*.txt")
	if err != nil {
		return "", err
	}
	w := bufio.NewWriter(f)
	for _, line := range c.Lines {
		w.WriteString(line)
		w.WriteByte('\n')
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
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

// kinds returns the names of the generated corpora.
func kinds() []string { return corpusKinds() }

// generate returns the generated corpus of a kind, with about as many bytes as so many web URLs have.
func generate(kind string, lines int) (*Corpus, error) {
	if !slices.Contains(kinds(), kind) {
		return nil, fmt.Errorf("there is no kind %q of corpus: there are %s", kind, strings.Join(kinds(), ", "))
	}
	asked := IsIRI
	if kind == "references" {
		asked = IsReference
	}
	if kind == "data" { // lines of 4 KB
		lines = max(1, lines/40)
	}
	return newCorpus(kind, asked, strings.Join(corpusLines(kind, lines), "\n"))
}

// read returns the corpus of a file, which is asked about IRIs.
func read(name string) (*Corpus, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c, err := newCorpus(filepath.Base(name), IsIRI, string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}
