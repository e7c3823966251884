// Command with calls iri.Valid. library/lines.go compares its size with that of ../without.
package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri"
)

func main() { fmt.Println(os.Args, iri.Valid(os.Args[0])) }
