package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables/rfc3987"
)

// A normalize holds the flags of "iri normalize".
type normalize struct {
	rewrite
	forms string
	form  iri.Form
}

const normalizeHelp = `FORMS is a comma-separated list of these names:

  case          lowercase schemes and ASCII hosts, uppercase hexadecimal digits
  percent       decode percent-encoded unreserved characters
  dot           remove "." and ".." segments
  empty-port    remove a ":" that no port follows
  ipv6          write IPv6 addresses as RFC 5952 recommends
  default-port  remove the scheme's default port
  empty-path    write "/" for an empty path after an authority
  iri           decode percent-encodings that an IRI does not need, as "iri to-iri" does
  syntax        case, percent and dot: RFC 3986, section 6.2.2
  all           all of these`

func normalizeCommand() *cobra.Command {
	c := normalize{forms: "syntax"}
	cmd := &cobra.Command{
		Use:        "normalize [--form FORMS] [FILE...]",
		Short:      "Normalize IRIs and references",
		SuggestFor: []string{"normalise", "canonicalize", "canonicalise"},
		Long:       normalizeHelp,
		Example: `  echo HTTP://Example.org:80/a/../%7Eb | iri normalize --form syntax,default-port
  iri normalize urls.txt | sort -u
  iri normalize --column url pages.csv`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.rewrite.flags(cmd)
	cmd.Flags().StringVar(&c.forms, "form", c.forms, "apply these `FORMS`")
	cmd.RegisterFlagCompletionFunc("form", completeForms)
	return cmd
}

func (c *normalize) run(cmd *cobra.Command, files []string) error {
	for name := range strings.SplitSeq(c.forms, ",") {
		form, err := findForm(cmd, strings.TrimSpace(name))
		if err != nil {
			return err
		}
		c.form |= form
	}
	return c.rewrite.run(cmd, files, c.change)
}

// change appends the normalized line.
func (c *normalize) change(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
	r, err := iri.ParseReference(files.View(l.Text))
	if err != nil {
		return dst, w.refused(rfc3987.IRIReference, l)
	}
	return r.AppendNormalize(dst, c.form), nil
}

// allForms combines all forms.
const allForms = iri.CaseForm | iri.PercentForm | iri.DotForm | iri.NoEmptyPortForm | iri.IPv6Form |
	iri.DefaultPortForm | iri.RootPathForm | iri.IRIForm

// formNames returns the names that --form accepts: the form names of package iri, "syntax" and
// "all".
func formNames() []string {
	return append(strings.Split(allForms.String(), "|"), "syntax", "all")
}

// findForm returns the form with the given name.
func findForm(cmd *cobra.Command, name string) (iri.Form, error) {
	names := formNames()
	switch i := slices.Index(names, name); {
	case name == "syntax":
		return iri.SyntaxForm, nil
	case name == "all":
		return allForms, nil
	case i >= 0:
		return 1 << i, nil
	}
	text := ""
	if near := similar.Names(name, names); len(near) > 0 {
		text = "; similar: " + strings.Join(near, ", ")
	}
	return 0, program.Usagef(cmd, "unknown form %q%s; the forms are %s", name, text, strings.Join(names, ", "))
}

// completeForms completes the last name in a list of forms.
func completeForms(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	list := word[:strings.LastIndexByte(word, ',')+1]
	var words []string
	for _, name := range formNames() {
		words = append(words, list+name)
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
