//go:build !(re2c && cgo)

package c

func re2c() Peer { return missing("re2c", rfc3987) }
