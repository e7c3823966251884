//go:build !amd64 || !gc || purego

package rdf

// markBlocks writes the offsets of the marks in text[from:from+size] and returns the number of
// marks. utf8 is always false.
func markBlocks(to *offsets, text []byte, from, size int) (n int, utf8 bool) {
	return markBytes(to, 0, text[:from+size], from), false
}
