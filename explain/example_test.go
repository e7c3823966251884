package explain_test

import (
	"fmt"

	"github.com/irilex/iri/explain"
	"github.com/irilex/iri/tables/rfc3987"
)

func ExampleIRI() {
	why, ok := explain.IRI("http://example.org/50%")
	fmt.Println(ok, why.Code, why.Offset)
	fmt.Println(why.String())
	// Output:
	// true percent 21
	// "%" must be followed by two hex digits; write %25 for "%"
}

func ExampleExplainer_Explain() {
	x := explain.New(rfc3987.IRI, rfc3987.Lookup)
	for _, s := range []string{"http://example.org:80a/", "http://example.org/white paper", "http://[::ffff:1.2.3.256]/"} {
		why, _ := x.Explain(s)
		fmt.Printf("%s [%s] at offset %d\n", why.String(), why.Code, why.Offset)
	}
	// Output:
	// the port "80a" is not a number [port] at offset 19
	// a space is not allowed in an IRI; write %20 [space] at offset 24
	// 256 in the IPv4 address is greater than 255 [ipv4-over-255] at offset 21
}
