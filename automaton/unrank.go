package automaton

import (
	"fmt"
	"math/big"
)

// Unrank returns the member with the given rank. The error is a [*RankError] if rank is negative or
// too large for the language; otherwise it is a [*LimitError] or another error from the meter.
func (m *Members) Unrank(rank *big.Int) (string, error) {
	if rank.Sign() < 0 {
		return "", &RankError{Rank: rank}
	}
	for n := 0; ; n++ {
		if !m.reaches(n) {
			return "", &RankError{Rank: rank, Members: m.shorter[len(m.shorter)-1]}
		}
		if err := m.grow(n); err != nil {
			return "", err
		}
		if rank.Cmp(m.shorter[n+1]) < 0 {
			return m.unrank(n, new(big.Int).Sub(rank, m.shorter[n])), nil
		}
	}
}

// UnrankWithin returns the member with the given rank among the members of one length. It returns
// the same errors as [Members.Ranks] and [Members.Unrank].
func (m *Members) UnrankWithin(length int, rank *big.Int) (string, error) {
	if rank.Sign() < 0 {
		return "", &RankError{Rank: rank}
	}
	first, next, err := m.Ranks(length, length)
	if err != nil {
		return "", err
	}
	if next.Sub(next, first); rank.Cmp(next) >= 0 {
		return "", &RankError{Rank: rank, Members: next}
	}
	return m.unrank(length, new(big.Int).Set(rank)), nil
}

// reaches reports whether members of the given length or longer may exist.
func (m *Members) reaches(length int) bool {
	return m.shortest >= 0 && (m.longest < 0 || length <= m.longest)
}

// unrank returns the member with the given rank among the members of one length. It modifies rank.
// Requires: the rows up to length exist.
func (m *Members) unrank(length int, rank *big.Int) string {
	var text []byte
	var size, quotient big.Int
	for q := m.d.start; length > 0 || !m.d.accept[q]; {
		for _, x := range m.moves[q] {
			count := &m.rows[length-x.length][x.to]
			if size.Mul(count, m.times[int(x.hi-x.lo)+1]); rank.Cmp(&size) >= 0 {
				rank.Sub(rank, &size)
				continue
			}
			quotient.QuoRem(rank, count, rank)
			text = append(text, x.lo+byte(quotient.Int64()))
			q, length = x.to, length-x.length
			break
		}
	}
	return string(text)
}

// A RankError reports a rank that is out of range.
type RankError struct {
	Rank    *big.Int
	Members *big.Int // the number of members, or of members of the given length; nil if the rank is negative
}

// Error reports the valid ranks.
func (e *RankError) Error() string {
	switch {
	case e.Members == nil:
		return fmt.Sprintf("rank %d is negative; ranks start at 0", e.Rank)
	case e.Members.Sign() == 0:
		return "there are no members"
	}
	last := new(big.Int).Sub(e.Members, big.NewInt(1))
	return fmt.Sprintf("no member has rank %d; the last rank is %d", e.Rank, last)
}
