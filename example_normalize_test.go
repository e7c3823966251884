package iri_test

import (
	"fmt"

	"github.com/irilex/iri"
)

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

// A percent-encoded dot is a dot, and a percent-encoded address an address.
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
	fmt.Println(i.IsNormal(iri.SyntaxForm), i.IsNormal(iri.SyntaxForm|iri.EmptyPortForm))
	// Output: true false
}

func ExampleIRI_AppendNormalize() {
	i := iri.MustParse("http://[2001:DB8:0:0:0:0:0:1]")
	fmt.Printf("%s\n", i.AppendNormalize([]byte("<"), iri.IPv6Form|iri.EmptyPathForm))
	// Output: <http://[2001:db8::1]/
}

func ExampleEquivalent() {
	a := iri.MustParse("http://example.org/caf%c3%a9")
	b := iri.MustParse("http://example.org/café")
	fmt.Println(iri.Equivalent(a, b, iri.SyntaxForm), iri.Equivalent(a, b, iri.IRIForm))
	// Output: false true
}

func ExampleForm_String() {
	fmt.Println(iri.SyntaxForm, iri.EmptyPortForm)
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

func ExampleNormalizer_Normalize() {
	n := iri.Normalizer{Form: iri.DefaultPortForm, DefaultPorts: map[string]uint16{"ldap": 389}}
	fmt.Println(n.Normalize(iri.MustParse("LDAP://h:389/")))
	// Output: LDAP://h/
}

func ExampleNormalizer_IsNormal() {
	n := iri.Normalizer{Form: iri.DefaultPortForm, DefaultPorts: map[string]uint16{"ldap": 389}}
	fmt.Println(n.IsNormal(iri.MustParse("ldap://h:389/")))
	// Output: false
}

func ExampleNormalizer_AppendNormalize() {
	n := iri.Normalizer{Form: iri.DefaultPortForm, DefaultPorts: map[string]uint16{"ldap": 389}}
	fmt.Printf("%s\n", n.AppendNormalize(nil, iri.MustParse("ldap://h:389/")))
	// Output: ldap://h/
}

func ExampleNormalizer_Equivalent() {
	n := iri.Normalizer{Form: iri.DefaultPortForm, DefaultPorts: map[string]uint16{"ldap": 389}}
	fmt.Println(n.Equivalent(iri.MustParse("ldap://h:389/"), iri.MustParse("ldap://h/")))
	// Output: true
}
