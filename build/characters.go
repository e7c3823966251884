package build

import "github.com/irilex/iri/tables"

// Characters says whether shift rows may take every character over U+007F that a rule reads for one
// step; see [tables.Hot]. The characters in question are those that some state reads,
// chosen such that as few states as possible are exceptions; what else there is, as private use in a query, escapes.
type Characters int

// A rule is one of these, the last that applies.
const (
	NoCharacters      Characters = iota // it reads none over U+007F
	AlikeCharacters                     // wherever one may stand, all may, and lead to one state, however many there are
	CountedCharacters                   // somewhere two of them lead elsewhere than one
	DifferCharacters                    // somewhere not all of them may stand, or they lead to several states
)

// String returns "none", "alike", "counted" or "differ".
func (c Characters) String() string { return [...]string{"none", "alike", "counted", "differ"}[c] }

// ShiftRows says what shift rows know of a rule.
type ShiftRows struct {
	Places   int // of states, 0 when the rule has no shift rows; those of the dead state and of the escape not counted
	States   int // live ones that places stand for, between two characters
	Live     int // as many as there are of these
	Tails    int // places inside characters, and of the state from which they are reached
	Middle   int // as many as there are of these
	Counting int // places of the rows that count the bytes of components, 0 when there are none

	Characters Characters
	Exceptions int // states for which characters are not alike
}

// ShiftRows returns what the table of a rule, which must have one, knows in shift rows.
func (r *Rule) ShiftRows() (s ShiftRows, err error) {
	m, err := r.Table.Machine()
	if err != nil {
		return s, err
	}
	if h := m.Hot; h != nil {
		class := h.Alike(m)
		place := map[uint16]bool{}
		for _, p := range h.Places {
			place[p.State] = true
		}
		for q := 1; q < m.States(); q++ {
			if between(m, uint16(q)) {
				s.Live++
				if place[class[q]] {
					s.States++
				}
			}
		}
		s.Places, s.Tails = len(h.Places), len(h.Tails)
		s.Middle = len(tailsOf(m, h.Tails[0].State))
	}
	if m.Counts != nil {
		s.Counting = len(m.Counts.Places)
	}
	s.Characters, s.Exceptions = characters(m)
	return s, nil
}

// characters says how a machine reads characters, and how many states are exceptions.
func characters(m *tables.Machine) (best Characters, exceptions int) {
	all := readers(m)
	for i, home := range all[:min(len(all), mostHomes)] {
		kind, n := AlikeCharacters, 0
		for _, q := range all {
			switch to := afterCharacter(m, q, home); {
			case to == 0:
				kind = DifferCharacters
				n++
			case afterCharacter(m, to, home) != to:
				kind = max(kind, CountedCharacters)
				n++
			}
		}
		if i == 0 || n < exceptions {
			best, exceptions = kind, n
		}
	}
	return best, exceptions
}

// afterCharacter returns the state after q and any character that is read from home, 0 when that is not one state.
func afterCharacter(m *tables.Machine, q, home uint16) (to uint16) {
	type pair struct{ q, home uint16 }
	todo, seen := []pair{{q, home}}, map[pair]bool{}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		last := -1
		for b := 0x80; b < 256; b++ {
			c := int(m.Class[b])
			next := pair{m.Next[int(p.q)*m.Count+c], m.Next[int(p.home)*m.Count+c]}
			switch {
			case c == last || next.home == 0 || seen[next]:
			case !between(m, next.home):
				seen[next] = true
				todo = append(todo, next)
			case next.q == 0 || to != 0 && next.q != to:
				return 0
			default:
				to = next.q
			}
			last = c
		}
	}
	return to
}

// readers returns the states between two characters that read one over U+007F.
func readers(m *tables.Machine) (all []uint16) {
	for q := range uint16(m.States()) {
		for b := 0x80; b < 256 && between(m, q); b++ {
			if m.Next[int(q)*m.Count+int(m.Class[b])] != 0 {
				all = append(all, q)
				break
			}
		}
	}
	return all
}
