// Package readable draws members of a grammar that a person can read: words, short numbers, one
// script per member, and each alternative and option once before one is used again. It derives them
// from the syntax tree, so the rules may be recursive.
package readable

import (
	"errors"
	"math/rand/v2"
	"slices"
)

const (
	budget   = 120 // how much the size of a derivation may exceed the smallest one, in the first attempt
	attempts = 12  // maximum number of attempts for a target; the budget of the last one is 0
)

// A Sampler draws members.
//
// Idea (Purdom, A sentence generator for testing parsers, 1972). Each member has a target: a branch
// that no member of this round has used. So a round takes at most as many members as there are
// branches. Branches of the structure come first, then those that differ only in a character, then
// those without visible characters. A branch is dropped if every attempt to use it is rejected by a
// Check or by the table.
//
// Cost. Each member takes time proportional to the number of nodes, times the number of rounds in
// which the sizes settle, which is small unless the rules are deeply recursive.
//
// Tested against: TestReadable in package build finds all derivations of each member.
type Sampler struct {
	start   *Node
	nodes   []*Node
	accepts func(string) bool
	work    func(steps int64) error
	random  *rand.Rand
	targets []branch // those that can be reached; at first in the order in which they are tried
	next    int      // index in targets
	drawn   int      // number of members drawn
	recent  map[string]bool
}

// New returns a sampler for the strings that start derives and accepts accepts. It changes the
// nodes. work is called with the number of steps before they are taken; its error ends the work.
func New(start *Node, random *rand.Rand, accepts func(string) bool, work func(steps int64) error) (*Sampler, error) {
	s := &Sampler{start: start, nodes: collect(start, nil), accepts: accepts, work: work, random: random,
		recent: map[string]bool{}}
	start.parts()
	if err := measure(s.nodes, work); err != nil {
		return nil, err
	}
	fade(s.nodes)
	s.reach(start)
	slices.SortStableFunc(s.targets, func(a, b branch) int { return a.phase() - b.phase() })
	return s, nil
}

// reach sets s.targets to the branches of n and of the nodes below it that have members, the least
// deep ones first.
func (s *Sampler) reach(n *Node) {
	visited := map[*Node]bool{n: true}
	for queue := []*Node{n}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n.size == endless || n.Op == Repeat && n.Max == 0 {
			continue
		}
		for i, item := range n.Items {
			if item.size < endless && i < n.branches() {
				s.targets = append(s.targets, branch{n, i})
			}
			if !visited[item] {
				visited[item] = true
				queue = append(queue, item)
			}
		}
	}
}

// phase returns 0 for a branch of the structure, 1 for one that only selects characters, and 2 for
// one without visible characters.
func (b branch) phase() int {
	switch item := b.Items[b.item]; {
	case item.blank && item.size > 0:
		return 2
	case item.whole && b.Op == Choice:
		return 1
	}
	return 0
}

// ErrNone is the error for a node without members, or without accepted ones among those tried.
var ErrNone = errors.New("none was found")

// maxRecent is the number of members that Sample remembers to avoid them.
const maxRecent = 1000

// Sample returns a member. Members repeat only if no new one was found in several attempts.
func (s *Sampler) Sample() (string, error) {
	if s.start.size == endless {
		return "", ErrNone
	}
	for { // each further pass has one target less
		target, need, err := s.target()
		if err != nil {
			return "", err
		}
		for attempt := range attempts {
			text, used, ok, err := s.attempt(target, need, attempt)
			if err != nil {
				return "", err
			}
			if ok {
				s.commit(text, used)
				return text, nil
			}
		}
		if target.Node == nil {
			return "", ErrNone
		}
		s.targets = slices.Delete(s.targets, s.next, s.next+1)
	}
}

// target returns the first target that no member of the round uses, and the sizes to reach it. If
// there is none, the next round begins. The zero branch is returned if there are no targets.
func (s *Sampler) target() (branch, []int, error) {
	for s.next < len(s.targets) && s.targets[s.next].met[s.targets[s.next].item] {
		s.next++
	}
	if len(s.targets) == 0 {
		return branch{}, nil, nil
	}
	if s.next == len(s.targets) {
		for _, b := range s.targets {
			b.met[b.item] = false
		}
		s.next = 0
	}
	target := s.targets[s.next]
	need, err := needs(s.nodes, target, s.work)
	return target, need, err
}

// attempt derives a string and reports whether it is accepted and, in the first attempts, new.
func (s *Sampler) attempt(target branch, need []int, attempt int) (text string, used []branch, ok bool, err error) {
	d := &deriver{random: s.random, target: target, need: need}
	d.derive(s.start, budget*(attempts-1-attempt)/(attempts-1), target.Node != nil)
	if err := s.work(int64(d.steps)); err != nil || d.steps > maxSteps {
		return "", nil, false, err
	}
	f := &filler{deriver: d, script: english}
	if s.drawn%2 == 1 {
		f.script = scripts[s.drawn/2%len(scripts)]
	}
	if text, ok = f.fill(); !ok || !s.accepts(text) {
		return "", nil, false, nil
	}
	return text, d.used, attempt > attempts/2 || !s.recent[text], nil
}

// commit records a member and the branches that it uses.
func (s *Sampler) commit(text string, used []branch) {
	s.drawn++
	if len(s.recent) < maxRecent {
		s.recent[text] = true
	}
	for _, b := range used {
		b.met[b.item] = true
		b.uses[b.item]++
	}
}
