package main

import (
	"bytes"
	"errors"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables/rfc3987"
)

// A based holds the flags of "iri resolve" and "iri relativize".
type based struct {
	rewrite
	base     string // "" if each line contains it
	resolver iri.Resolver
}

const resolveHelp = `Resolution follows RFC 3986, section 5.2, and RFC 3987, section 6.5, with one exception: "/."
is inserted before a resulting path that begins with "//" and would otherwise become an authority.
RFC 3986 drops a ".." above the root, and resolves z against urn:x:y to urn:z.

Without --base, each line must contain a base, a tab and a reference, whatever the file is named.`

const relativizeHelp = `"iri resolve" with the same base restores the IRI. A reference is never longer than its IRI.
Some IRIs cannot be written as a reference, for example if the path contains "/../".

Without --base, each line must contain a base, a tab and an IRI.`

func resolveCommand() *cobra.Command {
	var c based
	cmd := &cobra.Command{
		Use:        "resolve [--base IRI] [FILE...]",
		Short:      "Resolve references against a base",
		SuggestFor: []string{"join", "absolute"},
		Long:       resolveHelp,
		Example: `  echo ../c | iri resolve --base http://example.org/a/b
  iri resolve --base https://example.org/index.html links.txt
  iri resolve --base https://example.org/ --column url pages.csv
  iri resolve --json pairs.tsv`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error { return c.run(cmd, files, (*based).resolve) },
	}
	c.flags(cmd)
	cmd.Flags().BoolVar(&c.resolver.NoUnderflow, "no-underflow", false, `reject a ".." above the root`)
	cmd.Flags().BoolVar(&c.resolver.NoOpaqueBase, "no-opaque-base", false,
		"reject a path if the base is opaque, like urn:x:y")
	cmd.Flags().BoolVar(&c.resolver.EncodedDots, "encoded-dots", false, "treat %2E as a dot in dot segments")
	cmd.Flags().BoolVar(&c.resolver.LegacyScheme, "legacy-scheme", false, "treat http:g as g if the base scheme is http")
	return cmd
}

func relativizeCommand() *cobra.Command {
	var c based
	cmd := &cobra.Command{
		Use:        "relativize [--base IRI] [FILE...]",
		Short:      "Print the shortest reference from a base to each IRI",
		SuggestFor: []string{"relativise", "relative"},
		Long:       relativizeHelp,
		Example: `  echo http://example.org/c | iri relativize --base http://example.org/a/b
  iri relativize --base https://example.org/ urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error { return c.run(cmd, files, (*based).relativize) },
	}
	c.flags(cmd)
	c.rule, c.relative = rfc3987.IRI, true
	return cmd
}

func (c *based) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.base, "base", "", "use this `IRI` as the base")
	cmd.RegisterFlagCompletionFunc("base", cobra.NoFileCompletions)
	c.rewrite.flags(cmd)
}

// run runs either command.
func (c *based) run(cmd *cobra.Command, names []string, do basedChange) error {
	if c.base == "" {
		for _, name := range []string{"format", "column", "field"} {
			if cmd.Flags().Changed(name) && c.source.form.format != string(records.PlainLines) {
				return program.Usagef(cmd, "--%s requires --base", name)
			}
		}
		if c.edits() {
			return program.Usagef(cmd, "--in-place and --dry-run require --base")
		}
		c.rule, c.source.form.format = "", string(records.PlainLines)
		return c.rewrite.run(cmd, names, c.inPairs(do))
	}
	base, err := iri.Parse(c.base)
	if err != nil {
		return program.Usagef(cmd, "--base takes an IRI, not %q: %w", c.base, err)
	}
	c.resolver.Base = base
	return c.rewrite.run(cmd, names, func(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
		return do(c, w, dst, l)
	})
}

// A basedChange is a [change] with a base.
type basedChange func(c *based, w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault)

// resolve appends the target IRI of the reference in a line.
func (c *based) resolve(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
	r, err := iri.ParseReference(files.View(l.Text))
	if err != nil {
		return dst, w.refused(rfc3987.IRIReference, l)
	}
	dst, err = c.resolver.AppendResolve(dst, r)
	if err == nil {
		return dst, nil
	}
	why, ok := errors.AsType[*iri.ResolveError](err)
	if !ok {
		panic("BUG: " + err.Error())
	}
	offset, length := 0, len(l.Text)
	if why.Code == "path-underflow" && !why.InBase {
		offset, length = why.Offset, length-why.Offset
		if end := bytes.IndexAny(l.Text[offset:], "/?#"); end >= 0 {
			length = end
		}
	}
	f := fault.New(l, why.Code, "path", why.Error(), offset, length)
	return dst, &f
}

// relativize appends the reference that leads from the base to the IRI in a line.
func (c *based) relativize(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
	i, err := iri.Parse(files.View(l.Text))
	switch {
	case err == nil:
	case linkRule(w.format, rfc3987.IRI).ValidBytes(l.Text): // a relative reference in a document
		return append(dst, l.Text...), nil
	default:
		return dst, w.refused(rfc3987.IRI, l)
	}
	if r, ok := c.resolver.Base.Relativize(i); ok {
		return append(dst, r.String()...), nil
	}
	const message = `the path contains a "." or ".." segment, which resolution removes, ` +
		"so no reference resolves to this IRI"
	f := fault.New(l, fault.NoReference, "path", message, 0, len(l.Text))
	return dst, &f
}

// inPairs returns a change that applies do to the text after the tab in a line. The text before the
// tab is the base.
func (c *based) inPairs(do basedChange) change {
	return func(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
		w.parts = true
		before, after, ok := l.Cut('\t')
		if !ok || len(before.Text) == 0 {
			const message = "the line does not begin with a base and a tab; use --base for lines without a base"
			f := fault.New(l, fault.NoTab, "", message, 0, len(l.Text))
			return dst, &f
		}
		base, err := iri.Parse(files.View(before.Text))
		if err != nil {
			return dst, w.refused(rfc3987.IRI, &before)
		}
		one := *c // each worker has its own base
		one.resolver.Base = base
		return do(&one, w, dst, &after)
	}
}
