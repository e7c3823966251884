// Command neturl checks the lines of a file with the usual loop of programs in Go: net/url parses
// each line. It prints the lines that net/url refuses or that have no scheme, with their numbers.
package main

import (
	"bufio"
	"fmt"
	"log"
	"net/url"
	"os"
)

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	valid, number := 0, 0
	for lines.Scan() {
		number++
		if u, err := url.Parse(lines.Text()); err != nil || !u.IsAbs() {
			fmt.Fprintf(out, "%d:%s\n", number, lines.Text())
			continue
		}
		valid++
	}
	if lines.Err() != nil {
		log.Fatal(lines.Err())
	}
	fmt.Fprintf(out, "%d valid, %d invalid\n", valid, number-valid)
}
