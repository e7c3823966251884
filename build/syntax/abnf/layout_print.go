package abnf

import (
	"strings"

	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// As in RFCs, the "=" signs of a document share one column, after the widest name of at most
// maxCommon columns. If a block contains a wider name of at most maxAligned columns, its signs are
// aligned separately, after its widest name up to that limit. After a name wider than maxAligned,
// "=" follows directly.
const (
	maxCommon  = 16
	maxAligned = 24
)

// maxBeside is the maximum width of a line whose comment is aligned with the comments of other
// lines.
const maxBeside = 60

// An outputLine is a line of the layout: a comment and the text before it.
type outputLine struct {
	code      string
	comment   string
	indent    int  // column of the comment if the line contains nothing else
	continues bool // whether the comment continues the previous line's comment
}

// print returns the text of the layout: the prose and then the blocks.
func (f *formatting) print(prose string) string {
	var b strings.Builder
	for line := range strings.Lines(prose) {
		b.WriteString(strings.TrimRight(line, char.Blanks) + "\n")
	}
	common := 0
	for _, block := range f.blocks {
		common = max(common, widest(block, maxCommon))
	}
	for i, block := range f.blocks {
		if i > 0 || prose != "" && f.apart {
			b.WriteByte('\n')
		}
		for _, line := range beside(printBlock(block, common)) {
			b.WriteString(strings.TrimRight(line, char.Blanks) + "\n")
		}
	}
	text := b.String()
	if n := strings.IndexByte(f.text, '\n'); n > 0 && f.text[n-1] == '\r' {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// widest returns the width of the widest name in block, ignoring names wider than the given limit.
func widest(block []*entry, most int) (n int) {
	for _, e := range block {
		if size := columns(e.name); size <= most {
			n = max(n, size)
		}
	}
	return n
}

// printBlock returns the output lines for a block. It aligns the "=" signs one blank after the
// common columns that the document's names occupy, or further right if the block contains a wider
// name of at most maxAligned columns. After an even wider name, "=" follows directly.
func printBlock(block []*entry, common int) (lines []outputLine) {
	name := max(common, widest(block, maxAligned))
	for _, e := range block {
		if e.name == "" {
			for _, l := range e.lines {
				lines = append(lines, outputLine{comment: l.comment})
			}
			continue
		}
		lines = append(lines, e.print(max(name, columns(e.name))+1)...)
	}
	return lines
}

// print returns the output lines for a rule, with "=" in the given column.
func (e *entry) print(equals int) (lines []outputLine) {
	head := e.name + strings.Repeat(" ", equals-columns(e.name)) + e.define
	// column returns the column in which the word w is placed if it starts a line.
	column := func(w word) int {
		if w.choice {
			return equals + len(e.define) - 1 + 2*w.depth
		}
		return equals + len(e.define) + 1 + 2*w.depth
	}
	for i, l := range e.lines {
		if len(l.words) == 0 && i > 0 {
			lines = append(lines, outputLine{comment: l.comment, indent: equals + len(e.define) + 1, continues: l.continues})
			continue
		}
		for j, words := range wrap(l.words, column, i == 0) {
			line := outputLine{code: strings.TrimRight(head+" "+texts(words), " ")}
			if i+j > 0 {
				line.code = strings.Repeat(" ", column(words[0])) + texts(words)
			}
			lines = append(lines, line)
		}
		lines[len(lines)-1].comment = l.comment
	}
	return lines
}

// texts returns the words, separated by blanks.
func texts(words []word) string {
	var all []string
	for _, w := range words {
		all = append(all, w.text)
	}
	return strings.Join(all, " ")
}

// wrap breaks words, a line of a rule, into lines that fit the width. Given the first word of a
// line, the function column returns the column at which the line begins. If first is set, words
// follow "=".
//
// Idea. Put as many alternatives on each line as fit. If an alternative is wider than a line, break
// it between its elements in the same way. Every line that wrap returns either fits or cannot be
// broken, so wrapping it again does not change it.
//
// Cost. Linear in the total length of the words.
func wrap(words []word, column func(word) int, first bool) (lines [][]word) {
	if len(words) == 0 {
		return [][]word{nil}
	}
	start := column(words[0])
	if first {
		start = column(word{})
	}
	w := wrapping{column: column, end: start - 1}
	for _, alternative := range pieces(words, func(w word) bool { return w.choice }) {
		if w.fits(alternative) || w.fitsAlone(alternative) {
			w.put(alternative)
			continue
		}
		if len(w.line) > 0 {
			w.begin(alternative[0])
		}
		for _, element := range pieces(alternative, func(w word) bool { return !w.choice && !w.stays }) {
			w.put(element)
		}
	}
	return append(w.lines, w.line)
}

// A wrapping fills lines with pieces, groups of words that must remain together.
type wrapping struct {
	column func(word) int
	lines  [][]word
	line   []word
	end    int // width of the current line so far
}

func size(words []word) int { return columns(texts(words)) }

func (w *wrapping) fits(piece []word) bool { return w.end+1+size(piece) <= printer.Width }
func (w *wrapping) fitsAlone(piece []word) bool {
	return w.column(piece[0])+size(piece) <= printer.Width
}

// begin starts a new line with the given word.
func (w *wrapping) begin(first word) {
	w.lines = append(w.lines, w.line)
	w.line, w.end = nil, w.column(first)-1
}

// put adds a piece to the current line if the piece fits there, and otherwise to a new line.
func (w *wrapping) put(piece []word) {
	if len(w.line) > 0 && !w.fits(piece) {
		w.begin(piece[0])
	}
	w.line = append(w.line, piece...)
	w.end += 1 + size(piece)
}

// pieces divides words into pieces. A new piece starts at each word for which begins returns true,
// unless the word is nested more deeply than an earlier word.
func pieces(words []word, begins func(word) bool) (all [][]word) {
	from, least := 0, words[0].depth
	for i, w := range words {
		if i > 0 && w.depth <= least && begins(w) {
			all = append(all, words[from:i])
			from = i
		}
		least = min(least, w.depth)
	}
	return append(all, words[from:])
}

// beside returns the text of each line, with the comments of adjacent lines aligned as run
// determines.
func beside(lines []outputLine) (out []string) {
	for len(lines) > 0 {
		n, column := run(lines)
		for _, l := range lines[:n] {
			if l.comment != "" {
				l.code += strings.Repeat(" ", column-columns(l.code)) + l.comment
			}
			out = append(out, l.code)
		}
		lines = lines[n:]
	}
	return out
}

// run returns the number n of leading lines whose comments share a column, and that column. n is at
// least 1. If the first line has no comment, n is 1 and the column is meaningless.
func run(lines []outputLine) (n, column int) {
	first := lines[0]
	switch size := columns(first.code); {
	case first.comment == "":
		return 1, 0
	case first.code == "":
		return 1, first.indent
	case size > maxBeside:
		for n = 1; n < len(lines) && lines[n].continues; n++ {
		}
		return n, size + 2
	}
	for n < len(lines) && lines[n].beside() {
		column = max(column, columns(lines[n].code)+2)
		n++
	}
	return n, column
}

// beside reports whether the line's comment may be aligned with the previous line's comment. It may
// if it continues that comment or follows code of at most maxBeside columns.
func (l *outputLine) beside() bool {
	return l.continues || l.comment != "" && l.code != "" && columns(l.code) <= maxBeside
}
