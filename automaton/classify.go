package automaton

import "encoding/binary"

// A Classifier is a deterministic automaton for several languages: a Moore machine (Moore, 1956)
// that outputs the list of languages containing a string. It is minimal and numbered like a
// canonical [DFA], so it depends only on the languages and their order.
type Classifier struct {
	// DFA accepts the union of the languages. It need not be a minimal DFA: two states that accept the
	// same strings remain separate if their lists in Matches differ.
	DFA *DFA
	// Matches lists, for each state, the numbers of the languages that contain the strings leading
	// to the state, in ascending order. The list is nil if the state does not accept.
	Matches [][]int
}

// Classify returns the classifier for the languages of members, which are numbered from 0.
//
// Idea. The members run side by side, like two automata in a product, and dead members are dropped.
// Then minimize merges states that yield the same list for every continuation.
//
// Cost: tuples × classes × live members per tuple.
//
// Tested against: TestClassifyRandomMachines compares each list with the results of Accepts.
func Classify(members []*DFA, meter *Meter) (*Classifier, error) {
	t := tuples{members: members, meter: meter, ids: map[string]StateID{}}
	t.dfa.class, t.examples = commonClasses(members...)
	t.dfa.classes = len(t.examples)
	err := t.construct()
	meter.release(t.held)
	if err != nil {
		meter.release(t.dfa.size())
		return nil, err
	}
	least, err := minimize(&t.dfa, t.kind, meter)
	if err != nil {
		return nil, err
	}
	return &Classifier{least, t.matches(least)}, nil
}

// An at is a live state of a member.
type at struct {
	member int
	state  StateID
}

// tuples builds the states of a classifier. Each state is a tuple of member states.
type tuples struct {
	members  []*DFA
	meter    *Meter
	dfa      DFA
	examples []byte
	live     [][]at             // the tuple of each state of dfa
	ids      map[string]StateID // tuple, as bytes, to state
	kind     []uint32           // by state of dfa: the index of its list in lists
	lists    [][]int            // the distinct lists of accepting members; the first is empty
	kinds    map[string]uint32  // list, as bytes, to its index
	held     int64              // bytes counted for live and ids
}

func (t *tuples) construct() error {
	t.lists, t.kinds = [][]int{nil}, map[string]uint32{"": 0}
	if _, err := t.state(nil); err != nil { // the empty tuple is the dead state
		return err
	}
	var start []at
	for i, d := range t.members {
		if d.start != Dead {
			start = append(start, at{i, d.start})
		}
	}
	var err error
	if t.dfa.start, err = t.state(start); err != nil {
		return err
	}
	for q := 1; q < len(t.live); q++ {
		if err := t.expand(q); err != nil {
			return err
		}
	}
	return nil
}

// expand fills the row of state q.
func (t *tuples) expand(q int) error {
	if q%64 == 0 {
		if err := t.meter.cancelled(); err != nil {
			return err
		}
	}
	for c, b := range t.examples {
		var to []at
		for _, a := range t.live[q] {
			if s := t.members[a.member].Step(a.state, b); s != Dead {
				to = append(to, at{a.member, s})
			}
		}
		if err := t.meter.Work(int64(16 + 2*len(t.live[q]) + 8*len(to))); err != nil {
			return err
		}
		id, err := t.state(to)
		if err != nil {
			return err
		}
		t.dfa.next[q*t.dfa.classes+c] = id
	}
	return nil
}

// state returns the state for a tuple, creating it if the tuple is new.
func (t *tuples) state(live []at) (StateID, error) {
	key := make([]byte, 0, 8*len(live))
	for _, a := range live {
		key = binary.LittleEndian.AppendUint32(key, uint32(a.member))
		key = binary.LittleEndian.AppendUint32(key, uint32(a.state))
	}
	if id, ok := t.ids[string(key)]; ok {
		return id, nil
	}
	id := StateID(len(t.live))
	if err := check("subset states", int64(id)+1, int64(t.meter.limits.Subsets)); err != nil {
		return 0, err
	}
	held := int64(len(live))*24 + 64 // key and tuple, their headers, and the map slot
	if err := t.meter.spend(int64(t.dfa.classes), int64(t.dfa.classes)*4+1+held); err != nil {
		return 0, err
	}
	t.held += held
	t.ids[string(key)] = id
	t.live = append(t.live, live)
	t.kind = append(t.kind, t.list(live))
	t.dfa.accept = append(t.dfa.accept, t.kind[id] != 0)
	t.dfa.next = append(t.dfa.next, make([]StateID, t.dfa.classes)...)
	return id, nil
}

// list finds the accepting members in a tuple and returns the index of their list in lists.
func (t *tuples) list(live []at) uint32 {
	var list []int
	var key []byte
	for _, a := range live {
		if t.members[a.member].accept[a.state] {
			list = append(list, a.member)
			key = binary.LittleEndian.AppendUint32(key, uint32(a.member))
		}
	}
	kind, ok := t.kinds[string(key)]
	if !ok {
		kind = uint32(len(t.lists))
		t.kinds[string(key)] = kind
		t.lists = append(t.lists, list)
	}
	return kind
}

// matches returns the list for each state of least. All tuples merged into a state share its list.
func (t *tuples) matches(least *DFA) [][]int {
	matches := make([][]int, least.NumStates())
	known := make([]bool, least.NumStates())
	known[Dead], known[least.start] = true, true
	queue := []pair{{t.dfa.start, least.start}}
	for i := 0; i < len(queue); i++ {
		q := queue[i]
		matches[q.b] = t.lists[t.kind[q.a]]
		for b := range 256 {
			to := pair{t.dfa.Step(q.a, byte(b)), least.Step(q.b, byte(b))}
			if !known[to.b] {
				known[to.b] = true
				queue = append(queue, to)
			}
		}
	}
	return matches
}
