package automata

import (
	"fmt"

	"github.com/irilex/iri/tables"
)

// A Recursion selects the tables of rules that refer to themselves in the middle, with text on
// both sides, and of the rules that depend on them. An example is list = "(" *list ")". All other
// rules are compiled exactly. The zero value is Exact. A called rule is a rule whose references
// are calls, see [Grammar.Called]: in the example list. A call is open from its first byte to its
// last.
//
//   - Exact: a table that counts the open calls, if one counter is enough. Otherwise the rule has
//     no table, and [Grammar.Table] returns the reason.
//   - Superset: a finite automaton (Mohri and Nederhof, 2001). It matches every member, and other
//     strings too, such as "((())" in the example. It does not remember which call is open inside
//     of another one. So after such a call it goes on as after any other such call.
//     [Grammar.ProveSuperset] proves that it matches every member.
//   - Subset: a finite automaton for the members with at most Depth calls open at once. If it is
//     too large and one counter is enough, a table that counts at most Depth calls takes its
//     place. The calls of all called rules count together. A call of the empty string does not
//     count. In XRI 3.0, with the called rule xref, "=" needs depth 0, "=()" depth 1 and "=(())"
//     depth 2. The first use of the rule of the table itself is no call: a comment of mail has
//     depth 0 if it contains no comment.
//
// With the [Semantics] PEG the three are the same, because recursive rules have no tables.
type Recursion struct {
	Exactness tables.Exactness
	Depth     int // the greatest number of calls open at once; for Subset only
}

// String returns "exact", "superset" or "subset(3)".
func (r Recursion) String() string {
	if r.Exactness == tables.Subset {
		return fmt.Sprintf("%s(%d)", r.Exactness, r.Depth)
	}
	return r.Exactness.String()
}
