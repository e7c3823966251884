// Package svgtest checks the geometry of pictures that package svg has written.
package svgtest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/irilex/iri/build/emit/internal/svg"
)

// A Picture is what a reader sees of a picture.
type Picture struct {
	View   image.Rectangle
	Texts  []Shape
	shapes []Shape       // boxes and circles, except backgrounds
	points []image.Point // along the lines, at most four pixels apart
}

// A Shape is a box, a circle, or the largest area that a text may need.
type Shape struct {
	image.Rectangle
	What  string // the class of a box or circle, or the text
	round bool   // whether it is a circle
}

// crossed reports whether a point lies inside s, and not only on its outline.
func (s Shape) crossed(p image.Point) bool {
	const outline = 2
	if s.round {
		p = p.Sub(s.Min.Add(s.Max).Div(2))
		r := s.Dx()/2 - outline
		return p.X*p.X+p.Y*p.Y < r*r
	}
	return p.In(s.Inset(outline))
}

// Check returns an error if a picture is not well-formed XML, if an element leaves the view box,
// if two texts or two boxes overlap, if a text leaves its box or circle, or if a line crosses a
// text, a box or a circle. Texts are as wide as package svg estimates. Boxes of the classes "paper"
// and "lane" are backgrounds, and those of the class "dashed" are frames that may contain others.
func Check(picture string) error {
	p, err := Parse(picture)
	if err != nil {
		return err
	}
	return errors.Join(p.faults()...)
}

// Parse reads a picture. It fails if the picture is not well-formed XML.
func Parse(picture string) (*Picture, error) {
	p := &Picture{}
	var text *xml.StartElement
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			text = nil
			if e := token.Copy(); e.Name.Local == "text" {
				text = &e
			} else {
				p.element(e)
			}
		case xml.CharData:
			if text != nil {
				p.text(*text, string(token))
				text = nil
			}
		}
	}
}

// attributes returns the class of an element, and its numbers by their names.
func attributes(e xml.StartElement) (class string, number map[string]int) {
	number = map[string]int{}
	for _, a := range e.Attr {
		if a.Name.Local == "class" {
			class = a.Value
		}
		number[a.Name.Local], _ = strconv.Atoi(a.Value)
	}
	return class, number
}

// element adds an element.
func (p *Picture) element(e xml.StartElement) {
	class, n := attributes(e)
	switch e.Name.Local {
	case "svg":
		p.View = image.Rect(0, 0, n["width"], n["height"])
	case "rect":
		if !strings.Contains(class, "paper") && !strings.Contains(class, "lane") {
			box := image.Rect(n["x"], n["y"], n["x"]+n["width"], n["y"]+n["height"])
			p.shapes = append(p.shapes, Shape{box, class, false})
		}
	case "circle":
		r := n["r"]
		box := image.Rect(n["cx"]-r, n["cy"]-r, n["cx"]+r, n["cy"]+r)
		p.shapes = append(p.shapes, Shape{box, class, true})
	case "path":
		for _, a := range e.Attr {
			if a.Name.Local == "d" {
				p.path(a.Value)
			}
		}
	}
}

func (p *Picture) text(e xml.StartElement, text string) {
	class, n := attributes(e)
	size := svg.TextSize
	if strings.Contains(class, "small") {
		size = svg.SmallSize
	}
	x, width := n["x"], svg.Width(text, size)
	switch {
	case strings.Contains(class, "middle"):
		x -= width / 2
	case strings.Contains(class, "end"):
		x -= width
	}
	box := image.Rect(x, n["y"]-size+3, x+width, n["y"]+3)
	p.Texts = append(p.Texts, Shape{box, text, false})
}

var commands = regexp.MustCompile(`([MLhvlaC])([-0-9 ]+)`)

// path adds points along a path.
func (p *Picture) path(data string) {
	at := image.Point{}
	to := func(x, y int) {
		n := max(abs(x-at.X), abs(y-at.Y))/4 + 1
		for i := range n + 1 {
			p.points = append(p.points, image.Pt(at.X+(x-at.X)*i/n, at.Y+(y-at.Y)*i/n))
		}
		at = image.Pt(x, y)
	}
	for _, m := range commands.FindAllStringSubmatch(data, -1) {
		var n []int
		for _, f := range strings.Fields(m[2]) {
			v, _ := strconv.Atoi(f)
			n = append(n, v)
		}
		switch from := at; m[1] {
		case "M":
			at = image.Pt(n[0], n[1])
		case "L":
			to(n[0], n[1])
		case "h":
			to(at.X+n[0], at.Y)
		case "v":
			to(at.X, at.Y+n[0])
		case "l":
			to(at.X+n[0], at.Y+n[1])
		case "a":
			to(at.X+n[5], at.Y+n[6])
		case "C":
			for i := 1; i <= 32; i++ {
				to(bezier(from.X, n[0], n[2], n[4], i), bezier(from.Y, n[1], n[3], n[5], i))
			}
		}
	}
}

// bezier returns a coordinate of a cubic Bézier curve at i/32.
func bezier(a, b, c, d, i int) int {
	j := 32 - i
	return (j*j*j*a + 3*j*j*i*b + 3*j*i*i*c + i*i*i*d) / (32 * 32 * 32)
}

func abs(n int) int { return max(n, -n) }

// faults returns at most ten faults of a picture.
func (p *Picture) faults() (list []error) {
	report := func(format string, args ...any) {
		if len(list) < 10 {
			list = append(list, fmt.Errorf(format, args...))
		}
	}
	const cell = 64 // the side of the squares in which points are looked up
	grid := map[image.Point][]image.Point{}
	for _, at := range p.points {
		grid[at.Div(cell)] = append(grid[at.Div(cell)], at)
		if !at.In(p.View) {
			report("a line leaves the view at %v", at)
		}
	}
	for _, s := range append(p.shapes[:len(p.shapes):len(p.shapes)], p.Texts...) {
		if !s.In(p.View) {
			report("%v leaves the view", s)
		}
		for x := s.Min.X / cell; x <= s.Max.X/cell; x++ {
			for y := s.Min.Y / cell; y <= s.Max.Y/cell && s.What != "dashed"; y++ {
				for _, at := range grid[image.Pt(x, y)] {
					if s.crossed(at) {
						report("a line crosses %v at %v", s, at)
					}
				}
			}
		}
	}
	for i, s := range p.shapes {
		for _, other := range p.shapes[i+1:] {
			frame := s.What == "dashed" && other.In(s.Rectangle) || s.round && other.round
			if s.Overlaps(other.Rectangle) && !frame {
				report("the shapes %v and %v overlap", s, other)
			}
		}
		for _, t := range p.Texts {
			if t.Overlaps(s.Rectangle) && !t.In(s.Rectangle) {
				report("the text %v leaves the shape %v", t, s)
			}
		}
	}
	for i, t := range p.Texts {
		for _, other := range p.Texts[i+1:] {
			if t.Overlaps(other.Rectangle) {
				report("the texts %v and %v overlap", t, other)
			}
		}
	}
	return list
}
