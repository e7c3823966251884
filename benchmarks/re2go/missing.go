//go:build !re2c

package re2go

import "github.com/irilex/iri/benchmarks/c/needs"

// Version is what re2c says of itself: nothing, for it is missing.
const Version = ""

// Missing says why the validators are not there, and the command that installs re2c.
var Missing = "built without the tag re2c: " + needs.Find("re2c").Install() + ", then build with the tags that go run ./c/prepare prints"

// ValidSentinel panics.
func ValidSentinel(string) bool { panic(Missing) }

// Valid panics.
func Valid(string) bool { panic(Missing) }
