// Command formats compares package formats with the functions that Go programs use for the same
// formats: their verdicts on cases from the standards, and their times.
//
//	go run -C benchmarks ./formats
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

// page is the file that -write writes, relative to the folder benchmarks.
const page = "FORMATS.md"

func main() {
	write := flag.Bool("write", false, "write "+page)
	budget := flag.Duration("time", 200*time.Millisecond, "time for each function")
	flag.Parse()
	if err := run(*write, *budget); err != nil {
		fmt.Fprintln(os.Stderr, "formats:", err)
		os.Exit(2)
	}
}

// run prints the page or writes it.
func run(write bool, budget time.Duration) error {
	all, err := compare()
	if err != nil {
		return err
	}
	text := verdictsPage(all) + timesSection(all, budget, "on "+time.Now().UTC().Format(time.DateOnly))
	if write {
		return os.WriteFile(page, []byte(text), 0o666)
	}
	_, err = fmt.Print(text)
	return err
}
