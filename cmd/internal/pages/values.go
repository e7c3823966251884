package pages

import (
	"cmp"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// Text returns a value of a page of byte arrays, and whether [Reader.Valid] returned false for it.
// Valid is called only for values of dictionaries.
func (g *Page) Text(i int) (text []byte, invalid bool) {
	if g.dict == nil {
		return g.texts.at(i), false
	}
	k := g.indexes[i]
	return g.dict.texts.at(int(k)), g.dict.invalid != nil && g.dict.invalid[k]
}

// Size returns the size in bytes of the texts of the page, without a dictionary.
func (g *Page) Size() int { return len(g.texts.data) }

// Judged reports whether the values of the page are values of a dictionary.
func (g *Page) Judged() bool { return g.dict != nil }

// Values returns a function that returns the values of the page one by one. The page must be the
// one that Next returned last.
func (p *Reader) Values(g *Page) func() parquet.Value {
	t := p.Leaf.Type()
	at := -1
	switch {
	case t.Kind() == parquet.ByteArray:
		return func() parquet.Value {
			at++
			text, _ := g.Text(at)
			return parquet.ByteArrayValue(text)
		}
	case g.dict != nil:
		values := decodeValues(t, g.dict.encoded, g.dict.n, format.Plain, p.Limit)
		return func() parquet.Value { at++; return values[g.indexes[at]] }
	}
	values := decodeValues(t, g.encoded, g.present, g.encoding, p.Limit)
	return func() parquet.Value { at++; return values[at] }
}

// decodeValues decodes n values that are not byte arrays.
func decodeValues(t parquet.Type, b []byte, n int, e format.Encoding, limit int64) []parquet.Value {
	CheckSize(int64(n)*24, limit)
	switch e {
	case format.DeltaBinaryPacked:
		cutDeltas(b, n)
	case format.DeltaByteArray:
		CheckSize(joined(b, n), limit)
	case format.RLE:
		Assert(len(b) >= 4, errCount)
		cutRuns(b[4:], 1, n)
	}
	encoded, err := t.Decode(t.NewValues(nil, nil), slices.Clip(b), parquet.LookupEncoding(e))
	Check(err)
	values := make([]parquet.Value, n)
	if k, err := t.NewPage(0, n, encoded).Values().ReadValues(values); k < n {
		Check(cmp.Or(err, errCount))
	}
	return values
}
