package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleParseURI() {
	i, err := iri.ParseURI("https://xn--r8jz45g.xn--zckzah/?q=%C3%A9")
	fmt.Println(i.Host(), err)

	_, err = iri.ParseURI("http://例え.テスト/")
	var e *iri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Rule().Name(), e.Column, e.Component())
	}
	fmt.Println(err)
	// Output:
	// xn--r8jz45g.xn--zckzah <nil>
	// URI 8 authority
	// URI: column 8: "例" (U+4F8B) is not allowed in the authority, expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@", "[" or the end
}

func ExampleParseURIBytes() {
	i, err := iri.ParseURIBytes([]byte("urn:isbn:0451450523"))
	fmt.Println(i.Path(), err)
	// Output: isbn:0451450523 <nil>
}

func ExampleParseURIReference() {
	_, err := iri.ParseURIReference("../été")
	fmt.Println(err)
	// Output: URI-reference: column 4: "é" (U+00E9) is not allowed in the path, expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or the end
}

func ExampleParseURIReferenceBytes() {
	r, err := iri.ParseURIReferenceBytes([]byte("?q"))
	fmt.Println(r.Query(), err)
	// Output: q <nil>
}

func ExampleIRI_IsURI() {
	fmt.Println(iri.MustParse("http://example.org/%C3%A9").IsURI())
	fmt.Println(iri.MustParse("http://example.org/é").IsURI())
	// Output:
	// true
	// false
}

func ExampleReference_IsURIReference() {
	fmt.Println(iri.MustParseReference("?q=%C3%A9").IsURIReference())
	// Output: true
}
