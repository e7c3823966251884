package svgtest

import (
	"testing"

	"github.com/irilex/iri/build/emit/internal/svg"
)

// Check accepts a sound picture and detects each planted fault.
func TestCheck(t *testing.T) {
	draw := func(extra func(p *svg.Picture)) string {
		var p svg.Picture
		p.Box("lane", 0, 0, 100, 100, 0)
		p.Box("box", 10, 10, 40, 20, 4)
		p.Text("small middle", 30, 24, "text")
		p.Box("dashed", 55, 55, 44, 40, 4)
		p.Circle("node", 70, 20, 10)
		p.Circle("ring", 70, 20, 7)
		p.Path("", svg.Start(80, 20).To(90, 20))
		p.Path("", svg.Start(60, 60).To(90, 60).Curve(95, 60, 95, 80, 90, 80).Turn(-8, 8, true).By(-2, 0))
		extra(&p)
		return p.File(svg.Frame{Width: 100, Height: 100, ID: "a", Title: "A"})
	}
	if err := Check(draw(func(*svg.Picture) {})); err != nil {
		t.Error(err)
	}
	for name, fault := range map[string]func(p *svg.Picture){
		"a text outside":      func(p *svg.Picture) { p.Text("small end", 20, 50, "text") },
		"a box outside":       func(p *svg.Picture) { p.Box("box", 90, 50, 20, 10, 0) },
		"a circle outside":    func(p *svg.Picture) { p.Circle("node", 50, 95, 6) },
		"a line outside":      func(p *svg.Picture) { p.Path("", svg.Start(90, 40).Curve(120, 40, 120, 50, 90, 50)) },
		"texts overlap":       func(p *svg.Picture) { p.Text("small middle", 32, 25, "x") },
		"a text over an edge": func(p *svg.Picture) { p.Text("small", 45, 24, "text") },
		"boxes overlap":       func(p *svg.Picture) { p.Box("box", 45, 20, 30, 20, 0) },
		"a line over a box":   func(p *svg.Picture) { p.Path("", svg.Start(15, 0).By(0, 50)) },
		"a line over a node":  func(p *svg.Picture) { p.Circle("node", 20, 60, 10); p.Path("", svg.Start(5, 62).By(30, 0)) },
		"a line over a text":  func(p *svg.Picture) { p.Path("", svg.Start(30, 0).By(0, 50)) },
	} {
		if Check(draw(fault)) == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if Check(draw(func(*svg.Picture) {})+"<") == nil {
		t.Error("malformed: no error")
	}
}
