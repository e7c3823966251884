package automaton

import (
	"iter"
	"math/big"
)

// From yields the members in order, starting at the given rank. It yields an error and stops if
// rank is negative or the counts exceed one of the meter's limits.
func (m *Members) From(rank *big.Int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if rank.Sign() < 0 {
			yield("", &RankError{Rank: rank})
			return
		}
		skip := new(big.Int).Set(rank)
		for n := 0; m.reaches(n); n++ {
			if err := m.grow(n); err != nil {
				yield("", err)
				return
			}
			if count := &m.rows[n][m.d.start]; skip.Cmp(count) >= 0 {
				skip.Sub(skip, count)
			} else if !m.list(m.d.start, n, skip, nil, yield) {
				return
			}
		}
	}
}

// All yields all members in order, like [Members.From].
func (m *Members) All() iter.Seq2[string, error] { return m.From(new(big.Int)) }

// list yields the members that extend text by length characters or bytes from state q. It omits the
// first skip members and decrements skip for each omitted member.
func (m *Members) list(q StateID, length int, skip *big.Int, text []byte, yield func(string, error) bool) bool {
	if length == 0 && m.d.accept[q] {
		return yield(string(text), nil)
	}
	for _, x := range m.moves[q] {
		count := &m.rows[length-x.length][x.to]
		if count.Sign() == 0 {
			continue
		}
		for b := int(x.lo); b <= int(x.hi); b++ {
			if skip.Sign() > 0 && skip.Cmp(count) >= 0 {
				skip.Sub(skip, count)
			} else if !m.list(x.to, length-x.length, skip, append(text, byte(b)), yield) {
				return false
			}
		}
	}
	return true
}
