package play

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build"
)

// Sizes of an answer with samples.
const (
	maxShortest  = 12
	maxReadable  = 12
	maxSamples   = 6
	moreLengths  = 16 // how much longer samples may be than the shortest member
	samplesDepth = 3  // of calls, for a table that counts them
)

// A sampled value contains some members of a rule and some strings that are nearly members.
type sampled struct {
	Count    string  `json:"count"` // how many members there are; "" if infinitely many
	Depth    int     `json:"depth"` // 0, or the maximum depth of calls in the samples
	Shortest []shown `json:"shortest"`
	Readable []shown `json:"readable"` // see build.Readable
	ASCII    []shown `json:"ascii"`    // drawn from the members in ASCII
	Members  []shown `json:"members"`  // drawn from all members, unless all are in ASCII
	Misses   []miss  `json:"misses"`
	NoMiss   string  `json:"noMiss"` // why there are no misses, or ""
}

// A miss is a string that is not a member, and the edit of a member that made it.
type miss struct {
	String shown `json:"string"`
	edit
}

// An edit changes a string at a character, from 1.
type edit struct {
	Kind   string `json:"kind"`
	Old    string `json:"old"`
	New    string `json:"new"`
	Column int    `json:"column"`
}

// newEdit returns an edit at a character.
func newEdit(e build.Edit, column int) edit {
	return edit{e.Kind.String(), show(e.Old), show(e.New), column}
}

// sample returns a shortest member of a rule.
func (s *Session) sample(r Request) (any, error) {
	rule, err := s.withTable(r.Rule)
	if err != nil {
		return nil, err
	}
	w, err := build.NewWalk(rule.Table)
	if err != nil {
		return nil, err
	}
	member, _ := w.Completion() // "" if the rule matches no string
	return newShown(member), nil
}

// samples draws members and near misses of a rule. The seed determines them.
func (s *Session) samples(r Request) (any, error) {
	rule, err := s.withTable(r.Rule)
	if err != nil {
		return nil, err
	}
	a := &sampled{}
	ctx := context.Background()
	members, err := s.grammar.Members(ctx, rule.Name, build.Characters)
	if _, ok := errors.AsType[*build.DepthError](err); ok {
		a.Depth = samplesDepth
		members, err = s.grammar.MembersWithin(ctx, rule.Name, a.Depth, build.Characters)
	}
	if err != nil {
		return nil, failing(err)
	}
	if members.Shortest() < 0 {
		return nil, errors.New("the rule matches no string")
	}
	random := rand.New(rand.NewPCG(uint64(r.Seed), 0))
	if err := a.draw(members, random); err != nil {
		return nil, failing(err)
	}
	readable, err := s.grammar.Readable(ctx, rule.Name, random)
	for err == nil && len(a.Readable) < maxReadable {
		var member string
		if member, err = readable.Sample(); err == nil {
			a.Readable = append(a.Readable, newShown(member))
		}
	}
	if errors.Is(err, build.ErrNoReadable) {
		return a, nil
	}
	return a, failing(err)
}

// draw sets the samples. Near misses are made from members in ASCII, if there are any, because
// these are readable.
func (a *sampled) draw(members *build.Members, random *rand.Rand) error {
	if members.Finite() && a.Depth == 0 {
		if total, err := members.Total(); err == nil {
			a.Count = digits(total)
		}
	}
	for member, err := range members.From(new(big.Int)) {
		if err != nil {
			return err
		}
		if a.Shortest = append(a.Shortest, newShown(member)); len(a.Shortest) == maxShortest {
			break
		}
	}
	ascii, err := members.InASCII()
	if err != nil {
		return err
	}
	if ascii.Shortest() < 0 {
		ascii = members
	} else if a.ASCII, err = draw(ascii, random); err != nil {
		return err
	}
	if a.Members, err = draw(members, random); err != nil {
		return err
	}
	if !slices.ContainsFunc(a.Members, func(s shown) bool { return s.Escaped || !isASCII(s.Text) }) {
		a.Members = nil
	}
	return a.miss(ascii, random)
}

// draw draws members. The lengths are those of the shortest member and some more.
func draw(members *build.Members, random *rand.Rand) (list []shown, err error) {
	from, to := lengths(members)
	for range maxSamples {
		member, err := members.Sample(random, from, to)
		if err != nil {
			return nil, err
		}
		list = append(list, newShown(member))
	}
	return list, nil
}

func lengths(members *build.Members) (from, to int) {
	from, to = members.Shortest(), members.Shortest()+moreLengths
	if members.Finite() {
		to = min(to, members.Longest())
	}
	return from, to
}

// miss draws near misses of members.
func (a *sampled) miss(members *build.Members, random *rand.Rand) error {
	from, to := lengths(members)
	for range maxSamples {
		near, err := members.NearMiss(random, from, to)
		if none, ok := errors.AsType[*build.NoMissError](err); ok {
			a.NoMiss = none.Error()
			return nil
		}
		if err != nil {
			return err
		}
		a.Misses = append(a.Misses, miss{newShown(near.String()),
			newEdit(near.Edit, members.Length(near.Member[:near.Edit.Offset])+1)})
	}
	return nil
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c >= utf8.RuneSelf })
}

// digits returns a number with spaces between groups of three digits, or its power of ten if it is
// long.
func digits(n *big.Int) string {
	text := n.String()
	if len(text) > 18 {
		return "about 10^" + big.NewInt(int64(len(text)-1)).String()
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
