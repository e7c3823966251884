package iri_test

import (
	"fmt"

	"github.com/irilex/iri"
)

// An IRI with all components for the examples, and one with as few as there can be.
var (
	full   = iri.MustParse("https://user:pass@example.org:8042/over/there?name=ferret#nose")
	sparse = iri.MustParse("urn:isbn:0451450523")
)

func ExampleIRI_String() {
	fmt.Printf("%v %v\n", full.String(), sparse.String())
	// Output: https://user:pass@example.org:8042/over/there?name=ferret#nose urn:isbn:0451450523
}

func ExampleIRI_Scheme() {
	fmt.Printf("%q %q\n", full.Scheme(), sparse.Scheme())
	// Output: "https" "urn"
}

func ExampleIRI_HasScheme() {
	fmt.Printf("%v %v\n", full.HasScheme(), sparse.HasScheme())
	// Output: true true
}

func ExampleIRI_Authority() {
	fmt.Printf("%q %q\n", full.Authority(), sparse.Authority())
	// Output: "user:pass@example.org:8042" ""
}

func ExampleIRI_HasAuthority() {
	fmt.Printf("%v %v\n", full.HasAuthority(), sparse.HasAuthority())
	// Output: true false
}

func ExampleIRI_Userinfo() {
	fmt.Printf("%q %q\n", full.Userinfo(), sparse.Userinfo())
	// Output: "user:pass" ""
}

func ExampleIRI_HasUserinfo() {
	fmt.Printf("%v %v\n", full.HasUserinfo(), sparse.HasUserinfo())
	// Output: true false
}

func ExampleIRI_Host() {
	fmt.Printf("%q %q\n", full.Host(), sparse.Host())
	// Output: "example.org" ""
}

func ExampleIRI_HostKind() {
	fmt.Printf("%v %v\n", full.HostKind(), sparse.HostKind())
	// Output: ireg-name none
}

func ExampleIRI_Port() {
	fmt.Printf("%q %q\n", full.Port(), sparse.Port())
	// Output: "8042" ""
}

func ExampleIRI_HasPort() {
	fmt.Printf("%v %v\n", full.HasPort(), sparse.HasPort())
	// Output: true false
}

func ExampleIRI_Path() {
	fmt.Printf("%q %q\n", full.Path(), sparse.Path())
	// Output: "/over/there" "isbn:0451450523"
}

func ExampleIRI_PathKind() {
	fmt.Printf("%v %v\n", full.PathKind(), sparse.PathKind())
	// Output: ipath-abempty ipath-rootless
}

func ExampleReference_PathKind() {
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

func ExampleIRI_Query() {
	fmt.Printf("%q %q\n", full.Query(), sparse.Query())
	// Output: "name=ferret" ""
}

func ExampleIRI_HasQuery() {
	fmt.Printf("%v %v\n", full.HasQuery(), sparse.HasQuery())
	// Output: true false
}

func ExampleIRI_Fragment() {
	fmt.Printf("%q %q\n", full.Fragment(), sparse.Fragment())
	// Output: "nose" ""
}

func ExampleIRI_HasFragment() {
	fmt.Printf("%v %v\n", full.HasFragment(), sparse.HasFragment())
	// Output: true false
}

func ExampleIRI_Offsets() {
	fmt.Printf("%v %v\n", full.Offsets(), sparse.Offsets())
	// Output: {{0 5} {8 34} {34 45} {46 57} {58 62}} {{0 3} {-1 -1} {4 19} {-1 -1} {-1 -1}}
}

func ExampleHostKind_String() {
	fmt.Println(full.HostKind().String())
	// Output: ireg-name
}

func ExamplePathKind_String() {
	fmt.Println(full.PathKind().String())
	// Output: ipath-abempty
}
