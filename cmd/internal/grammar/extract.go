package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/irilex/iri/build/extract"
	"github.com/irilex/iri/build/syntax"
)

// extract sets d.Source and returns its text. If the file is an RFC or a similar document (see
// [extract.Extract]), the source is the grammar in it, or in the given blocks of it. Otherwise the
// source is the file, truncated one byte beyond the limit. extract returns an error if there is no
// such block, or if no blocks are given and the document contains several grammars.
func (d *Document) extract(name, text string, blocks []string) (string, error) {
	d.Source = syntax.NewSource(name, text)
	g := extract.Extract(d.Source)
	switch {
	case g == nil || len(g.Blocks) == 0:
		if len(blocks) > 0 {
			return "", fmt.Errorf("--block: %s contains no blocks with grammar", name)
		}
	case len(blocks) == 0:
		if why := g.Several(); why != "" {
			return "", SeveralError{name, why, g.Blocks}
		}
	case !slices.Contains(blocks, allBlocks):
		only, unknown := g.Only(blocks)
		if only == nil {
			return "", fmt.Errorf("--block: %s contains no block %s; its blocks are %s", name, unknown, list(g.Blocks))
		}
		g, d.Blocks = only, blocks
	}
	if d.Extract = g; g != nil {
		d.Source = g.Source
	} else if limit := syntax.DefaultLimits().Source + 1; len(text) > limit {
		d.Source = syntax.NewSource(name, text[:limit])
	}
	return d.Source.Text, nil
}

// allBlocks is the value of --block that merges all blocks of a document.
const allBlocks = "*"

// A SeveralError reports that a document contains several grammars, of which none was chosen.
type SeveralError struct {
	name, why string
	blocks    []extract.Block
}

func (e SeveralError) Error() string {
	return fmt.Sprintf("%s contains several grammars: %s; choose with --block NAME or --block N: %s",
		e.name, e.why, list(e.blocks))
}

// maxListed is the maximum number of blocks or lines in a message.
const maxListed = 20

// list enumerates blocks by number, name and lines.
func list(blocks []extract.Block) string {
	var words []string
	for _, b := range blocks[:min(len(blocks), maxListed)] {
		word := strconv.Itoa(b.Number)
		if b.Name != "" {
			word += " or " + b.Name
		}
		words = append(words, fmt.Sprintf("%s (%s)", word, lines(b.First, b.Last)))
	}
	return enumerate(words, len(blocks))
}

// enumerate joins words, the first of n.
func enumerate(words []string, n int) string {
	if more := n - len(words); more > 0 {
		words = append(words, fmt.Sprintf("… %d more", more))
	}
	return strings.Join(words, ", ")
}

// lines formats a range of line numbers.
func lines(first, last int) string {
	if first == last {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d to %d", first, last)
}

// Extracted returns a message that states which lines of the file contain the grammar, or "" if the
// whole file is the grammar.
func (d *Document) Extracted() string {
	if d.Extract == nil {
		return ""
	}
	text := fmt.Sprintf("%s: %s; ", d.Source.Name, d.Extract.Kind)
	runs := d.Extract.Runs
	switch {
	case len(runs) > 0:
		text += "its grammar is in " + lines(runs[0].First, runs[len(runs)-1].Last)
	case d.Extract.Kind.HasBlocks():
		return text + "no grammar was found in it; code blocks marked abnf, bnf or ebnf are read, " +
			"and blocks without a language that contain definitions"
	default:
		return text + "no grammar was found in it"
	}
	left := slices.DeleteFunc(slices.Clone(d.Extract.Blocks), func(b extract.Block) bool { return !b.Left })
	if len(left) > 0 && d.Blocks == nil {
		text += "; not read, because they are not marked as grammar: " + list(left)
	}
	return text
}

// Omitted returns a message that states which lines look like definitions but were left out, or "".
func (d *Document) Omitted() string {
	left := d.Extract.Left
	if len(left) == 0 {
		return ""
	}
	var numbers []string
	for _, n := range left[:min(len(left), maxListed)] {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return fmt.Sprintf("%s: these lines look like definitions but were taken for prose, code or examples: %s",
		d.Source.Name, enumerate(numbers, len(left)))
}
