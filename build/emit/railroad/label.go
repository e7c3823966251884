package railroad

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/irilex/iri/build/emit/internal/svg"
	"github.com/irilex/iri/build/syntax"
)

// Maximum widths of a label in pixels: of a line with a list of characters, of a line with a long
// list, and of any other text, which is cut off.
const (
	listWidth = 300
	longWidth = 440
	textWidth = 480
)

// Numbers of characters and ranges in a list: a list with more than longList is long; a list with
// more than maxList is cut off.
const (
	longList = 24
	maxList  = 60
)

// A piece is a part of a label with its own style.
type piece struct{ text, class string }

// Classes of pieces. Text that is matched as it is printed has no class.
const (
	named = "italic" // the name or number of a character
	noted = "small"  // a remark
)

// caseMark marks a string whose ASCII letters match in either case.
var caseMark = piece{"Aa", noted}

// A label is the content of a box: lines of pieces.
type label [][]piece

func (p piece) width() int {
	if p.class == noted {
		return svg.Width(p.text, svg.SmallSize)
	}
	return svg.Width(p.text, svg.TextSize)
}

// boxed draws a label in a box of a class. title is its tooltip, and href its link; both may be
// empty.
func boxed(class string, l label, title, href string) node {
	width := 0
	for _, pieces := range l {
		width = max(width, lineWidth(pieces))
	}
	height := box + leading*(len(l)-1)
	corners := 4
	if class == "round" {
		corners = box / 2
	}
	n := node{width: width + 2*padding, up: height / 2, down: height - height/2}
	draw := func(p *svg.Picture, x, y int) {
		p.Box(class, x, y-n.up, n.width, height, corners)
		base := y - n.up + box/2 + ascent
		for _, pieces := range l {
			at := x + padding
			for _, part := range pieces { // in the middle, because its width may be overestimated
				p.Text(strings.TrimSpace(part.class+" middle"), at+part.width()/2, base, part.text)
				at += part.width() + gap
			}
			base += leading
		}
	}
	n.draw = func(p *svg.Picture, x, y int) {
		switch {
		case href != "":
			p.Link(href, title, func() { draw(p, x, y) })
		case title != "":
			p.Group("", title, func() { draw(p, x, y) })
		default:
			draw(p, x, y)
		}
	}
	return n
}

// lineWidth returns the width of a line.
func lineWidth(pieces []piece) int {
	width := gap * (len(pieces) - 1)
	for _, part := range pieces {
		width += part.width()
	}
	return width
}

// cut shortens pieces to a width. It also bounds the number of bytes, because combining characters
// add nothing to the width.
func cut(pieces []piece, width int) []piece {
	const longest = 500
	for i, part := range pieces {
		if len(part.text) <= longest && part.width() <= width {
			width -= part.width() + gap
			continue
		}
		end := 0 // of the text that remains
		for at := range part.text {
			if at > longest || (piece{part.text[:at] + "…", part.class}).width() > width {
				break
			}
			end = at
		}
		return append(pieces[:i:i], piece{part.text[:end] + "…", part.class})
	}
	return pieces
}

// controls are the names of ASCII characters that are not visible.
var controls = map[rune]string{
	0: "NUL", '\t': "tab", '\n': "LF", '\v': "VT", '\f': "FF", '\r': "CR", 0x1B: "ESC", ' ': "space", 0x7F: "DEL",
}

// character returns the piece for a single character: a visible ASCII character as itself, any
// other one by its name or number.
func character(c rune) piece {
	name, ok := controls[c]
	switch {
	case ok:
		return piece{name, named}
	case ' ' < c && c < 0x7F:
		return piece{string(c), ""}
	}
	return piece{fmt.Sprintf("U+%04X", c), named}
}

// interval returns the piece for an inclusive range of characters, or of bytes.
func interval(lo, hi rune, bytes bool) piece {
	switch {
	case lo == 0 && hi == unicode.MaxRune:
		return piece{"any character", named}
	case lo == 0 && hi == 0xFF && bytes:
		return piece{"any byte", named}
	}
	from, to := character(lo), character(hi)
	if bytes && hi > 0x7F {
		from, to = piece{fmt.Sprintf("byte %02X", lo), named}, piece{fmt.Sprintf("%02X", hi), named}
	}
	switch {
	case lo == hi:
		return from
	case from.class == "" && to.class == "":
		return piece{from.text + "–" + to.text, ""}
	}
	return piece{from.text + "–" + to.text, named}
}

// text returns the pieces of a string. Characters that are not visible are separate pieces, except
// that a space between other characters is shown as "␣".
func text(s string) (pieces []piece) {
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			pieces = append(pieces, piece{plain.String(), ""})
			plain.Reset()
		}
	}
	for _, c := range s {
		combines := unicode.In(c, unicode.M) && plain.Len() == 0
		switch {
		case c == ' ' && len(s) > 1:
			plain.WriteRune('␣')
		case unicode.IsGraphic(c) && !unicode.IsSpace(c) && !combines:
			plain.WriteRune(c)
		default:
			flush()
			pieces = append(pieces, character(c))
		}
	}
	flush()
	return pieces
}

// folds reports whether the letters of a string match in either case.
func folds(x *syntax.CharVal) bool {
	return x.Fold && strings.ContainsFunc(x.Text, func(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' })
}

// A set is the union of consecutive alternatives that match single characters.
type set struct {
	pieces []piece
	fold   bool   // whether it contains letters that match in either case
	exact  bool   // whether it contains other ASCII letters
	but    bool   // whether it is the complement
	title  string // the alternatives in the notation of the document
}

// setOf returns the set of the characters that x matches. ok is false if x may match anything else.
func setOf(x syntax.Expr, bytes bool) (s set, ok bool) {
	add := func(lo, hi rune) {
		s.pieces = append(s.pieces, interval(lo, hi, bytes))
		s.exact = s.exact || lo <= 'Z' && 'A' <= hi || lo <= 'z' && 'a' <= hi
	}
	switch x := x.(type) {
	case *syntax.CharVal:
		c := []rune(x.Text)
		if len(c) != 1 {
			return s, false
		}
		add(c[0], c[0])
		s.pieces, s.fold = text(x.Text), folds(x)
		s.exact = s.exact && !s.fold
	case *syntax.NumVal:
		if len(x.Values) != 1 {
			return s, false
		}
		add(x.Values[0], x.Values[0])
	case *syntax.NumRange:
		add(x.Lo, x.Hi)
	case *syntax.Class:
		s.but = x.Negated
		for _, r := range x.Ranges {
			add(r.Lo, r.Hi)
		}
	default:
		return s, false
	}
	return s, true
}

// add adds the characters of another set. It returns false if one box cannot show both.
func (s *set) add(other set) bool {
	if s.but || other.but || s.fold && other.exact || s.exact && other.fold {
		return false
	}
	s.pieces = append(s.pieces, other.pieces...)
	s.fold, s.exact = s.fold || other.fold, s.exact || other.exact
	return true
}

// node returns the box of the set. No line is wider than room, if its pieces are not.
func (s *set) node(room int) node {
	pieces := s.pieces
	if len(pieces) > longList {
		room = min(room, longWidth)
	} else {
		room = min(room, listWidth)
	}
	if n := len(pieces) - maxList; n > 0 {
		pieces = append(pieces[:maxList:maxList], piece{fmt.Sprintf("and %d more", n), noted})
	}
	if s.fold {
		pieces = append(pieces[:len(pieces):len(pieces)], caseMark)
	}
	l := label{s.head()}
	for _, part := range pieces {
		last := &l[len(l)-1]
		if len(*last) > 0 && lineWidth(*last)+gap+part.width() > room {
			l = append(l, nil)
			last = &l[len(l)-1]
		}
		*last = append(*last, part)
	}
	return boxed("round", l, s.title, "")
}

// head returns the words before the characters.
func (s *set) head() []piece {
	switch {
	case s.but && len(s.pieces) == 0:
		return []piece{{"any character", named}}
	case s.but:
		return []piece{{"any but", noted}}
	case len(s.pieces) == 0:
		return []piece{{"no character", named}}
	case len(s.pieces) > 1:
		return []piece{{"one of", noted}}
	}
	return nil
}
