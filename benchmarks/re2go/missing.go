//go:build !re2c

package re2go

import "github.com/irilex/iri/benchmarks/c/needs"

// Version is empty, because re2c is missing.
const Version = ""

// Missing tells why the validators are missing, and the command that installs re2c.
var Missing = "built without the tag re2c: " + needs.Find("re2c").Install() +
	", then build with the tags that go run ./c/prepare prints"

// ValidSentinel panics, because this build lacks the validator.
func ValidSentinel(string) bool { panic(Missing) }

// Valid panics, because this build lacks the validator.
func Valid(string) bool { panic(Missing) }
