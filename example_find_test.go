package iri_test

import (
	"fmt"

	"github.com/irilex/iri"
)

func ExampleFind() {
	const text = `The page (http://en.example.org/wiki/Mercury_(planet)) is new, said 「http://例え.example/水」。`
	for s := range iri.Find(text) {
		fmt.Println(s.Start, s.End, text[s.Start:s.End])
	}
	// Output:
	// 10 53 http://en.example.org/wiki/Mercury_(planet)
	// 71 96 http://例え.example/水
}

func ExampleFindBytes() {
	text := []byte("mirrors: ftp://a.example/pub, ftp://b.example/pub.\n")
	for s := range iri.FindBytes(text) {
		fmt.Printf("%s\n", text[s.Start:s.End])
	}
	// Output:
	// ftp://a.example/pub
	// ftp://b.example/pub
}

func ExampleAppendFind() {
	fmt.Println(iri.AppendFind(nil, "Write to mailto:a@example.org!"))
	// Output: [{9 29}]
}

func ExampleFinder() {
	links := iri.Finder{Starts: []string{"http://", "https://", "did:"}}
	const text = "did:web:example.com has http://example.com/a, and ftp://example.com/b is left out"
	for s := range links.Find(text) {
		fmt.Println(text[s.Start:s.End])
	}
	// Output:
	// did:web:example.com
	// http://example.com/a
}

func ExampleFinder_Find() {
	mail := iri.Finder{Starts: []string{"mailto:"}}
	const text = "See http://example.org/, or write to MAILTO:a@example.org."
	for s := range mail.Find(text) {
		fmt.Println(text[s.Start:s.End])
	}
	// Output: MAILTO:a@example.org
}

func ExampleFinder_FindBytes() {
	secure := iri.Finder{Starts: []string{"https://"}}
	text := []byte("http://a.example https://b.example")
	for s := range secure.FindBytes(text) {
		fmt.Printf("%s\n", text[s.Start:s.End])
	}
	// Output: https://b.example
}

func ExampleFinder_AppendFind() {
	fmt.Println(iri.Finder{Starts: []string{"geo:"}}.AppendFind(nil, "at geo:48.2,16.3;u=9."))
	// Output: [{3 20}]
}

func ExampleFinder_Next() {
	const text = "http://a.example and http://b.example"
	s, ok := iri.Finder{}.Next(text, 1)
	fmt.Println(text[s.Start:s.End], ok)
	// Output: http://b.example true
}
