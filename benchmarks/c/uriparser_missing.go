//go:build !(uriparser && cgo)

package c

func uriparser() Peer { return missing("uriparser", "uriparser", rfc3986) }
