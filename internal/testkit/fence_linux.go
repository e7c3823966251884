package testkit

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// A Fence is memory between two pages that the process cannot read.
type Fence struct{ Memory []byte }

// NewFence returns a fence with at least size bytes, rounded up to whole pages.
func NewFence(t *testing.T, size int) *Fence {
	t.Helper()
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for _, guard := range [][]byte{all[:page], all[page+size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	return &Fence{all[page : page+size]}
}

// First returns s as a string whose first byte is the first readable byte. The string is valid
// until the next call.
func (f *Fence) First(s string) string { return f.Put(s, 0) }

// Last returns s as a string whose last byte is the last readable byte. The string is valid until
// the next call.
func (f *Fence) Last(s string) string { return f.Put(s, len(f.Memory)-len(s)) }

// Put returns s as a string that begins at an offset in the memory. The string is valid until the
// next call.
func (f *Fence) Put(s string, at int) string {
	copy(f.Memory[at:], s)
	return unsafe.String(unsafe.SliceData(f.Memory[at:]), len(s))
}

// Faults calls f and returns the value that f panics with, for example because it reads outside the
// fence. It returns nil if f returns normally.
func Faults(f func()) (why any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { why = recover() }()
	f()
	return nil
}
