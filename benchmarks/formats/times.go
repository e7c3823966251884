package main

import (
	"math"
	"slices"
	"time"
)

// ratio returns the time of package formats divided by that of a peer, on the members that both
// accept. Both alternate in passes over these members, and the fastest pass of each counts. The
// second result is the time of package formats per string, in nanoseconds. The results are NaN if
// there is no such member.
func (c *comparison) ratio(p peer, budget time.Duration) (ratio, nanoseconds float64) {
	both := slices.DeleteFunc(slices.Clone(c.members), func(s string) bool { return !c.format.Valid(s) || !p.valid(s) })
	if len(both) == 0 {
		return math.NaN(), math.NaN()
	}
	ours, theirs := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for start := time.Now(); time.Since(start) < budget; {
		ours = min(ours, pass(c.format.Valid, both))
		theirs = min(theirs, pass(p.valid, both))
	}
	n := float64(len(both) * repeats)
	return float64(ours) / float64(theirs), float64(ours.Nanoseconds()) / n
}

// repeats is the number of times that a pass validates each string, so that the clock's resolution
// does not matter.
const repeats = 20

// pass returns the time that valid takes to validate the strings.
func pass(valid func(string) bool, all []string) time.Duration {
	start := time.Now()
	for range repeats {
		for _, s := range all {
			if !valid(s) {
				panic("a verdict changed: " + s)
			}
		}
	}
	return time.Since(start)
}
