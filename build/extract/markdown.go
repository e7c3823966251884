package extract

import "strings"

// readMarkdown reads the fenced blocks marked as ABNF.
func (r *reading) readMarkdown() {
	r.text = r.document.Text
	from, number := 0, 0
	open := ""   // the sign of the open fence, or ""
	use := false // whether the open fence contains grammar
	figure := int32(0)
	g := blank
	for raw := range strings.Lines(r.text) {
		to := from + len(raw)
		number++
		sign, info := fenceOf(raw)
		switch {
		case sign != "" && open == "":
			open, use = sign, isFenceABNF(raw)
			figure++
			r.trusted[figure] = use
			g = blank
		case sign != "" && strings.HasPrefix(sign, open) && info == "":
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
