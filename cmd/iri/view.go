package main

import "unsafe"

// view returns b as a string. Nothing is copied: the string is good as long as b is the same.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
