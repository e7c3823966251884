package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleIRI_Resolve() {
	base := iri.MustParse("http://例え.jp/a/b?q#f")
	for _, s := range []string{"../é", "?x", "#g", "//h/./y", ""} {
		fmt.Println(base.Resolve(iri.MustParseReference(s)))
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
		r := iri.MustParseReference(s)
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
		fmt.Println(refused.Code, refused.Offset)
	}
	// Output:
	// http://example.org/users/42/1.jpg <nil>
	// path-underflow 6
}

func ExampleResolver_ResolveString() {
	v := iri.Resolver{Base: iri.MustParse("urn:isbn:0451450523"), NoOpaqueBase: true}
	fmt.Println(v.ResolveString("#page=3"))
	_, err := v.ResolveString("page")
	fmt.Println(err)
	// Output:
	// urn:isbn:0451450523#page=3 <nil>
	// the reference "page" is relative, but the base "urn:isbn:0451450523" has an opaque path; use a reference with a scheme, or only a fragment
}

func ExampleResolveError() {
	v := iri.Resolver{Base: iri.MustParse("http://example.org/a"), NoUnderflow: true}
	_, err := v.ResolveString("b/../../c")
	fmt.Println(err)
	// Output:
	// the reference "b/../../c" with the base "http://example.org/a" leads above the root: no segment precedes the dot segment at offset 5 of the reference
}

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

func ExampleIRI_Normalize() {
	i := iri.MustParse("HTTP://EXAMPLE.org:80/a/./b/../%7euser")
	fmt.Println(i.Normalize(iri.SyntaxForm))
	fmt.Println(i.Normalize(iri.DotForm))
	fmt.Println(i.Normalize(iri.SyntaxForm | iri.DefaultPortForm))
	// Output:
	// http://example.org:80/a/~user
	// HTTP://EXAMPLE.org:80/a/%7euser
	// http://example.org/a/~user
}

// Normalization treats percent-encoded dots as dots, and percent-encoded addresses as addresses.
func ExampleIRI_Normalize_kinds() {
	i := iri.MustParse("http://127.0.0.%31/public/%2e%2E/private")
	j := i.Normalize(iri.SyntaxForm)
	fmt.Println(i.HostKind())
	fmt.Println(j.HostKind(), j)
	// Output:
	// ireg-name
	// IPv4address http://127.0.0.1/private
}

func ExampleReference_Normalize() {
	for _, s := range []string{"//EXAMPLE.org/a/../%7eb", "/..//b", "a/../%7eb"} {
		r, err := iri.ParseReference(s)
		fmt.Println(r.Normalize(iri.SyntaxForm), err)
	}
	// Output:
	// //example.org/~b <nil>
	// /.//b <nil>
	// a/../~b <nil>
}

func ExampleIRI_IsNormal() {
	i := iri.MustParse("http://example.org:/~user")
	fmt.Println(i.IsNormal(iri.SyntaxForm), i.IsNormal(iri.SyntaxForm|iri.NoEmptyPortForm))
	// Output: true false
}

func ExampleEquivalent() {
	a := iri.MustParse("http://example.org/caf%c3%a9")
	b := iri.MustParse("http://example.org/café")
	fmt.Println(iri.Equivalent(a, b, iri.SyntaxForm), iri.Equivalent(a, b, iri.IRIForm))
	// Output: false true
}

func ExampleForm_String() {
	fmt.Println(iri.SyntaxForm, iri.NoEmptyPortForm)
	// Output: case|percent|dot empty-port
}

func ExampleNormalizer() {
	n := iri.Normalizer{Form: iri.DefaultPortForm, DefaultPorts: map[string]uint16{"gemini": 1965, "http": 80}}
	i := iri.MustParse("gemini://example.org:1965/")
	j := iri.MustParse("gemini://example.org/")
	fmt.Println(n.Normalize(i), n.IsNormal(i), n.Equivalent(i, j))
	fmt.Printf("%s\n", n.AppendNormalize(nil, iri.MustParse("https://example.org:443/"))) // not in this table
	// Output:
	// gemini://example.org/ false true
	// https://example.org:443/
}
