package tune

import (
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables/machine"
)

// Regions gives m the byte classes for the region kernels, unless its language does not have the
// shape of a hierarchical identifier.
//
// Idea. Only the shape and its delimiters are fixed in advance. A witness for each region leads to
// a state of the automaton; the bytes of the region are those on which this state leads to itself.
// VerifyRegions then proves the classes correct by walking a bytewise version of the kernels
// alongside m.
//
// Tested against: TestTheProofOfRegionsCanFail in package build proves the classes in a second way,
// with a regular expression for the shape.
func Regions(m *machine.Machine, b *Budget) {
	p := prober{m}
	if !p.shaped() || !b.Affords(probeSteps+proofSteps*len(m.Next)) {
		return
	}
	r := p.regions()
	if r == nil {
		return
	}
	relative := m.Accept[p.after("a/a")]
	for _, kind := range [][2]bool{{true, true}, {true, false}, {false, false}} {
		r.Opaque, r.Relative = kind[0], kind[1]
		if r.Relative && !relative {
			continue
		}
		r.Components, r.Strict, r.Cuts = false, false, false
		if m.Regions = r; m.VerifyRegions() != nil {
			continue
		}
		for _, more := range [][3]bool{
			{true, true, true}, {true, true, false}, {false, true, false},
			{true, false, true}, {true, false, false},
		} {
			if r.Components, r.Strict, r.Cuts = more[0], more[1], more[2]; m.VerifyRegions() == nil {
				return
			}
		}
		r.Components, r.Strict, r.Cuts = false, false, false
		return
	}
	m.Regions = nil
}

// Steps counted per transition of a machine, for finding its regions and for walking the bytewise
// version of the kernels alongside it.
const (
	probeSteps = 60_000
	proofSteps = 8
)

// A prober inspects transitions of a machine.
type prober struct{ m *machine.Machine }

func (p prober) next(q int, b byte) int {
	return int(p.m.Next[q*p.m.Count+int(p.m.Class[b])])
}

// after returns the state after a witness, or 0 if no member starts with it.
func (p prober) after(witness string) int {
	q := int(p.m.Start)
	for i := range len(witness) {
		q = p.next(q, witness[i])
	}
	return q
}

// on reports whether b leads from one state to another.
func (p prober) on(from int, b byte, to int) bool { return p.next(from, b) == to }

// stays reports whether b leads from each of the states back to itself.
func (p prober) stays(states []int, b byte) bool {
	for _, q := range states {
		if !p.on(q, b, q) {
			return false
		}
	}
	return true
}

// shaped reports whether the automaton has the required regions of the shape.
func (p prober) shaped() bool {
	scheme, authority, path := p.after("a"), p.after("a://a"), p.after("a://a/a")
	// A language that consists only of paths has no regions to distinguish.
	return scheme != 0 && authority != 0 && path != 0 && scheme != path
}

// regions returns the byte classes, or nil if letters cannot form an authority.
func (p prober) regions() *machine.Regions {
	scheme, authority, path := p.after("a"), p.after("a://a"), p.after("a://a/a")
	port, query, fragment := p.after("a://a:"), p.after("a://a?a"), p.after("a://a#a")
	tail := []int{path} // the regions after the authority
	for _, q := range []int{query, fragment} {
		if q != 0 {
			tail = append(tail, q)
		}
	}
	r := &machine.Regions{}
	p.escape(r, append(tail, authority))
	for b := range byte(0x80) {
		c := &r.Class[b]
		plain := p.stays(tail, b) || b == '?' && query != 0 && p.stays(tail[1:], b)
		switch {
		case b == '#' && fragment != 0:
			*c |= machine.EndPath
		case plain:
			*c |= machine.Plain
			if p.next(authority, b) != p.next(path, b) || p.on(authority, b, 0) || p.on(authority, b, authority) {
				*c |= machine.InBody
			}
			if p.on(authority, b, authority) {
				*c |= machine.InAuthority
			}
			if p.on(scheme, b, scheme) {
				*c |= machine.InScheme
			}
			if p.on(int(p.m.Start), b, scheme) {
				*c |= machine.BeginScheme
			}
			if port != 0 && p.on(port, b, port) {
				*c |= machine.InPort
			}
			if b == '?' && query != 0 {
				*c |= machine.EndPath
			}
		}
	}
	for b := range byte(0x80) {
		if r.Class[b] == 0 && p.occurs(b) {
			r.Class[b] = machine.Sometimes
		}
	}
	for b := 0x80; b < 256; b++ {
		r.Class[b] = p.sequence(byte(b), append(tail, authority))
	}
	if r.Class['a']&machine.InAuthority == 0 {
		return nil
	}
	return r
}

// escape finds the byte that begins a three-byte sequence, such as "%41", that leads every state
// back to itself.
func (p prober) escape(r *machine.Regions, states []int) {
	for b := range byte(0x80) {
		var digits []byte
		for digit := range byte(0x80) {
			all := true
			for _, q := range states {
				first := p.next(q, b)
				all = all && first != q && p.next(first, digit) != q && p.next(p.next(first, digit), digit) == q
			}
			if all {
				digits = append(digits, digit)
			}
		}
		if len(digits) > 0 {
			r.Class[b] |= machine.InAuthority | machine.InBody
			for _, digit := range digits {
				r.Class[digit] |= machine.HexDigit
			}
			return
		}
	}
}

// occurs reports whether some state has a transition on b to a live state.
func (p prober) occurs(b byte) bool {
	for q := range p.m.States() {
		if p.next(q, b) != 0 {
			return true
		}
	}
	return false
}

// sequence returns the class of a byte of at least 0x80: whether it continues a UTF-8 sequence, or
// begins a sequence of two, three or four bytes. All such sequences lead each of the states back to
// itself, except those that the class leaves undecided.
func (p prober) sequence(b byte, states []int) (class uint8) {
	length := 0
	switch {
	case b < 0xC0:
		return machine.Continuing(b)
	case 0xC2 <= b && b <= 0xDF:
		length = 2
	case 0xE0 <= b && b <= 0xEF:
		length = 3
	case 0xF0 <= b && b <= 0xF4:
		length = 4
	}
	for _, lead := range leads[length] {
		back := func(q int) bool { return p.returns(p.next(q, b), lead.second, length-2, q) }
		if !slices.ContainsFunc(states, func(q int) bool { return !back(q) }) {
			return lead.class
		}
	}
	return 0
}

// returns reports whether every byte in a range, followed by any continuation bytes (80 to BF),
// leads from one state to the other. more is the number of continuation bytes. If it is 2,
// sequences whose last two bytes are both BE or above may lead elsewhere.
func (p prober) returns(from int, in automaton.ByteRange, more, to int) bool {
	all, asked := automaton.ByteRange{Lo: 0x80, Hi: 0xBF}, 0
	for b := in.Lo; b <= in.Hi; b++ {
		q := p.next(from, b)
		switch {
		case more == 0 && q == to, more > 0 && q != 0 && q == asked:
			continue
		case more == 0, q == 0:
			return false
		case more == 2:
			if !p.returns(q, automaton.ByteRange{Lo: 0x80, Hi: 0xBD}, 1, to) || !p.undecided(q, to) {
				return false
			}
		case !p.returns(q, all, more-1, to):
			return false
		}
		asked = q
	}
	return true
}

// undecided reports whether a third byte of BE or above, followed by a fourth byte below BE, leads
// from one state to the other.
func (p prober) undecided(from, to int) bool {
	before := automaton.ByteRange{Lo: 0x80, Hi: 0xBD}
	return p.returns(p.next(from, 0xBE), before, 0, to) && p.returns(p.next(from, 0xBF), before, 0, to)
}

// leads lists, by sequence length, the classes of the bytes that begin a sequence, with the range
// of the second byte; the widest class comes first.
var leads = [5][]struct {
	class  uint8
	second automaton.ByteRange
}{
	2: {
		{machine.Leads, automaton.ByteRange{Lo: 0x80, Hi: 0xBF}},
		{machine.Leads | machine.LeadsLow, automaton.ByteRange{Lo: 0x80, Hi: 0x9F}},
		{machine.Leads | machine.LeadsHigh, automaton.ByteRange{Lo: 0xA0, Hi: 0xBF}},
	},
	3: {
		{machine.Leads | machine.LeadsTwo, automaton.ByteRange{Lo: 0x80, Hi: 0xBF}},
		{machine.Leads | machine.LeadsTwo | machine.LeadsLow, automaton.ByteRange{Lo: 0x80, Hi: 0x9F}},
		{machine.Leads | machine.LeadsTwo | machine.LeadsHigh, automaton.ByteRange{Lo: 0xA0, Hi: 0xBF}},
	},
	4: {
		{machine.LeadsThree, automaton.ByteRange{Lo: 0x80, Hi: 0xBF}},
		{machine.LeadsThree | machine.LeadsWide, automaton.ByteRange{Lo: 0x90, Hi: 0xBF}},
		{machine.LeadsThree | machine.LeadsLow, automaton.ByteRange{Lo: 0x80, Hi: 0x9F}},
	},
}
