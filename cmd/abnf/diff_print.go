package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// print prints the pairs and, if two grammars are compared, a summary.
func (d *comparer) print(out io.Writer, m *matching) error {
	var shown []pair
	for _, p := range m.pairs {
		if d.all || len(m.pairs) == 1 || p.Relation != build.Equal || !p.named() {
			shown = append(shown, p)
		}
	}
	switch {
	case d.json:
		return encodePairs(out, m, shown)
	case d.markdown:
		printMarkdown(out, shown)
	default:
		printPairs(out, shown)
	}
	if m.sides[0].rule == nil {
		if d.markdown {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, m.summary())
	}
	return nil // out keeps write errors
}

// summary counts the pairs that are equal, that differ and that were not compared.
func (m *matching) summary() string {
	differ := m.differ()
	equal := len(m.pairs) - differ
	text := fmt.Sprintf("%d rules equal", equal)
	if equal == 1 {
		text = "1 rule equal"
	}
	switch {
	case differ == 1:
		text += ", 1 differs"
	case differ > 1:
		text += fmt.Sprintf(", %d differ", differ)
	}
	if n := len(m.failed); n > 0 {
		text += fmt.Sprintf(", %d not compared", n)
	}
	return text
}

// printPairs prints one line of text per pair, followed by the paths of its witnesses.
func printPairs(out io.Writer, pairs []pair) {
	var rows [][]string
	for _, p := range pairs {
		first, second := p.witnesses()
		rows = append(rows, []string{
			p.name(), p.relation(), shown("only the first", first), shown("only the second", second),
		})
	}
	for i, line := range columns(rows) {
		fmt.Fprintln(out, line)
		for side, of := range []string{"first", "second"} {
			if path := pairs[i].path[side]; len(path) > 1 {
				fmt.Fprintf(out, "  in the %s: %s\n", of, strings.Join(shortened(path), " > "))
			}
		}
	}
}

// name returns the name that the rules share, or both names if they differ.
func (p *pair) name() string {
	if p.named() {
		return p.a.Name
	}
	return p.a.Name + " " + p.b.Name
}

// relation describes the relation in words.
func (p *pair) relation() string {
	if p.Relation == build.Incomparable {
		return "each matches strings that the other does not"
	}
	return p.Relation.String()
}

func shown(label string, witness *string) string {
	if witness == nil {
		return ""
	}
	return fmt.Sprintf("%s: %s", label, quoted(*witness))
}

func quoted(witness string) string { return terminal.Visible(fmt.Sprintf("%q", witness)) }

// printMarkdown prints the pairs as a GitHub Flavored Markdown table.
func printMarkdown(out io.Writer, pairs []pair) {
	fmt.Fprint(out, "| rule | relation | only the first | only the second |\n| --- | --- | --- | --- |\n")
	for _, p := range pairs {
		first, second := p.witnesses()
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n",
			code(p.name()), p.relation(), markdownWitness(first, p.path[0]), markdownWitness(second, p.path[1]))
	}
}

func markdownWitness(witness *string, path []string) string {
	if witness == nil {
		return ""
	}
	text := code(quoted(*witness))
	if len(path) > 1 {
		text += " in " + code(strings.Join(shortened(path), " > "))
	}
	return text
}

// code formats text as a code span in a table cell. The fence is longer than any run of backquotes
// in the text. GitHub splits a row into cells before it parses code spans, so "|" is escaped.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + strings.ReplaceAll(text, "|", `\|`) + fence
}

// A difference is the JSON object for a pair.
type difference struct {
	Rule          string   `json:"rule"`
	Other         string   `json:"other"`
	Relation      string   `json:"relation"`
	OnlyFirst     *string  `json:"only_first"`
	OnlyFirstHex  string   `json:"only_first_hex,omitempty"`
	OnlySecond    *string  `json:"only_second"`
	OnlySecondHex string   `json:"only_second_hex,omitempty"`
	PathFirst     []string `json:"path_first"`
	PathSecond    []string `json:"path_second"`
}

// A summing is the JSON object that summarizes a comparison of two grammars.
type summing struct {
	Equal       int      `json:"equal"`
	Differ      int      `json:"differ"`
	LacksFirst  []string `json:"lacks_first"`
	LacksSecond []string `json:"lacks_second"`
	NotCompared []string `json:"not_compared"`
	Interrupted bool     `json:"interrupted"`
}

func encodePairs(out io.Writer, m *matching, pairs []pair) error {
	for _, p := range pairs {
		first, second := p.witnesses()
		err := terminal.EncodeJSON(out, difference{
			p.a.Name, p.b.Name, p.Relation.String(), first, hexOf(first), second, hexOf(second), p.path[0], p.path[1],
		})
		if err != nil {
			return err
		}
	}
	if m.sides[0].rule != nil {
		return nil
	}
	differ := m.differ()
	return terminal.EncodeJSON(out, struct {
		Summary summing `json:"summary"`
	}{summing{len(m.pairs) - differ, differ, array(m.alone[1]), array(m.alone[0]), array(m.failed), m.interrupted}})
}

// array copies names, so that nil is encoded as [].
func array(names []string) []string { return append([]string{}, names...) }

// hexOf returns a witness in hexadecimal if it is not valid UTF-8, otherwise "".
func hexOf(witness *string) string {
	if witness == nil {
		return ""
	}
	return terminal.Hex(*witness)
}
