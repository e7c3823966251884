package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/idna"
	"github.com/irilex/iri/tables/rfc3987"
)

// A convert holds the flags of "iri to-uri" and "iri to-iri".
type convert struct {
	rewrite
	idna bool
}

const toURIHelp = `To-uri percent-encodes the UTF-8 bytes of non-ASCII characters (RFC 3987, section 3.1).

With --idna, a non-ASCII host becomes a DNS name (xn--…) according to UTS 46 with Unicode 17,
without transitional processing. There is no result if UTS 46 rejects the host, or if one of its
labels is empty or longer than 63 octets.`

const toIRIHelp = `To-iri decodes percent-encoded characters that an IRI may contain (RFC 3987, section 3.2).
Delimiters, "%", private-use characters, bidirectional controls and octets that are not UTF-8 remain
encoded. DNS names (xn--…) are not decoded.`

func toURICommand() *cobra.Command {
	var c convert
	cmd := &cobra.Command{
		Use:        "to-uri [--idna] [FILE...]",
		Short:      "Convert IRIs and references to URIs",
		SuggestFor: []string{"encode", "uri", "convert"},
		Long:       toURIHelp,
		Example: `  echo http://é.example/é | iri to-uri --idna
  iri to-uri urls.txt
  iri to-uri --only data.nt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error { return c.run(cmd, files, c.toURI) },
	}
	c.flags(cmd)
	cmd.Flags().BoolVar(&c.idna, "idna", false, "convert non-ASCII hosts to DNS names")
	return cmd
}

func toIRICommand() *cobra.Command {
	var c convert
	cmd := &cobra.Command{
		Use:        "to-iri [FILE...]",
		Short:      "Convert URIs and references to IRIs",
		SuggestFor: []string{"decode", "iri", "convert"},
		Long:       toIRIHelp,
		Example: `  echo http://example.org/%C3%A9 | iri to-iri
  iri to-iri urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error { return c.run(cmd, files, c.toIRI) },
	}
	c.flags(cmd)
	return cmd
}

// toURI appends the URI of a line.
func (c *convert) toURI(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
	r, err := iri.ParseReference(files.View(l.Text))
	if err != nil {
		return dst, w.refused(rfc3987.IRIReference, l)
	}
	if !c.idna || r.HostKind() != iri.RegNameHost {
		return r.AppendURI(dst), nil
	}
	u, err := r.ToURIFunc(idna.ToASCII)
	if err != nil {
		if why, ok := errors.AsType[*iri.HostError](err); ok {
			err = why.Err
		}
		_, host, _ := r.AuthorityOffsets()
		text := "the host is not a DNS name: " + err.Error()
		f := fault.New(l, fault.NoDNSName, "host", text, host.Start, host.End-host.Start)
		return dst, &f
	}
	return append(dst, u.String()...), nil
}

// toIRI appends the IRI of a line.
func (c *convert) toIRI(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
	r, err := iri.ParseReference(files.View(l.Text))
	if err != nil {
		return dst, w.refused(rfc3987.IRIReference, l)
	}
	return r.AppendUnicode(dst), nil
}
