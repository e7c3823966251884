package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleIRI_Resolve() {
	base := iri.MustParse("http://例え.jp/a/b?q#f")
	for _, s := range []string{"../é", "?x", "#g", "//h/./y", ""} {
		r, err := iri.ParseReference(s)
		if err != nil {
			panic(err)
		}
		fmt.Println(base.Resolve(r))
	}
	// Output:
	// http://例え.jp/é
	// http://例え.jp/a/b?x
	// http://例え.jp/a/b?q#g
	// http://h/y
	// http://例え.jp/a/b?q
}

func ExampleIRI_ResolveString() {
	base := iri.MustParse("http://example.org/a/b")
	i, err := base.ResolveString("../c?d#e")
	fmt.Println(i, err)
	_, err = base.ResolveString("c d")
	fmt.Println(err != nil)
	// Output:
	// http://example.org/c?d#e <nil>
	// true
}

func ExampleIRI_AppendResolve() {
	base := iri.MustParse("http://example.org/a/")
	var line []byte
	for _, s := range []string{"x", "../y"} {
		r, err := iri.ParseReference(s)
		if err != nil {
			panic(err)
		}
		line = base.AppendResolve(line[:0], r) // does not allocate once line is long enough
		fmt.Println(string(line))
	}
	// Output:
	// http://example.org/a/x
	// http://example.org/y
}

func ExampleResolver() {
	v := iri.Resolver{Base: iri.MustParse("http://example.org/users/42/"), NoUnderflow: true, EncodedDots: true}
	fmt.Println(v.ResolveString("photos/%2E%2E/1.jpg"))
	_, err := v.ResolveString("../../../etc/passwd")
	var refused *iri.ResolveError
	if errors.As(err, &refused) {
		fmt.Println(refused.Reason, refused.Offset)
	}
	// Output:
	// http://example.org/users/42/1.jpg <nil>
	// path-underflow 6
}

func ExampleResolver_Resolve() {
	v := iri.Resolver{Base: iri.MustParse("http://example.org/a/b"), LegacyScheme: true}
	r, err := iri.ParseReference("http:c")
	if err != nil {
		panic(err)
	}
	fmt.Println(v.Resolve(r))
	// Output: http://example.org/a/c <nil>
}

func ExampleResolver_ResolveString() {
	v := iri.Resolver{Base: iri.MustParse("urn:isbn:0451450523"), NoOpaqueBase: true}
	fmt.Println(v.ResolveString("#page=3"))
	_, err := v.ResolveString("page")
	fmt.Println(err)
	// Output:
	// urn:isbn:0451450523#page=3 <nil>
	// the reference "page" is relative and the base "urn:isbn:0451450523" has an opaque path: use a scheme, a fragment or no reference
}

func ExampleResolver_AppendResolve() {
	v := iri.Resolver{Base: iri.MustParse("http://example.org/a/b"), NoUnderflow: true}
	r, err := iri.ParseReference("../c")
	if err != nil {
		panic(err)
	}
	line, err := v.AppendResolve([]byte("See "), r)
	fmt.Println(string(line), err)
	// Output: See http://example.org/c <nil>
}

func ExampleResolveError() {
	_, err := iri.IRI{}.ResolveString("a/b")
	fmt.Println(err)
	// Output: the reference "a/b" is relative: it needs a base with a scheme, and the base is the zero IRI
}

func ExampleResolveReason_String() {
	fmt.Println(iri.NoBase, iri.OpaqueBase, iri.PathUnderflow)
	// Output: no-base opaque-base path-underflow
}

func ExampleResolveError_Error() {
	v := iri.Resolver{Base: iri.MustParse("http://example.org/a"), NoUnderflow: true}
	_, err := v.ResolveString("b/../../c")
	fmt.Println(err)
	// Output:
	// the reference "b/../../c" with the base "http://example.org/a" leads above the root: the segment at offset 5 of the reference has no segment to remove
}
