package main

import (
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The chart has a row for each peer and in it a point for each corpus: how many bytes a
// second. Between the slowest and the fastest are four orders of magnitude, so the scale is
// logarithmic, and there are points rather than bars, which would have to begin at 0.

var colors = []color.Color{
	color.RGBA{0x1f, 0x4e, 0x79, 255}, color.RGBA{0xd9, 0x82, 0x2b, 255}, color.RGBA{0x3c, 0x8d, 0x5a, 255},
	color.RGBA{0xb0, 0x3a, 0x48, 255}, color.RGBA{0x6b, 0x5b, 0x95, 255}, color.RGBA{0x7f, 0x7f, 0x7f, 255},
}

// SVG draws the first corpora, as many as there are colors, for all peers that were asked about the first.
func (r *Report) SVG(w io.Writer) error { return r.draw(w, "svg") }

func (r *Report) draw(w io.Writer, format string) error {
	corpora := r.Corpora[:min(len(r.Corpora), len(colors))]
	var names, labels []string
	for _, result := range r.of(corpora[0]) {
		if result.Gigabytes > 0 {
			names = append(names, result.Peer)
			labels = append(labels, result.Peer+" ("+r.peer(result.Peer).Language+")")
		}
	}
	slices.Reverse(names) // the axis begins below
	slices.Reverse(labels)
	p := plot.New()
	p.Title.Text = "How fast lines are validated on one core of " + r.Processor
	p.X.Label.Text = "GB/s"
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.LogTicks{Prec: -1}
	p.Title.Padding = vg.Points(8)
	p.Legend.Left, p.Legend.Top = true, true
	grid := plotter.NewGrid()
	grid.Vertical.Color = color.Gray{220}
	grid.Horizontal.Color = color.Gray{235}
	p.Add(grid)
	for i, c := range corpora {
		points, err := plotter.NewScatter(r.points(c, names))
		if err != nil {
			return err
		}
		points.GlyphStyle = draw.GlyphStyle{Color: colors[i], Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
		p.Add(points)
		p.Legend.Add(c.Name, points)
	}
	p.NominalY(labels...)
	chart, err := p.WriterTo(vg.Points(900), vg.Points(16)*vg.Length(len(names))+vg.Points(120), format)
	if err != nil {
		return err
	}
	_, err = chart.WriteTo(w)
	return err
}

// points returns where the peers are that were asked about a corpus.
func (r *Report) points(c *Corpus, names []string) (points plotter.XYs) {
	for i, name := range names {
		if result, ok := r.result(name, c.Name); ok && result.Gigabytes > 0 {
			points = append(points, plotter.XY{X: result.Gigabytes, Y: float64(i)})
		}
	}
	return points
}
