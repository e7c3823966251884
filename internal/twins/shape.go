package twins

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables/machine"
)

// leads lists the classes of bytes that begin a UTF-8 sequence and the second bytes that each class
// allows. It is indexed by sequence length, and the widest class comes first.
//
// Package tune contains the same list. This copy is deliberate: a proof that shared the list with
// the code it verifies would also share its errors.
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

// Proved returns an error unless d includes the language of the shape.
func Proved(r *machine.Regions, d *automaton.DFA, meter *automaton.Meter) error {
	language, err := ShapeLanguage(r, meter)
	if err != nil {
		return err
	}
	defer language.Release(meter)
	witness, ok, err := automaton.IncludedWithin(language, d, meter)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("the shape accepts %q, which is not a member", witness)
	}
	return nil
}

// ShapeLanguage returns the automaton of the shape, built from a regular expression.
func ShapeLanguage(r *machine.Regions, meter *automaton.Meter) (*automaton.DFA, error) {
	s := shapeBuilder{r: r, meter: meter}
	s.Builder = automaton.NewBuilder(s.meter)
	defer s.Release()
	rest := s.server()
	if r.Opaque {
		opaque, err := s.serverless((*shapeBuilder).body)
		if err != nil {
			return nil, err
		}
		defer opaque.Release(meter)
		rest = s.Alt(rest, s.Embed(opaque))
	}
	first := s.bytes(0, 0x7F, func(c uint8) bool { return c&machine.BeginScheme != 0 && c != machine.Sometimes })
	scheme := s.Cat(first, s.Star(s.class(machine.InScheme, 0)))
	all := s.Cat(scheme, s.Cat(s.text(":"), rest))
	if r.Relative {
		path, err := s.serverless((*shapeBuilder).relative)
		if err != nil {
			return nil, err
		}
		defer path.Release(meter)
		all = s.Alt(all, s.server(), s.Embed(path))
	}
	nfa, err := s.NFA(all)
	if err != nil {
		return nil, err
	}
	return automaton.Canonical(nfa, s.meter)
}

type shapeBuilder struct {
	*automaton.Builder
	r     *machine.Regions
	meter *automaton.Meter
}

// serverless returns the automaton of the strings in a language that do not begin with "//".
func (s *shapeBuilder) serverless(of func(*shapeBuilder) automaton.Fragment) (*automaton.DFA, error) {
	build := func(fragment func(*shapeBuilder) automaton.Fragment) (*automaton.DFA, error) {
		part := shapeBuilder{automaton.NewBuilder(s.meter), s.r, s.meter}
		defer part.Release()
		nfa, err := part.NFA(fragment(&part))
		if err != nil {
			return nil, err
		}
		return automaton.Canonical(nfa, s.meter)
	}
	all, err := build(of)
	if err != nil {
		return nil, err
	}
	defer all.Release(s.meter)
	server, err := build(func(s *shapeBuilder) automaton.Fragment { return s.Cat(s.text("//"), s.Star(s.Bytes(0, 255))) })
	if err != nil {
		return nil, err
	}
	defer server.Release(s.meter)
	return automaton.Subtract(all, server, s.meter)
}

func (s *shapeBuilder) text(text string) automaton.Fragment {
	f := s.Empty()
	for i := range len(text) {
		f = s.Cat(f, s.Bytes(text[i], text[i]))
	}
	return f
}

// class matches a byte below 0x80 whose class shares a bit with the first mask and none with the
// second.
func (s *shapeBuilder) class(bit, not uint8) automaton.Fragment {
	return s.bytes(0, 0x7F, func(c uint8) bool { return c&bit != 0 && c&not == 0 })
}

func (s *shapeBuilder) bytes(lo, hi int, in func(class uint8) bool) automaton.Fragment {
	var all []automaton.Fragment
	for b := lo; b <= hi; b++ {
		if in(s.r.Class[b]) {
			all = append(all, s.Bytes(byte(b), byte(b)))
		}
	}
	return s.Alt(all...)
}

// server matches the slashes, the authority and everything after it.
func (s *shapeBuilder) server() automaton.Fragment {
	port := s.Cat(s.text(":"), s.Star(s.class(machine.InPort, 0)))
	authority := s.Cat(s.text("//"), s.Cat(s.some(machine.InAuthority), s.Opt(port)))
	return s.Cat(authority, s.Opt(s.Alt(s.Cat(s.class(machine.Plain, machine.InBody), s.body()), s.fragment())))
}

// body matches bytes that are allowed anywhere, optionally followed by a fragment.
func (s *shapeBuilder) body() automaton.Fragment {
	return s.Cat(s.some(machine.Plain), s.Opt(s.fragment()))
}

// relative matches a body whose first segment does not contain a colon.
func (s *shapeBuilder) relative() automaton.Fragment {
	var plain []automaton.Fragment
	for b := range byte(0x80) {
		if c := s.r.Class[b]; c&machine.Plain != 0 && c&machine.EndPath == 0 && b != ':' && b != '/' {
			plain = append(plain, s.Bytes(b, b))
		}
	}
	ends := s.bytes(0, 0x7F, func(c uint8) bool { return c&machine.EndPath != 0 && c&machine.Plain != 0 })
	behind := s.Cat(s.Alt(s.text("/"), ends), s.body())
	return s.Cat(s.characters(s.Alt(plain...)), s.Opt(s.Alt(behind, s.fragment())))
}

// fragment matches a fragment including its delimiter.
func (s *shapeBuilder) fragment() automaton.Fragment {
	return s.Cat(s.class(machine.EndPath, machine.Plain), s.some(machine.Plain))
}

// some matches any number of characters. The class of each plain byte must include bit.
func (s *shapeBuilder) some(bit uint8) automaton.Fragment {
	return s.characters(s.bytes(0, 0x7F, func(c uint8) bool { return c&bit != 0 && c&machine.Plain != 0 }))
}

// characters matches any number of plain bytes, percent-encodings, and UTF-8 sequences.
func (s *shapeBuilder) characters(plain automaton.Fragment) automaton.Fragment {
	escape := s.class(machine.InAuthority, machine.Plain)
	for range 2 {
		escape = s.Cat(escape, s.class(machine.HexDigit, 0))
	}
	all := []automaton.Fragment{plain, escape}
	for length := range leads {
		for _, lead := range leads[length] {
			f := s.bytes(0xC0, 0xFF, func(c uint8) bool { return c == lead.class })
			f = s.Cat(f, s.Bytes(lead.second.Lo, lead.second.Hi))
			switch length {
			case 3:
				f = s.Cat(f, s.Bytes(0x80, 0xBF))
			case 4: // the last two bytes must not both be BE or above
				first, last := s.Cat(s.Bytes(0x80, 0xBD), s.Bytes(0x80, 0xBF)), s.Cat(s.Bytes(0xBE, 0xBF), s.Bytes(0x80, 0xBD))
				f = s.Cat(f, s.Alt(first, last))
			}
			all = append(all, f)
		}
	}
	return s.Star(s.Alt(all...))
}
