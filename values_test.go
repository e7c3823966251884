package iri_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

// A value is an IRI or a Reference.
type value interface {
	comparable
	encoding.TextMarshaler
	encoding.TextAppender
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	driver.Valuer
	fmt.Stringer
	IsZero() bool
}

type pointer[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	sql.Scanner
}

// A form is an encoding of a value that can be written and read.
type form[T any] struct {
	name  string
	write func(T) (string, error)
	zero  string                   // the zero value
	other string                   // format of any other value, where %s is its string; "" if raw is set
	read  func(string, *T) error   // nil if the form cannot be read
	raw   func(text string) string // encodes any text; set instead of other
}

// Documents that contain values.
type (
	element[T any]  struct{ V T }
	pointed[T any]  struct{ V *T }
	omitting[T any] struct {
		V T `json:",omitzero"`
	}
	attribute[T any] struct {
		V T `xml:",attr"`
	}
)

func forms[T value, P pointer[T]](db *sql.DB, zeroColumn string) []form[T] {
	return []form[T]{
		{name: "JSON", zero: `{"V":""}`, other: `{"V":"%s"}`,
			write: func(v T) (string, error) { return asText(json.Marshal(element[T]{v})) },
			read: func(s string, to *T) error {
				e := element[T]{*to}
				defer func() { *to = e.V }()
				return json.Unmarshal([]byte(s), &e)
			}},
		{name: "JSON, a pointer", zero: `{"V":""}`, other: `{"V":"%s"}`,
			write: func(v T) (string, error) { return asText(json.Marshal(pointed[T]{&v})) },
			read:  func(s string, to *T) error { return json.Unmarshal([]byte(s), &pointed[T]{to}) }},
		{name: "JSON, omitzero", zero: `{}`, other: `{"V":"%s"}`,
			write: func(v T) (string, error) { return asText(json.Marshal(omitting[T]{v})) },
			read: func(s string, to *T) error {
				e := omitting[T]{*to}
				defer func() { *to = e.V }()
				return json.Unmarshal([]byte(s), &e)
			}},
		{name: "JSON, a key", zero: `{"":1}`, other: `{"%s":1}`,
			write: func(v T) (string, error) { return asText(json.Marshal(map[T]int{v: 1})) },
			read: func(s string, to *T) error {
				m := map[T]int{}
				err := json.Unmarshal([]byte(s), &m)
				for v := range m {
					*to = v
				}
				return err
			}},
		{name: "JSON, an any", zero: `{"V":""}`, other: `{"V":"%s"}`,
			write: func(v T) (string, error) { return asText(json.Marshal(element[any]{v})) },
			read:  func(s string, to *T) error { return json.Unmarshal([]byte(s), &element[any]{to}) }},
		{name: "XML", zero: `<d><V></V></d>`, other: `<d><V>%s</V></d>`,
			write: func(v T) (string, error) {
				return asText(xml.Marshal(struct {
					XMLName struct{} `xml:"d"`
					V       T
				}{V: v}))
			},
			read: func(s string, to *T) error {
				e := element[T]{*to}
				defer func() { *to = e.V }()
				return xml.Unmarshal([]byte(s), &e)
			}},
		{name: "XML, an attribute", zero: `<d V=""></d>`, other: `<d V="%s"></d>`,
			write: func(v T) (string, error) {
				return asText(xml.Marshal(struct {
					XMLName struct{} `xml:"d"`
					V       T        `xml:",attr"`
				}{V: v}))
			},
			read: func(s string, to *T) error {
				e := attribute[T]{*to}
				defer func() { *to = e.V }()
				return xml.Unmarshal([]byte(s), &e)
			}},
		{name: "flag", zero: "", other: "%s",
			write: func(v T) (string, error) { return textVar[T, P](new(T), v).Lookup("v").DefValue, nil },
			read:  func(s string, to *T) error { return textVar[T, P](to, *to).Set("v", s) }},
		{name: "gob",
			write: func(v T) (string, error) { return gobOf(v) },
			read:  func(s string, to *T) error { return gob.NewDecoder(strings.NewReader(s)).Decode(to) },
			raw:   func(text string) string { s, _ := gobOf(binary(text)); return s }},
		{name: "text", zero: "", other: "%s",
			write: func(v T) (string, error) { return appended(v.AppendText) },
			read:  func(s string, to *T) error { return P(to).UnmarshalText([]byte(s)) }},
		{name: "binary", zero: "", other: "%s",
			write: func(v T) (string, error) { return appended(v.AppendBinary) },
			read:  func(s string, to *T) error { return P(to).UnmarshalBinary([]byte(s)) }},
		{name: "SQL", zero: zeroColumn, other: "string(%s)",
			write: func(v T) (string, error) { return written(db, v) },
			read:  func(s string, to *T) error { return query(db, s).Scan(P(to)) }},
		{name: "SQL, a pointer", zero: zeroColumn, other: "string(%s)",
			write: func(v T) (string, error) { return written(db, &v) }},
		{name: "SQL, bytes", zero: zeroColumn, other: "string(%s)",
			write: func(v T) (string, error) { return written(db, v) },
			read:  func(s string, to *T) error { return query(db, strings.Replace(s, "string", "bytes", 1)).Scan(P(to)) }},
		{name: "SQL, Null", zero: zeroColumn, other: "string(%s)",
			write: func(v T) (string, error) { return written(db, sql.Null[T]{V: v, Valid: true}) },
			read: func(s string, to *T) error {
				n := sql.Null[T]{V: *to}
				defer func() { *to = n.V }()
				return query(db, s).Scan(&n)
			}},
		{name: "slog, text", zero: `v=""`, other: "v=%s",
			write: func(v T) (string, error) {
				return logged(v, func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) })
			}},
		{name: "slog, JSON", zero: `{"v":""}`, other: `{"v":"%s"}`,
			write: func(v T) (string, error) {
				return logged(v, func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) })
			}},
		{name: "fmt", zero: "| []", other: "%[1]s|%[1]s [%[1]s]",
			write: func(v T) (string, error) { return fmt.Sprintf("%v|%s %v", v, &v, []T{v}), nil }},
	}
}

func asText(b []byte, err error) (string, error) { return string(b), err }

// textVar returns a flag set that defines the flag v.
func textVar[T value, P pointer[T]](to *T, by T) *flag.FlagSet {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.TextVar(P(to), "v", by, "")
	return f
}

// binary is text that gob encodes as it encodes values.
type binary string

func (b binary) MarshalBinary() ([]byte, error) { return []byte(b), nil }

func gobOf(v any) (string, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.String(), err
}

// appended returns the text that add appends, and checks that the text before it is unchanged.
func appended(add func([]byte) ([]byte, error)) (string, error) {
	b, err := add([]byte("before:"))
	s, ok := strings.CutPrefix(string(b), "before:")
	if !ok {
		return "", fmt.Errorf("%q has lost its beginning", b)
	}
	return s, err
}

// written returns a statement argument as passed to a driver: its type and, in parentheses, the
// value.
func written(db *sql.DB, v any) (string, error) {
	var got any
	err := db.QueryRow("", v).Scan(&got)
	if got == nil {
		return "NULL", err
	}
	return fmt.Sprintf("%T(%[1]s)", got), err
}

// query returns a row with one column; the argument is in the format of written.
func query(db *sql.DB, column string) *sql.Row {
	kind, rest, _ := strings.Cut(column, "(")
	rest = strings.TrimSuffix(rest, ")")
	switch kind {
	case "NULL":
		return db.QueryRow("", nil)
	case "bytes":
		return db.QueryRow("", []byte(rest))
	}
	return db.QueryRow("", rest)
}

// echo is a database whose queries return their arguments as a row.
type echo struct{}

func (echo) Connect(context.Context) (driver.Conn, error) { return echo{}, nil }
func (echo) Driver() driver.Driver                        { return nil }
func (echo) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (echo) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (echo) Close() error                                 { return nil }
func (echo) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	return &rows{args: args}, nil
}

// rows is the result of a query: one row.
type rows struct {
	args []driver.NamedValue
	over bool
}

func (r *rows) Columns() []string { return make([]string, len(r.args)) }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(to []driver.Value) error {
	if r.over {
		return io.EOF
	}
	r.over = true
	for i, a := range r.args {
		to[i] = a.Value
	}
	return nil
}

// logged returns a log line that contains only the value.
func logged(v any, handler func(io.Writer, *slog.HandlerOptions) slog.Handler) (string, error) {
	var b strings.Builder
	only := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key != "v" {
			return slog.Attr{}
		}
		return a
	}
	slog.New(handler(&b, &slog.HandlerOptions{ReplaceAttr: only})).Info("", "v", v)
	return strings.TrimSuffix(b.String(), "\n"), nil
}

var valueTexts = []string{
	"urn:a", "https://user:pass@[2001:db8::7]:8042/over/there?name#nose", "http://例え.テスト/引き割り/\U00020000",
	"a:?b&c='d'" + strings.Repeat("e", 100),
}

// Values survive each form: they are written as their strings, and the values read back are equal.
// Invalid text is an error in every form, and leaves the variable unchanged.
func TestValuesSurvive(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	t.Run("IRI", func(t *testing.T) {
		survive(t, forms[iri.IRI](db, "NULL"), valueTexts, iri.MustParse)
	})
	t.Run("Reference", func(t *testing.T) {
		texts := append([]string{"../été?x#y", "//例え.テスト", "#"}, valueTexts...)
		survive(t, forms[iri.Reference](db, "string()"), texts, iri.MustParseReference)
	})
}

func survive[T value](t *testing.T, all []form[T], texts []string, parse func(string) T) {
	var zero T
	kept := parse("a://kept")
	for _, f := range all {
		for _, s := range append([]string{""}, texts...) {
			v, want := zero, f.zero
			if s != "" {
				v = parse(s)
				want = fmt.Sprintf(f.other, s)
			}
			got, err := f.write(v)
			escaped := strings.ContainsAny(s, "&'=") // each form escapes these differently
			if err != nil || got != want && !escaped && f.raw == nil {
				t.Errorf("%s: %q is %q, %v, not %q", f.name, s, got, err, want)
			}
			if f.read == nil {
				continue
			}
			back := kept
			if err := f.read(got, &back); err != nil || back != v && got != "{}" {
				t.Errorf("%s: %q comes back as %q, %v", f.name, s, back, err)
			}
		}
		if f.read == nil {
			continue
		}
		for _, s := range []string{"a b", "\u202E:", "http://[::1"} {
			wire := fmt.Sprintf(f.other, s)
			if f.raw != nil {
				wire = f.raw(s)
			}
			back := kept
			err := f.read(wire, &back)
			var e *iri.SyntaxError
			ok := errors.As(err, &e)
			if !ok || e.Rule() == "" || back != kept {
				t.Errorf("%s: %q becomes %q, %v", f.name, wire, back, err)
			}
		}
	}
}

// Missing values: null or a missing key in JSON, NULL in SQL.
func TestMissingValues(t *testing.T) {
	type document struct {
		I  iri.IRI
		R  iri.Reference
		PI *iri.IRI
		PR *iri.Reference
	}
	i, r := iri.MustParse("a:kept"), iri.MustParseReference("kept")
	for text, want := range map[string]string{
		`{"I":null,"R":null,"PI":null,"PR":null}`: "a:kept kept <nil> <nil>",
		`{}`:                              "a:kept kept a:kept kept",
		`{"I":"","R":"","PI":"","PR":""}`: "   ",
	} {
		i, r := i, r
		d := document{i, r, &i, &r}
		err := json.Unmarshal([]byte(text), &d)
		if got := fmt.Sprint(d.I, " ", d.R, " ", d.PI, " ", d.PR); err != nil || got != want {
			t.Errorf("%s: %q, %v, not %q", text, got, err, want)
		}
	}
	b, err := json.Marshal(document{})
	if got := string(b); err != nil || got != `{"I":"","R":"","PI":null,"PR":null}` {
		t.Error(got, err)
	}

	db := sql.OpenDB(echo{})
	defer db.Close()
	var pi *iri.IRI
	var pr *iri.Reference
	for _, v := range []any{pi, pr, sql.Null[iri.IRI]{}, sql.Null[iri.Reference]{}, iri.IRI{}} {
		if got, err := written(db, v); got != "NULL" || err != nil {
			t.Errorf("%T is %s, %v", v, got, err)
		}
	}
	pi, pr = &i, &r
	ni, nr := sql.Null[iri.IRI]{Valid: true}, sql.Null[iri.Reference]{Valid: true}
	for _, to := range []any{&pi, &pr, &ni, &nr} {
		if err := query(db, "NULL").Scan(to); err != nil {
			t.Errorf("NULL into %T: %v", to, err)
		}
	}
	if pi != nil || pr != nil || ni.Valid || nr.Valid {
		t.Error(pi, pr, ni, nr)
	}
}

func TestScan(t *testing.T) {
	const wrongType = "iri: the column is of type %s, not string or []byte"
	for _, c := range []struct {
		column         any
		iri, reference string // the value, or the error
	}{
		{"a:é", "a:é", "a:é"},
		{[]byte("a:é"), "a:é", "a:é"},
		{"", "", ""},
		{[]byte{}, "", ""},
		{[]byte(nil), "", ""},
		{nil, "", "iri: the column is NULL, which is not a reference; scan it into a *sql.Null[iri.Reference]"},
		{int64(7), fmt.Sprintf(wrongType, "int64"), fmt.Sprintf(wrongType, "int64")},
		{true, fmt.Sprintf(wrongType, "bool"), fmt.Sprintf(wrongType, "bool")},
		{"é", `IRI: column 1: "é" (U+00E9) is not allowed, expected a letter`, "é"},
		{"%", `IRI: column 1: "%" is not allowed, expected a letter`,
			"IRI-reference: column 2: unexpected end in the path, expected a hex digit"},
	} {
		i, r := iri.MustParse("a:kept"), iri.MustParseReference("kept")
		got := func(v fmt.Stringer, kept string, err error) string {
			switch {
			case err == nil:
				return v.String()
			case v.String() != kept:
				return "changed to " + v.String()
			}
			return err.Error()
		}
		if err := i.Scan(c.column); got(i, "a:kept", err) != c.iri {
			t.Errorf("Scan of %#v is %q, %v, not %q", c.column, i, err, c.iri)
		}
		if err := r.Scan(c.column); got(r, "kept", err) != c.reference {
			t.Errorf("Scan of %#v is %q, %v, not %q", c.column, r, err, c.reference)
		}
	}
	column := []byte("a:b") // a driver may reuse the column's memory
	var i iri.IRI
	if err := i.Scan(column); err != nil {
		t.Fatal(err)
	}
	if column[2] = 'c'; i.String() != "a:b" {
		t.Error(i)
	}
}
