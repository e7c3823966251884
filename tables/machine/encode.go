package machine

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"unsafe"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// This file encodes machines as tables.
//
// Idea. The encoder appends the sections in layout order (see package format). At the start of each
// section, begin writes the section's offset to the header. The table is padded with zeros before
// the places, the regions and the classes, because a walk finds the classes at a fixed distance
// from the end of the table. The last invariant in package format requires this padding.
//
// Requires and returns. fits must accept the machine. The table depends only on the machine, so
// Verify can compare a table with the encoding of its machine.
//
// Cost. Linear in the size of the table.
//
// Tested against: Of, its inverse (TestEncodeAndMachineAreInverse).

// Encode returns the machine encoded as the table of a rule. It returns an error if the machine
// does not fit the layout. It does not check that the machine is minimal and in canonical form;
// [Verify] does.
func (m *Machine) Encode() (tables.Rule, error) {
	if err := m.fits(); err != nil {
		return "", err
	}
	e := encoder{m: m, out: make([]byte, format.AtRows)}
	e.sections(format.RuleMagic, m.Hash(), e.components)
	t, err := e.finish()
	return tables.Rule(t), err
}

// sections writes the header with the magic and the hash, the rows, the accepting states, the wide
// table, the labels, the words and the two names. middle writes the labels, which differ between
// rules and sets.
func (e *encoder) sections(magic string, hash [32]byte, middle func()) {
	m := e.m
	e.header(magic, hash)
	e.rows()
	e.begin(format.AtAccept)
	e.accept()
	e.begin(format.AtWide)
	e.wide()
	e.begin(format.AtLabels)
	middle()
	e.begin(format.AtWords)
	e.words()
	e.begin(format.AtNames)
	e.text(m.Grammar)
	e.text(m.Name)
}

// fits returns an error if the machine exceeds a limit of the layout or if its parts are
// inconsistent.
func (m *Machine) fits() error {
	n := m.States()
	switch {
	case n < 1 || n > format.MaxState:
		return fmt.Errorf("a table has 1 to %d states, not %d", format.MaxState, n)
	case m.Count < 1 || m.Count > 256 || len(m.Next) != n*m.Count:
		return fmt.Errorf("the machine has %d transitions, not %d states × %d classes", len(m.Next), n, m.Count)
	case len(m.Components) > format.MaxComponents || len(m.Slots) > MaxSlots:
		return fmt.Errorf("%d components in %d slots exceed the limits of %d and %d",
			len(m.Components), len(m.Slots), format.MaxComponents, format.MaxSlots)
	case len(m.Components) > 0 && len(m.SlotOf) != n, len(m.Components) == 0 && len(m.SlotOf) > 0, len(m.Expect) != n:
		return fmt.Errorf("SlotOf has %d entries and Expect %d; the machine has %d states", len(m.SlotOf), len(m.Expect), n)
	case m.Calls && (m.Front != nil || m.Regions != nil || len(m.Components) > 0):
		return errors.New("a rule with calls cannot have places, regions or components")
	case m.Depth != int(uint32(m.Depth)):
		return fmt.Errorf("the depth %d does not fit into four bytes", m.Depth)
	case m.Rest != nil && m.Front == nil:
		return errors.New("there are places for the rest but not for the front")
	case len(m.Words) > format.MaxText:
		return fmt.Errorf("%d words exceed the limit of %d", len(m.Words), format.MaxText)
	}
	return errors.Join(m.Front.fits(m, true), m.Rest.fits(m, false), m.textsFit())
}

// textsFit performs the checks of fits on texts and lists: the lengths of names and words, the
// number of delimiter bytes of each component, and the number of words expected after each state.
func (m *Machine) textsFit() error {
	texts := append([]string{m.Grammar, m.Name}, m.Words...)
	for _, p := range m.Components {
		if min(p.Prefix, p.Suffix) < 0 || max(p.Prefix, p.Suffix) > 255 {
			return fmt.Errorf("the delimiters of component %q are %d and %d bytes long", p.Name, p.Prefix, p.Suffix)
		}
		texts = append(texts, p.Name)
	}
	for _, text := range texts {
		if len(text) > format.MaxText {
			return fmt.Errorf("a string of %d bytes exceeds the limit of %d", len(text), format.MaxText)
		}
	}
	for q, list := range m.Expect {
		if len(list) > format.MaxText {
			return fmt.Errorf("state %d expects %d words, over the limit of %d", q, len(list), format.MaxText)
		}
	}
	return nil
}

// Hash returns the SHA-256 hash that identifies the language (see [tables.Rule.Hash]). The hash
// covers a head and the automaton: the numbers of states and classes, the start, the class map, the
// transitions and the accepting states. The head is "iri dfa", or "iri dfa with calls" for a
// machine with calls. For a subset with calls, it also contains the depth. The head is necessary
// because the language of an automaton depends on whether it uses calls and on the depth.
func (m *Machine) Hash() [32]byte {
	head := "iri dfa\n"
	switch {
	case m.Calls && m.Exactness == tables.Subset:
		head = fmt.Sprintf("iri dfa with calls to depth %d\n", m.Depth)
	case m.Calls:
		head = "iri dfa with calls\n"
	}
	return sha256.Sum256(append([]byte(head), m.transitions()...))
}

// transitions returns the bytes that Hash hashes, without the head.
func (m *Machine) transitions() (b []byte) {
	b = binary.LittleEndian.AppendUint32(b, uint32(m.States()))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Count))
	b = binary.LittleEndian.AppendUint16(b, m.Start)
	b = append(b, m.Class[:]...)
	for _, to := range m.Next {
		b = binary.LittleEndian.AppendUint16(b, to)
	}
	return append(b, bitset(m.Accept)...)
}

// An encoder appends the sections of m's table to out. stride is the number of one-byte cells in
// the row of a class.
type encoder struct {
	m      *Machine
	out    []byte
	stride int
}

func (e *encoder) put32(at, v int) { binary.LittleEndian.PutUint32(e.out[at:], uint32(v)) }
func (e *encoder) put16(at, v int) { binary.LittleEndian.PutUint16(e.out[at:], uint16(v)) }
func (e *encoder) add16(v int)     { e.out = binary.LittleEndian.AppendUint16(e.out, uint16(v)) }

// begin records that a section begins here: it writes the length of out to the header. section is
// the offset of a header field, such as format.AtWords.
func (e *encoder) begin(section int) { e.put32(section, len(e.out)) }

func (e *encoder) text(s string) {
	e.add16(len(s))
	e.out = append(e.out, s...)
}

// header fills in the header fields that are known before the sections are written.
func (e *encoder) header(magic string, hash [32]byte) {
	m := e.m
	e.stride = min(m.States(), 256)
	copy(e.out[format.AtMagic:], magic)
	e.put32(format.AtStates, m.States())
	e.put16(format.AtCount, m.Count)
	e.put16(format.AtStride, e.stride)
	e.out[format.AtStart] = byte(m.Start)
	e.out[format.AtExactness] = byte(m.Exactness)
	e.put32(format.AtDepth, m.Depth)
	e.put32(format.AtMask, 1<<bits.Len(uint(format.AtRows+(m.Count-1)*e.stride))-1)
	copy(e.out[format.AtHash:], hash[:])
	e.out[format.AtFlags] = m.Regions.flags()
	if m.Calls {
		e.out[format.AtFlags] |= format.HasCalls
	}
	if m.verifyClasses() == nil && m.verifyNumbers() == nil && m.verifyForm(nil) == nil {
		e.out[format.AtFlags] |= format.HasUTF8
	}
}

// rows writes the rows: for each class, one cell for each state up to format.Far. Transitions to
// far states and the cell of format.Far itself are written as format.Far.
func (e *encoder) rows() {
	far := e.m.States() > format.Far
	for c := range e.m.Count {
		for q := range e.stride {
			to := format.Far
			if !far || q < format.Far {
				to = e.m.next(q, c)
			}
			e.out = append(e.out, byte(min(to, format.Far)))
		}
	}
}

func (e *encoder) accept() { e.out = append(e.out, bitset(e.m.Accept)...) }

// bitset packs the elements of a set into bits, least significant bit first.
func bitset(set []bool) []byte {
	b := make([]byte, (len(set)+7)/8)
	for i, in := range set {
		if in {
			b[i/8] |= 1 << (i % 8)
		}
	}
	return b
}

// wide writes f, the result of firstWide, to the header. Then it writes the wide table: for each
// class, a two-byte cell for each state from f on.
func (e *encoder) wide() {
	first := e.m.firstWide()
	e.out[format.AtFirst] = byte(first)
	for c := range e.m.Count {
		for q := first; q < e.m.States(); q++ {
			e.add16(e.m.next(q, c))
		}
	}
}

// firstWide returns the first state that leads to a far state, or format.Far if there is none.
func (m *Machine) firstWide() int {
	for i, to := range m.Next[:min(len(m.Next), format.Far*m.Count)] {
		if to >= format.Far {
			return i / m.Count
		}
	}
	return format.Far
}

// components writes the label section of a rule: the number of components, the number of slots, the
// components, the slots, and the slot of each state, multiplied by format.SlotUnit.
func (e *encoder) components() {
	m := e.m
	e.out = append(e.out, byte(len(m.Components)), byte(len(m.Slots)))
	for _, p := range m.Components {
		e.out = append(e.out, byte(p.Prefix), byte(p.Suffix))
		e.text(p.Name)
	}
	for _, s := range m.Slots {
		e.out = append(e.out, byte(s.First), byte(s.Second))
	}
	for _, slot := range m.SlotOf {
		e.out = append(e.out, slot*format.SlotUnit)
	}
}

// words writes the word section: the list number of each state, or format.NoList; the number of
// words and the words; the number of lists and the offset of each list from the first list; and the
// lists. Equal lists are written only once.
func (e *encoder) words() {
	lists, of := distinct(e.m.Expect)
	for _, l := range of {
		if l < 0 {
			l = format.NoList
		}
		e.add16(l)
	}
	e.add16(len(e.m.Words))
	for _, w := range e.m.Words {
		e.text(w)
	}
	e.lists(lists)
}

// lists writes the number of lists and the offset of each list from the first list. Then it writes
// the length and the numbers of each list.
func (e *encoder) lists(lists [][]int) {
	e.add16(len(lists))
	at := 0
	for _, list := range lists {
		e.add16(at)
		e.add16(at >> 16)
		at += 2 + 2*len(list)
	}
	for _, list := range lists {
		e.add16(len(list))
		for _, i := range list {
			e.add16(i)
		}
	}
}

// distinct returns the distinct lists in all, in the order of their first occurrence. For each list
// in all, of contains its index in lists, or -1 if it is nil. Many states of a decoded table share
// one list in memory. In a hostile table this list may be long, so distinct reads each list in
// memory only once.
func distinct(all [][]int) (lists [][]int, of []int) {
	type memory struct {
		first *int
		n     int
	}
	seen, known := map[memory]int{}, map[string]int{}
	for _, list := range all {
		at := memory{unsafe.SliceData(list), len(list)}
		n, ok := seen[at]
		if key := ""; !ok && list != nil {
			key = fmt.Sprint(list)
			if n, ok = known[key]; !ok {
				n, lists = len(lists), append(lists, list)
			}
			seen[at], known[key] = n, n
		} else if list == nil {
			n = -1
		}
		of = append(of, n)
	}
	return lists, of
}

// finish writes the padding, the places, the regions, the classes, the size and the checksum, and
// returns the table. The padding consists of the zeros that the last invariant of the layout
// requires (see package format). finish returns an error if two places of a set conflict.
func (e *encoder) finish() (format.Table, error) {
	m := e.m
	front, err := m.Front.encode(m, true)
	if err != nil {
		return "", fmt.Errorf("places for the front: %w", err)
	}
	rest, err := m.Rest.encode(m, false)
	if err != nil {
		return "", fmt.Errorf("places for the rest: %w", err)
	}
	regions := m.Regions.Encode()
	after := len(front) + len(rest) + len(regions) + format.FromEnd
	if short := int(binary.LittleEndian.Uint32(e.out[format.AtMask:])) + format.Window - after - len(e.out); short > 0 {
		e.out = append(e.out, make([]byte, short)...)
	}
	e.section(format.AtFront, front)
	e.section(format.AtRest, rest)
	e.out = append(e.out, regions...)
	for _, c := range m.Class {
		e.add16(format.AtRows + int(c)*e.stride)
	}
	e.put32(format.AtSize, len(e.out)+format.ChecksumSize)
	return format.Table(binary.LittleEndian.AppendUint32(e.out, crc32.ChecksumIEEE(e.out))), nil
}

// section appends an optional section and writes its offset to the header field at. If bytes is
// nil, it does nothing.
func (e *encoder) section(at int, bytes []byte) {
	if bytes != nil {
		e.begin(at)
		e.out = append(e.out, bytes...)
	}
}
