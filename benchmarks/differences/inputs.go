// Package differences compares the answers of parsers of URIs and IRIs about hard inputs. It
// compares the verdict of each parser with the grammar of the RFC that the parser claims to follow,
// and the hosts of all parsers with one another. It has the inputs and the recorded answers of the
// parsers, and makes a page of them.
//
// Words:
//
//   - rule: a rule of a grammar, such as "rfc3986 URI-reference". Each parser has one that judges
//     it.
//   - wrong accept: the parser accepts a string outside of its rule.
//   - wrong reject: the parser rejects a string of its rule.
//   - kind: a reason for differences from a rule, see [Kind].
package differences

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

//go:embed inputs.txt
var inputs string

// A Group is a list of inputs of one kind.
type Group struct {
	Title  string
	From   string // the source of the inputs, such as a publication, or ""
	Inputs []string
}

// Groups returns the hard inputs of inputs.txt in their groups.
func Groups() ([]Group, error) { return read(inputs) }

// All returns the inputs of all groups.
func All() (all []string, err error) {
	groups, err := Groups()
	for _, g := range groups {
		all = append(all, g.Inputs...)
	}
	return all, err
}

// empty is the line that stands for the empty string in a file of inputs.
const empty = `""`

// read returns the groups of a file of inputs. The first comment of the file describes its format.
func read(text string) (groups []Group, err error) {
	head, body, _ := strings.Cut(text, "\n\n")
	if !strings.HasPrefix(head, "# ") {
		return nil, fmt.Errorf("line 1: a comment about the file was expected")
	}
	number := strings.Count(head, "\n") + 2
	began := true // an empty line was just read
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		number++
		comment, isComment := strings.CutPrefix(line, "# ")
		switch {
		case line == "":
			began = true
			continue
		case isComment && began:
			groups = append(groups, Group{Title: comment})
		case len(groups) == 0 || began:
			return nil, fmt.Errorf("line %d: after an empty line a comment with a title was expected", number)
		case isComment:
			groups[len(groups)-1].From = comment
		default:
			input, err := Unescape(strings.TrimPrefix(line, empty))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			g := &groups[len(groups)-1]
			g.Inputs = append(g.Inputs, input)
		}
		began = false
	}
	return groups, nil
}

// Unescape returns the string that a line of the file stands for: \xHH is a byte, \uHHHH and
// \U00HHHHHH are code points, and \\ is a backslash. It returns an error for another escape.
func Unescape(line string) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, `\`)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		if strings.HasPrefix(rest, `\`) {
			b.WriteByte('\\')
			line = rest[1:]
			continue
		}
		digits := map[string]int{"x": 2, "u": 4, "U": 8}[rest[:min(1, len(rest))]]
		if digits == 0 || len(rest) <= digits {
			return "", fmt.Errorf(`"\%s" is no escape: those are \xHH, \uHHHH, \U00HHHHHH and \\`, rest)
		}
		value, err := strconv.ParseUint(rest[1:1+digits], 16, 32)
		if err != nil || digits > 2 && !utf8.ValidRune(rune(value)) {
			return "", fmt.Errorf(`"\%s" is no code point, or has no hex digits`, rest[:1+digits])
		}
		if digits == 2 {
			b.WriteByte(byte(value))
		} else {
			b.WriteRune(rune(value))
		}
		line = rest[1+digits:]
	}
}

// Escape returns the line of the file that stands for s, in printable ASCII. Escape keeps spaces,
// but not at the beginning or the end of s. Unescape is its inverse.
func Escape(s string) string {
	var b strings.Builder
	for i, size := 0, 0; i < len(s); i += size {
		var r rune
		switch r, size = utf8.DecodeRuneInString(s[i:]); {
		case r == utf8.RuneError && size == 1 || r < ' ' || r == 0x7F || r == ' ' && (i == 0 || i == len(s)-1):
			fmt.Fprintf(&b, `\x%02X`, s[i])
		case r == '\\':
			b.WriteString(`\\`)
		case r < 0x7F:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	return b.String()
}
