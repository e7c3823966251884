package graph

import "slices"

// Distances in pixels.
const (
	margin    = 16
	cellGap   = 8  // between cells of a column
	lineGap   = 5  // between a label and its line
	bend      = 26 // width of the space in which lines bend between columns
	stub      = 10 // length of the straight end of a line at a node
	track     = 10 // width of a channel, in which buses lead up or down
	busHeight = 24
	boxHeight = 40
	laneTitle = 26
	startLine = 22 // length of the arrow to the start
)

// placeRows computes the y of each cell: as close as possible to the mean of the cells to which its
// lines lead, without changing the order or overlapping.
func (l *layout) placeRows() {
	prev := func(c *cell) []int { return c.prev }
	next := func(c *cell) []int { return c.next }
	both := func(c *cell) []int { return append(append([]int{}, c.prev...), c.next...) }
	for _, column := range l.columns {
		l.spread(column, func(*cell) []int { return nil })
	}
	for range 6 {
		for i := 1; i < len(l.columns); i++ {
			l.spread(l.columns[i], prev)
		}
		for i := len(l.columns) - 2; i >= 0; i-- {
			l.spread(l.columns[i], next)
		}
	}
	for range 20 {
		for i := range l.columns {
			l.spread(l.columns[i], both)
		}
		for i := range slices.Backward(l.columns) {
			l.spread(l.columns[i], both)
		}
	}
	low, high := 0, 0
	for i := range l.cells {
		c := &l.cells[i]
		c.y = floor(c.y+fine/2, fine)
		if i == 0 || c.y-c.up < low {
			low = c.y - c.up
		}
	}
	title := margin
	if len(l.lanes) > 0 {
		title += laneTitle
	}
	l.top = title + l.packBuses(title)*busHeight
	for i := range l.cells {
		c := &l.cells[i]
		c.y += l.top - low
		high = max(high, c.y+c.down)
	}
	l.bottom = high + margin
}

// packBuses computes the y of each bus below top, and returns the number of rows. Buses in the same
// row do not overlap.
func (l *layout) packBuses(top int) int {
	type extent struct{ first, last int } // ranks
	var rows [][]extent
	for i := range l.buses {
		b := &l.buses[i]
		x := extent{l.rank[b.to], l.rank[b.to]}
		for _, n := range b.from {
			x.first, x.last = min(x.first, l.rank[n]), max(x.last, l.rank[n])
		}
		row := slices.IndexFunc(rows, func(row []extent) bool {
			return !slices.ContainsFunc(row, func(y extent) bool { return x.first < y.last && y.first < x.last })
		})
		if row < 0 {
			row, rows = len(rows), append(rows, nil)
		}
		rows[row] = append(rows[row], x)
		b.y = top + row*busHeight + busHeight/2
	}
	return len(rows)
}

// fine is the number of units in a pixel while the places of cells are computed.
const fine = 64

// spread places the cells of a column. It keeps their order, avoids overlaps, and minimizes the
// weighted sum of squared distances from the desired places: isotonic regression by pooling
// adjacent violators (Ayer and others, An Empirical Distribution Function for Sampling with
// Incomplete Information, 1955).
func (l *layout) spread(column []int, neighbors func(*cell) []int) {
	var blocks []block
	offsets := make([]int, len(column)) // of each cell from the first, if all touch
	for i, id := range column {
		c := &l.cells[id]
		if i > 0 {
			offsets[i] = offsets[i-1] + fine*(l.cells[column[i-1]].down+c.up+cellGap)
		}
		wish := c.y
		if c.prev == nil && c.next == nil && l.Start >= 0 { // only buses lead here
			wish = l.cells[l.Start].y
		}
		if list := neighbors(c); len(list) > 0 {
			wish = 0
			for _, n := range list {
				wish += l.cells[n].y
			}
			wish = floor(wish, len(list))
		}
		weight := 1
		if c.turn { // the line is short
			weight = 16
		}
		blocks = append(blocks, block{(wish - offsets[i]) * weight, weight, 1})
		for n := len(blocks); n > 1 && blocks[n-2].mean() > blocks[n-1].mean(); n-- {
			blocks[n-2].sum += blocks[n-1].sum
			blocks[n-2].weight += blocks[n-1].weight
			blocks[n-2].cells += blocks[n-1].cells
			blocks = blocks[:n-1]
		}
	}
	i := 0
	for _, b := range blocks {
		for range b.cells {
			l.cells[column[i]].y = b.mean() + offsets[i]
			i++
		}
	}
}

// A block is a run of touching cells. The desired place of each cell implies one for the first
// cell; sum is the weighted sum of these.
type block struct{ sum, weight, cells int }

func (b block) mean() int { return floor(b.sum, b.weight) }

// before and after return the ends of the straight part of a line that passes a column.
func (l *layout) before(column int) int {
	return l.x[column] - l.ends[column]*track - (1-column%2)*stub
}
func (l *layout) after(column int) int {
	return l.x[column] + l.width[column] + l.begins[column]*track + (1-column%2)*stub
}

// floor returns a/b, rounded down.
func floor(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// placeColumns computes the x and width of each column. The space after a column of nodes contains
// a channel for each bus that begins there, and the space before it one for each bus that ends
// there.
func (l *layout) placeColumns() {
	l.x, l.width = make([]int, len(l.columns)), make([]int, len(l.columns))
	l.begins, l.ends = make([]int, len(l.columns)), make([]int, len(l.columns))
	for i := range l.buses {
		b := &l.buses[i]
		b.column = 2 * l.rank[b.to]
		l.ends[b.column]++
		b.arrival = stub + l.ends[b.column]*track
		b.channel = map[int]int{}
		if slices.ContainsFunc(b.from, func(n int) bool { return l.rank[n] < l.rank[b.to] }) {
			b.column--
		}
		l.width[b.column] = max(l.width[b.column], b.label.width+2*lineGap)
		for _, n := range b.from {
			if column := 2 * l.rank[n]; b.channel[column] == 0 {
				l.begins[column]++
				b.channel[column] = stub + l.begins[column]*track
			}
		}
	}
	x := margin + startLine
	for i, column := range l.columns {
		for _, c := range column {
			l.width[i] = max(l.width[i], l.cells[c].width)
		}
		node := 1 - i%2 // 1 in a column of nodes
		x += l.ends[i]*track + node*stub
		l.x[i] = x
		x += l.width[i] + l.begins[i]*track + node*stub + bend
	}
	l.right = x - bend + margin
}
