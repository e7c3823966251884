//go:build !(boosturl && cgo)

package c

func boosturl() Peer { return missing("Boost.URL", "boosturl", rfc3986) }
