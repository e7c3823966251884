package terminal

import (
	"fmt"
	"strings"
	"time"
)

// The parts of a line that follow the percentage and the graph, in order.
const (
	amount = iota // number of bytes
	speed
	left // remaining time
	counts
	parts
)

// ranksOfFiles lists the parts in order of importance. The last parts are omitted on a narrow
// terminal.
var ranksOfFiles = [parts]int{left, counts, amount, speed}

// ranksOfPipe lists the parts in order of importance if the total is unknown.
var ranksOfPipe = [parts]int{amount, counts, speed, left}

// line returns the line of the bar: the percentage, the graph and the other parts. Space is
// allotted to the parts by rank; the graph gets the rest.
func (b *Bar) line(now time.Duration) string {
	const separator = ", "
	done := b.done.Load()
	if b.total > 0 {
		done = min(done, b.total) // a file may grow
	}
	room := b.width - 1 // some terminals wrap after the last cell
	begin, ranks := "", ranksOfPipe
	if b.total > 0 {
		begin, ranks = fmt.Sprintf("%3d%%", int(100*float64(done)/float64(b.total))), ranksOfFiles
		room -= len(begin)
	}
	texts := b.texts(now, done)
	var fit [parts]bool
	for _, part := range ranks {
		if n := len(separator) + len(texts[part]); texts[part] != "" && n <= room {
			fit[part] = true
			room -= n
		}
	}
	var list []string
	for part, text := range texts {
		if fit[part] {
			list = append(list, text)
		}
	}
	rest := strings.Join(list, separator)
	switch {
	case b.total == 0:
		return rest
	case room < 0:
		return ""
	}
	return strings.TrimRight(begin+graph(done, b.total, room)+" "+rest, " ")
}

// texts returns the ASCII texts of the parts. A text is "" if it is unknown.
func (b *Bar) texts(now time.Duration, done int64) (texts [parts]string) {
	texts[amount] = Bytes(done)
	if seconds := now.Seconds(); seconds > 0 {
		texts[speed] = Bytes(int64(float64(done)/seconds)) + "/s"
	}
	if b.total > 0 {
		texts[amount] += " of " + Bytes(b.total)
		rest := float64(b.total-done) / float64(done) * float64(now)
		texts[left] = time.Duration(rest).Round(time.Second).String() + " left"
	}
	if valid, invalid := b.valid.Load(), b.invalid.Load(); valid+invalid > 0 {
		texts[counts] = Count(valid) + " valid, " + Count(invalid) + " invalid"
	}
	return texts
}

// graph returns a graph at most cells wide, or "" if there are too few cells.
func graph(done, total int64, cells int) string {
	const minWidth, maxWidth, frame = 5, 40, len(" ||")
	width := min(cells-frame, maxWidth)
	if width < minWidth {
		return ""
	}
	full := int(float64(width) * float64(done) / float64(total))
	return " |" + strings.Repeat("█", full) + strings.Repeat(" ", width-full) + "|"
}
