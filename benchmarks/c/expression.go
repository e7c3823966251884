//go:build cgo && (re2 || hyperscan)

package c

import (
	"context"
	"sync"

	"github.com/irilex/iri/build"
)

// expression returns the regular expression of the rule IRI, made from our grammar.
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
