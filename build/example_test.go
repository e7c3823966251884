package build_test

import (
	"context"
	"fmt"
	"io"
	"os"

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

// Dump receives the result of each stage: first for the whole document, then for each rule.
func ExampleOptions() {
	dump := func(stage, rule string, write func(io.Writer) error) {
		if rule != "DIGIT" {
			fmt.Println("==", stage)
			write(os.Stdout)
		}
	}
	source := syntax.NewSource("port.abnf", "port = 1*2DIGIT\r\n")
	build.Compile(context.Background(), source, build.Options{Name: "example", Dump: dump})
	// Output:
	// == read
	// port = rep{1,2 ref{DIGIT}}
	// == resolve
	// port: DIGIT
	// DIGIT (core):
	// == recursion
	// port regular
	// DIGIT regular
	// == lower
	// nfa: 10 states
	//   0: ε 2
	//   1: ε 5
	//   2: 0-9→3
	//   3: ε 1
	//   4: ε 0 5
	//  *5:
	// > 6: ε 8
	//   7: ε 4
	//   8: 0-9→9
	//   9: ε 7
	// == determinize
	// dfa: 3 live states, 3 classes
	// class 0: 00-/
	// class 1: 0-9
	// class 2: :-FF
	// > 1: 0-9→2
	//  *2: 0-9→3
	//  *3:
	// == minimize
	// dfa: 3 live states, 2 classes
	// class 0: 00-/ :-FF
	// class 1: 0-9
	// > 1: 0-9→2
	//  *2: 0-9→3
	//  *3:
	// == tune
	// no places and no regions
	// == pack
	// table: example port, 3 live states, 2 classes, hash ccc45de00134599c1556442ce14c598d7fa8822abef6aa247ca8bea733c35a20
	// 1: a digit
	// 2: a digit, the end
	// 3: the end
}

// The error reports the first position; Diagnostics returns the complete list.
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

// For a rule without a table the error gives the reason.
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
	// the rule list has no table: it is recursive (self-embedding): list -> list; one counter cannot tell what may follow list inside list, as with two kinds of brackets; abnf compiles it with --superset or --depth
	// the grammar list has no rule "lists"
}
