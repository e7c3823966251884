// Package small has a mutant of every kind, and functions of every shape.
package small

const limit = 3

// Clamp is tested at its borders but for one.
func Clamp(n int) int {
	if n > limit {
		return limit
	}
	if n < -1 { // -1 is not tested: < may be <=
		n = -1
	}
	return n
}

// Both has a parameter without a name, and is tested for two of four inputs.
func Both(a, b bool, _ int) bool { return a && b }

type box[T any] struct{ items []T }

// Push is a method of a generic type with variadic parameters.
func (b *box[T]) Push(items ...T) {
	for i := 0; i < len(items); i++ {
		b.items = append(b.items, items[i])
	}
}

func (box[T]) zero() (t T) { return }

// Last is a generic function whose type parameter is only in the result.
func Last[T any](b any) T {
	items := b.(*box[T]).items
	return items[len(items)-1]
}

// Safe recovers, which a copy of it could not.
func Safe(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return true
}

// Half may hang.
func Half(n int) (half int) {
	for n > 1 {
		half++
		n -= 2
	}
	return half
}

// Untested is not covered.
func Untested(a int) int {
	switch {
	case a&1 == 0:
		a >>= 1
		a++
	default:
		a = 3*a + 1
	}
	return a
}
