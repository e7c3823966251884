package build

import (
	"fmt"

	"github.com/irilex/iri/tables"
)

// A Recursion is a way to compile rules that refer to themselves between other text, and
// rules that depend on them. All other rules are compiled exactly. The zero value is exact.
//
//   - Exact: by a table that counts, if one counter is enough, see [Grammar.Table].
//   - Superset: by a finite automaton (Mohri and Nederhof, 2001). In it a member inside of
//     another may end where a third began. It matches every member, and other strings too, such
//     as "(()" for parentheses in parentheses. [Grammar.ProveSuperset] proves it.
//   - Subset: for the members with at most Depth references to called rules open at once, see
//     [Grammar.Called]; those of all circles count together. By a finite automaton, unless it is
//     large and one counter is enough: then the table counts up to the depth. A reference that
//     reads no character does not count. In XRI 3.0, with xref called, the least depths of "=",
//     "=()" and "=(())" are 0, 1 and 2. The rule of the table itself does not count: a comment
//     of mail has depth 0 if it contains no comment.
//
// With the [Semantics] PEG all three are the same: recursive rules have no tables.
type Recursion struct {
	Exactness tables.Exactness
	Depth     int // for Subset
}

// String returns "exact", "superset" or "subset(3)".
func (r Recursion) String() string {
	if r.Exactness == tables.Subset {
		return fmt.Sprintf("%s(%d)", r.Exactness, r.Depth)
	}
	return r.Exactness.String()
}
