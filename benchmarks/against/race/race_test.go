package race

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// onlyA is the table of the strings of the letter a.
func onlyA(bool) (*Naive, error) {
	class := [256]uint8{'a': 1}
	return &Naive{Class: &class, Stride: 2, Start: 1, Next: []uint16{0, 0, 0, 1}, Accept: []bool{false, true}}, nil
}

// copyOf returns a copy with one op. The op's count of valid lines is too low by wrong.
func copyOf(name string, wrong int) Copy {
	op := Counted(func(c *Corpus) (valid int) {
		for _, s := range c.Lines {
			valid += Number(strings.Trim(s, "a") == "")
		}
		return valid - wrong
	})
	return Copy{Name: name, Naive: onlyA,
		SetLevel: func(level string) bool { return level == "here" },
		Ops:      func(bool) map[string]Op { return map[string]Op{"valid": op} },
	}
}

func race(t *testing.T, copies ...Copy) (results []Result, err error) {
	var in, out bytes.Buffer
	corpus := Corpus{Name: "letters", Lines: []string{"a", "b", "aaa", "\xff"}}
	plan := Plan{Ops: []string{"valid"}, Corpora: []Corpus{corpus}, Rounds: 3, Turn: 1000}
	plan.Levels = []string{"here", "elsewhere"}
	require.NoError(t, gob.NewEncoder(&in).Encode(plan))
	if err := command(&in, &out, copies); err != nil {
		return nil, err
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &results))
	return results, nil
}

func TestCommand(t *testing.T) {
	results, err := race(t, copyOf("new", 0), copyOf("old", 0))
	require.NoError(t, err)
	require.Len(t, results, 1) // the other level is skipped
	r := results[0]
	require.Equal(t, Result{"here", "valid", "letters", 4, 2, r.Nanoseconds}, r)
	require.Len(t, r.Nanoseconds, 3)
	for name, ns := range r.Nanoseconds {
		require.Positive(t, ns, name)
	}
}

func TestOtherCount(t *testing.T) {
	_, err := race(t, copyOf("new", 0), copyOf("old", 1))
	require.EqualError(t, err, "valid of the copy old found 1 valid lines in letters, and the naive loop 2")
}
