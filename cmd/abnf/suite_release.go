package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// released lists the published suites and their files.
var released = []struct{ file, grammar, rule, bytes, as string }{
	{"uri.suite", "rfc3986", "URI", "mistaken", "lines"},
	{"uri-reference.suite", "rfc3986", "URI-reference", "mistaken", "lines"},
	{"iri.suite", "rfc3987", "IRI", "mistaken", "lines"},
	{"iri-reference.suite", "rfc3987", "IRI-reference", "mistaken", "lines"},
	{"uri.json", "rfc3986", "URI", "mistaken", "json-schema"},
	{"uri-reference.json", "rfc3986", "URI-reference", "mistaken", "json-schema"},
	{"iri.json", "rfc3987", "IRI", "mistaken", "json-schema"},
	{"iri-reference.json", "rfc3987", "IRI-reference", "mistaken", "json-schema"},
	{"iri-n-triples.zip", "rfc3987", "IRI", "alike", "n-triples"},
}

// sums is the name of the file that lists the SHA-256 sums of the others in sha256sum format.
const sums = "SHA256SUMS"

// releaseAll writes the published suites to a directory.
func (s *suiteFlags) releaseAll(cmd *cobra.Command) error {
	changed := cmd.Flags().Changed
	if s.grammar != "" || s.rule != "" || s.json || s.more != 0 || len(s.notation.Words()) > 0 ||
		changed("output") || changed("as") || changed("bytes") {
		return program.Usagef(cmd, "--release cannot be combined with other flags")
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error {
		var list []byte
		write := func(name string, content func(io.Writer) error) error {
			path, sum := filepath.Join(s.release, name), sha256.New()
			text := func(w io.Writer) error { return content(io.MultiWriter(w, sum)) }
			if err := files.Write(cmd.Context(), out, files.Output{Name: path, Text: text}); err != nil {
				return err
			}
			list = fmt.Appendf(list, "%x  %s\n", sum.Sum(nil), name)
			fmt.Fprintln(out, "wrote", terminal.Visible(path))
			return out.Flush()
		}
		grammars := map[string]*build.Grammar{}
		for _, r := range released {
			one := suiteFlags{target: target{grammar: r.grammar, rule: r.rule, notation: s.notation}, bytes: r.bytes, as: r.as}
			if grammars[r.grammar] == nil {
				g, err := compileReleased(cmd, r.grammar)
				if err != nil {
					return err
				}
				grammars[r.grammar] = g
			}
			f, err := one.file(cmd.Context(), grammars[r.grammar], r.rule)
			if err == nil {
				err = write(r.file, f.write)
			}
			if err != nil {
				return err
			}
		}
		content := list
		return write(sums, func(w io.Writer) error { _, err := w.Write(content); return err })
	})
}

// compileReleased compiles a bundled grammar that has published suites.
func compileReleased(cmd *cobra.Command, name string) (*build.Grammar, error) {
	b, _ := build.FindBundled(name)
	return build.Compile(cmd.Context(), b.Source(), build.Options{Name: b.Name, Dialect: b.Dialect})
}
