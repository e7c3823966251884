//go:build !(re2 && cgo)

package c

func re2() Peer { return missing("re2", rfc3987) }
