package syntax

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// A codeSet is a set of code points: ranges in ascending order, with a gap between each range and
// the next.
//
// Twin: TestCodeSets compares the operations with sets of single code points.
type codeSet []ClassRange

const (
	firstSurrogate = 0xD800
	lastSurrogate  = 0xDFFF
	lastCodePoint  = 0x10FFFF
)

// maxRuns bounds the number of ranges in all sets that a [translator] makes. An ordinary document
// of a mebibyte has a quarter of this number. A document has more only if its rules refer to large
// sets again and again.
const maxRuns = 1 << 20

// sortedRanges returns a copy of ranges, sorted by their first code points.
func sortedRanges(ranges []ClassRange) []ClassRange {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(a, b ClassRange) int { return cmp.Compare(a.Lo, b.Lo) })
	return sorted
}

// newCodeSet returns the union of ranges, which may be in any order and overlap.
func newCodeSet(ranges []ClassRange) codeSet {
	var set codeSet
	for _, r := range sortedRanges(ranges) {
		if n := len(set); n > 0 && r.Lo <= set[n-1].Hi+1 {
			set[n-1].Hi = max(set[n-1].Hi, r.Hi)
		} else {
			set = append(set, r)
		}
	}
	return set
}

// minus returns the code points of s that are not in other.
func (s codeSet) minus(other codeSet) codeSet {
	var set codeSet
	for _, r := range s {
		for len(other) > 0 && other[0].Hi < r.Lo {
			other = other[1:]
		}
		for _, o := range other {
			if o.Lo > r.Hi {
				break
			}
			if r.Lo < o.Lo {
				set = append(set, ClassRange{r.Lo, o.Lo - 1})
			}
			if r.Lo = o.Hi + 1; r.Lo > r.Hi {
				break
			}
		}
		if r.Lo <= r.Hi {
			set = append(set, r)
		}
	}
	return set
}

// everything holds all code points except surrogates: those with a form in UTF-8.
var everything = codeSet{{0, firstSurrogate - 1}, {lastSurrogate + 1, lastCodePoint}}

// codeSet returns the set of the code points that x matches, if every string that x matches is a
// single code point. For any other expression, and over maxRuns, ok is false.
func (t *translator) codeSet(x Expr) (set codeSet, ok bool) {
	switch x := x.(type) {
	case *Class:
		set, ok = newCodeSet(x.Ranges), true
		if x.Negated {
			set = everything.minus(set)
		}
	case *NumRange:
		set, ok = codeSet{{x.Lo, x.Hi}}, true
	case *NumVal:
		if len(x.Values) == 1 {
			set, ok = codeSet{{x.Values[0], x.Values[0]}}, true
		}
	case *CharVal:
		set, ok = charSet(x)
	case *Group:
		return t.codeSet(x.Item)
	case *Alternation:
		set, ok = t.union(x.Items)
	case *Difference:
		set, ok = t.except(x)
	case *RuleName:
		return t.ruleSet(x.Name)
	}
	t.runs += len(set)
	return set, ok && t.runs <= maxRuns
}

// charSet returns the set for a string of one character. It has both cases of an ASCII letter if
// the string folds case. For any other string ok is false.
func charSet(x *CharVal) (set codeSet, ok bool) {
	r, size := utf8.DecodeRuneInString(x.Text)
	if size == 0 || size != len(x.Text) {
		return nil, false
	}
	ranges := []ClassRange{{r, r}}
	if x.Fold && r < utf8.RuneSelf && isAlpha(byte(r)) {
		ranges = append(ranges, ClassRange{r ^ 0x20, r ^ 0x20})
	}
	return newCodeSet(ranges), true
}

// union returns the set of an alternation with these items. ok is false if codeSet has no set for
// an item.
func (t *translator) union(items []Expr) (set codeSet, ok bool) {
	var all []ClassRange
	for _, item := range items {
		part, ok := t.codeSet(item)
		if !ok {
			return nil, false
		}
		all = append(all, part...)
	}
	return newCodeSet(all), true
}

// except returns the set of a difference. ok is false if codeSet has no set for one of its
// operands.
func (t *translator) except(x *Difference) (set codeSet, ok bool) {
	set, ok = t.codeSet(x.Item)
	if !ok {
		return nil, false
	}
	except, ok := t.codeSet(x.Except)
	if !ok {
		return nil, false
	}
	return set.minus(except), true
}

// ruleSet returns the set of the rule with this name, its increments included, and stores it in
// t.sets. ok is false for a rule without a set. A recursive rule has no set.
func (t *translator) ruleSet(name string) (set codeSet, ok bool) {
	key := foldName(name)
	if known, found := t.sets[key]; found {
		if known == nil {
			return nil, false
		}
		return *known, true
	}
	t.sets[key] = nil
	var all []Expr
	rules := t.rules[key]
	if n := len(rules); n > 1 && t.grammar.Dialect.LaterWins() {
		rules = rules[n-1:]
	}
	for i, r := range rules {
		if r.Incremental != (i > 0) {
			return nil, false
		}
		all = append(all, r.Expr)
	}
	if set, ok = t.union(all); !ok || len(all) == 0 {
		return nil, false
	}
	t.sets[key] = &set
	return set, true
}
