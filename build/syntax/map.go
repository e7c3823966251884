package syntax

// Map returns x with f applied to each of its leaves: references, strings, numbers, classes and
// prose. The result shares with x every node below which f changes no leaf.
func Map(x Expr, f func(Expr) Expr) Expr {
	switch x := x.(type) {
	case *Alternation:
		if items, changed := mapAll(x.Items, f); changed {
			return &Alternation{items, x.Ordered}
		}
	case *Concatenation:
		if items, changed := mapAll(x.Items, f); changed {
			return &Concatenation{items}
		}
	case *Repetition:
		if item := Map(x.Item, f); item != x.Item {
			return &Repetition{x.Min, x.Max, item, x.Start}
		}
	case *Group:
		if item := Map(x.Item, f); item != x.Item {
			return &Group{item, x.Start}
		}
	case *Option:
		if item := Map(x.Item, f); item != x.Item {
			return &Option{item, x.Start}
		}
	case *Difference:
		if item, except := Map(x.Item, f), Map(x.Except, f); item != x.Item || except != x.Except {
			return &Difference{item, except}
		}
	case *Predicate:
		if item := Map(x.Item, f); item != x.Item {
			return &Predicate{item, x.Negated, x.Start}
		}
	default:
		return f(x)
	}
	return x
}

func mapAll(items []Expr, f func(Expr) Expr) (mapped []Expr, changed bool) {
	for _, item := range items {
		to := Map(item, f)
		changed = changed || to != item
		mapped = append(mapped, to)
	}
	return mapped, changed
}
