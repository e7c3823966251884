package automaton

import (
	"fmt"
	"math"
	"math/big"
)

// Count returns the number of members of the given length. The error is a [*LimitError] or another
// error from the meter.
func (m *Members) Count(length int) (*big.Int, error) {
	if !m.has(length) {
		return new(big.Int), nil
	}
	if err := m.grow(length); err != nil {
		return nil, err
	}
	return new(big.Int).Set(&m.rows[length][m.d.start]), nil
}

// Shorter returns the number of members shorter than length. This is also the rank of the first
// member that is not shorter.
func (m *Members) Shorter(length int) (*big.Int, error) {
	if m.longest >= 0 || m.shortest < 0 {
		length = min(length, m.longest+1)
	}
	if length <= 0 {
		return new(big.Int), nil
	}
	if err := m.grow(length - 1); err != nil {
		return nil, err
	}
	return new(big.Int).Set(m.shorter[length]), nil
}

// Ranks returns the range of ranks, first to next-1, of the members whose length is between from
// and to, inclusive. The error is a [*NoMemberError] if there are no such members, and otherwise a
// [*LimitError] or another error from the meter.
func (m *Members) Ranks(from, to int) (first, next *big.Int, err error) {
	if first, err = m.Shorter(from); err == nil {
		next, err = m.Shorter(min(to, math.MaxInt-1) + 1)
	}
	if err == nil && next.Cmp(first) <= 0 {
		err = m.noMember(from, to)
	}
	return first, next, err
}

// noMember returns the error for a range of lengths that contains no member. The error includes the
// nearest member lengths below and above the range.
func (m *Members) noMember(from, to int) error {
	below, _, err := m.Nearest(from)
	if err != nil {
		return err
	}
	_, above, err := m.Nearest(to)
	if err != nil {
		return err
	}
	return &NoMemberError{Unit: m.unit, From: from, To: to, Below: below, Above: above}
}

// has reports whether length lies between the shortest and the longest member.
func (m *Members) has(length int) bool {
	return m.shortest >= 0 && m.shortest <= length && (m.longest < 0 || length <= m.longest)
}

// grow extends the rows of counts to the given length.
func (m *Members) grow(length int) error {
	for len(m.rows) <= length {
		if err := m.addRow(); err != nil {
			return fmt.Errorf("counting members with %d %s: %w", length, m.unit, err)
		}
	}
	return nil
}

// addRow computes the counts for the next length.
func (m *Members) addRow() error {
	row := make([]big.Int, m.d.NumStates())
	const number = 32 // bytes of a big.Int, excluding its digits
	held := int64(len(row)) * number
	for _, q := range m.order {
		if err := m.meter.Work(m.sum(&row[q], q, row)); err != nil {
			return err
		}
		held += 8 * int64(cap(row[q].Bits()))
	}
	if err := m.meter.spend(0, held); err != nil {
		return err
	}
	last := m.shorter[len(m.rows)]
	m.rows = append(m.rows, row)
	m.shorter = append(m.shorter, new(big.Int).Add(last, &row[m.d.start]))
	return nil
}

// sum adds up the counts of the states that follow q. It takes counts for bytes of length 0 from
// the unfinished row, and all others from the last finished row.
func (m *Members) sum(to *big.Int, q StateID, row []big.Int) (steps int64) {
	length := len(m.rows)
	if length == 0 && m.d.accept[q] {
		to.SetInt64(1)
	}
	var product big.Int
	for _, t := range m.terms[q] {
		from := row
		if t.length > 0 {
			if length == 0 {
				continue
			}
			from = m.rows[length-1]
		}
		x := &from[t.to]
		steps += 8 + int64(len(x.Bits()))
		if t.times > 1 {
			x = product.Mul(x, m.times[t.times])
		}
		to.Add(to, x)
	}
	return steps
}
