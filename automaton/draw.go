package automaton

import (
	"math/big"
	"math/rand/v2"
)

// Sample returns a random member whose length is between from and to, inclusive. It draws a random
// rank, so all members are equally likely. It returns the same errors as [Members.Ranks].
func (m *Members) Sample(r *rand.Rand, from, to int) (string, error) {
	first, next, err := m.Ranks(from, to)
	if err != nil {
		return "", err
	}
	rank := below(r, next.Sub(next, first))
	return m.Unrank(rank.Add(rank, first))
}

// index returns a random number from 0 to n-1. Unlike [rand.Rand.IntN], it returns the same numbers
// on every machine.
func index(r *rand.Rand, n int) int { return int(below(r, big.NewInt(int64(n))).Int64()) }

// below returns a random number from 0 to bound-1. It draws bound.BitLen() bits in 64-bit words,
// lowest word first, and repeats this until the number is below bound, which takes fewer than two
// draws on average. Tested against: TestBelow.
func below(r *rand.Rand, bound *big.Int) *big.Int {
	size := bound.BitLen()
	var word, x big.Int
	for {
		x.SetInt64(0)
		for at := 0; at < size; at += 64 {
			bits := r.Uint64()
			if rest := size - at; rest < 64 {
				bits &= 1<<rest - 1
			}
			x.Or(&x, word.Lsh(word.SetUint64(bits), uint(at)))
		}
		if x.Cmp(bound) < 0 {
			return &x
		}
	}
}
