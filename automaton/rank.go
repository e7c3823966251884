package automaton

import (
	"fmt"
	"math/big"
)

// Rank returns the number of members before s. The error is a [*NotMemberError] if s is not a
// member; otherwise it is a [*LimitError] or another error from the meter.
func (m *Members) Rank(s string) (*big.Int, error) {
	q := m.d.start
	for i := range len(s) {
		if q = m.d.Step(q, s[i]); q == Dead {
			return nil, &NotMemberError{Offset: i}
		}
	}
	if !m.d.accept[q] {
		return nil, &NotMemberError{Offset: len(s)}
	}
	left := m.Length(s)
	if err := m.grow(left); err != nil {
		return nil, err
	}
	rank := new(big.Int).Set(m.shorter[left])
	q = m.d.start
	var product big.Int
	for i := range len(s) {
		b := s[i]
		for _, x := range m.moves[q] {
			if x.lo >= b {
				break
			}
			n := int(min(x.hi, b-1)-x.lo) + 1
			rank.Add(rank, product.Mul(&m.rows[left-x.length][x.to], m.times[n]))
		}
		left -= m.lengthOf(b)
		q = m.d.Step(q, b)
	}
	return rank, nil
}

// A NotMemberError reports a string that is not a member.
type NotMemberError struct {
	Offset int // of the first byte that cannot continue a member; the string's length if the string is incomplete
}

// Error reports the offset.
func (e *NotMemberError) Error() string {
	return fmt.Sprintf("the string is not a member: mismatch at offset %d", e.Offset)
}
