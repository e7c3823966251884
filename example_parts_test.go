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
	//  host: column 5: "/" is not allowed
	// file:///etc/hosts <nil>
}

func ExampleIRI_Parts() {
	p := full.Parts()
	p.Userinfo, p.Port, p.Fragment = "", "", ""
	p.Query = "name=" + iri.Escape("weasel & stoat", iri.QueryField)
	fmt.Println(p.IRI())
	// Output: https://example.org/over/there?name=weasel%20%26%20stoat <nil>
}

func ExampleParts_Reference() {
	fmt.Println(iri.Parts{Path: "../b", Fragment: "c"}.Reference())
	fmt.Println(iri.Parts{Path: "b:c"}.Reference())
	// Output:
	// ../b#c <nil>
	//  path: ":" in the first segment would end a scheme; write "./" before the segment
}

func ExamplePartError() {
	_, err := iri.Parts{Scheme: "http", Host: "h", Port: "80/"}.IRI()
	var e *iri.PartError
	if errors.As(err, &e) {
		fmt.Println(e.Component, e.Syntax.Offset)
	}
	// Output: port 2
}

func ExampleIRI_With() {
	fmt.Println(sparse.With(iri.Fragment, "page=5"))
	fmt.Println(full.With(iri.Path, iri.Escape("/été", iri.Path)))
	// Output:
	// urn:isbn:0451450523#page=5 <nil>
	// https://user:pass@example.org:8042/été?name=ferret#nose <nil>
}

func ExampleIRI_JoinPath() {
	base := iri.MustParse("https://example.org/files?v=1")
	fmt.Println(base.JoinPath("été 2026", "a/b"))
	fmt.Println(base.JoinPath("dir", ""))
	fmt.Println(base.JoinPath("..", "secret"))
	// Output:
	// https://example.org/files/été%202026/a%2Fb?v=1 <nil>
	// https://example.org/files/dir/?v=1 <nil>
	//  segment: number 1 is "..", a dot segment; omit it
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

func ExampleEscape() {
	fmt.Println(iri.Escape("50% of a/b, été", iri.Segment))
	fmt.Println(iri.Escape("50% of a/b, été", iri.Path))
	fmt.Println(iri.Escape("a&b=c", iri.Query), iri.Escape("a&b=c", iri.QueryField))
	// Output:
	// 50%25%20of%20a%2Fb,%20été
	// 50%25%20of%20a/b,%20été
	// a&b=c a%26b%3Dc
}

func ExampleEscapeURI() {
	fmt.Println(iri.EscapeURI("été", iri.Segment))
	// Output: %C3%A9t%C3%A9
}

func ExampleAppendEscape() {
	b := []byte("http://example.org/")
	b = iri.AppendEscape(b, "a/b é", iri.Segment)
	fmt.Printf("%s\n", b)
	// Output: http://example.org/a%2Fb%20é
}

func ExampleUnescape() {
	fmt.Println(iri.Unescape("50%25%20of%20a%2Fb"))
	fmt.Println(iri.Unescape("50%"))
	fmt.Println(iri.Unescape("caf%E9"))
	// Output:
	// 50% of a/b <nil>
	//  offset 2: "%" is not a percent-encoding; two hex digits must follow "%"
	//  offset 3: "%E9" does not decode to UTF-8; encode all bytes of the character
}

func ExampleAppendUnescape() {
	fmt.Println(iri.AppendUnescape(nil, "%00%FFA"))
	// Output: [0 255 65] <nil>
}

func ExampleEscapeError() {
	_, err := iri.Unescape("/50%/off")
	var e *iri.EscapeError
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Text)
	}
	// Output: 3 %/o
}

func ExampleIRI_ToURI() {
	i := iri.MustParse("http://www.example.org/red%09rosé#red")
	fmt.Println(i.ToURI())
	// Output: http://www.example.org/red%09ros%C3%A9#red
}

// toASCII has the signature of idna.Lookup.ToASCII, but converts only one name.
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

func ExampleHostError() {
	_, err := iri.MustParse("http://é/").ToURIFunc(func(string) (string, error) { return "a/b", nil })
	var failed *iri.HostError
	fmt.Println(errors.As(err, &failed), failed.Host)
	fmt.Println(failed.Error())
	var syntax *iri.SyntaxError
	fmt.Println(errors.As(failed.Unwrap(), &syntax))
	// Output:
	// true é
	// host é: ihost: column 2: "/" is not allowed
	// true
}

func ExampleIRI_ToUnicode() {
	for _, s := range []string{
		"http://www.example.org/D%C3%BCrst", "http://www.example.org/D%fcrst", "http://www.example.org/%7e%2Fa%2Bb?a+b",
	} {
		fmt.Println(iri.MustParse(s).ToUnicode())
	}
	// Output:
	// http://www.example.org/Dürst
	// http://www.example.org/D%FCrst
	// http://www.example.org/~%2Fa%2Bb?a+b
}
