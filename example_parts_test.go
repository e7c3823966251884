package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleParts() {
	p := iri.Parts{Scheme: "https", Host: "example.org", Path: "/a", Query: "x=1"}
	fmt.Println(p.IRI())
	p.Host = "evil/example.org"
	fmt.Println(p.IRI())
	file := iri.Parts{Scheme: "file", Path: "/etc/hosts", Present: iri.Host} // an empty host
	fmt.Println(file.IRI())
	// Output:
	// https://example.org/a?x=1 <nil>
	//  host: column 5: "/" is not allowed, expected iunreserved, sub-delims, "%" or the end
	// file:///etc/hosts <nil>
}

func ExampleIRI_Parts() {
	p := full.Parts()
	p.Userinfo, p.Port, p.Fragment = "", "", ""
	p.Query = "name=" + iri.Escape("weasel & stoat", iri.QueryField)
	fmt.Println(p.IRI())
	// Output: https://example.org/over/there?name=weasel%20%26%20stoat <nil>
}

func ExampleParts_IRI() {
	_, err := iri.Parts{Scheme: "a", Path: "//b"}.IRI()
	fmt.Println(err)
	// Output: path: "//" at its beginning would begin an authority; write "/.//"
}

func ExampleParts_Reference() {
	fmt.Println(iri.Parts{Path: "../b", Fragment: "c"}.Reference())
	fmt.Println(iri.Parts{Path: "b:c"}.Reference())
	// Output:
	// ../b#c <nil>
	//  path: ":" in its first segment would end a scheme; write "./" before the segment
}

func ExamplePartError() {
	_, err := iri.Parts{Scheme: "http", Host: "h", Port: "80/"}.IRI()
	var e *iri.PartError
	if errors.As(err, &e) {
		fmt.Println(e.Component, e.Syntax.Offset)
	}
	// Output: port 2
}

func ExampleIRI_WithFragment() {
	fmt.Println(sparse.WithFragment("page=5"))
	fmt.Println(full.WithFragment(iri.Escape("#1 in été", iri.Fragment)))
	// Output:
	// urn:isbn:0451450523#page=5 <nil>
	// https://user:pass@example.org:8042/over/there?name=ferret#%231%20in%20été <nil>
}

func ExampleIRI_WithoutFragment() {
	fmt.Println(full.WithoutFragment())
	// Output: https://user:pass@example.org:8042/over/there?name=ferret
}

func ExampleIRI_JoinPath() {
	base := iri.MustParse("https://example.org/files?v=1")
	fmt.Println(base.JoinPath("été 2026", "a/b"))
	fmt.Println(base.JoinPath("dir", ""))
	fmt.Println(base.JoinPath("..", "secret"))
	// Output:
	// https://example.org/files/été%202026/a%2Fb?v=1 <nil>
	// https://example.org/files/dir/?v=1 <nil>
	//  segment: number 1 is "..", a dot segment; leave it out
}

func ExampleIRI_Segments() {
	for segment := range iri.MustParse("http://example.org/a%2Fb/c/").Segments() {
		fmt.Printf("%q\n", segment)
	}
	// Output:
	// "a%2Fb"
	// "c"
	// ""
}

func ExampleReference_WithFragment() {
	r, _ := iri.ParseReference("a?b#c")
	fmt.Println(r.WithFragment("d"))
	// Output: a?b#d <nil>
}

func ExampleReference_WithoutFragment() {
	r, _ := iri.ParseReference("a?b#c")
	fmt.Println(r.WithoutFragment())
	// Output: a?b
}

func ExampleReference_JoinPath() {
	r, _ := iri.ParseReference("../a")
	fmt.Println(r.JoinPath("b:c", "d"))
	// Output: ../a/b:c/d <nil>
}
