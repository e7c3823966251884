// Command idna makes URIs of IRIs for programs that look domain names up: the host by ToASCII of
// golang.org/x/net/idna (RFC 3987, section 3.1; UTS 46), all else percent-encoded.
//
//	go run -C benchmarks/adapters ./idna
package main

import (
	"fmt"

	"github.com/irilex/iri"
	"golang.org/x/net/idna"
)

// toURI returns the URI of an IRI whose host, if it is a name, is one of the domain name system.
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
		"http://bücher.example/Straße?q=é", "http://b%C3%BCcher.example/", "http://bad\u200Cname.example/", "http://１２７。0.0.1/",
	} {
		uri, err := toURI(s)
		fmt.Printf("%q %q %v\n", s, uri, err)
	}
}
