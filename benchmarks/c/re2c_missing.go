//go:build !(re2c && cgo)

package c

func re2c() Peer  { return missing("re2c -b", "re2c", rfc3987) }
func re2cg() Peer { return missing("re2c -g", "re2c", rfc3987) }
