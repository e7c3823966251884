//go:build !(ragel && cgo)

package c

func ragel() Peer { return missing("ragel -G2", "ragel", rfc3987) }
