//go:build !(ragel && cgo)

package c

func ragel() Peer { return missing("ragel", rfc3987) }
