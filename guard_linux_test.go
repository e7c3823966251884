package iri_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// Accessors read no byte outside of the string: of every length, right before a page that may not be
// read, and right after one.
func TestComponentsAtAGuardPage(t *testing.T) {
	page := os.Getpagesize()
	all, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(all)
	for _, guard := range [][]byte{all[:page], all[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	memory := all[page : 2*page]
	var n componentCount
	for _, form := range []struct{ head, pad, tail string }{
		{"", "a", ""}, {"//", "h", ""}, {"//", "u", "@h:1"}, {"//u@", "h", ":1"}, {"//u@h:", "1", ""}, {"a://", "h", ""}, {"//", "h", "/p"},
		{"a://", "h", "?q#f"}, {"a:", "p", ""}, {"//[::1]:", "0", ""}, {"//", "u", "@[v1.a]"}, {"//", "1", ".2.3.4"}, {"//é", "h", ":"}, {"//", ":", "@"},
	} {
		for length := len(form.head) + len(form.tail); length <= 150; length++ {
			s := form.head + strings.Repeat(form.pad, length-len(form.head)-len(form.tail)) + form.tail
			for _, at := range [][]byte{memory[page-len(s):], memory} {
				copy(at, s)
				n.compare(t, unsafe.String(unsafe.SliceData(at), len(s)))
			}
		}
	}
	if n.strings < 3000 {
		t.Errorf("only %d strings", n.strings)
	}
}
