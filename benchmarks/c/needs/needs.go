// Package needs lists the tools and libraries that must be installed for the peers in C and C++.
package needs

import (
	"slices"
	"strings"
)

// A Need is the tool or the library of a peer.
type Need struct {
	Tag      string // the build tag of the peer
	Name     string // the name of the tool or library
	Packages string // names of packages of Debian; the first one that exists is enough

	Tool    string // the generator to run, or ""
	Include string // the header of a library, in C++ if CPlusPlus
	Link    string // the option of the linker

	CPlusPlus bool
}

// All returns the needs of all peers.
func All() []Need {
	return []Need{
		{Tag: "re2c", Name: "re2c", Packages: "re2c", Tool: "re2c"},
		{Tag: "ragel", Name: "Ragel", Packages: "ragel", Tool: "ragel"},
		{Tag: "uriparser", Name: "uriparser", Packages: "liburiparser-dev", Include: "uriparser/Uri.h", Link: "-luriparser"},
		{Tag: "re2", Name: "RE2", Packages: "libre2-dev", Include: "re2/re2.h", Link: "-lre2", CPlusPlus: true},
		{Tag: "boosturl", Name: "Boost.URL", Packages: "libboost-url-dev libboost-url1.81-dev", Include: "boost/url.hpp",
			Link: "-lboost_url", CPlusPlus: true},
		{Tag: "hyperscan", Name: "Hyperscan", Packages: "libhyperscan-dev libvectorscan-dev",
			Include: "hs/hs.h", Link: "-lhs"},
	}
}

// Find returns the need with a tag. It panics if no need has the tag.
func Find(tag string) Need {
	all := All()
	i := slices.IndexFunc(all, func(n Need) bool { return n.Tag == tag })
	if i < 0 {
		panic("no peer has the tag " + tag)
	}
	return all[i]
}

// Install returns the command that installs the need on Debian, with a compiler for cgo.
func (n Need) Install() string {
	compiler := "gcc"
	if n.CPlusPlus {
		compiler = "g++"
	}
	return "apt-get install " + compiler + " " + strings.ReplaceAll(n.Packages, " ", ", or where there is none ")
}
