//go:build !(re2 && cgo)

package c

func re2() Peer { return missing("RE2", "re2", rfc3987) }
