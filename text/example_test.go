package text_test

import (
	"fmt"

	"github.com/irilex/iri/text"
)

func ExampleFind() {
	const page = `The page (http://en.example.org/wiki/Mercury_(planet)) is new, said 「http://例え.example/水」。`
	for s := range text.Find(page) {
		fmt.Println(s.Start, s.End, page[s.Start:s.End])
	}
	// Output:
	// 10 53 http://en.example.org/wiki/Mercury_(planet)
	// 71 96 http://例え.example/水
}

func ExampleFinder() {
	links := text.Finder{Prefixes: []string{"http://", "https://", "did:"}}
	const page = "did:web:example.com has http://example.com/a, and ftp://example.com/b is left out"
	for s := range links.Find(page) {
		fmt.Println(page[s.Start:s.End])
	}
	// Output:
	// did:web:example.com
	// http://example.com/a
}

func ExampleFinder_Next() {
	const page = "http://a.example and http://b.example"
	s, ok := text.Finder{}.Next(page, 1)
	fmt.Println(page[s.Start:s.End], ok)
	// Output: http://b.example true
}

func ExampleFix() {
	i, changes, err := text.Fix(" <http://example.org/100%/a b?x=[1]>\n")
	fmt.Println(i, err)
	for _, c := range changes {
		fmt.Println(c)
	}
	_, _, err = text.Fix("http://exa mple.org/")
	fmt.Println(err != nil)
	// Output:
	// http://example.org/100%25/a%20b?x=%5B1%5D <nil>
	// offset 0: " <" is removed (delimiters-around)
	// offset 24: "%" in the path becomes "%25" (percent)
	// offset 27: " " in the path becomes "%20" (space)
	// offset 32: "[" in the query becomes "%5B" (misplaced-character)
	// offset 34: "]" in the query becomes "%5D" (misplaced-character)
	// offset 35: ">\n" is removed (delimiters-around)
	// true
}

func ExampleFixReference() {
	r, changes, err := text.FixReference("../été 2026/50%")
	fmt.Println(r, len(changes), err)
	_, _, err = text.FixReference(`\\server\share`)
	fmt.Println(err != nil)
	// Output:
	// ../été%202026/50%25 2 <nil>
	// true
}

func ExampleFixer() {
	f := text.Fixer{KeepPlaceholders: true}
	_, _, err := f.Fix("https://example.org/{id}/a b")
	fmt.Println(err)
	i, _, _ := f.Fix("https://example.org/42/a b")
	fmt.Println(i)
	// Output:
	// offset 20: the placeholder "{id}" needs a value; replace it
	// https://example.org/42/a%20b
}
