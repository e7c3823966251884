package automaton

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Correction is a member that is nearest to a string.
type Correction struct {
	Member string
	Edits  []Edit // that turn the string into the member, by ascending offset in the string
}

// Correct returns a member of d with the smallest edit distance to s, which is the number of
// characters inserted, deleted and replaced (Levenshtein, Binary codes capable of correcting
// deletions, insertions and reversals, 1966). A byte outside UTF-8 sequences counts as a character.
// Among equally near members it prefers, in this order, letters in the other case, inserted
// punctuation (which keeps all of s), punctuation that looks alike, deleted characters, and other
// new characters; among these it prefers the order of witnesses. ok is false for the empty
// language. The error reports a limit of the meter.
//
// Idea: a shortest path through the pairs of a position in s and a state of d (Wagner, Order-n
// correction for regular languages, 1974), computed with the algorithm of Dijkstra. It visits only
// the pairs that are as near to s as the member.
//
// Cost: characters of s × states × states at most.
//
// Tested against: TestCorrect tries all edits of short strings.
func Correct(d *DFA, s string, meter *Meter) (c Correction, ok bool, err error) {
	x := corrector{d: d, moves: map[StateID][]character{}, found: map[place]arrival{}}
	for rest := s; rest != ""; {
		_, size := utf8.DecodeRuneInString(rest)
		x.units, rest = append(x.units, rest[:size]), rest[size:]
	}
	x.arrive(place{0, d.start}, arrival{})
	for cost := 0; cost < len(x.queues); cost++ {
		for i := 0; i < len(x.queues[cost]); i++ { // keeping a character appends to the same queue
			p := x.queues[cost][i]
			if x.found[p].edits.cost() < cost {
				continue // a better path was found later
			}
			if p.at == len(x.units) && d.accept[p.state] {
				return x.trace(p), true, nil
			}
			x.expand(p)
			if err := meter.Work(x.steps); err != nil {
				return Correction{}, false, err
			}
			x.steps = 0
		}
		x.queues[cost] = nil
	}
	return Correction{}, false, nil
}

// A place is a number of characters of the string that are done, and the state after what became of
// them.
type place struct {
	at    int
	state StateID
}

// edits count the edits on a path. The sum of their penalties decides between equally many edits.
type edits struct{ number, penalty int }

// The penalties of edits.
const (
	recased    = iota // a letter is replaced with the same one in the other case
	punctuated        // a character of punctuation is inserted
	similar           // a character of punctuation is replaced with one that looks alike
	deleted
	invented // a new character, and nothing in the string suggests it
)

// punctuation lists the characters whose insertion costs least.
const punctuation = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// cost numbers the values of edits in their order. The number is the penalty, plus the number of
// values with fewer edits: k edits have penalties from 0 to k × invented.
func (e edits) cost() int { return e.number*(e.number-1)/2*invented + e.number + e.penalty }

// An arrival is the end of the best path found to a place.
type arrival struct {
	edits
	before place
	edited bool   // whether the last step is an edit
	text   string // that the last step adds to the member
}

// A character leads to a state.
type character struct {
	to   StateID
	text string
}

// A corrector is a search for a correction.
type corrector struct {
	d      *DFA
	units  []string // the characters of the string
	moves  map[StateID][]character
	found  map[place]arrival
	queues [][]place // places to expand, by cost
	steps  int64     // steps not yet reported to the meter
}

// arrive records a path to p unless an equally good one is known.
func (x *corrector) arrive(p place, a arrival) {
	x.steps += 30
	if known, ok := x.found[p]; p.state == Dead || ok && known.cost() <= a.cost() {
		return
	}
	x.found[p] = a
	for len(x.queues) <= a.cost() {
		x.queues = append(x.queues, nil)
	}
	x.queues[a.cost()] = append(x.queues[a.cost()], p)
}

// expand continues the path to p by one character of the string or of the member.
func (x *corrector) expand(p place) {
	e := x.found[p].edits
	edit := func(at int, to StateID, penalty int, text string) {
		x.arrive(place{at, to}, arrival{edits{e.number + 1, e.penalty + penalty}, p, true, text})
	}
	more := p.at < len(x.units)
	if more {
		text := x.units[p.at]
		x.arrive(place{p.at + 1, x.after(p.state, text)}, arrival{e, p, false, text})
		if other := recase(text); other != text {
			edit(p.at+1, x.after(p.state, other), recased, other)
		}
		for _, other := range lookingLike(text) {
			edit(p.at+1, x.after(p.state, other), similar, other)
		}
		edit(p.at+1, p.state, deleted, "")
	}
	for _, m := range x.movesFrom(p.state) {
		insertion := invented
		if strings.Contains(punctuation, m.text) {
			insertion = punctuated
		}
		edit(p.at, m.to, insertion, m.text)
		if more {
			edit(p.at+1, m.to, invented, m.text)
		}
	}
}

func (x *corrector) after(q StateID, text string) StateID {
	for i := range len(text) {
		q = x.d.Step(q, text[i])
	}
	return q
}

// movesFrom returns the states to which one character leads from q, each with the preferred one.
func (x *corrector) movesFrom(q StateID) []character {
	list, ok := x.moves[q]
	if !ok {
		s := search{a: x.d, b: x.d, joint: x.d.class, from: map[pair]step{}}
		s.expand(pair{q, q})
		for _, to := range s.queue {
			list = append(list, character{to.a, s.from[to].text})
		}
		x.moves[q] = list
		x.steps += s.steps
	}
	return list
}

// lookalikes lists groups of punctuation whose characters are easily mistaken for one another.
var lookalikes = []string{"-_", `/\`, "'\"`", ".,", ":;", "([{<", ")]}>"}

// recase returns an ASCII letter in the other case, and any other character unchanged.
func recase(c string) string {
	if len(c) == 1 && 'a' <= c[0]|0x20 && c[0]|0x20 <= 'z' {
		return string(rune(c[0] ^ 0x20))
	}
	return c
}

// lookingLike returns the characters that look like c.
func lookingLike(c string) []string {
	for _, group := range lookalikes {
		if strings.Contains(group, c) {
			return strings.Split(strings.ReplaceAll(group, c, ""), "")
		}
	}
	return nil
}

// trace returns the correction that the path to p describes.
func (x *corrector) trace(p place) (c Correction) {
	path := []place{p}
	for x.found[p].before.state != Dead {
		p = x.found[p].before
		path = append(path, p)
	}
	slices.Reverse(path)
	offset := 0
	for i, p := range path[1:] {
		a := x.found[p]
		old := strings.Join(x.units[path[i].at:p.at], "")
		c.Member += a.text
		switch {
		case !a.edited:
		case old == "":
			c.Edits = append(c.Edits, Edit{Insert, offset, old, a.text})
		case a.text == "":
			c.Edits = append(c.Edits, Edit{Delete, offset, old, a.text})
		default:
			c.Edits = append(c.Edits, Edit{Replace, offset, old, a.text})
		}
		offset += len(old)
	}
	return c
}
