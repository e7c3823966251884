// Command without is ../with without package iri.
package main

import (
	"fmt"
	"os"
)

func main() { fmt.Println(os.Args, os.Args[0] == "") }
