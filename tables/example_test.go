package tables_test

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// Walk a namespace once; each local name continues from its state.
func ExampleRule_AdvanceString() {
	rule := rfc3987.IRI
	namespace := rule.AdvanceString(rule.Start(), "http://example.org/ns#")
	if namespace.Dead() {
		fmt.Println("no IRI begins like this")
	}
	for _, name := range []string{"Person", "größe", "two words", "100%"} {
		fmt.Println(name, rule.Accepting(rule.AdvanceString(namespace, name)))
	}
	// Output:
	// Person true
	// größe true
	// two words false
	// 100% false
}

// Validate lines of any length in constant memory.
func ExampleBatch_Lines() {
	text := strings.NewReader("http://example.org/\nhttp://exa mple.org/\nurn:isbn:0451450523\n")
	for line, err := range tables.NewBatch(rfc3987.IRI).Lines(text, '\n') {
		switch {
		case err != nil:
			fmt.Println(err) // the reader's error
		case line.Last && !line.Valid:
			fmt.Printf("%d: %s\n%v\n", line.Number, line.Text(), line.Err())
		}
	}
	// Output:
	// 2: http://exa mple.org/
	// IRI: column 11: a space is not allowed in the authority
}

// Find the offsets of the invalid lines in a text; [tables.Rule.Check] returns the error for each.
func ExampleBatch_AppendInvalidLines() {
	text := []byte("http://example.org/\nhttp://exa mple.org/\r\nurn:isbn:0451450523\n\n")
	batch := tables.NewBatch(rfc3987.IRI)
	fmt.Println(batch.CountLines(text))
	for _, line := range batch.AppendInvalidLines(nil, text) {
		fmt.Printf("%q\n", text[line.Start:line.End])
	}
	// Output:
	// 2 2
	// "http://exa mple.org/"
	// ""
}

// Get the verdicts for a slice of strings as a slice.
func ExampleBatch_AppendValid() {
	list := []string{"http://example.org/", "http://exa mple.org/", "urn:isbn:0451450523"}
	fmt.Println(tables.NewBatch(rfc3987.IRI).AppendValid(nil, list))
	// Output:
	// [true false true]
}

// Check a string in pieces.
func ExampleChecker() {
	c := tables.NewChecker(rfc3987.IRI)
	for _, piece := range []string{"http://example.org/gr\xc3", "\xb6\xc3\x9f", "e?q[]"} {
		if _, err := c.WriteString(piece); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(c.Close())
	// Output:
	// IRI: column 27: "[" is not allowed in the query
}
