package fault

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
)

// Leaders count names in constant memory, for any number of distinct names. The counts of up to
// most distinct names are exact. Of more names, the frequent ones keep their counters.
//
// Idea. Space-Saving (Metwally, Agrawal, El Abbadi 2005). A new name takes the counter with the
// lowest count and continues from that count. Its over is the part of the count due to earlier
// names.
//
// Requires and returns: a name with more than total/most occurrences has a counter. The true count
// of a name with a counter is between count-over and count.
//
// Cost: O(log most) for a name, and O(most log most) for a merge.
//
// Rejected: to count the first names only, because in a sorted list they are the first of the
// alphabet.
//
// Tested against: exactly, in TestLeaders.
type leaders struct {
	most   int
	of     map[string]*leader
	heap   byCount
	lossy  bool  // whether a name has lost its counter
	absent int64 // number of records without a name
}

// A leader is the count of a name.
type leader struct {
	name        string
	count, over int64 // over is the part of count possibly due to other names
	at          int   // index in the heap
}

func newLeaders(most int) leaders { return leaders{most: most, of: map[string]*leader{}} }

// longestName is the length of the longest name kept whole, in bytes.
const longestName = 255

// add counts a name. Names longer than longestName count by their beginnings, and "" counts as
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

// lost returns the highest possible count of a name without a counter.
func (l *leaders) lost() int64 {
	if !l.lossy {
		return 0
	}
	return l.heap[0].count
}

// merge adds the counts of next (Agarwal and others, "Mergeable summaries", 2012). A name without
// a counter on one side gets lost of that side added, because its counter may have been lost
// there.
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
	slices.Reverse(list) // in ascending order, so a heap
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

// descending orders counts, the highest first, and equal counts by name.
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

// Push implements [heap.Interface].
func (h *byCount) Push(x any) {
	c := x.(*leader)
	c.at = len(*h)
	*h = append(*h, c)
}

// Pop implements [heap.Interface]. Leaders never call it.
func (h *byCount) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
