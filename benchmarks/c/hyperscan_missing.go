//go:build !(hyperscan && cgo)

package c

func hyperscan() Peer { return missing("hyperscan", rfc3987) }
