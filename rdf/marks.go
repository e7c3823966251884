package rdf

import "slices"

// This file finds the marks in a text: "<", ">" and the quote, which begin and end terms other than
// blank nodes; the backslash; and LF and CR.
//
// Idea. A kernel compares 64 bytes with all marks at once and writes the offsets of the marks. The
// end of a term is then the next element of an array, so no search is needed. The kernel also
// validates UTF-8, which saves a second walk over each literal.
//
// Requires and returns. The text must be shorter than 4 GiB. next returns the offsets of the marks
// in order. If utf8 is true, all chunks read since begin are UTF-8; seek may skip chunks. utf8 is
// false without the kernel, in the last bytes of a text, and after an invalid byte. If utf8 is
// false, cursor.literal matches the rule STRING_LITERAL_QUOTE.
//
// Cost. The kernel takes 0.2 ns per byte of a dump (Xeon, model 207). quick takes 220 ns for a
// 163-byte line, including matching the rule IRI for three IRIs. Without the kernel it takes as
// long as searching.
//
// Rejected. Searching for each end with [bytes.IndexByte]: 330 ns per line. A bit mask for every 64
// bytes, whose lowest set bit is the next mark: a fifth slower, because the branch on an empty mask
// is often mispredicted. A cache of known IRIs: no faster than the rule IRI.
//
// Tested against: a loop over the bytes, and package unicode/utf8 (TestMarks,
// TestMarksValidateUTF8).

const (
	blockBytes = 64
	chunkBytes = 16 * blockBytes // number of bytes whose marks are found in one call
)

// A marks value iterates over the marks in a text.
type marks struct {
	text []byte
	from int  // offset of the chunk; -chunkBytes before the first chunk, len(text) after the last mark
	n    int  // number of marks in the chunk
	i    int  // number of marks already returned
	utf8 bool // whether the chunks read are UTF-8; a sequence that spans two chunks belongs to the second

	offsets offsets // offsets of the marks in the chunk
}

// offsets holds the byte offsets of marks in a text. Elements past the last mark are undefined.
type offsets [chunkBytes]uint32

// begin moves to the beginning of a text.
func (m *marks) begin(text []byte) {
	m.text, m.from, m.n, m.i, m.utf8 = text, -chunkBytes, 0, 0, true
}

// seek moves to an offset inside the text. The next mark is the first mark at or after the offset.
func (m *marks) seek(at int) {
	if from := at &^ (chunkBytes - 1); m.from != from {
		m.from = from
		m.chunk()
	}
	m.i, _ = slices.BinarySearch(m.offsets[:m.n], uint32(at))
}

// next returns the offset of the next mark. After the last mark it returns the length of the text.
func (m *marks) next() int {
	if m.i == m.n {
		m.later()
	}
	m.i++
	return int(m.offsets[m.i-1])
}

// later moves to the next chunk that contains a mark. The end of the text counts as a mark.
func (m *marks) later() {
	for m.i = 0; m.from+chunkBytes < len(m.text); {
		m.from += chunkBytes
		if m.chunk(); m.n > 0 {
			return
		}
	}
	m.from, m.n, m.offsets[0] = len(m.text), 1, uint32(len(m.text))
}

// chunk finds the marks in the chunk at from. The kernel reads only complete blocks, and markBytes
// reads the remaining bytes.
func (m *marks) chunk() {
	size := min(len(m.text)-m.from, chunkBytes)
	whole := size &^ (blockBytes - 1)
	n, valid := markBlocks(&m.offsets, m.text, m.from, whole)
	m.n = markBytes(&m.offsets, n, m.text[:m.from+size], m.from+whole)
	m.utf8 = m.utf8 && valid && whole == size
}

// isMark is 1 for marks.
var isMark = [256]uint8{'\n': 1, '\r': 1, '"': 1, '<': 1, '>': 1, '\\': 1}

// markBytes writes the offsets of the marks in text[from:] after the n offsets in to, and returns
// the new total. It writes every offset but advances only after a mark, so no branch depends on the
// bytes.
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
