package measure

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/irilex/iri/tables/machine"
)

// padding is the number of zero bytes after Corpus.Text, which peers that read a block at a time
// may read.
const padding = 64

// A Corpus is an in-memory list of lines. It holds them in two forms: as strings for peers that
// process one line at a time, and as a text with offsets for peers that process all lines at once.
type Corpus struct {
	Name  string   `json:"name"`
	Asked Question `json:"asked"`
	Count int      `json:"lines"`
	Bytes int      `json:"bytes"` // of all lines, without newlines

	Lines []string `json:"-"` // the lines, each followed by a zero byte in memory
	Text  []byte   `json:"-"` // the lines without newlines, followed by the padding in memory
	Ends  []int32  `json:"-"` // the offset in Text at which each line ends

	file string              // the name of the file that Write created, or ""
	want map[Standard][]byte // cached results of Want
}

// NewCorpus returns a corpus of lines. It returns an error if there are no lines or they are too
// long for 32-bit offsets.
func NewCorpus(name string, asked Question, lines []string) (*Corpus, error) {
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

// Newlines returns the lines as one text, each followed by a newline.
func (c *Corpus) Newlines() []byte {
	text := make([]byte, 0, c.Bytes+len(c.Lines))
	for _, line := range c.Lines {
		text = append(append(text, line...), '\n')
	}
	return text
}

// Want returns the correct verdict for each line, 1 or 0, under the rule for a standard. The
// reference engine decides (machine.Reference).
func (c *Corpus) Want(s Standard) ([]byte, error) {
	if c.want[s] == nil {
		m, err := machine.Of(c.Asked.Rule(s))
		if err != nil {
			return nil, err
		}
		c.want[s], _ = ByLine(m.Reference().Valid).Verdicts(c)
	}
	return c.want[s], nil
}

// Packed returns the lines as one text for children: each line is preceded by its length in four
// bytes, least significant byte first.
func (c *Corpus) Packed() []byte {
	packed := make([]byte, 0, c.Bytes+4*len(c.Lines))
	for _, line := range c.Lines {
		packed = append(binary.LittleEndian.AppendUint32(packed, uint32(len(line))), line...)
	}
	return packed
}

// Unpack is the inverse of Packed.
func Unpack(packed []byte) (lines []string, err error) {
	for at := 0; at < len(packed); {
		start := at + 4
		if start <= len(packed) {
			at = start + int(binary.LittleEndian.Uint32(packed[at:]))
		}
		if start > len(packed) || at > len(packed) {
			return nil, fmt.Errorf("string %d ends after the %d bytes that there are", len(lines)+1, len(packed))
		}
		lines = append(lines, string(packed[start:at]))
	}
	return lines, nil
}

// Write returns the name of a temporary file that contains the result of Packed, for children. The
// first call creates the file, and Remove removes it.
func (c *Corpus) Write() (name string, err error) {
	if c.file != "" {
		return c.file, nil
	}
	f, err := os.CreateTemp("", "corpus-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(c.Packed())
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	c.file = f.Name()
	return c.file, nil
}

// Remove removes the file that [Corpus.Write] created, if any.
func (c *Corpus) Remove() {
	if c.file != "" {
		os.Remove(c.file)
	}
}
