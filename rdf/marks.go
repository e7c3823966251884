package rdf

import "slices"

// This file finds the marks of a text: the bytes that begin or end a term other than a blank node,
// "<", ">" and the quote; the backslash; and the ends of lines, LF and CR.
//
// Idea. A kernel compares 64 bytes with all marks at once, and writes the offsets of the marks. So
// the end of a term is the next element of an array, and no search is begun for it. The kernel
// reads the bytes anyway, so it validates UTF-8 on the way: a literal needs no second walk.
//
// Requires and returns. A text of less than 4 GiB. next returns the offsets of the marks in order.
// If utf8 is true, all stretches read since begin are UTF-8; seek may skip others. utf8 is false
// without the kernel, in the last bytes of a text, and after a wrong byte. Then cursor.literal
// matches the rule STRING_LITERAL_QUOTE.
//
// Cost. 0.2 ns a byte of a dump in the kernel (Xeon, model 207). A line of 163 bytes
// takes quick 220 ns, with the rule IRI for its three IRIs, and took 330 ns with a search for each
// end. Without the kernel, marks take as long as the searches took.
//
// Rejected. A search for each end by [bytes.IndexByte]: 330 ns a line. A word of 64 bits for each
// 64 bytes, and its lowest bit as the next mark: a fifth slower, because the test for an empty word
// mispredicts. A table of IRIs met before, to compare with: no faster than the rule IRI.
//
// Tested against: a loop over the bytes, and package unicode/utf8 (TestMarks,
// TestMarksValidateUTF8).

const (
	blockBytes   = 64
	stretchBytes = 16 * blockBytes // marks are found for this number of bytes at once
)

// A marks goes over the marks of a text.
type marks struct {
	text []byte
	from int  // offset of the stretch in text; -stretchBytes before the first, len(text) after the last mark
	n    int  // number of marks in the stretch
	i    int  // number of them passed
	utf8 bool // whether the stretches read are UTF-8; a sequence cut by an end is judged with the next stretch

	offsets offsets // of the marks in the stretch
}

// offsets are the offsets of marks in a text, in bytes. Elements after the last mark have no
// meaning.
type offsets [stretchBytes]uint32

// begin goes to the beginning of a text.
func (m *marks) begin(text []byte) {
	m.text, m.from, m.n, m.i, m.utf8 = text, -stretchBytes, 0, 0, true
}

// seek goes to an offset of the text, less than its length. The next mark is the first one from
// there on.
func (m *marks) seek(at int) {
	if from := at &^ (stretchBytes - 1); m.from != from {
		m.from = from
		m.stretch()
	}
	m.i, _ = slices.BinarySearch(m.offsets[:m.n], uint32(at))
}

// next passes a mark, and returns its offset in the text. After the last one it returns the length
// of the text.
func (m *marks) next() int {
	if m.i == m.n {
		m.later()
	}
	m.i++
	return int(m.offsets[m.i-1])
}

// later goes to the next stretch with a mark. The end of the text counts as one.
func (m *marks) later() {
	for m.i = 0; m.from+stretchBytes < len(m.text); {
		m.from += stretchBytes
		if m.stretch(); m.n > 0 {
			return
		}
	}
	m.from, m.n, m.offsets[0] = len(m.text), 1, uint32(len(m.text))
}

// stretch finds the marks of the stretch at from. The kernel reads only whole blocks, and
// markBytes reads the rest.
func (m *marks) stretch() {
	size := min(len(m.text)-m.from, stretchBytes)
	whole := size &^ (blockBytes - 1)
	n, valid := markBlocks(&m.offsets, m.text, m.from, whole)
	m.n = markBytes(&m.offsets, n, m.text[:m.from+size], m.from+whole)
	m.utf8 = m.utf8 && valid && whole == size
}

// isMark has 1 for each mark.
var isMark = [256]uint8{'\n': 1, '\r': 1, '"': 1, '<': 1, '>': 1, '\\': 1}

// markBytes writes the offsets of the marks in text from an offset on, after n others, and returns
// the number of all. It writes every offset. The next offset overwrites it unless its byte is a
// mark, so no branch depends on the bytes.
func markBytes(to *offsets, n int, text []byte, from int) int {
	for ; from+4 <= len(text); from += 4 {
		four := text[from:][:4]
		to[n] = uint32(from)
		n += int(isMark[four[0]])
		to[n] = uint32(from + 1)
		n += int(isMark[four[1]])
		to[n] = uint32(from + 2)
		n += int(isMark[four[2]])
		to[n] = uint32(from + 3)
		n += int(isMark[four[3]])
	}
	for ; from < len(text); from++ {
		to[n] = uint32(from)
		n += int(isMark[text[from]])
	}
	return n
}
