package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleValid() {
	fmt.Println(iri.Valid("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"))
	fmt.Println(iri.Valid("https://例え.テスト/引き割り?q=納豆"))
	fmt.Println(iri.Valid("http://example.org/a b"))
	fmt.Println(iri.Valid("../relative"))
	// Output:
	// true
	// true
	// false
	// false
}

func ExampleValidBytes() {
	line := []byte("urn:isbn:0451450523\n")
	fmt.Println(iri.ValidBytes(line[:len(line)-1]))
	// Output: true
}

func ExampleValidReference() {
	fmt.Println(iri.ValidReference("../été?x#y"))
	fmt.Println(iri.ValidReference("1:2")) // neither a scheme nor a first segment without a colon
	// Output:
	// true
	// false
}

func ExampleValidReferenceBytes() {
	fmt.Println(iri.ValidReferenceBytes(nil)) // the empty reference: this very document
	// Output: true
}

func ExampleValidURI() {
	fmt.Println(iri.ValidURI("http://[2001:db8::7]/c=GB?objectClass?one"))
	fmt.Println(iri.ValidURI("http://[127.0.0.1]/"))
	fmt.Println(iri.ValidURI("http://example.org/é"))
	// Output:
	// true
	// false
	// false
}

func ExampleValidURIBytes() {
	fmt.Println(iri.ValidURIBytes([]byte("mailto:John.Doe@example.com")))
	// Output: true
}

func ExampleValidURIReference() {
	fmt.Println(iri.ValidURIReference("//g?y#s"))
	// Output: true
}

func ExampleValidURIReferenceBytes() {
	fmt.Println(iri.ValidURIReferenceBytes([]byte("a%2")))
	// Output: false
}

func ExampleParse() {
	i, err := iri.Parse("https://user@example.org:8042/over/there?name=ferret#nose")
	if err != nil {
		panic(err)
	}
	fmt.Println(i.Scheme(), i.Authority(), i.Path(), i.Query(), i.Fragment())
	fmt.Println(i.Userinfo(), i.Host(), i.Port())

	_, err = iri.Parse("https://example.org/50%")
	fmt.Println(err)
	// Output:
	// https user@example.org:8042 /over/there name=ferret nose
	// user example.org 8042
	// IRI: column 24: the end comes too early in the path, expected a hex digit
}

func ExampleMustParse() {
	var rdfType = iri.MustParse("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
	fmt.Println(rdfType.Fragment())
	// Output: type
}

func ExampleParseReference() {
	r, err := iri.ParseReference("?q")
	fmt.Println(r.HasScheme(), r.HasAuthority(), r.Path() == "", r.Query(), err)
	// Output: false false true q <nil>
}

func ExampleSyntaxError() {
	_, err := iri.Parse("http://example.org:80x/")
	var e *iri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Column, e.Component(), e.Found(), e.Incomplete)
		fmt.Println(e.Expected())
	}
	// Output:
	// 22 23 authority "/" false
	// [iunreserved sub-delims "%" ":" "@"]
}

func ExampleIRI() {
	// IRIs are comparable, and so can be the keys of a map.
	seen := map[iri.IRI]bool{}
	seen[iri.MustParse("urn:a")] = true
	fmt.Println(seen[iri.MustParse("urn:a")], seen[iri.MustParse("urn:b")])
	// Output: true false
}

func ExampleIRI_Reference() {
	fmt.Println(iri.MustParse("urn:a").Reference().HasScheme())
	// Output: true
}

func ExampleReference() {
	var here iri.Reference // the zero Reference is the empty one
	same, _ := iri.ParseReference("")
	fmt.Println(here == same)
	// Output: true
}

func ExampleReference_IRI() {
	r, _ := iri.ParseReference("//example.org/")
	_, ok := r.IRI()
	fmt.Println(ok)
	// Output: false
}

func ExampleOffsets() {
	o := iri.MustParse("a://b?c").Offsets()
	fmt.Println(o.Scheme, o.Authority, o.Path, o.Query, o.Fragment)
	// Output: {0 1} {4 5} {5 5} {6 7} {-1 -1}
}

func ExampleSpan() {
	i := iri.MustParse("https://example.org/a")
	path := i.Offsets().Path
	fmt.Println(i.String()[:path.Start] + "/b")
	// Output: https://example.org/b
}

func ExampleHostKind() {
	for _, s := range []string{"a:b", "a://[::1]", "a://[v1.x]", "a://127.0.0.1", "a://127.0.0.1.", "a://"} {
		i := iri.MustParse(s)
		fmt.Println(s, i.Host(), i.HostKind())
	}
	// Output:
	// a:b  none
	// a://[::1] [::1] IPv6address
	// a://[v1.x] [v1.x] IPvFuture
	// a://127.0.0.1 127.0.0.1 IPv4address
	// a://127.0.0.1. 127.0.0.1. ireg-name
	// a://  ireg-name
}
