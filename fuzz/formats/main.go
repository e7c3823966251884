// Command formats prints the verdicts of package formats on the cases of package formatcases and on
// random edits of them, for a comparison with other programs (.ci/formats):
//
//	go run ./fuzz/formats [-edits N]
//
// A line has three columns, separated by tabs: format, 1 or 0, and the string in JSON. The same N
// always gives the same lines.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/formatcases"
)

func main() {
	edits := flag.Int("edits", 20000, "edit the cases of a format `N` times")
	flag.Parse()
	w := bufio.NewWriter(os.Stdout)
	err := verdicts(w, *edits)
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "formats:", err)
		os.Exit(2)
	}
}

// verdicts writes the lines. For each format, it writes a string only once.
func verdicts(w io.Writer, edits int) error {
	inputs := map[string][]string{}
	for _, c := range formatcases.Cases() {
		inputs[c.Format] = append(inputs[c.Format], c.Input)
	}
	for _, name := range formats.Names() {
		f, _ := formats.Lookup(name)
		cases := inputs[name]
		all := cases
		r := rand.New(rand.NewPCG(1, 2))
		for range edits {
			s := edit(r, cases, cases[r.IntN(len(cases))])
			if r.IntN(2) == 0 {
				s = edit(r, cases, s)
			}
			all = append(all, s)
		}
		seen := map[string]bool{}
		for _, s := range all {
			if seen[s] {
				continue
			}
			seen[s] = true
			text, err := json.Marshal(s)
			if err != nil {
				return err
			}
			verdict := 0
			if f.Valid(s) {
				verdict = 1
			}
			if _, err := fmt.Fprintf(w, "%s\t%d\t%s\n", name, verdict, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// edit deletes, inserts, replaces or transposes a character of s, or joins the start of s and the
// end of another case. Inserted characters come from the cases.
func edit(r *rand.Rand, cases []string, s string) string {
	other := []rune(cases[r.IntN(len(cases))])
	if len(other) == 0 {
		return s
	}
	x := []rune(s)
	i, c := r.IntN(len(x)+1), other[r.IntN(len(other))]
	rest := x[min(i+1, len(x)):]
	switch r.IntN(5) {
	case 0:
		return string(x[:i]) + string(rest)
	case 1:
		return string(x[:i]) + string(c) + string(x[i:])
	case 2:
		return string(x[:i]) + string(c) + string(rest)
	case 3:
		if len(rest) > 0 {
			x[i], x[i+1] = x[i+1], x[i]
		}
		return string(x)
	}
	return string(x[:i]) + string(other[r.IntN(len(other)):])
}
