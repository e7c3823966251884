package earley

import (
	"context"
	"fmt"
	"unicode/utf8"
)

// A Parser reads strings with a network. Its memory is reused for the next string.
//
// Idea. The parser visits the places of the string one after another. At each place it follows the
// items until there are no more: a character read leads to an item at a later place; a symbol begun
// twice at the same place becomes one call; and at the end of a call, what waits for it continues.
// Only calls and waiters remain in memory after their place.
//
//   - A call that ends where it began (an empty match) may get more waiters at that place. They
//     continue at once (Aycock and Horspool, 2002, on this error in Earley's paper).
//   - If a call of an earlier place has one waiter, after which the waiting call ends, the end of
//     one means the end of the other. Leo's chain (top) skips to the last of them, which makes
//     right recursion linear.
//   - A difference ends where its first side ends, unless its second side ends there, too. That is
//     known after all other items of the place, and lower strata, are followed.
//
// Cost. Each place takes time proportional to its items. For the grammars of programming languages
// their number is bounded (all LR(k) grammars, by Leo's proof, if no repetition hides a right
// recursion); in an ambiguous grammar it grows with the place. Memory: see keptSteps and
// crowdedPart.
//
// Rejected. Generalized LL: without Leo's chain it takes quadratic time for a = "x" a / "x".
// Minimal automata of regular rules in place of their definitions: fewer items in long
// tokens, but rules over the limits of the compiler have none.
//
// Tested against: TestParserRandom and TestParserDocuments compare it with twins.Descent, and
// TestParserLower compares it with tables.
type Parser struct {
	*Network
	ctx     context.Context
	text    string
	at      int32 // the current place
	steps   int64
	limit   int64
	err     error
	leaves  [][]int32 // by node: see follow
	begun   []int32   // by symbol: the last call
	calls   []pending
	waiters []waiter
	items   []item                  // at the current place
	later   [1 + utf8.UTFMax][]item // at later places, by place modulo their number
	seen    set
	differ  [][]int32 // by stratum: differences whose first side has ended at the current place
}

// A pending is a call: a symbol begun at a place.
type pending struct {
	symbol, at int32
	waiters    int32 // the last waiter, or -1
	many       bool  // whether there are several waiters
	done       int32 // the last place where it ended, or -1
	up         int32 // the call that ends wherever this one ends; -1 before top has searched for it
	owner      int32 // for the first side of a difference, the call of the difference; else -1
}

// A waiter continues when a call ends.
type waiter struct {
	item
	next int32 // the waiter before it, or -1
}

// An item is a node in a call, and the number of elements read if the call counts.
type item struct{ node, call, count int32 }

// A step limit also bounds memory: a call or a waiter counts as keptSteps steps, and a place may
// have a crowdedPart of the limit in items. With the default limit of 100 million both take at most
// half a gibibyte.
const (
	keptSteps   = 20
	crowdedPart = 20
)

// A WorkError reports that a string takes more steps than the limit.
type WorkError struct {
	Offset int // bytes of the string read so far
	Limit  int64
}

func (e *WorkError) Error() string {
	return fmt.Sprintf("no verdict: the work exceeds %d steps at byte %d", e.Limit, e.Offset)
}

// NewParser returns a parser that takes at most limit steps for each string.
func (n *Network) NewParser(limit int64) *Parser {
	return &Parser{
		Network: n, limit: limit, leaves: make([][]int32, len(n.nodes)), begun: make([]int32, len(n.symbols)),
		differ: make([][]int32, n.strata+1),
	}
}

// Match reports whether text is a member of the rule. If it is not, offset is the length in bytes
// of the longest beginning of text that could begin a member, as far as the definitions without
// their differences tell. The error is a [WorkError], or the context's.
func (p *Parser) Match(ctx context.Context, text string) (ok bool, offset int, err error) {
	p.reset(ctx, text)
	for int(p.at) <= len(text) {
		now := &p.later[int(p.at)%len(p.later)]
		for _, i := range *now {
			p.add(i)
		}
		if *now = (*now)[:0]; len(p.items) > 0 {
			offset = int(p.at)
			p.place()
		} else if p.idle() {
			break
		}
		if p.err != nil {
			return false, offset, p.err
		}
		p.at++
	}
	return int(p.calls[0].done) == len(text), offset, nil
}

// reset prepares the parser for a text.
func (p *Parser) reset(ctx context.Context, text string) {
	p.ctx, p.text, p.at, p.steps, p.err = ctx, text, 0, 0, nil
	p.calls, p.waiters = p.calls[:0], p.waiters[:0]
	for i := range p.later {
		p.later[i] = p.later[i][:0]
	}
	for i := range p.differ {
		p.differ[i] = p.differ[i][:0]
	}
	clear(p.begun)
	p.begin(0, -1)
	p.later[0] = append(p.later[0], p.items...)
	p.items = p.items[:0]
	p.seen.clear()
}

// idle reports whether no item is left at any later place.
func (p *Parser) idle() bool {
	for _, items := range p.later {
		if len(items) > 0 {
			return false
		}
	}
	return true
}

// place follows all items of the current place.
func (p *Parser) place() {
	char, size := utf8.DecodeRuneInString(p.text[p.at:])
	if char == utf8.RuneError && size < 2 {
		char = -1
	}
	for p.err == nil {
		for i := 0; i < len(p.items) && p.err == nil; i++ {
			for _, n := range p.follow(p.items[i].node) {
				p.visit(n, p.items[i], char, int32(size))
			}
		}
		p.items = p.items[:0]
		if !p.subtract() {
			break
		}
	}
	p.items = p.items[:0]
	p.seen.clear()
}

// visit follows one node of an item.
func (p *Parser) visit(at int32, i item, char rune, size int32) {
	p.work(1)
	n := &p.nodes[at]
	next := item{n.to, i.call, i.count}
	switch n.op {
	case read:
		if char >= 0 && p.classes[n.of].has(char) && size > 0 {
			p.push(next, size)
		}
	case octet:
		if size > 0 && p.classes[n.of].hasByte(p.text[p.at]) {
			p.push(next, 1)
		}
	case call:
		p.enter(at, n.of, next)
	case split:
		for _, to := range n.or {
			p.add(item{to, i.call, i.count})
		}
	case end:
		p.finish(i.call)
	case count:
		s := &p.symbols[p.calls[i.call].symbol]
		if i.count >= s.min {
			p.finish(i.call)
		}
		if i.count != s.max {
			p.add(next)
		}
	case again:
		s := &p.symbols[p.calls[i.call].symbol]
		if next.count++; s.max < 0 {
			next.count = min(next.count, s.min)
		}
		p.add(next)
	}
}

// work counts steps.
func (p *Parser) work(n int64) {
	const often = 1 << 16
	before := p.steps
	p.steps += n
	switch {
	case p.steps > p.limit:
		p.err = &WorkError{int(p.at), p.limit}
	case before/often != p.steps/often && p.ctx.Err() != nil:
		p.err = p.ctx.Err()
	}
}

// add adds an item to the current place.
func (p *Parser) add(i item) {
	if p.work(1); p.seen.add(i) {
		p.items = append(p.items, i)
		p.crowd(len(p.items))
	}
}

// push adds an item to a later place.
func (p *Parser) push(i item, after int32) {
	later := &p.later[int(p.at+after)%len(p.later)]
	*later = append(*later, i)
	p.crowd(len(*later))
}

// crowd checks the number of items of a place.
func (p *Parser) crowd(n int) {
	if int64(n) > max(p.limit/crowdedPart, 1) {
		p.err = &WorkError{int(p.at), p.limit}
	}
}

// enter begins a symbol, unless it has begun at this place, and lets next wait for it. The node at
// calls it; two items may reach the node.
func (p *Parser) enter(at, symbol int32, next item) {
	if !p.seen.add(item{^at, next.call, next.count}) {
		return
	}
	to := p.begun[symbol]
	if int(to) >= len(p.calls) || p.calls[to].symbol != symbol || p.calls[to].at != p.at {
		to = p.begin(symbol, -1)
	}
	p.work(keptSteps)
	c := &p.calls[to]
	c.many = c.waiters >= 0
	p.waiters = append(p.waiters, waiter{next, c.waiters})
	c.waiters = int32(len(p.waiters) - 1)
	if c.done == p.at {
		p.add(next)
	}
}

// begin adds a call of a symbol at the current place.
func (p *Parser) begin(symbol, owner int32) (to int32) {
	p.work(keptSteps)
	to = int32(len(p.calls))
	p.calls = append(p.calls, pending{symbol, p.at, -1, false, -1, -1, owner})
	p.begun[symbol] = to
	if s := &p.symbols[symbol]; s.item > 0 {
		p.begin(s.item, to)
		p.begin(s.item+1, -1)
	} else {
		p.add(item{s.start, to, 0})
	}
	return to
}

// finish ends a call at the current place.
func (p *Parser) finish(at int32) {
	c := &p.calls[at]
	if c.done == p.at {
		return
	}
	if c.done = p.at; c.owner >= 0 {
		stratum := p.symbols[p.calls[c.owner].symbol].stratum
		p.differ[stratum] = append(p.differ[stratum], c.owner)
		return
	}
	if c.at < p.at {
		if top := p.top(at); top != at {
			p.finish(top)
			return
		}
	}
	for w := c.waiters; w >= 0; w = p.waiters[w].next {
		p.add(p.waiters[w].item)
	}
}

// top returns the last call that ends wherever the call at ends. All calls that the search passes
// remember it, so each is passed once. They began before the current place, so they have all their
// waiters.
func (p *Parser) top(at int32) int32 {
	to := at
	for p.calls[to].up < 0 {
		c := &p.calls[to]
		if c.waiters < 0 || c.many || p.nodes[p.waiters[c.waiters].node].op != end {
			c.up = to
		} else {
			to = p.waiters[c.waiters].call
		}
	}
	to = p.calls[to].up
	for p.calls[at].up < 0 {
		c := &p.calls[at]
		c.up, at = to, p.waiters[c.waiters].call
	}
	return to
}

// subtract ends the differences of the lowest stratum that has any, except those whose second side
// has ended, and reports whether there was any.
func (p *Parser) subtract() bool {
	for i, calls := range p.differ {
		if len(calls) == 0 {
			continue
		}
		for _, c := range calls {
			if p.calls[c+2].done != p.at {
				p.finish(c)
			}
		}
		p.differ[i] = p.differ[i][:0]
		return true
	}
	return false
}

// maxLeaves is the maximum number of nodes to which follow leads.
const maxLeaves = 128

// follow returns the nodes to which splits lead from a node. If there are too many, it returns the
// node itself, and the splits become items.
func (p *Parser) follow(at int32) []int32 {
	if p.leaves[at] == nil {
		if p.leaves[at] = p.gather([]int32{at}); p.leaves[at] == nil {
			p.leaves[at] = []int32{at}
		}
		p.work(int64(len(p.leaves[at])))
	}
	return p.leaves[at]
}

// gather returns the nodes other than splits to which splits lead, or nil if there are too many.
func (p *Parser) gather(list []int32) (leaves []int32) {
	seen := map[int32]bool{}
	for i := 0; i < len(list); i++ {
		n := &p.nodes[list[i]]
		switch {
		case seen[list[i]]:
		case n.op == split:
			list = append(list, n.or...)
		default:
			leaves = append(leaves, list[i])
		}
		if seen[list[i]] = true; len(list) > 4*maxLeaves || len(leaves) > maxLeaves {
			return nil
		}
	}
	return leaves
}

// Steps returns the number of steps that the last string took.
func (p *Parser) Steps() int64 { return p.steps }
