//go:build !re2c

package re2go

import "github.com/irilex/iri/benchmarks/c/needs"

// Version is empty, because re2c is missing.
const Version = ""

// Missing is the reason why the validators are missing, with the command to install re2c.
var Missing = "built without the tag re2c: " + needs.Find("re2c").Install() +
	", then build with the tags that go run ./c/prepare prints"

// ValidSentinel panics.
func ValidSentinel(string) bool { panic(Missing) }

// Valid panics.
func Valid(string) bool { panic(Missing) }
