package build

import (
	"fmt"

	"github.com/irilex/iri/tables"
)

// A Recursion says how to compile rules that refer to themselves between other text, and those that depend
// on them. All others are compiled exactly, and so are these if it is the zero value.
//
//   - Exact: by a table that counts, where one counter is enough, see [Grammar.Table].
//   - Superset: by a finite automaton (Mohri and Nederhof, 2001) in which a member inside of another may
//     end where a third began. It matches every member, and other strings too, such as "(()" for
//     parentheses in parentheses. [Grammar.ProveSuperset] proves it.
//   - Subset: for the members in which at most Depth references to called rules are open at once, see
//     [Grammar.Called]; those of all circles count together. By a finite automaton, unless that is large
//     and one counter is enough: then the table counts up to the depth. A reference that reads no character
//     counts nothing. With XRI 3.0, of which xref is called, the least depths of "=", "=()" and "=(())" are
//     0, 1 and 2. The rule of the table itself does not count: a comment of mail has depth 0 if no comment
//     is in it.
//
// With the [Semantics] PEG all three are the same: no recursive rule has a table.
type Recursion struct {
	Exactness tables.Exactness
	Depth     int // of Subset
}

// String returns "exact", "superset" or "subset(3)".
func (r Recursion) String() string {
	if r.Exactness == tables.Subset {
		return fmt.Sprintf("%s(%d)", r.Exactness, r.Depth)
	}
	return r.Exactness.String()
}
