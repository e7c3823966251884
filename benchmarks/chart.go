package main

import (
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// The chart has a bar for each peer and corpus, of the bytes a second, on a line that begins
// at 0: what is twice as long is twice as fast.

var colors = []color.Color{
	color.RGBA{0x1f, 0x4e, 0x79, 255}, color.RGBA{0xd9, 0x82, 0x2b, 255}, color.RGBA{0x3c, 0x8d, 0x5a, 255},
	color.RGBA{0xb0, 0x3a, 0x48, 255}, color.RGBA{0x6b, 0x5b, 0x95, 255}, color.RGBA{0x7f, 0x7f, 0x7f, 255},
}

const barWidth = 5 // points

// SVG draws the first corpora, as many as there are colors, for all peers that were asked about the first.
func (r *Report) SVG(w io.Writer) error {
	corpora := r.Corpora[:min(len(r.Corpora), len(colors))]
	var names []string
	for _, result := range r.of(corpora[0]) {
		if result.Error == "" {
			names = append(names, result.Peer)
		}
	}
	slices.Reverse(names) // the axis begins below
	p := plot.New()
	p.Title.Text = "GB/s, " + r.Processor
	p.X.Min = 0
	p.X.Label.Text = "10^9 bytes a second, one core"
	p.Legend.Top = false
	for i, c := range corpora {
		values := make(plotter.Values, len(names))
		for j, name := range names {
			result, _ := r.result(name, c.Name) // no bar for what was not asked
			values[j] = result.Gigabytes
		}
		bars, err := plotter.NewBarChart(values, vg.Points(barWidth))
		if err != nil {
			return err
		}
		bars.Horizontal = true
		bars.Color = colors[i]
		bars.LineStyle.Width = 0
		bars.Offset = vg.Points(barWidth) * vg.Length(float64(len(corpora)-1)/2-float64(i))
		p.Add(bars)
		p.Legend.Add(c.Name, bars)
	}
	var labels []string
	for _, name := range names {
		labels = append(labels, name+", "+r.peer(name).Language)
	}
	p.NominalY(labels...)
	height := vg.Points(barWidth)*vg.Length((len(corpora)+1)*len(names)) + vg.Points(90)
	svg, err := p.WriterTo(vg.Points(800), height, "svg")
	if err != nil {
		return err
	}
	_, err = svg.WriteTo(w)
	return err
}
