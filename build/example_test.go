package build_test

import (
	"context"
	"fmt"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// A user's own grammar becomes a table at run time. The error is nil, because the document
// has no errors.
func ExampleCompile() {
	source := syntax.NewSource("color.abnf", "color = \"#\" 6HEXDIG\r\n")
	g, err := build.Compile(context.Background(), source, build.Options{Name: "color"})
	if err != nil {
		fmt.Println(err)
		return
	}
	color, err := g.Table("color")
	fmt.Println(color.Valid("#C0FFEE"), color.Valid("#COFFEE"), err)
	// Output: true false <nil>
}

// An error names the first position; Diagnostics has the whole list.
func ExampleCompile_errors() {
	source := syntax.NewSource("greeting.abnf", "greeting = hello *SP nmae\r\nhello = \"hi\"\r\nname = 1*ALPHA\r\n")
	g, err := build.Compile(context.Background(), source, build.Options{Name: "greeting"})
	fmt.Println(err)
	for _, d := range g.Diagnostics.Items {
		fmt.Println(d.Severity, d.Code)
	}
	// Output:
	// greeting.abnf:1:22: nmae is not defined; similar: name
	// note unused-rule
	// error undefined-rule
}

// For a rule without a table the error has the reason.
func ExampleGrammar_Table() {
	source := syntax.NewSource("list.abnf", "list = \"(\" *(item / list) \")\" / \"[\" *list \"]\"\r\nitem = 1*ALPHA\r\n")
	g, err := build.Compile(context.Background(), source, build.Options{Name: "list"})
	if err != nil {
		fmt.Println(err)
		return
	}
	item, err := g.Table("ITEM")
	fmt.Println(item.Valid("abc"), err)
	_, err = g.Table("list")
	fmt.Println(err)
	_, err = g.Table("lists")
	fmt.Println(err)
	// Output:
	// true <nil>
	// the rule list has no table: it is recursive (self-embedding): list -> list; one counter cannot tell which text may follow on list inside of list, as with two kinds of brackets; abnf compiles it with --superset or --depth
	// the grammar list has no rule "lists"
}
