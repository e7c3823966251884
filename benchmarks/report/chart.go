package report

import (
	"bytes"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The chart of peers has a row for each peer, with a point for each corpus at its rate in bytes a
// second. The rates span four orders of magnitude, so the scale is logarithmic. It has points
// rather than bars, because bars would begin at 0.
//
// An SVG file only names its font. A viewer without this font takes another one, perhaps with wider
// letters. So each text is aligned at its left end and has room to its right: the title and the
// legend are above the points, and the names of the peers are in a column to the left of the
// points.

var colors = []color.Color{
	color.RGBA{0x1f, 0x4e, 0x79, 255}, color.RGBA{0xd9, 0x82, 0x2b, 255}, color.RGBA{0x3c, 0x8d, 0x5a, 255},
	color.RGBA{0xb0, 0x3a, 0x48, 255}, color.RGBA{0x6b, 0x5b, 0x95, 255}, color.RGBA{0x7f, 0x7f, 0x7f, 255},
}

// The measures of the chart.
const (
	chartWidth = vg.Length(960)
	rowHeight  = vg.Length(16)
	heading    = vg.Length(56) // the height of the title and the legend
	margin     = vg.Length(12)
	wider      = 1.3 // how many times as wide as the measured font another font may be
)

// fonts lists the fonts for the texts: first the font whose widths were measured, then two with the
// same widths, and then any font without serifs.
const fonts = "font-family:Liberation Sans,Arial,Helvetica,sans-serif"

// A Chart has rows with a label each. A row has a point for each series, at its value in GB/s.
type Chart struct {
	Title  string
	Series []string
	Rows   []ChartRow
}

// A ChartRow has a value for each series of the chart. For the value 0 there is no point.
type ChartRow struct {
	Label  string
	Values []float64
}

// SVG writes the chart of the report as SVG. The series are the first corpora, as many as there are
// colors. The rows are the peers with a result on the first corpus.
func (r *Report) SVG(w io.Writer) error {
	corpora := r.Corpora[:min(len(r.Corpora), len(colors))]
	c := Chart{Title: "How fast lines are validated on one core of " + r.Processor}
	for _, corpus := range corpora {
		c.Series = append(c.Series, corpus.Name)
	}
	for _, result := range r.of(corpora[0]) {
		if result.Gigabytes <= 0 {
			continue
		}
		row := ChartRow{Label: result.Peer + " (" + r.peer(result.Peer).Language + ")"}
		for _, corpus := range corpora {
			of, _ := r.result(result.Peer, corpus.Name)
			row.Values = append(row.Values, of.Gigabytes)
		}
		c.Rows = append(c.Rows, row)
	}
	return c.Write(w)
}

// Write draws the chart as SVG.
func (c Chart) Write(w io.Writer) error {
	c.Rows = slices.Clone(c.Rows)
	slices.Reverse(c.Rows) // the axis begins at the bottom
	p, legend, err := c.plot()
	if err != nil {
		return err
	}
	height := heading + rowHeight*vg.Length(len(c.Rows)) + 4*rowHeight
	file := vgsvg.New(chartWidth, height)
	canvas := draw.New(file)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	canvas = draw.Crop(canvas, margin, -margin, margin, -margin)
	drawHeading(canvas, c.Title, legend)
	drawRows(draw.Crop(canvas, 0, 0, 0, -heading), p, c.Rows)

	var svg bytes.Buffer
	if _, err := file.WriteTo(&svg); err != nil {
		return err
	}
	_, err = w.Write(bytes.ReplaceAll(svg.Bytes(), []byte("font-family:Liberation Sans"), []byte(fonts)))
	return err
}

// plot returns a plot of the points with its axes, and for each series an entry of the legend.
func (c Chart) plot() (p *plot.Plot, legend []plot.Legend, err error) {
	p = plot.New()
	p.X.Label.Text = "GB/s"
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.LogTicks{Prec: -1}
	sansSerif(&p.X.Label.TextStyle, 11)
	sansSerif(&p.X.Tick.Label, 11)
	grid := plotter.NewGrid()
	grid.Vertical.Color = color.Gray{210}
	grid.Horizontal.Color = color.Gray{235}
	p.Add(grid)
	for i, name := range c.Series {
		points, err := plotter.NewScatter(c.points(i))
		if err != nil {
			return nil, nil, err
		}
		points.GlyphStyle = draw.GlyphStyle{Color: colors[i], Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
		p.Add(points)
		entry := plot.NewLegend()
		entry.Left, entry.Top = true, true
		sansSerif(&entry.TextStyle, 11)
		entry.Add(name, points)
		legend = append(legend, entry)
	}
	p.Y.Min, p.Y.Max = -0.5, float64(len(c.Rows))-0.5
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	p.Y.Tick.Marker = plot.ConstantTicks(rowTicks(len(c.Rows)))
	return p, legend, nil
}

// rowTicks returns a tick for each row, so that the grid has a line there. The label is a space,
// because a tick with an empty label would be a minor one, without a line.
func rowTicks(rows int) (ticks []plot.Tick) {
	for i := range rows {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: " "})
	}
	return ticks
}

// drawHeading draws the title, and below it the entries of the legend in one line.
func drawHeading(c draw.Canvas, title string, legend []plot.Legend) {
	style := labelStyle(14)
	style.YAlign = text.YTop
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, title)
	for i, entry := range legend {
		left := (c.Max.X - c.Min.X) / vg.Length(len(colors)) * vg.Length(i)
		entry.Draw(draw.Crop(c, left, 0, 0, -heading/2))
	}
}

// drawRows draws the points, and the labels of the rows in a column to the left of them.
func drawRows(c draw.Canvas, p *plot.Plot, rows []ChartRow) {
	style := labelStyle(11)
	style.YAlign = text.YCenter
	width := vg.Length(0)
	for _, row := range rows {
		width = max(width, style.Width(row.Label))
	}
	right := draw.Crop(c, wider*width, 0, 0, 0)
	p.Draw(right)
	data := p.DataCanvas(right)
	_, y := p.Transforms(&data)
	for i, row := range rows {
		c.FillText(style, vg.Point{X: c.Min.X, Y: y(float64(i))}, row.Label)
	}
}

// labelStyle returns the style of a text, aligned at its left end.
func labelStyle(size vg.Length) text.Style {
	style := text.Style{Color: color.Black, XAlign: text.XLeft, Handler: plot.DefaultTextHandler, Font: plot.DefaultFont}
	sansSerif(&style, size)
	return style
}

func sansSerif(style *text.Style, size vg.Length) { style.Font.Variant, style.Font.Size = "Sans", size }

// points returns the points of the series with an index: x is the value, and y the index of the
// row.
func (c Chart) points(series int) (points plotter.XYs) {
	for i, row := range c.Rows {
		if value := row.Values[series]; value > 0 {
			points = append(points, plotter.XY{X: value, Y: float64(i)})
		}
	}
	return points
}
