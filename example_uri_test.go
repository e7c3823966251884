package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleIRI_ToURI() {
	i := iri.MustParse("http://www.example.org/red%09rosé#red")
	fmt.Println(i.ToURI())
	// Output: http://www.example.org/red%09ros%C3%A9#red
}

func ExampleReference_ToURI() {
	r, err := iri.ParseReference("../rosé")
	fmt.Println(r.ToURI(), err)
	// Output: ../ros%C3%A9 <nil>
}

func ExampleIRI_AppendURI() {
	i := iri.MustParse("urn:é")
	fmt.Printf("%s\n", i.AppendURI([]byte("<")))
	// Output: <urn:%C3%A9
}

// toASCII has the signature of idna.Lookup.ToASCII, and converts one name.
func toASCII(host string) (string, error) {
	if host == "résumé.example.org" {
		return "xn--rsum-bpad.example.org", nil
	}
	return "", errors.New("not a domain name")
}

func ExampleIRI_ToURIFunc() {
	for _, s := range []string{
		"http://résumé.example.org/é", "http://r%C3%A9sum%C3%A9.example.org/", "http://EXAMPLE.org/é", "http://-é/",
	} {
		i, err := iri.MustParse(s).ToURIFunc(toASCII)
		fmt.Println(i, err)
	}
	// Output:
	// http://xn--rsum-bpad.example.org/%C3%A9 <nil>
	// http://xn--rsum-bpad.example.org/ <nil>
	// http://EXAMPLE.org/%C3%A9 <nil>
	//  host -é: not a domain name
}

func ExampleReference_ToURIFunc() {
	r, _ := iri.ParseReference("//résumé.example.org/é")
	uri, err := r.ToURIFunc(toASCII)
	fmt.Println(uri, err)
	// Output: //xn--rsum-bpad.example.org/%C3%A9 <nil>
}

func ExampleHostError() {
	_, err := iri.MustParse("http://é/").ToURIFunc(func(string) (string, error) { return "a/b", nil })
	var failed *iri.HostError
	fmt.Println(errors.As(err, &failed), failed.Host)
	fmt.Println(failed.Error())
	var syntax *iri.SyntaxError
	fmt.Println(errors.As(failed.Unwrap(), &syntax))
	// Output:
	// true é
	// host é: ihost: column 2: "/" is not allowed, expected iunreserved, sub-delims, "%" or the end
	// true
}

func ExampleIRI_ToIRI() {
	for _, s := range []string{
		"http://www.example.org/D%C3%BCrst", "http://www.example.org/D%fcrst", "http://www.example.org/%7e%2Fa%2Bb?a+b",
	} {
		fmt.Println(iri.MustParse(s).ToIRI())
	}
	// Output:
	// http://www.example.org/Dürst
	// http://www.example.org/D%FCrst
	// http://www.example.org/~%2Fa%2Bb?a+b
}

func ExampleReference_ToIRI() {
	r, err := iri.ParseReference("../ros%c3%a9")
	fmt.Println(r.ToIRI(), err)
	// Output: ../rosé <nil>
}

func ExampleIRI_AppendIRI() {
	i := iri.MustParse("urn:%C3%A9")
	fmt.Printf("%s\n", i.AppendIRI([]byte("<")))
	// Output: <urn:é
}
