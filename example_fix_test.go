package iri_test

import (
	"fmt"

	"github.com/irilex/iri"
)

func ExampleFix() {
	i, changes, ok := iri.Fix(" <http://example.org/100%/a b?x=[1]>\n")
	fmt.Println(i, ok)
	for _, c := range changes {
		fmt.Println(c)
	}
	_, _, ok = iri.Fix("http://exa mple.org/")
	fmt.Println(ok)
	// Output:
	// http://example.org/100%25/a%20b?x=%5B1%5D true
	// offset 0: " <" is taken away (delimiters-around)
	// offset 24: "%" in the path becomes "%25" (percent)
	// offset 27: " " in the path becomes "%20" (space)
	// offset 32: "[" in the query becomes "%5B" (misplaced-character)
	// offset 34: "]" in the query becomes "%5D" (misplaced-character)
	// offset 35: ">\n" is taken away (delimiters-around)
	// false
}

func ExampleFixReference() {
	r, changes, ok := iri.FixReference("../été 2026/50%")
	fmt.Println(r, len(changes), ok)
	_, _, ok = iri.FixReference(`\\server\share`)
	fmt.Println(ok)
	// Output:
	// ../été%202026/50%25 2 true
	// false
}

func ExampleFixer() {
	f := iri.Fixer{KeepPlaceholders: true}
	_, _, ok := f.Fix("https://example.org/{id}/a b")
	fmt.Println(ok)
	i, _, _ := f.Fix("https://example.org/42/a b")
	fmt.Println(i)
	// Output:
	// false
	// https://example.org/42/a%20b
}
