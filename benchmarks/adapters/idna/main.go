// Command idna converts IRIs to URIs for programs that look up domain names. It converts the host
// with ToASCII from golang.org/x/net/idna (RFC 3987, section 3.1; UTS 46) and percent-encodes the
// rest.
//
//	go run -C benchmarks/adapters ./idna
package main

import (
	"fmt"

	"github.com/irilex/iri"
	"golang.org/x/net/idna"
)

// toURI converts the IRI s to a URI. It returns an error if s is not an IRI, or if its host is a
// name but not a domain name.
func toURI(s string) (string, error) {
	i, err := iri.Parse(s)
	if err != nil {
		return "", err
	}
	uri, err := i.ToURIFunc(idna.Lookup.ToASCII)
	return uri.String(), err
}

func main() {
	for _, s := range []string{
		"http://bücher.example/Straße?q=é", "http://b%C3%BCcher.example/", "http://bad\u200Cname.example/",
		"http://１２７。0.0.1/",
	} {
		uri, err := toURI(s)
		fmt.Printf("%q %q %v\n", s, uri, err)
	}
}
