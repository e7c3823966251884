package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/internal/svg"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/tables/machine"
)

// A text is a label, broken into lines.
type text struct {
	lines []string
	full  string // everything that the label reads
	width int    // of the longest line in pixels
}

const lineHeight = 14

func (t *text) height() int { return len(t.lines) * lineHeight }

// A class is a rule that matches characters and percent-encodings, such as ipchar of RFC 3987.
type class struct {
	name string
	Label
}

// escapedClasses returns the classes of a grammar, the largest first.
func escapedClasses(ctx context.Context, grammar *build.Grammar) (classes []class, err error) {
	for _, r := range grammar.Rules {
		d, err := r.Automaton()
		if err != nil || d.Step(d.Start(), '%') == automaton.Dead || d.Leaf() == automaton.Dead {
			continue
		}
		moves, err := r.Moves(ctx)
		if err != nil {
			return nil, err
		}
		g := fromMoves(r, d, &machine.Machine{}, moves)
		g.foldEscapes()
		if len(g.Edges) != 1 {
			continue
		}
		if e := g.Edges[0]; e.From != e.To && e.Units != nil && e.Digits != nil {
			classes = append(classes, class{r.Name, e.Label})
		}
	}
	slices.SortStableFunc(classes, func(a, b class) int { return span.Size(b.Units) - span.Size(a.Units) })
	return classes, nil
}

// words describes what an edge reads, such as `a letter`, `A–F` or `"%" and two hex digits`.
func (g *Graph) words(l Label) []string {
	describe := func(units []build.Span) (words []string) {
		for _, w := range g.Rule.Describe(units) {
			words = append(words, short(w))
		}
		return words
	}
	var words []string
	for _, c := range g.classes {
		if slices.Equal(c.Digits, l.Digits) && span.Contains(l.Units, c.Units) {
			words, l = append(words, c.name), Label{Units: span.Subtract(l.Units, c.Units)}
			break
		}
	}
	if len(l.Units) > 0 {
		words = append(words, describe(l.Units)...)
	}
	if l.Digits != nil {
		digits := describe(l.Digits)
		of := "two of " + strings.Join(digits, ", ")
		if len(digits) == 1 {
			of = "two " + strings.TrimPrefix(digits[0], "a ") + "s"
		}
		words = append(words, `"%" and `+of)
	}
	return words
}

// short abbreviates a range: `"A" to "F"` becomes "A–F", and `"!" to "&"` becomes `"!"–"&"`.
func short(word string) string {
	from, to, ok := strings.Cut(word, " to ")
	switch {
	case !ok:
		return word
	case len(from) == 3 && len(to) == 3 && alphanumeric(from[1]) && alphanumeric(to[1]):
		return from[1:2] + "–" + to[1:2]
	case strings.HasPrefix(from, `"`), strings.HasPrefix(from, "U+"), strings.HasPrefix(from, "a byte 0x"):
		return from + "–" + to
	}
	return word
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// newText breaks the words of a label into lines. If they need more than most lines, the last line
// states how many words are omitted.
func (g *Graph) newText(l Label, width, most int) *text {
	words := g.words(l)
	t := &text{full: strings.Join(words, ", ")}
	for i, w := range words {
		lines := t.add(w, width, i < len(words)-1)
		if len(lines) > most {
			more := fmt.Sprintf("… and %d more", len(words)-i)
			t.lines = append(t.lines[:min(len(t.lines), most-1)], more)
			break
		}
		t.lines = lines
	}
	for i, line := range t.lines {
		t.lines[i] = clip(line)
		t.width = max(t.width, svg.Width(t.lines[i], svg.SmallSize))
	}
	return t
}

// add returns the lines of t with another word, which may be broken at spaces.
func (t *text) add(word string, width int, comma bool) []string {
	lines := slices.Clone(t.lines)
	if comma {
		word += ","
	}
	parts := []string{word}
	if svg.Width(word, svg.SmallSize) > width {
		parts = strings.Fields(word)
	}
	for _, part := range parts {
		if n := len(lines); n > 0 && svg.Width(lines[n-1]+" "+part, svg.SmallSize) <= width {
			lines[n-1] += " " + part
		} else {
			lines = append(lines, part)
		}
	}
	return lines
}

// clip shortens a line to 40 characters. Only names of rules are that long.
func clip(line string) string {
	const most = 40
	if r := []rune(line); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return line
}
