package graph

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/irilex/iri/build/emit/internal/svg"
)

// SVG returns a picture of the graph. It fails with a [SizeError] if the graph is too large for a
// picture.
func (g *Graph) SVG() (string, error) {
	l, err := newLayout(g)
	if err != nil {
		return "", err
	}
	d := &drawing{layout: l, out: make([]int, len(g.Nodes)), in: make([]int, len(g.Nodes))}
	d.drawLanes()
	for i := range l.buses {
		d.drawBus(&l.buses[i])
	}
	for i := range g.Edges {
		d.drawEdge(i)
	}
	for i := range g.Nodes {
		d.drawNode(i)
	}
	d.picture.Text("small", margin, l.bottom+lineHeight, g.caption())
	width := max(l.right, svg.Width(g.caption(), svg.SmallSize)+2*margin)
	return d.picture.File(svg.Frame{Width: width, Height: l.bottom + lineHeight + margin, ID: "graph",
		Title: "The automaton of " + g.Rule.Name, Desc: g.description()}), nil
}

// caption returns the line below the picture.
func (g *Graph) caption() string {
	text := fmt.Sprintf("%s: %s", clip(g.Rule.Name), count(g.States, "state"))
	if len(g.Nodes) < g.States {
		text += fmt.Sprintf(", drawn as %d nodes; the picture was proven to describe the same automaton", len(g.Nodes))
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// description describes the picture for screen readers: an edge per sentence.
func (g *Graph) description() string {
	var b strings.Builder
	if g.Start < 0 {
		b.WriteString("The rule has no members.")
	} else {
		fmt.Fprintf(&b, "The start is state %d.", g.Nodes[g.Start].State)
	}
	for i, n := range g.Nodes {
		switch {
		case n.Inside != nil:
			fmt.Fprintf(&b, " Box %d: %s.", n.State, strings.Join(g.boxLines(i), " "))
		case n.Accepting:
			fmt.Fprintf(&b, " State %d accepts.", n.State)
		}
	}
	const most = 200 // a longer description would not be useful
	for i, e := range g.Edges {
		if i == most {
			fmt.Fprintf(&b, " %d more edges.", len(g.Edges)-most)
			break
		}
		from, to := g.Nodes[e.From].State, g.Nodes[e.To].State
		fmt.Fprintf(&b, " From %d to %d: %s.", from, to, strings.Join(g.words(e.Label), ", "))
	}
	return b.String()
}

// A drawing is a picture in progress.
type drawing struct {
	*layout
	picture svg.Picture
	out, in []int // by node: the x at which the shared line of its edges ends, or begins; 0 if there is none
}

// leave records that a line leaves a node and coincides with others up to x.
func (d *drawing) leave(n, x int) { d.out[n] = max(d.out[n], x) }

// enter records that a line enters a node and coincides with others from x on.
func (d *drawing) enter(n, x int) {
	if d.in[n] == 0 || x < d.in[n] {
		d.in[n] = x
	}
}

// drawLanes draws a background for each component, with its name.
func (d *drawing) drawLanes() {
	for i, name := range d.lanes {
		left, right := -1, 0
		for n := range d.Nodes {
			if column := 2 * d.rank[n]; d.Nodes[n].lane == i {
				if x := d.before(column); left < 0 || x < left {
					left = x
				}
				right = max(right, d.after(column))
			}
		}
		if left < 0 {
			continue
		}
		left, right = left-bend/2+4, right+bend/2-4
		d.picture.Group(fmt.Sprintf("c%d", i%6+1), "", func() {
			d.picture.Box("tint lane", left, margin/2, right-left, d.bottom-margin/2, 8)
			d.picture.Text("strong", left+10, margin/2+18, clip(name))
		})
	}
}

// left and far return the x of the left and right ends of a node.
func (d *drawing) left(n int) int { return d.middle(n) - d.half(n) }
func (d *drawing) far(n int) int  { return d.middle(n) + d.half(n) }

// half returns half the width of a node.
func (d *drawing) half(n int) int {
	if d.Nodes[n].Inside != nil {
		return d.boxWidth(n) / 2
	}
	return d.radius
}

func (d *drawing) middle(n int) int { return d.x[2*d.rank[n]] + d.width[2*d.rank[n]]/2 }

// drawNode draws a node, and its edge to itself.
func (d *drawing) drawNode(i int) {
	n, x, y := d.Nodes[i], d.middle(i), d.cells[i].y
	switch {
	case n.Inside != nil:
		d.picture.Box("node", x-d.half(i), y-boxHeight/2, 2*d.half(i), boxHeight, 6)
		for j, line := range d.boxLines(i) {
			d.picture.Text("small middle", x, y-3+j*lineHeight, line)
		}
	default:
		d.picture.Circle("node", x, y, d.radius)
		if n.Accepting {
			d.picture.Circle("ring", x, y, d.radius-3)
		}
		d.picture.Text("small middle", x, y+4, fmt.Sprint(n.State))
	}
	if d.out[i] > 0 {
		d.picture.Path("", svg.Start(d.far(i), y).To(d.out[i], y))
	}
	if i == d.Start {
		d.enter(i, d.left(i)-startLine)
	}
	if d.in[i] > 0 {
		d.picture.Path("", svg.Start(d.in[i], y).To(d.left(i)-headLength, y))
		d.head(d.left(i), y, 1)
	}
	if t := d.loops[i]; t != nil {
		top := y - d.cells[i].up + t.height()
		d.picture.Path("", svg.Start(x-8, y-d.radius+3).
			Curve(x-16, top+2, x-2, top+2, x, top+2).Curve(x+2, top+2, x+14, top+2, x+9, y-d.radius-4))
		d.picture.Path("head", svg.Start(x+6, y-d.radius+2).By(8, -5).By(-7, -4))
		d.text(t, x, top-t.height())
	}
}

// boxLines returns the two lines of text in a box.
func (g *Graph) boxLines(i int) []string {
	n := g.Nodes[i]
	if n.Name == "" {
		return []string{"inside:", count(n.Inside.States, "state")}
	}
	return []string{"inside of", clip(n.Name)}
}

func (g *Graph) boxWidth(i int) (width int) {
	for _, line := range g.boxLines(i) {
		width = max(width, svg.Width(line, svg.SmallSize)+20)
	}
	return width + width%2
}

// text draws the lines of a label, centered below a point.
func (d *drawing) text(t *text, x, y int) {
	d.picture.Group("label", t.full, func() {
		for i, line := range t.lines {
			d.picture.Text("small middle", x, y+i*lineHeight+lineHeight-4, line)
		}
	})
}

const headLength = 8

// head draws an arrow head whose point is at x, y. The direction is 1 to the right, -1 to the left.
func (d *drawing) head(x, y, direction int) {
	d.picture.Path("head", svg.Start(x, y).By(-direction*headLength, -4).By(0, 8))
}

// drawEdge draws an edge that is neither on a bus nor from a node to itself.
func (d *drawing) drawEdge(i int) {
	chain := d.chains[i]
	if chain == nil {
		return
	}
	e := d.Edges[i]
	if d.rank[e.From] == d.rank[e.To] {
		d.drawTurn(i)
		return
	}
	first, last := chain[0], chain[len(chain)-1]
	column := 2 * d.rank[first]
	x, y, toY := d.after(column), d.cells[first].y, d.cells[last].y
	end := d.before(2 * d.rank[last])
	line := svg.Start(x, y)
	if first == e.From {
		d.leave(first, x)
		d.enter(last, end)
	} else { // an edge back, below the others
		y, toY = y+d.radius*3/5, toY+d.radius*3/5
		point := d.far(first) - d.slack(first)
		line = svg.Start(point+headLength, y).To(x, y)
		d.head(point, y, -1)
	}
	for _, c := range chain[1 : len(chain)-1] {
		column++
		d.bendTo(line, x, y, d.before(column), d.cells[c].y)
		x, y = d.after(column), d.cells[c].y
		if t := d.cells[c].label; t != nil {
			middle := d.x[column] + d.width[column]/2
			line.To(middle-t.width/2-lineGap, y).Move(middle+t.width/2+lineGap, y)
			d.text(t, middle, y-t.height()/2)
		}
		line.To(x, y)
	}
	d.bendTo(line, x, y, end, toY)
	if first != e.From {
		line.To(d.left(last)+d.slack(last), toY)
	}
	d.picture.Path("", line)
}

// drawTurn draws an edge within a layer: out to the right, around the left side of its label, and
// back.
func (d *drawing) drawTurn(i int) {
	e, c := d.Edges[i], d.cells[d.chains[i][1]]
	column := 2 * d.rank[e.From]
	x, apex := d.after(column), d.before(column+1)
	from, to := d.cells[e.From].y, d.cells[e.To].y
	side := d.radius * 3 / 5 // where the edge enters the node
	if to > from {
		side = -side
	}
	to += side
	y := min(max(c.y, min(from, to)+8), max(from, to)-8) // the order of the labels may keep them away
	end := d.far(e.To) - d.slack(e.To)
	d.leave(e.From, x)
	line := svg.Start(x, from).Curve((x+apex)/2, from, apex, (from+y)/2, apex, y)
	d.picture.Path("", line.Curve(apex, (to+y)/2, (x+apex)/2, to, x, to).To(end+headLength, to))
	d.head(end, to, -1)
	d.text(c.label, apex+lineGap+c.label.width/2, c.y-c.label.height()/2)
}

// slack returns the distance between the end of a node and its outline at the height where edges
// back are drawn.
func (d *drawing) slack(n int) int {
	if d.Nodes[n].Inside != nil {
		return 0
	}
	return d.radius / 5
}

// bendTo continues a line from x, y to the next column.
func (d *drawing) bendTo(line *svg.Line, x, y, left, to int) {
	middle := (x + left) / 2
	line.Curve(middle, y, middle, to, left, to)
}

// drawBus draws a bus: up from each node, along the top, and down to the node to which it leads.
func (d *drawing) drawBus(b *bus) {
	const round = 8
	down := d.x[2*d.rank[b.to]] - b.arrival
	first, last := down, down
	lowest := map[int]int{} // by channel
	for _, n := range b.from {
		column, y := 2*d.rank[n], d.cells[n].y
		x := d.x[column] + d.width[column] + b.channel[column]
		d.picture.Path("bus", svg.Start(x-round, y).Turn(round, -round, false))
		d.leave(n, x-round)
		lowest[x] = max(lowest[x], y)
		first, last = min(first, x), max(last, x)
	}
	for _, x := range slices.Sorted(maps.Keys(lowest)) {
		line := svg.Start(x, lowest[x]-round).To(x, b.y+round)
		if x < down {
			line.Turn(round, -round, true)
		} else {
			line.Turn(-round, -round, false)
		}
		d.picture.Path("bus", line)
	}
	middle := d.x[b.column] + d.width[b.column]/2
	from, to := middle-b.label.width/2-lineGap, middle+b.label.width/2+lineGap
	line := new(svg.Line)
	switch {
	case first == down: // the label is to the right of the target
		line.Move(last-round, b.y).To(to, b.y).Move(from, b.y).To(down+round, b.y)
	default:
		line.Move(first+round, b.y).To(from, b.y).Move(to, b.y).To(down-round, b.y).Turn(round, round, true)
		if last > down {
			line.Move(last-round, b.y).To(down+round, b.y)
		}
	}
	if last > down {
		line.Turn(-round, round, false)
	}
	y := d.cells[b.to].y
	d.picture.Path("bus", line.To(down, y-round).Turn(round, round, false))
	d.enter(b.to, down+round)
	d.text(b.label, middle, b.y-b.label.height()/2)
}
