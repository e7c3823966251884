package svg

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestWidth(t *testing.T) {
	for _, test := range []struct {
		text string
		size int
		want int
	}{
		{"", TextSize, 0},
		{"scheme", TextSize, 48},
		{"scheme", SmallSize, 41}, // 40.6
		{"e\u0301", TextSize, 8},
		{"A–Z…", TextSize, 32},
		{"日本", TextSize, 32},
		{"\u2192", TextSize, 16},
		{"\xff", TextSize, 16},
	} {
		if got := Width(test.text, test.size); got != test.want {
			t.Errorf("Width(%q, %d) = %d, want %d", test.text, test.size, got, test.want)
		}
	}
}

// Every text survives a round trip through an XML parser, except for characters that XML cannot
// contain.
func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		`<a href="x" & 'y'>`: `<a href="x" & 'y'>`,
		"a\tb\nc\rd":         "a\tb\nc\rd",
		"a\x00b\x1bc":        "a\uFFFDb\uFFFDc",
		"\xff\uFFFE\uFFFF":   "\uFFFD\uFFFD\uFFFD",
		"]]>é日":              "]]>é日",
	} {
		var p Picture
		p.Link(text, "", func() { p.Text("small", 1, 2, text) })
		var link struct {
			Href string `xml:"href,attr"`
			Text string `xml:"text"`
		}
		if err := xml.Unmarshal([]byte(p.body.String()), &link); err != nil {
			t.Error(err)
		}
		if link.Text != want || link.Href != want {
			t.Errorf("%q is read as %q and %q, want %q", text, link.Href, link.Text, want)
		}
	}
}

func TestPicture(t *testing.T) {
	draw := func() *Picture {
		var p Picture
		p.Group("c1", "a title", func() { p.Box("tint", 1, 2, 30, 20, 4) })
		p.Box("", 1, 2, 30, 20, 0)
		p.Circle("tint", 5, 5, 2)
		p.Path("quiet", Start(0, 0).By(0, 0).By(3, 0).By(0, -3).By(1, 2).Turn(-4, 4, true).Curve(1, 2, 3, 4, 5, 6).To(7, 8))
		p.Path("quiet", new(Line))
		return &p
	}
	const want = `<svg class="picture" width="40" height="30" viewBox="0 0 40 30" role="img" ` +
		`aria-labelledby="a-title a-desc">
<title id="a-title">A &amp; B</title>
<desc id="a-desc">D</desc>
<g class="c1">
<title>a title</title>
<rect class="tint" x="1" y="2" width="30" height="20" rx="4"/>
</g>
<rect x="1" y="2" width="30" height="20"/>
<circle class="tint" cx="5" cy="5" r="2"/>
<path class="quiet" d="M0 0h3v-3l1 2a4 4 0 0 1 -4 4C1 2 3 4 5 6L7 8"/>
</svg>
`
	f := Frame{Width: 40, Height: 30, ID: "a", Title: "A & B", Desc: "D"}
	if got := draw().Inline(f); got != want {
		t.Errorf("got\n%s", got)
	}
	d := xml.NewDecoder(strings.NewReader(draw().File(f)))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if first := draw().File(f); first != draw().File(f) {
		t.Error("two pictures differ")
	}
	if linked := draw(); strings.Contains(linked.Inline(f), "group") {
		t.Error("a picture without links is a group")
	} else if linked.Link("#a", "", func() {}); !strings.Contains(linked.Inline(f), `role="group"`) {
		t.Error("the links in an img are hidden from screen readers")
	}
	if f.Desc = ""; strings.Contains(draw().Inline(f), "desc") {
		t.Error("an empty description is written")
	}
}
