package redact_test

import (
	"log/slog"
	"net/url"
	"os"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy/redact"
)

// A handler with this function does not reveal the password of an IRI anywhere in a value, and it
// prints values in the same format.
func ExampleReplaceAttr() {
	type page struct {
		Home  iri.IRI
		Links []iri.IRI
	}
	home := iri.MustParse("ftp://ann:secret@example.org/")
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: redact.ReplaceAttr(noTime)}))
	log.Info("fetch", "url", home, "page", page{home, []iri.IRI{home}})
	log = slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: redact.ReplaceAttr(noTime)}))
	log.Info("fetch", "url", home, "page", page{home, []iri.IRI{home}})
	// Output:
	// level=INFO msg=fetch url=ftp://ann:xxxxx@example.org/ page="{Home:ftp://ann:xxxxx@example.org/ Links:[ftp://ann:xxxxx@example.org/]}"
	// {"level":"INFO","msg":"fetch","url":"ftp://ann:xxxxx@example.org/","page":{"Home":"ftp://ann:xxxxx@example.org/","Links":["ftp://ann:xxxxx@example.org/"]}}
}

// noTime removes the time from a record.
func noTime(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey && len(groups) == 0 {
		return slog.Attr{}
	}
	return a
}

// ReplaceAttr calls the program's own function first. This one also redacts net/url URLs.
func ExampleReplaceAttr_own() {
	own := func(groups []string, a slog.Attr) slog.Attr {
		if u, ok := a.Value.Any().(*url.URL); ok && u != nil {
			a.Value = slog.StringValue(u.Redacted())
		}
		return noTime(groups, a)
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: redact.ReplaceAttr(own)}))
	log.Info("fetch", "from", iri.MustParse("ftp://ann:secret@example.org/"),
		"to", &url.URL{Scheme: "ftp", User: url.UserPassword("ann", "secret"), Host: "example.org"})
	// Output: level=INFO msg=fetch from=ftp://ann:xxxxx@example.org/ to=ftp://ann:xxxxx@example.org
}
