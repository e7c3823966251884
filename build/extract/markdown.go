package extract

import "strings"

// readMarkdown reads the fences of a document marked as ABNF on their first lines.
func (r *reading) readMarkdown() {
	r.text = r.document.Text
	from, number := 0, 0
	open := ""   // the sign of the open fence
	use := false // it holds grammar
	figure := int32(0)
	g := blank
	for raw := range strings.Lines(r.text) {
		to := from + len(raw)
		number++
		m := fence.FindStringSubmatch(raw)
		switch {
		case m != nil && open == "":
			open, use = m[1], isFenceABNF(raw)
			figure++
			r.trusted[figure] = use
			g = blank
		case m != nil && strings.HasPrefix(m[1], open) && m[2] == "":
			open = ""
		case open == "" || !use:
		case strings.TrimSpace(raw) == "":
			g = blank
		default:
			r.add(from, to, number, g, figure)
			g = adjacent
		}
		from = to
	}
}
