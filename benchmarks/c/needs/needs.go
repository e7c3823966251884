// Package needs lists what the peers written in C and C++ need from the system.
package needs

import (
	"slices"
	"strings"
)

// A Need is what a peer needs.
type Need struct {
	Tag      string // of the build
	Name     string // of what it is
	Packages string // of Debian that have it: the first that exists is enough

	Tool    string // the generator to run, if it is one
	Include string // the header to include, if it is a library, written in C++ if CPlusPlus
	Link    string // the option of the linker

	CPlusPlus bool
}

// All returns what the peers need.
func All() []Need {
	return []Need{
		{Tag: "re2c", Name: "re2c", Packages: "re2c", Tool: "re2c"},
		{Tag: "ragel", Name: "Ragel", Packages: "ragel", Tool: "ragel"},
		{Tag: "uriparser", Name: "uriparser", Packages: "liburiparser-dev", Include: "uriparser/Uri.h", Link: "-luriparser"},
		{Tag: "re2", Name: "RE2", Packages: "libre2-dev", Include: "re2/re2.h", Link: "-lre2", CPlusPlus: true},
		{Tag: "boosturl", Name: "Boost.URL", Packages: "libboost-url-dev libboost-url1.81-dev", Include: "boost/url.hpp", Link: "-lboost_url", CPlusPlus: true},
		{Tag: "hyperscan", Name: "Hyperscan", Packages: "libhyperscan-dev libvectorscan-dev", Include: "hs/hs.h", Link: "-lhs"},
	}
}

// Find returns what the peer of a tag needs.
func Find(tag string) Need {
	all := All()
	i := slices.IndexFunc(all, func(n Need) bool { return n.Tag == tag })
	if i < 0 {
		panic("no peer has the tag " + tag)
	}
	return all[i]
}

// Install returns the command that installs it on Debian, and what cgo needs for it.
func (n Need) Install() string {
	compiler := "gcc"
	if n.CPlusPlus {
		compiler = "g++"
	}
	return "apt-get install " + compiler + " " + strings.ReplaceAll(n.Packages, " ", ", or where there is none ")
}
