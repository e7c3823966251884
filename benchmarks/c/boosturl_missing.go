//go:build !(boosturl && cgo)

package c

func boosturl() Peer { return missing("boosturl", rfc3986) }
