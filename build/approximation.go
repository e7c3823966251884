package build

import (
	"fmt"

	"github.com/irilex/iri/tables"
)

// A Recursion is a way to compile rules that refer to themselves between other text, and rules that
// depend on them. All other rules are compiled exactly. The zero value is exact. A called rule is
// one whose references are calls, see [Grammar.Called].
//
//   - Exact: by a table that counts calls, if one counter is enough, see [Grammar.Table].
//   - Superset: by a finite automaton (Mohri and Nederhof, 2001). It does not remember which call
//     is open: after a member of a called rule inside of another it goes on as after any other such
//     member. It matches every member, and other strings too, such as "(()" for parentheses in
//     parentheses. [Grammar.ProveSuperset] proves that it matches every member.
//   - Subset: for the members with at most Depth calls open at once. The calls of all circles count
//     together. The table is a finite automaton. If this is large and one counter is enough, the
//     table counts calls up to the depth instead. A reference that reads no character does not
//     count. In XRI 3.0, with xref called, the least depths of "=", "=()" and "=(())" are 0, 1 and
//     2. The rule of the table itself does not count: a comment of mail has depth 0 if it contains
//     no comment.
//
// With the [Semantics] PEG all three are the same: recursive rules have no tables.
type Recursion struct {
	Exactness tables.Exactness
	Depth     int // the greatest number of open calls, for Subset
}

// String returns "exact", "superset" or "subset(3)".
func (r Recursion) String() string {
	if r.Exactness == tables.Subset {
		return fmt.Sprintf("%s(%d)", r.Exactness, r.Depth)
	}
	return r.Exactness.String()
}
