package syntax

import (
	"bufio"
	"io"
)

// DumpPositions is [Dump] with the offset of each node after its name.
func DumpPositions(w io.Writer, g *Grammar) {
	d := dumper{Writer: bufio.NewWriter(w), positions: true}
	d.grammar(g)
	d.Flush()
}
