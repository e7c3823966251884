package main

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// A census counts distinct strings. It holds all of them in memory.
//
// Rejected: hashes instead of the strings. They would take a third of the memory for URLs of
// typical length, but two strings with the same hash would count as one, and the counts need the
// strings.
type census struct {
	index map[string]int // into list
	list  []counted      // in order of first appearance
}

// A counted is a string and the number of its occurrences.
type counted struct {
	text  string
	times int
}

func newCensus() *census { return &census{index: map[string]int{}} }

// add counts an occurrence of a string and reports whether it is the first one. The caller may
// overwrite the string afterwards.
func (c *census) add(text string) (first bool) {
	i, known := c.index[text]
	if !known {
		i, text = len(c.list), strings.Clone(text)
		c.index[text] = i
		c.list = append(c.list, counted{text: text})
	}
	c.list[i].times++
	return !known
}

// write sorts the strings by descending count and writes a line for each: the count, a tab and the
// string. With asJSON, a line is an object.
func (c *census) write(out *bufio.Writer, asJSON, onTerminal bool) {
	slices.SortStableFunc(c.list, func(a, b counted) int { return cmp.Compare(b.times, a.times) })
	for _, s := range c.list {
		switch b := out.AvailableBuffer(); {
		case asJSON:
			out.Write(fmt.Appendf(terminal.AppendField(append(b, '{'), "iri", s.text), ",\"count\":%d}\n", s.times))
		case onTerminal:
			fmt.Fprintf(out, "%d\t%s\n", s.times, terminal.Visible(s.text))
		default:
			fmt.Fprintf(out, "%d\t%s\n", s.times, s.text)
		}
	}
}
