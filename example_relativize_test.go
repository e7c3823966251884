package iri_test

import (
	"fmt"

	"github.com/irilex/iri"
)

func ExampleIRI_Relativize() {
	base := iri.MustParse("http://example.org/a/b/c?q")
	for _, s := range []string{
		"http://example.org/a/b/d",
		"http://example.org/a/b/c?r#f",
		"http://example.org/a/x:y",
		"http://example.org/a/b/x:y",
		"http://example.com/",
		"urn:isbn:0451450523",
		"http://example.org/a/./b",
	} {
		r, ok := base.Relativize(iri.MustParse(s))
		fmt.Printf("%q %v\n", r.String(), ok)
	}
	// Output:
	// "d" true
	// "?r#f" true
	// "../x:y" true
	// "./x:y" true
	// "//example.com/" true
	// "urn:isbn:0451450523" true
	// "" false
}

func ExampleIRI_AppendRelativize() {
	base := iri.MustParse("http://example.org/a/b/c")
	line, ok := base.AppendRelativize([]byte("See "), iri.MustParse("http://example.org/a/d"))
	fmt.Println(string(line), ok)
	// Output: See ../d true
}
