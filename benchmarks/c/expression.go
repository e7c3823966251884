//go:build cgo && (re2 || hyperscan)

package c

import (
	"context"
	"sync"

	"github.com/irilex/iri/build"
)

// expression returns a regular expression for the rule IRI of RFC 3987, made from the bundled
// grammar.
var expression = sync.OnceValue(func() string {
	bundled, _ := build.FindBundled("rfc3987")
	g, err := bundled.Compile(context.Background())
	if err != nil {
		panic(err)
	}
	text, err := g.Regexp("IRI")
	if err != nil {
		panic(err)
	}
	return text
})
