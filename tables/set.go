package tables

import "github.com/irilex/iri/tables/internal/format"

// A Set is the table of several grammar rules: a DFA whose accepting states name the matching
// rules. Like a [Rule] it is an immutable, comparable string. A Set finds the rules that match a
// string ([Set.First], [Set.Classify]), and splits text into tokens ([Set.Tokens]). Its rules are
// numbered from 0 in the order in which they are listed; if several match, the first one listed
// wins.
//
// The zero Set has no rules and matches nothing. If the string is not a set (machine.VerifySet
// rejects it), First, Prefix, LongestMatch, Lexer, LexerBytes, Tokens, Start, Advance,
// AdvanceString, Accepting and RuleAt return arbitrary results, but neither panic nor read outside
// the string. Other methods, including [Lexer.Err], may panic.
type Set string

func (t Set) table() format.Table { return format.Table(t) }

// NoRule is returned in place of a rule number if no rule matches.
const NoRule = -1

// Name returns the name of the set.
func (t Set) Name() string { return Rule(t).Name() }

// Grammar returns the name of the set's grammar.
func (t Set) Grammar() string { return Rule(t).Grammar() }

// States returns the number of states, not counting the dead state.
func (t Set) States() int { return Rule(t).States() }

// Classes returns the number of byte classes, including the class of bytes that never occur in a
// match.
func (t Set) Classes() int { return Rule(t).Classes() }

// Exactness is like [Rule.Exactness]. It returns Superset if the table of any rule is a superset.
func (t Set) Exactness() (e Exactness, depth int) { return Rule(t).Exactness() }

// Hash returns the SHA-256 of the canonical DFA, including the rules that match in each state. Two
// sets classify all strings identically if and only if their hashes are equal.
func (t Set) Hash() [32]byte { return Rule(t).Hash() }

// Rules returns the names of the rules, in order.
func (t Set) Rules() []string {
	if !t.table().Whole() {
		return nil
	}
	n, at := t.rules()
	names := make([]string, n)
	for i := range names {
		names[i], at = t.table().Text(at)
	}
	return names
}

// RuleName returns the name of rule i, or "" if rule i does not exist. RuleName(NoRule) is "".
func (t Set) RuleName(i int) string {
	if !t.table().Whole() {
		return ""
	}
	n, at := t.rules()
	if uint(i) >= uint(n) {
		return ""
	}
	var name string
	for range i + 1 {
		name, at = t.table().Text(at)
	}
	return name
}

// rules returns the number of rules, and the offset of the first rule's name.
func (t Set) rules() (n, at int) {
	table := t.table()
	_, at = table.Text(table.Uint32(format.AtNames))
	_, at = table.Text(at)
	return table.Uint16(at), at + 2
}

// First returns the number of the first listed rule that matches all of s, or [NoRule]. It does not
// allocate.
func (t Set) First(s string) int { return t.RuleAt(t.AdvanceString(t.Start(), s)) }

// Classify returns the numbers of all rules that match all of s, in ascending order.
func (t Set) Classify(s string) []int { return t.RulesAt(t.AdvanceString(t.Start(), s)) }

// Start returns the state before the first byte. It is dead if no rule matches any string.
func (t Set) Start() State { return Rule(t).Start() }

// Advance returns the state after reading b in state q, as [Rule.Advance] does.
func (t Set) Advance(q State, b []byte) State { return Rule(t).Advance(q, b) }

// AdvanceString is like Advance for a string.
func (t Set) AdvanceString(q State, s string) State { return Rule(t).AdvanceString(q, s) }

// Accepting reports whether a rule matches the bytes that led to q.
func (t Set) Accepting(q State) bool { return Rule(t).Accepting(q) }

// RuleAt returns the number of the first listed rule that matches the bytes that led to q, or
// [NoRule].
func (t Set) RuleAt(q State) int {
	if t.Accepting(q) {
		return t.table().Label(int(q)) - 1
	}
	return NoRule
}

// RulesAt returns the numbers of all rules that match the bytes that led to q, in ascending order.
func (t Set) RulesAt(q State) []int {
	if t.Accepting(q) {
		return t.matches(int(q))
	}
	return nil
}

// matches returns the rules that match in state q.
func (t Set) matches(q int) []int {
	table, n := t.table(), t.table().Uint32(format.AtStates)
	at := table.Uint32(format.AtLabels) + 2 + 2*n
	list := table.Uint16(at + 2*q)
	if list == 0 {
		return nil
	}
	at += 2 * n
	at += 2 + 4*table.Uint16(at) + table.Uint32(at+2+4*(list-1))
	rules := make([]int, table.Uint16(at))
	for i := range rules {
		rules[i] = table.Uint16(at + 2 + 2*i)
	}
	return rules
}
