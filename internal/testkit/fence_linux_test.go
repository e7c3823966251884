package testkit

import (
	"testing"
	"unsafe"
)

func TestTheFenceIsClosed(t *testing.T) {
	f := NewFence(t, 10)
	read := func(s string, at int) any {
		var b byte
		return Faults(func() { b = *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), at)); _ = b + s[0] })
	}
	if why := read(f.First("01234"), 0); why != nil {
		t.Errorf("the first byte cannot be read: %v", why)
	}
	if why := read(f.Last("01234"), 4); why != nil {
		t.Errorf("the last byte cannot be read: %v", why)
	}
	if read(f.First("01234"), -1) == nil || read(f.Last("01234"), 5) == nil {
		t.Error("a byte outside the fence can be read")
	}
}
