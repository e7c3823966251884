package fault

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
)

// Leaders count names, of which there may be any number, in constant memory. Up to most distinct
// names the counts are exact. Of more the frequent ones stay.
//
// Idea: Space-Saving (Metwally, Agrawal, El Abbadi 2005). A new name takes the counter of a name
// with the lowest count, and goes on from that count; how much of it may be of other names is kept
// beside it.
// Returns: a name that came more often than total/most times has a counter, and its true count is
// between count-over and count.
// Cost: O(log most) for a name. A merge takes O(most log most).
// Rejected: to count the first names alone, because in a sorted list those are the first of the
// alphabet.
// Twin: exactly, in leaders_test.go.
type leaders struct {
	most   int
	of     map[string]*leader
	heap   byCount
	lossy  bool  // whether a name has lost its counter
	absent int64 // how often there was no name
}

// A leader is the count of a name.
type leader struct {
	name        string
	count, over int64 // over: how many of count may be of other names
	at          int   // in the heap
}

func newLeaders(most int) leaders { return leaders{most: most, of: map[string]*leader{}} }

// longestName is the length in bytes of the longest name that is counted as it is.
const longestName = 255

// add counts a name. Longer names than longestName are counted by their beginnings, and "" as
// absent.
func (l *leaders) add(name string) {
	if name == "" {
		l.absent++
		return
	}
	name = shortened(name, longestName)
	c := l.of[name]
	switch {
	case c != nil:
		c.count++
	case len(l.heap) < l.most:
		c = &leader{name: strings.Clone(name), count: 1}
		l.of[c.name] = c
		heap.Push(&l.heap, c)
		return
	default:
		c = l.heap[0]
		delete(l.of, c.name)
		c.name, c.over, c.count = strings.Clone(name), c.count, c.count+1
		l.of[c.name] = c
		l.lossy = true
	}
	heap.Fix(&l.heap, c.at)
}

// lost is the highest count that a name without a counter may have.
func (l *leaders) lost() int64 {
	if !l.lossy {
		return 0
	}
	return l.heap[0].count
}

// merge adds the counts of other names (Agarwal and others, "Mergeable summaries", 2012). A name
// that one of both lacks may have been lost there.
func (l *leaders) merge(next *leaders) {
	l.absent += next.absent
	mine, theirs := l.lost(), next.lost()
	list := make([]*leader, 0, len(l.heap)+len(next.heap))
	for _, c := range l.heap {
		if other := next.of[c.name]; other != nil {
			c.count, c.over = c.count+other.count, c.over+other.over
		} else {
			c.count, c.over = c.count+theirs, c.over+theirs
		}
		list = append(list, c)
	}
	for _, c := range next.heap {
		if l.of[c.name] == nil {
			c.count, c.over = c.count+mine, c.over+mine
			list = append(list, c)
		}
	}
	slices.SortFunc(list, descending)
	l.lossy = l.lossy || next.lossy || len(list) > l.most
	list = list[:min(len(list), l.most)]
	slices.Reverse(list) // a heap, because each is at most those after it
	clear(l.of)
	for i, c := range list {
		c.at = i
		l.of[c.name] = c
	}
	l.heap = list
}

// sorted returns the counts, the highest first.
func (l *leaders) sorted() []*leader {
	list := slices.Clone(l.heap)
	slices.SortFunc(list, descending)
	return list
}

// descending orders counts, the highest first, and equal ones by their names.
func descending(a, b *leader) int {
	return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
}

// byCount is a heap with a lowest count at its top.
type byCount []*leader

func (h byCount) Len() int           { return len(h) }
func (h byCount) Less(i, j int) bool { return h[i].count < h[j].count }
func (h byCount) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

// Push is for package heap.
func (h *byCount) Push(x any) {
	c := x.(*leader)
	c.at = len(*h)
	*h = append(*h, c)
}

// Pop is for package heap, which does not call it here.
func (h *byCount) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
