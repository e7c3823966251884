package readable

import (
	"math/rand/v2"
	"unicode"
)

// A piece is a part of a derivation: a fixed text, a slot for characters, or the start or the end
// of the text that a Check examines.
type piece struct {
	text     string
	slot     *Node // its part fills the slot; nil for a text
	check    *Node // the Check that starts or, if ends is set, ends here
	ends     bool
	min, max int                 // number of characters in a slot; max is negative if there is no maximum
	want     *unicode.RangeTable // a slot must contain one of these characters; nil for none
}

// A deriver draws one derivation from a node.
//
// Idea. A choice may exceed the size of the smallest derivation by at most the remaining budget,
// extra. So every derivation ends: each cycle contains a reference, which adds to the size. Within
// the budget, a choice takes an item that few members have used. A derivation with a target uses
// that branch, and takes the smallest path to it whatever the budget.
//
// Cost. At most maxSteps calls of derive.
type deriver struct {
	random *rand.Rand
	target branch
	need   []int // by node, the size of a smallest derivation that uses the target; nil without a target
	pieces []piece
	used   []branch
	steps  int // number of calls of derive
}

// maxSteps bounds the derivation of one member. The smallest members of a hostile grammar may be
// longer.
const maxSteps = 1 << 17

// derive appends a derivation of n to d.pieces, and the branches that it uses to d.used. If aim is
// set, it uses the target. After maxSteps the derivation is incomplete.
func (d *deriver) derive(n *Node, extra int, aim bool) {
	if d.steps++; d.steps > maxSteps {
		return
	}
	switch n.Op {
	case Text:
		d.pieces = append(d.pieces, piece{text: n.Text})
	case Class:
		d.slot(n, 1, 1, false)
	case Sequence:
		d.sequence(n, extra, aim)
	case Choice:
		d.choice(n, extra, aim)
	case Repeat:
		d.repeat(n, extra, aim)
	case Reference:
		d.derive(n.Items[0], extra, aim)
	case Check:
		d.pieces = append(d.pieces, piece{check: n})
		d.derive(n.Items[0], extra, aim)
		d.pieces = append(d.pieces, piece{check: n, ends: true})
	}
}

// slot appends a slot for characters of n. If aim is set, one of them uses the target.
func (d *deriver) slot(n *Node, least, most int, aim bool) {
	p := piece{slot: n, min: least, max: most}
	if aim {
		p.want = d.target.Items[d.target.item].part
	}
	d.pieces = append(d.pieces, p)
}

// sequence divides the budget at random among the items of n.
func (d *deriver) sequence(n *Node, extra int, aim bool) {
	to, weights, total := -1, make([]int, len(n.Items)), 0
	for i, item := range n.Items {
		if aim && (to < 0 || d.need[item.id]-item.size < d.need[n.Items[to].id]-n.Items[to].size) {
			to = i
		}
		if !item.whole && item.Op != Text {
			weights[i] = 1 << (2 * d.random.IntN(4))
			total += weights[i]
		}
	}
	for i, item := range n.Items {
		share := extra * weights[i] / max(total, 1)
		extra, total = extra-share, total-weights[i]
		d.derive(item, share, i == to)
	}
}

// choice derives an item of n. All items that are single characters count as one item.
func (d *deriver) choice(n *Node, extra int, aim bool) {
	if n.whole {
		d.slot(n, 1, 1, aim)
		return
	}
	i := -1
	switch {
	case aim && d.target.Node == n:
		i, aim = d.target.item, false
	case aim:
		i = d.least(n, func(item *Node) (int, bool) { return d.need[item.id], true })
	default:
		if n.part != nil && d.random.IntN(2) == 0 {
			d.slot(n, 1, 1, false)
			return
		}
		i = d.least(n, func(item *Node) (int, bool) {
			cost := 0
			if !n.blank && (item.blank || item.empty) {
				cost = 1
			}
			return cost, item.size <= n.size+extra && !item.whole
		})
		if i < 0 {
			d.slot(n, 1, 1, false)
			return
		}
	}
	d.used = append(d.used, branch{n, i})
	d.derive(n.Items[i], max(extra-n.Items[i].size+n.size, 0), aim)
}

// least returns the index of an item of n for which cost returns the smallest number and true, or
// -1. Of several such items it takes one that is used in few samples, at random.
func (d *deriver) least(n *Node, cost func(item *Node) (cost int, ok bool)) int {
	best, least, equal := -1, 0, 0
	for i, item := range n.Items {
		c, ok := cost(item)
		if !ok || item.size == endless {
			continue
		}
		switch {
		case best < 0 || c < least || c == least && n.uses[i] < n.uses[best]:
			best, least, equal = i, c, 1
		case c == least && n.uses[i] == n.uses[best]:
			if equal++; d.random.IntN(equal) == 0 {
				best = i
			}
		}
	}
	return best
}

// repeat derives repetitions of the item of n. If the item has a part, they are a slot for a word.
func (d *deriver) repeat(n *Node, extra int, aim bool) {
	if n.Max == 0 {
		return
	}
	wanted := aim && d.target.Node == n
	aim = aim && !wanted
	if n.Items[0].slotted() {
		d.word(n, extra, wanted, aim)
		return
	}
	item, count := n.Items[0], n.Min
	if wanted || aim {
		count = max(count, 1)
	}
	for !n.dull && (n.Max < 0 || count < n.Max) && extra > item.size && d.more(count) {
		extra -= item.size + 1
		count++
	}
	if count > 0 && n.Min == 0 {
		d.used = append(d.used, branch{n, 0})
	}
	at := d.random.IntN(max(count, 1))
	for i := range count {
		d.derive(item, extra/count, aim && i == at)
	}
}

// more decides at random whether a repetition or option continues after count items.
func (d *deriver) more(count int) bool {
	if count == 0 {
		return d.random.IntN(2) == 0
	}
	return d.random.IntN(3) == 0
}

// word derives repetitions of the item of n as a slot. If the target is not in the part of the
// item, one repetition uses the target, and others before it are a slot.
func (d *deriver) word(n *Node, extra int, wanted, aim bool) {
	item := n.Items[0]
	if !aim || reaches(item, d.target) {
		if wanted || aim || n.Min > 0 || item.words && d.random.IntN(8) > 0 {
			if n.Min == 0 {
				d.used = append(d.used, branch{n, 0})
			}
			d.slot(item, max(n.Min, 1), n.Max, aim)
		}
		return
	}
	if n.Min == 0 {
		d.used = append(d.used, branch{n, 0})
	}
	if n.Min > 1 || n.Max < 0 {
		d.slot(item, max(n.Min-1, 1), n.Max-1, false)
	}
	d.derive(item, extra, true)
}

// reaches reports whether n derives a character that uses b in the part of n.
func reaches(n *Node, b branch) (found bool) {
	all := func(*unicode.RangeTable) bool { return true }
	n.within(all, map[*Node]bool{}, func(x branch) { found = found || x == b })
	return found
}

// needs computes for each node the size of a smallest derivation that uses the target.
func needs(nodes []*Node, target branch, work func(steps int64) error) ([]int, error) {
	need := make([]int, len(nodes)+1)
	for i := range need {
		need[i] = endless
	}
	return need, settle(nodes, work, func(n *Node) bool {
		least := endless
		for i, item := range n.Items {
			with := need[item.id]
			if n == target.Node && (n.Op == Repeat || i == target.item) {
				with = item.size
			}
			switch n.Op {
			case Sequence:
				with = n.size - item.size + with
			case Repeat:
				if with += times(max(n.Min-1, 0), item.size); n.Max == 0 {
					with = endless
				}
			case Reference:
				with++
			}
			if n.size < endless {
				least = min(least, with)
			}
		}
		better := least < need[n.id]
		need[n.id] = min(need[n.id], least)
		return better
	})
}
