package build

// A directive is a comment of the form "; @name text" that tells the compiler about the document.
// The package comment lists the directives. Their meanings are described in components.go,
// alternatives.go, set.go, profile.go and octets.go.

// readDirectives reads the directives of the document. It reports a faulty one and goes on with
// the next. It stops after maxDirectives directives.
func (g *Grammar) readDirectives() {
	n := 0
	for _, d := range g.document.Directives {
		read := g.directive(d.Name)
		if read == nil {
			g.report("unknown-directive", d.Pos, len(d.Name)+1,
				"@%s is not a directive; there are @components, @alternatives, @set, @profile, @octets and @code-points", d.Name)
			continue
		}
		if n++; n > maxDirectives {
			g.report("bad-directive", d.Pos, len(d.Name)+1,
				"@%s: the document has more than %d directives, the limit", d.Name, maxDirectives)
			return
		}
		if err := read(d.Text); err != nil {
			g.report("bad-directive", d.Pos, len(d.Name)+1, "@%s: %v", d.Name, err)
		}
	}
}

// directive returns the function that reads the text of a directive, by the directive's name. It
// returns nil for an unknown name.
func (g *Grammar) directive(name string) func(text string) error {
	switch name {
	case "components":
		return g.readComponents
	case "alternatives":
		return g.readAlternatives
	case "set":
		return g.readSet
	case "profile": // defineProfiles has read it
		return func(string) error { return nil }
	case "octets":
		return func(text string) error { return g.readEncoding(text, octets) }
	case "code-points":
		return func(text string) error { return g.readEncoding(text, codePoints) }
	}
	return nil
}
