package recursion

import (
	"slices"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Unwind returns a definition of r that matches the same strings and does not refer to r at its
// ends. It returns nil if no alternative begins or ends with r, or if none does without. References
// to r elsewhere remain, and so do those of other rules.
//
// Idea. Sort the alternatives of X by the references at their ends:
//
//	X  =  A  /  X B  /  C X  /  X M X
//	X  =  *C A *( B / M *C A )
//
// Proof. Replace the references that remain within A, B, C and M by a rule Z. The second line is a
// solution of the first: putting it in place of X on the right gives a part of it. It is part of
// each solution: a solution contains A, so *C A, and by induction what X B and X M X add to that.
// So both lines have the same least solution for each Z, and so has X = Z (Bekić, 1969).
//
// X *D and X [D] add to a solution what X D adds, because X itself is added anyway. So alternatives
// such as X *(SP X), as in RFC 9051, section 9 (tagged-ext-comp), are read as X SP X.
func Unwind(g *names.Grammar, r *names.Rule) syntax.Expr {
	u := unwinding{g: g, r: r}
	for _, items := range u.alternatives(r.Expr) {
		u.sort(items, true)
	}
	if len(u.a) == 0 || len(u.b)+len(u.c)+len(u.m) == 0 {
		return nil
	}
	core := choice(u.a)
	if len(u.c) > 0 {
		core = sequence([]syntax.Expr{repeat(choice(u.c)), group(core)})
	}
	tails := u.b
	for _, m := range u.m {
		tails = append(tails, sequence([]syntax.Expr{m, group(core)}))
	}
	if len(tails) == 0 {
		return core
	}
	return sequence([]syntax.Expr{group(core), repeat(choice(tails))})
}

// An unwinding collects the parts of the alternatives of r that the comment on Unwind names.
type unwinding struct {
	g          *names.Grammar
	r          *names.Rule
	a, b, c, m []syntax.Expr
}

// alternatives returns the alternatives of e, each as a list of items to concatenate.
func (u *unwinding) alternatives(e syntax.Expr) (all [][]syntax.Expr) {
	switch e := plain(e).(type) {
	case *syntax.Alternation:
		for _, item := range e.Items {
			all = append(all, u.alternatives(item)...)
		}
		return all
	default:
		return [][]syntax.Expr{flat(nil, e)}
	}
}

// flat appends the items that e concatenates to list, also those in parentheses.
func flat(list []syntax.Expr, e syntax.Expr) []syntax.Expr {
	all, ok := plain(e).(*syntax.Concatenation)
	if !ok {
		return append(list, e)
	}
	for _, item := range all.Items {
		list = flat(list, item)
	}
	return list
}

// sort adds an alternative to the parts. If again is set, it may be of the form X *D, to be sorted
// as X D.
func (u *unwinding) sort(items []syntax.Expr, again bool) {
	last := len(items) - 1
	left, right := u.is(items[0]), u.is(items[last])
	switch {
	case last == 0 && left: // X = X adds nothing
	case last == 1 && left && again && repeated(items[1]) != nil:
		for _, rest := range u.alternatives(repeated(items[1])) {
			u.sort(slices.Concat(items[:1], rest), false)
		}
	case last == 1 && right && again && repeated(items[0]) != nil:
		for _, rest := range u.alternatives(repeated(items[0])) {
			u.sort(slices.Concat(rest, items[1:]), false)
		}
	case last == 1 && left && right: // X = X X
		u.m = append(u.m, &syntax.CharVal{Start: items[0].Pos()})
	case left && right:
		u.m = append(u.m, sequence(items[1:last]))
	case left:
		u.b = append(u.b, sequence(items[1:]))
	case right:
		u.c = append(u.c, sequence(items[:last]))
	default:
		u.a = append(u.a, sequence(items))
	}
}

// is reports whether e is a reference to r.
func (u *unwinding) is(e syntax.Expr) bool {
	name, ok := plain(e).(*syntax.RuleName)
	return ok && u.g.Referent(name.Name) == u.r
}

// plain returns e without parentheses and repeats such as 1*1 around it.
func plain(e syntax.Expr) syntax.Expr {
	for {
		e = names.Ungroup(e)
		once, ok := e.(*syntax.Repetition)
		if !ok || once.Min != 1 || once.Max != 1 {
			return e
		}
		e = once.Item
	}
}

// repeated returns D if e is *D, 1*D or [D], or one of these with an upper bound, and nil
// otherwise.
func repeated(e syntax.Expr) syntax.Expr {
	switch e := plain(e).(type) {
	case *syntax.Option:
		return e.Item
	case *syntax.Repetition:
		if e.Min <= 1 && e.Max != 0 {
			return e.Item
		}
	}
	return nil
}

// choice returns an expression that matches what one of the items matches.
func choice(items []syntax.Expr) syntax.Expr {
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Alternation{Items: items}
}

// sequence returns the concatenation of items.
func sequence(items []syntax.Expr) syntax.Expr {
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Concatenation{Items: items}
}

func group(e syntax.Expr) syntax.Expr { return &syntax.Group{Item: e, Start: e.Pos()} }

func repeat(e syntax.Expr) syntax.Expr {
	return &syntax.Repetition{Max: syntax.Unbounded, Item: group(e), Start: e.Pos()}
}
