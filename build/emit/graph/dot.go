package graph

import (
	"fmt"
	"strings"
)

// DOT returns the graph in the language of Graphviz (https://graphviz.org/doc/info/lang.html). The
// text is ASCII, except for rule names and words that are not ASCII.
func (g *Graph) DOT() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n\trankdir=LR\n\tnode [shape=circle]\n", dotQuote(g.Rule.Name))
	if g.Start >= 0 {
		fmt.Fprintf(&b, "\tstart [shape=none, label=\"\"]\n\tstart -> %d\n", g.Nodes[g.Start].State)
	}
	for lane := range max(len(g.lanes), 1) {
		indent := "\t"
		if len(g.lanes) > 0 {
			fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel=%s\n", lane, dotQuote(g.lanes[lane]))
			indent = "\t\t"
		}
		for i, n := range g.Nodes {
			switch {
			case n.lane != lane:
			case n.Inside != nil:
				label := dotQuote(strings.Join(g.boxLines(i), " "))
				fmt.Fprintf(&b, "%s%d [shape=box, label=%s]\n", indent, n.State, label)
			case n.Accepting:
				fmt.Fprintf(&b, "%s%d [shape=doublecircle]\n", indent, n.State)
			default:
				fmt.Fprintf(&b, "%s%d\n", indent, n.State)
			}
		}
		if len(g.lanes) > 0 {
			b.WriteString("\t}\n")
		}
	}
	for _, e := range g.Edges {
		label := dotQuote(strings.Join(g.words(e.Label), ", "))
		fmt.Fprintf(&b, "\t%d -> %d [label=%s]\n", g.Nodes[e.From].State, g.Nodes[e.To].State, label)
	}
	b.WriteString("}\n")
	return b.String()
}

// dotQuote quotes a text for DOT, whose labels interpret backslashes.
func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
