// Command without does the same as ../with, but without package iri.
package main

import (
	"fmt"
	"os"
)

func main() { fmt.Println(os.Args, os.Args[0] == "") }
