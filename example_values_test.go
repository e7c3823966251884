package iri_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"slices"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy/redact"
)

func ExampleIRI_MarshalText() {
	seen := map[iri.IRI]bool{iri.MustParse("urn:isbn:0451450523"): true}
	b, err := json.Marshal(seen)
	fmt.Println(string(b), err)

	var page struct {
		ID   iri.IRI       `json:"id,omitzero"`
		Next iri.Reference `json:"next,omitzero"`
	}
	page.ID = iri.MustParse("https://例え.テスト/")
	b, err = json.Marshal(page)
	fmt.Println(string(b), err)
	// Output:
	// {"urn:isbn:0451450523":true} <nil>
	// {"id":"https://例え.テスト/"} <nil>
}

func ExampleIRI_UnmarshalText() {
	page := struct{ ID, Next iri.IRI }{Next: iri.MustParse("urn:next")}
	err := json.Unmarshal([]byte(`{"ID":"https://example.org/a b"}`), &page)
	fmt.Println(err)
	err = json.Unmarshal([]byte(`{"ID":"https://example.org/a%20b","Next":null}`), &page)
	fmt.Println(page.ID, page.Next, err)
	// Output:
	// IRI: column 22: a space is not allowed in the path
	// https://example.org/a%20b urn:next <nil>
}

func ExampleReference_UnmarshalText() {
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	var style iri.Reference
	flags.TextVar(&style, "style", iri.MustParseReference("style.css"), "the `REFERENCE` of the stylesheet")
	err := flags.Parse([]string{"-style", "../dark.css"})
	fmt.Println(style, err)
	// Output: ../dark.css <nil>
}

func ExampleIRI_MarshalBinary() {
	var stream bytes.Buffer
	err := gob.NewEncoder(&stream).Encode([]iri.IRI{iri.MustParse("urn:a"), iri.MustParse("urn:b")})
	fmt.Println(err)
	var list []iri.IRI
	err = gob.NewDecoder(&stream).Decode(&list)
	fmt.Println(list, err)
	// Output:
	// <nil>
	// [urn:a urn:b] <nil>
}

func ExampleIRI_Scan() {
	// In database/sql, rows.Scan(&i) calls i.Scan with the column.
	var i iri.IRI
	fmt.Println(i.Scan("https://example.org/"), i)
	fmt.Println(i.Scan(nil), i.IsZero())
	// Output:
	// <nil> https://example.org/
	// <nil> true
}

func ExampleIRI_Value() {
	// In database/sql, db.Exec("INSERT INTO page VALUES (?)", i) calls i.Value.
	column, _ := iri.MustParse("https://example.org/").Value()
	null, _ := iri.IRI{}.Value()
	fmt.Println(column, null)
	// Output: https://example.org/ <nil>
}

func ExampleIRI_Redacted() {
	fmt.Println(full.Redacted())
	fmt.Println(sparse.Redacted())
	// Output:
	// https://user:xxxxx@example.org:8042/over/there?name=ferret#nose
	// urn:isbn:0451450523
}

// A log/slog handler reveals the password in an IRI, as fmt does. With redact.ReplaceAttr it does
// not. ReplaceAttr calls the program's own function first.
func ExampleIRI_Redacted_slog() {
	noTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: redact.ReplaceAttr(noTime)}))
	log.Info("fetch", "urls", []iri.IRI{iri.MustParse("ftp://user:secret@example.org/")}, "referer", (*iri.IRI)(nil))
	// Output: level=INFO msg=fetch urls=[ftp://user:xxxxx@example.org/] referer=<nil>
}

func ExampleIRI_Compare() {
	list := []iri.IRI{iri.MustParse("urn:b"), iri.MustParse("urn:a"), iri.MustParse("https://example.org/")}
	slices.SortFunc(list, iri.IRI.Compare)
	fmt.Println(list)
	// Output: [https://example.org/ urn:a urn:b]
}

func ExampleIRI_Hostname() {
	i := iri.MustParse("http://[2001:db8::7]:8080/")
	fmt.Println(i.Host(), i.Hostname())
	address, err := netip.ParseAddr(i.Hostname())
	fmt.Println(address.Is6(), err)
	// Output:
	// [2001:db8::7] 2001:db8::7
	// true <nil>
}

func ExampleIRI_PortNumber() {
	for _, s := range []string{"a://h:8080", "a://h:00080", "a://h:99999", "a://h:", "a://h"} {
		n, ok := iri.MustParse(s).PortNumber()
		fmt.Println(s, n, ok)
	}
	// Output:
	// a://h:8080 8080 true
	// a://h:00080 80 true
	// a://h:99999 0 false
	// a://h: 0 false
	// a://h 0 false
}
