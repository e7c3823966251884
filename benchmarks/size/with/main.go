// Command with calls iri.Valid. library/lines.go builds it and ../without, and compares the sizes
// of the two programs.
package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri"
)

func main() { fmt.Println(os.Args, iri.Valid(os.Args[0])) }
