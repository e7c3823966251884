package differences

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strings"
)

//go:embed inputs.txt
var inputs string

// A Group is a list of related hard inputs.
type Group struct {
	Title  string
	Inputs []string
}

// Groups returns the hard inputs in inputs.txt. The comment at the top of that file describes its
// format.
func Groups() (groups []Group, err error) {
	_, body, _ := strings.Cut(inputs, "\n\n")
	for block := range strings.SplitSeq(strings.TrimSuffix(body, "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		g := Group{Title: strings.TrimPrefix(lines[0], "# ")}
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, "# ") {
				continue
			}
			input, err := unescape(strings.TrimPrefix(line, `""`))
			if err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			g.Inputs = append(g.Inputs, input)
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// All returns the inputs of all groups.
func All() (all []string, err error) {
	groups, err := Groups()
	for _, g := range groups {
		all = append(all, g.Inputs...)
	}
	return all, err
}

// Hash identifies the hard inputs and the kinds. A page with a different hash is out of date.
func Hash() string {
	h := sha256.New()
	h.Write([]byte(inputs))
	for _, k := range Kinds {
		fmt.Fprintf(h, "%s\n%s\n%s\n", k.Of, k.Title, k.with)
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:12]
}
