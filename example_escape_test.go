package iri_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/irilex/iri"
)

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

func ExampleAppendEscapeURI() {
	b := []byte("http://example.org/")
	b = iri.AppendEscapeURI(b, "a/b é", iri.Segment)
	fmt.Printf("%s\n", b)
	// Output: http://example.org/a%2Fb%20%C3%A9
}

func ExampleUnescape() {
	fmt.Println(iri.Unescape("50%25%20of%20a%2Fb"))
	fmt.Println(iri.Unescape("50%"))
	fmt.Println(iri.Unescape("caf%E9"))
	// Output:
	// 50% of a/b <nil>
	//  offset 2: "%" is no percent-encoding, expected two hex digits after "%"
	//  offset 3: "%E9" is not UTF-8, expected the percent-encodings of a whole character
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

func ExampleIRI_Pairs() {
	i := iri.MustParse("http://example.org/?q=a%26b+c&lang=fr&lang=en")
	for key, value := range i.Pairs() {
		text, err := iri.Unescape(strings.ReplaceAll(value, "+", " ")) // if the query is of a form of HTML
		fmt.Println(key, text, err)
	}
	// Output:
	// q a&b c <nil>
	// lang fr <nil>
	// lang en <nil>
}

func ExampleIRI_CountPairs() {
	const most = 1000
	i := iri.MustParse("http://example.org/?" + strings.Repeat("a&", 5000))
	if n := i.CountPairs(); n > most {
		fmt.Println(n, "pairs are more than", most)
	}
	// Output: 5000 pairs are more than 1000
}

func ExampleAppendPair() {
	p := iri.MustParse("http://example.org/?a=1&b=2").Parts()
	p.Query = string(iri.AppendPair([]byte(p.Query), "c", "3&4"))
	fmt.Println(p.IRI())
	// Output: http://example.org/?a=1&b=2&c=3%264 <nil>
}
