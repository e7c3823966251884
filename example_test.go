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

func ExampleValidURI() {
	fmt.Println(iri.ValidURI("http://[2001:db8::7]/c=GB?objectClass?one"))
	fmt.Println(iri.ValidURI("http://[127.0.0.1]/"))
	fmt.Println(iri.ValidURI("http://example.org/é"))
	// Output:
	// true
	// false
	// false
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
	// IRI: column 24: unexpected end in the path, expected a hex digit
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
	// IRIs are comparable, so they can be map keys.
	seen := map[iri.IRI]bool{}
	seen[iri.MustParse("urn:a")] = true
	fmt.Println(seen[iri.MustParse("urn:a")], seen[iri.MustParse("urn:b")])
	// Output: true false
}

func ExampleReference() {
	var here iri.Reference // the zero Reference is the empty reference
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
	// URI: column 8: "例" (U+4F8B) is not allowed in the authority
}

func ExampleParseURIReference() {
	_, err := iri.ParseURIReference("../été")
	fmt.Println(err)
	// Output: URI-reference: column 4: "é" (U+00E9) is not allowed in the path
}

func ExampleIRI_IsURI() {
	fmt.Println(iri.MustParse("http://example.org/%C3%A9").IsURI())
	fmt.Println(iri.MustParse("http://example.org/é").IsURI())
	// Output:
	// true
	// false
}

// An IRI with all components, and one with as few as possible.
var (
	full   = iri.MustParse("https://user:pass@example.org:8042/over/there?name=ferret#nose")
	sparse = iri.MustParse("urn:isbn:0451450523")
)

func ExampleIRI_components() {
	for _, i := range []iri.IRI{full, sparse} {
		fmt.Println(i)
		fmt.Printf("scheme    %q %t\n", i.Scheme(), i.HasScheme())
		fmt.Printf("authority %q %t\n", i.Authority(), i.HasAuthority())
		fmt.Printf("userinfo  %q %t\n", i.Userinfo(), i.HasUserinfo())
		fmt.Printf("host      %q %v\n", i.Host(), i.HostKind())
		fmt.Printf("port      %q %t\n", i.Port(), i.HasPort())
		fmt.Printf("path      %q %v\n", i.Path(), i.PathKind())
		fmt.Printf("query     %q %t\n", i.Query(), i.HasQuery())
		fmt.Printf("fragment  %q %t\n", i.Fragment(), i.HasFragment())
		fmt.Println("offsets  ", i.Offsets())
	}
	// Output:
	// https://user:pass@example.org:8042/over/there?name=ferret#nose
	// scheme    "https" true
	// authority "user:pass@example.org:8042" true
	// userinfo  "user:pass" true
	// host      "example.org" ireg-name
	// port      "8042" true
	// path      "/over/there" ipath-abempty
	// query     "name=ferret" true
	// fragment  "nose" true
	// offsets   {{0 5} {8 34} {34 45} {46 57} {58 62}}
	// urn:isbn:0451450523
	// scheme    "urn" true
	// authority "" false
	// userinfo  "" false
	// host      "" none
	// port      "" false
	// path      "isbn:0451450523" ipath-rootless
	// query     "" false
	// fragment  "" false
	// offsets   {{0 3} {-1 -1} {4 19} {-1 -1} {-1 -1}}
}

func ExamplePathKind() {
	for _, s := range []string{"a", "/a", "//a", "a:a", ""} {
		r, err := iri.ParseReference(s)
		fmt.Printf("%q: %v %v\n", s, r.PathKind(), err)
	}
	// Output:
	// "a": ipath-noscheme <nil>
	// "/a": ipath-absolute <nil>
	// "//a": ipath-abempty <nil>
	// "a:a": ipath-rootless <nil>
	// "": ipath-empty <nil>
}
