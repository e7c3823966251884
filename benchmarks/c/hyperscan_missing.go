//go:build !(hyperscan && cgo)

package c

func hyperscan() Peer { return missing("Hyperscan", "hyperscan", rfc3987) }
