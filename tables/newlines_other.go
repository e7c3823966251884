//go:build !amd64 || !gc || purego

package tables

func newlines(ends *[maxLines]int, text *byte, from, to int) (n int) { return 0 }
