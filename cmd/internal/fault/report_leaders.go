package fault

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// leaders counts names in bounded memory. The counts are exact for up to max distinct names. Beyond
// that limit the most frequent names are kept.
//
// Idea. Space-Saving (Metwally, Agrawal, El Abbadi 2005) in batches: when there are 2*max names,
// the names with the lowest counts are dropped, and lost becomes the highest dropped count. A new
// name starts at lost because it may have been dropped before.
//
// Requires and returns: the true count of a kept name is between count-over and count. A name that
// occurred more than total/max times is kept. Proof: counting a name adds 1 to the sum of
// count-lost over all names, and when lost grows by n, that sum shrinks by at least max*n, so
// max*lost is at most total.
//
// Cost: amortized O(log max) per name.
//
// Rejected: counting only the first names. In sorted input these are merely the alphabetically
// first names.
//
// Tested against: exact counts, in TestLeaders.
type leaders struct {
	max    int
	of     map[string]*leader
	lost   int64 // maximum count of a dropped name; 0 if none was dropped
	absent int64 // number of records without a name
}

// A leader is the count of a name.
type leader struct {
	name        string
	count, over int64 // over is the maximum error of count
}

func newLeaders(limit int) leaders { return leaders{max: limit, of: map[string]*leader{}} }

// maxName is the maximum length of a name in bytes.
const maxName = 255

// add counts a name. It shortens a long name to maxName bytes and counts "" as absent.
func (l *leaders) add(name string) {
	if name == "" {
		l.absent++
		return
	}
	name = shortened(name, maxName)
	c := l.of[name]
	if c == nil {
		c = &leader{strings.Clone(name), l.lost, l.lost}
		l.of[c.name] = c
	}
	c.count++
	l.limit()
}

// total returns the number of records, with those without a name.
func (l *leaders) total() int64 {
	n := l.absent
	for _, c := range l.of {
		n += c.count - c.over
	}
	return n
}

// merge adds the counts of next (Agarwal et al., "Mergeable summaries", 2012). A name missing from
// one side may have occurred there up to lost times before it was dropped.
func (l *leaders) merge(next *leaders) {
	l.absent += next.absent
	for name, c := range l.of {
		if next.of[name] == nil {
			c.count, c.over = c.count+next.lost, c.over+next.lost
		}
	}
	for name, c := range next.of {
		if mine := l.of[name]; mine != nil {
			mine.count, mine.over = mine.count+c.count, mine.over+c.over
		} else {
			c.count, c.over = c.count+l.lost, c.over+l.lost
			l.of[name] = c
		}
	}
	l.lost += next.lost
	l.limit()
}

// limit drops names if there are 2*max or more.
func (l *leaders) limit() {
	if len(l.of) >= 2*l.max {
		l.sorted()
	}
}

// sorted returns up to max counts in descending order and drops the others.
func (l *leaders) sorted() []*leader {
	list := slices.SortedFunc(maps.Values(l.of), func(a, b *leader) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	if len(list) <= l.max {
		return list
	}
	l.lost = list[l.max].count
	for _, c := range list[l.max:] {
		delete(l.of, c.name)
	}
	return list[:l.max]
}
