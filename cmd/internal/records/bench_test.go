package records

import (
	"bytes"
	stdcsv "encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/tables/rfc8259"
)

// corpusURLs returns the URLs of the corpus.
func corpusURLs(b *testing.B) []string {
	return strings.Split(strings.TrimSpace(shared.Read(b, "corpora", "urls.txt")), "\n")
}

const benchmarkSize = 64 << 20

var words = strings.Fields(
	"annual report of the committee on open data minutes part two library and archive über uns contact " +
		"list things news from our members how to write a letter guide for new readers history map 2026 index")

// title returns a title of three to nine words. One in four contains a comma, and one in thirty a
// quoted word.
func title(rng *rand.Rand) string {
	var all []string
	for range 3 + rng.IntN(7) {
		all = append(all, words[rng.IntN(len(words))])
	}
	if rng.IntN(4) == 0 {
		all[1] += ","
	}
	if rng.IntN(30) == 0 {
		all[2] = `"` + all[2] + `"`
	}
	return strings.Join(all, " ")
}

// inQuotes quotes a field if necessary.
func inQuotes(field string) string {
	if strings.ContainsAny(field, `",`) {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// benchmarkCSV returns a file with six columns, two of them quoted if necessary.
func benchmarkCSV(b *testing.B) []byte {
	urls, rng := corpusURLs(b), rand.New(rand.NewPCG(1, 1))
	text := []byte("id,url,title,status,fetched,size\n")
	for i := 0; len(text) < benchmarkSize; i++ {
		text = fmt.Appendf(text, "%d,%s,%s,%d,2026-11-%02dT%02d:00:00Z,%d\n", i, inQuotes(urls[rng.IntN(len(urls))]),
			inQuotes(title(rng)),
			200+rng.IntN(2)*204, 1+rng.IntN(30), rng.IntN(24), rng.IntN(100_000))
	}
	return text
}

// benchmarkJSON returns a file of lines with eight members, two of which are objects.
func benchmarkJSON(b *testing.B) []byte {
	urls, rng := corpusURLs(b), rand.New(rand.NewPCG(1, 1))
	var text []byte
	for i := 0; len(text) < benchmarkSize; i++ {
		line, err := json.Marshal(struct {
			ID      int               `json:"id"`
			URL     string            `json:"url"`
			Title   string            `json:"title"`
			Status  int               `json:"status"`
			OK      bool              `json:"ok"`
			Fetched string            `json:"fetched"`
			Headers map[string]string `json:"headers"`
			Links   []struct{ Href string }
		}{
			i, urls[rng.IntN(len(urls))], title(rng), 200, true, "2026-11-25T12:00:00Z",
			map[string]string{"content-type": "text/html", "server": "nginx"},
			[]struct{ Href string }{{"/about"}, {"/contact"}},
		})
		if err != nil {
			b.Fatal(err)
		}
		text = append(append(text, line...), '\n')
	}
	return text
}

// readThrough reads all records of a text, as a file reader does. It returns the number of values,
// counting only valid ones if validate is true.
func readThrough(s Syntax, text []byte, validate bool) (values int) {
	var r Record
	for text = text[:s.Whole(text)]; len(text) > 0; {
		text = s.Next(&r, text)
		for _, v := range r.Values {
			if !validate || rfc3987.IRI.ValidBytes(v.Text) {
				values++
			}
		}
	}
	return values
}

// piecesOf splits a text into pieces of complete records.
func piecesOf(s Syntax, text []byte) (pieces [][]byte) {
	const piece = 256 << 10
	for len(text) > 0 {
		n := s.Whole(text[:min(piece, len(text))])
		pieces, text = append(pieces, text[:n]), text[n:]
	}
	return pieces
}

// compete runs functions in turn over texts. It reports each function's MB/s in its fastest rounds,
// and the ratio to the first function.
func compete(b *testing.B, texts [][]byte, names []string, run []func(text []byte)) {
	total, size := make([]time.Duration, len(run)), 0
	for _, text := range texts {
		best := make([]time.Duration, len(run))
		for range max(b.N, 15) {
			for i, f := range run {
				began := time.Now()
				f(text)
				if took := time.Since(began); best[i] == 0 || took < best[i] {
					best[i] = took
				}
			}
		}
		for i := range best {
			total[i] += best[i]
		}
		size += len(text)
	}
	b.ReportMetric(0, "ns/op")
	for i, name := range names {
		b.ReportMetric(float64(size)/total[i].Seconds()/1e6, name+"-MB/s")
		if i > 0 {
			b.ReportMetric(total[0].Seconds()/total[i].Seconds(), name+"/"+names[0])
		}
	}
}

func BenchmarkCSV(b *testing.B) {
	text := benchmarkCSV(b)
	s, header, err := openCSV(csvOptions{Columns: []string{"url"}}, text[:1000], beginning)
	if err != nil {
		b.Fatal(err)
	}
	compete(b, piecesOf(s, text[header:]), []string{"reading", "checking", "encoding-csv"}, []func([]byte){
		func(text []byte) { readThrough(s, text, false) },
		func(text []byte) { readThrough(s, text, true) },
		func(text []byte) {
			rd := stdcsv.NewReader(bytes.NewReader(text))
			rd.ReuseRecord = true
			for n := 0; ; {
				record, err := rd.Read()
				if err != nil {
					return
				}
				n += len(record[1])
			}
		},
	})
}

func BenchmarkJSON(b *testing.B) {
	text := benchmarkJSON(b)
	s, err := openJSON([]string{"url"})
	if err != nil {
		b.Fatal(err)
	}
	compete(b, piecesOf(s, text), []string{"reading", "checking", "lexer", "encoding-json"}, []func([]byte){
		func(text []byte) { readThrough(s, text, false) },
		func(text []byte) { readThrough(s, text, true) },
		func(text []byte) {
			for l := rfc8259.Token.LexerBytes(text); l.Next(); {
				_ = l.Rule()
			}
		},
		func(text []byte) {
			var line struct {
				URL string `json:"url"`
			}
			for len(text) > 0 {
				n := bytes.IndexByte(text, '\n')
				if err := json.Unmarshal(text[:n], &line); err != nil {
					b.Fatal(err)
				}
				text = text[n+1:]
			}
		},
	})
}

// BenchmarkDocuments compares checking a sample of the documents from .ci/links with only parsing
// them.
func BenchmarkDocuments(b *testing.B) {
	parsers := map[Format]func(text []byte){
		HTML: func(text []byte) {
			for z := html.NewTokenizer(bytes.NewReader(text)); z.Next() != html.ErrorToken; {
				continue
			}
		},
		Markdown: func(source []byte) { commonMark.Parse(text.NewReader(source)) },
	}
	for format, parse := range parsers {
		b.Run(string(format), func(b *testing.B) {
			const sample = 16 << 20
			var texts [][]byte
			names := documentsOf(b, ".html", ".md", ".markdown")
			rand.New(rand.NewPCG(1, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			for size := 0; size < sample && len(names) > 0; names = names[1:] {
				source, err := os.ReadFile(names[0])
				if err != nil {
					b.Fatal(err)
				}
				if Of(names[0]) == format {
					texts, size = append(texts, source), size+len(source)
				}
			}
			d := newDocument(format)
			compete(b, texts, []string{"checking", "parser"}, []func([]byte){
				func(text []byte) {
					var r Record
					for d.parse(text); len(text) > 0; {
						text = d.Next(&r, text)
						for _, v := range r.Values {
							rfc3987.IRIReference.ValidBytes(v.Text)
						}
					}
				},
				parse,
			})
		})
	}
}
