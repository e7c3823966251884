package notation

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
)

// A codeSet is a set of code points: ranges in ascending order that neither overlap nor touch.
//
// Tested against: TestCodeSets compares the operations with the same operations on sets of single
// code points.
type codeSet []syntax.ClassRange

// maxRuns bounds the total number of ranges in all sets of a document. An ordinary one-mebibyte
// document contains a quarter of this number. A document exceeds it only if its rules repeatedly
// refer to large sets.
const maxRuns = 1 << 20

// newCodeSet returns the union of ranges, which may be in any order and may overlap.
func newCodeSet(ranges []syntax.ClassRange) codeSet {
	var set codeSet
	for _, r := range syntax.SortRanges(ranges) {
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
				set = append(set, syntax.ClassRange{Lo: r.Lo, Hi: o.Lo - 1})
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

// everything contains all code points except surrogates, which cannot be encoded in UTF-8.
var everything = codeSet{{Lo: 0, Hi: 0xD7FF}, {Lo: 0xE000, Hi: utf8.MaxRune}}

// codeSets determines which sets of code points the expressions of a document match.
type codeSets struct {
	rules    map[string][]*syntax.Rule // the rules, by folded name
	sets     map[string]*codeSet       // the rules' sets, by folded name; nil if there is no set, or not yet
	later    bool                      // whether the later of two rules with the same name wins
	runs     int                       // total number of ranges in all sets so far
	compared int                       // number of ranges compared so far; see disjointSets
}

// codeSet returns the set of code points that x matches, if every string that x matches is a single
// code point. For any other expression, or once maxRuns is exceeded, ok is false.
func (t *codeSets) codeSet(x syntax.Expr) (set codeSet, ok bool) {
	switch x := x.(type) {
	case *syntax.Class:
		set, ok = newCodeSet(x.Ranges), true
		if x.Negated {
			set = everything.minus(set)
		}
	case *syntax.NumRange:
		set, ok = codeSet{{Lo: x.Lo, Hi: x.Hi}}, true
	case *syntax.NumVal:
		if len(x.Values) == 1 {
			set, ok = codeSet{{Lo: x.Values[0], Hi: x.Values[0]}}, true
		}
	case *syntax.CharVal:
		set, ok = charSet(x)
	case *syntax.Group:
		return t.codeSet(x.Item)
	case *syntax.Alternation:
		set, ok = t.union(x.Items)
	case *syntax.Difference:
		set, ok = t.except(x)
	case *syntax.RuleName:
		return t.ruleSet(x.Name)
	}
	t.runs += len(set)
	return set, ok && t.runs <= maxRuns
}

// charSet returns the set that a one-character string matches. If the string is case-insensitive,
// the set contains an ASCII letter in both cases. For a string of any other length, ok is false.
func charSet(x *syntax.CharVal) (set codeSet, ok bool) {
	r, size := utf8.DecodeRuneInString(x.Text)
	if size == 0 || size != len(x.Text) {
		return nil, false
	}
	ranges := []syntax.ClassRange{{Lo: r, Hi: r}}
	if x.Fold && r < utf8.RuneSelf && char.IsAlpha(byte(r)) {
		ranges = append(ranges, syntax.ClassRange{Lo: r ^ 0x20, Hi: r ^ 0x20})
	}
	return newCodeSet(ranges), true
}

// union returns the union of the sets that items match. ok is false if codeSet fails for an item.
func (t *codeSets) union(items []syntax.Expr) (set codeSet, ok bool) {
	var all []syntax.ClassRange
	for _, item := range items {
		part, ok := t.codeSet(item)
		if !ok {
			return nil, false
		}
		all = append(all, part...)
	}
	return newCodeSet(all), true
}

// except returns the set that a difference matches. ok is false if codeSet fails for one of the
// operands.
func (t *codeSets) except(x *syntax.Difference) (set codeSet, ok bool) {
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

// foldName returns the same text for all spellings of a name: it lowercases the name (RFC 5234,
// section 2.1) and replaces "_" with "-". It is equivalent to FoldName in package tables, which
// this package does not import.
func foldName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "-")) }

// ruleSet returns the set that the named rule, including its increments, matches, and stores the
// set in t.sets. ok is false if the rule has no set. A recursive rule has no set.
func (t *codeSets) ruleSet(name string) (set codeSet, ok bool) {
	key := foldName(name)
	if known, found := t.sets[key]; found {
		if known == nil {
			return nil, false
		}
		return *known, true
	}
	t.sets[key] = nil
	var all []syntax.Expr
	rules := t.rules[key]
	if n := len(rules); n > 1 && t.later {
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

// disjointSets reports whether a and b have no code point in common. After more than maxRuns ranges
// have been compared in total, it always returns false.
func (t *codeSets) disjointSets(a, b codeSet) bool {
	t.compared += len(a) + len(b)
	for len(a) > 0 && len(b) > 0 && t.compared <= maxRuns {
		switch {
		case a[0].Hi < b[0].Lo:
			a = a[1:]
		case b[0].Hi < a[0].Lo:
			b = b[1:]
		default:
			return false
		}
	}
	return t.compared <= maxRuns
}

// firstSet returns the set of code points that can begin a string that x matches. ok is false if x
// may match the empty string or the set is unknown.
func (t *codeSets) firstSet(x syntax.Expr) (set codeSet, ok bool) {
	switch x := x.(type) {
	case *syntax.Group:
		return t.firstSet(x.Item)
	case *syntax.Concatenation:
		return t.firstSet(x.Items[0])
	case *syntax.CharVal:
		_, size := utf8.DecodeRuneInString(x.Text)
		return charSet(&syntax.CharVal{Text: x.Text[:size], Fold: x.Fold})
	}
	return t.codeSet(x)
}

// apart reports whether no string that x matches starts with a code point in set, and whether x may
// match the empty string. If it cannot tell, the first result is false.
func (t *codeSets) apart(x syntax.Expr, set codeSet) (apart, empty bool) {
	switch x := x.(type) {
	case *syntax.Group:
		return t.apart(x.Item, set)
	case *syntax.Option:
		apart, _ = t.apart(x.Item, set)
		return apart, true
	case *syntax.Repetition:
		apart, empty = t.apart(x.Item, set)
		return apart, empty || x.Min == 0
	case *syntax.Alternation:
		apart = true
		for _, item := range x.Items {
			a, e := t.apart(item, set)
			apart, empty = apart && a, empty || e
		}
		return apart, empty
	case *syntax.Concatenation:
		apart, empty = t.apart(x.Items[0], set)
		return apart && !empty, false
	case *syntax.CharVal:
		if x.Text == "" {
			return true, true
		}
	}
	first, ok := t.firstSet(x)
	return ok && t.disjointSets(first, set), false
}

// Treetop repetitions are greedy and never backtrack: 'a'? 'a' does not match "a". In ABNF a
// repetition may match fewer copies, so ABNF may match more strings. The two agree where no text
// can follow the repetition, or where the following text cannot begin another copy.

// A greed finds repetitions that could make a rule match more strings in ABNF.
type greed struct {
	codeSets
	last     map[string]*syntax.Rule // the last rule with each name
	followed map[string]bool         // the names of the rules whose matches may be followed by more text; see findFollowed
}

// repetitions calls report for each repetition in r that could make r match more strings in ABNF.
func (t *greed) repetitions(r *syntax.Rule, report func(x syntax.Expr)) {
	places(r.Expr, nil, t.followed[r.Name], func(x syntax.Expr, rest []syntax.Expr, followed bool) {
		if rep, ok := x.(*syntax.Repetition); ok && rep.Min != rep.Max && t.mayTake(rep, rest, followed) {
			report(x)
		}
	})
}

// findFollowed sets t.followed to the rules whose matches may be followed by more text. The text
// may be matched by a rule that refers to them, directly or through other rules.
func (t *greed) findFollowed() {
	t.followed = map[string]bool{}
	var queue []*syntax.Rule
	visit := func(x syntax.Expr, rest []syntax.Expr, followed bool) {
		name, ok := x.(*syntax.RuleName)
		if !ok || !followed && len(rest) == 0 || t.followed[name.Name] {
			return
		}
		t.followed[name.Name] = true
		if r := t.last[name.Name]; r != nil {
			queue = append(queue, r)
		}
	}
	for _, r := range t.last {
		places(r.Expr, nil, false, visit)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		places(queue[0].Expr, nil, true, visit)
	}
}

// places calls visit for each expression in x. rest holds the items that follow the expression in
// its concatenation, and followed reports whether text may follow those items.
func places(x syntax.Expr, rest []syntax.Expr, followed bool,
	visit func(x syntax.Expr, rest []syntax.Expr, followed bool)) {
	visit(x, rest, followed)
	followed = followed || len(rest) > 0
	switch x := x.(type) {
	case *syntax.Concatenation:
		for i, item := range x.Items {
			places(item, x.Items[i+1:], followed, visit)
		}
		return
	case *syntax.Repetition:
		followed = followed || x.Max != 1
	}
	for _, item := range syntax.Items(x) {
		places(item, nil, followed, visit)
	}
}

// mayTake reports whether the text after the repetition rep may start like another copy of its
// item. That text is rest, followed by more text if followed is set.
func (t *greed) mayTake(rep *syntax.Repetition, rest []syntax.Expr, followed bool) bool {
	if len(rest) == 0 {
		return followed
	}
	set, ok := t.firstSet(rep.Item)
	if !ok {
		return true
	}
	apart, empty := t.apart(rest[0], set)
	return !apart || empty && (followed || len(rest) > 1)
}
