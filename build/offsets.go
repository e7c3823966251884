package build

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Offsets of states in rows are found by searching, which takes more patience than a compiler
// has. So what was found for the grammars that ship is kept in places.txt, with a budget of
// keptSteps for each question, and where nothing was found it says so. A grammar of one's own
// that has the same questions gets the same answers; others get a short search.
//
// TestPlacesFile says what is missing there and what is not asked any more, and writes the file:
//
//	go test ./build -run TestPlacesFile -update

//go:embed places.txt
var placesText string

// keptPlaces is what places.txt says.
var keptPlaces = sync.OnceValue(func() *placeBook {
	b, err := readPlaces(placesText)
	if err != nil {
		panic("BUG: places.txt: " + err.Error())
	}
	return b
})

// How many steps a search may take: for a question of places.txt, some seconds, and for others
// some 10 ms, twice what ten live states of IRI take, or an eighth of what the document has
// left of its [Limits] when that is less. A step of the search is searchSteps steps of others.
const (
	keptSteps   = 10_000_000
	shortSteps  = 30_000
	searchSteps = 60
)

// offsets returns offsets for the states of an automaton, as search does, nil when it finds none.
func (g *Grammar) offsets(next [][]uint8) []uint8 {
	if len(next) == 0 {
		return nil
	}
	if n := len(next[0]); n <= rowBits/fieldBits {
		return sideBySide(n)
	}
	if a, ok := g.places.answer(next); ok {
		return a.offsets
	}
	if g.places.final {
		return nil
	}
	found, steps := search(next, int(min(shortSteps, g.tuning.Left()/share/searchSteps)))
	g.searched += steps
	if g.tuning.Work(searchSteps*int64(steps)) != nil {
		return nil
	}
	return found
}

// sideBySide returns offsets of fields that do not overlap.
func sideBySide(states int) []uint8 {
	offsets := make([]uint8, states)
	for q := range offsets {
		offsets[q] = uint8(q * fieldBits)
	}
	return offsets
}

// A placeBook has answers to questions for offsets.
type placeBook struct {
	answers map[string]placeAnswer // by question

	final bool                                  // what has no answer is not searched for
	asked func(question string, next [][]uint8) // when set, is told of every question
}

// A placeAnswer is what a search found.
type placeAnswer struct {
	offsets []uint8 // nil when it found none
	steps   int     // that it took
}

// question names an automaton: its columns, in their order, hashed.
func question(next [][]uint8) string {
	h := sha256.New()
	for _, column := range next {
		h.Write(append([]byte{byte(len(column))}, column...))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// answer returns the answer that is known, if it is right: a book is trusted in nothing but that there is none.
func (b *placeBook) answer(next [][]uint8) (placeAnswer, bool) {
	q := question(next)
	if b.asked != nil {
		b.asked(q, next)
	}
	a, ok := b.answers[q]
	return a, ok && (a.offsets == nil || right(next, a.offsets))
}

// readPlaces reads what write writes: a line for each question, its name, the steps that the search
// took, and the offsets of the dead state, the escape and the others, or "none". Lines that begin
// with # are comments.
func readPlaces(text string) (*placeBook, error) {
	b := &placeBook{answers: map[string]placeAnswer{}}
	for number, line := range slices.Collect(strings.Lines(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		a, err := readAnswer(words[1:])
		if _, twice := b.answers[words[0]]; twice {
			err = errors.New("a question that has an answer above")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
		b.answers[words[0]] = a
	}
	return b, nil
}

func readAnswer(words []string) (a placeAnswer, err error) {
	if len(words) < 2 {
		return a, errors.New("no answer behind a question")
	}
	if a.steps, err = strconv.Atoi(words[0]); err != nil || words[1] == "none" {
		return a, err
	}
	for _, word := range words[1:] {
		o, err := strconv.ParseUint(word, 10, 6)
		if err != nil {
			return a, err
		}
		a.offsets = append(a.offsets, uint8(o))
	}
	return a, nil
}

// A placeEntry is a question with its answer, and who asks.
type placeEntry struct {
	who      []string
	states   int
	question string
	placeAnswer
}

// writePlaces writes entries for readPlaces, by who asks first.
func writePlaces(entries []placeEntry) string {
	var b strings.Builder
	b.WriteString(`# Where the places of states are in shift rows; see offsets.go. Written by
#
#	go test ./build -run TestPlacesFile -update
#
# which searches for what has no answer, and keeps the others. A line is a question, the steps
# that the search took, and the offsets of the dead state, of the escape and of the others; or none.
`)
	for _, e := range slices.SortedStableFunc(slices.Values(entries), func(a, b placeEntry) int {
		return cmp.Or(cmp.Compare(a.who[0], b.who[0]), cmp.Compare(a.states, b.states))
	}) {
		answer := "none"
		if e.offsets != nil {
			answer = strings.Trim(fmt.Sprint(e.offsets), "[]")
		}
		fmt.Fprintf(&b, "\n# %d places: %s\n%s %d %s\n", e.states-2, strings.Join(e.who, ", "), e.question, e.steps, answer)
	}
	return b.String()
}
