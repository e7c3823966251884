package grammar

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/irilex/iri/build"
)

// nameStart matches the beginning of a name in any dialect.
var nameStart = regexp.MustCompile(`^[A-Za-z_]`)

// Split splits GRAMMAR#RULE at the last "#", because rule names do not contain "#". The rule is ""
// if no name follows the "#", or if arg is the name of a file. A bundled grammar hides a file:
// rfc3986#URI is a rule, even if there is a file with that name; ./rfc3986#URI is the file.
func Split(arg string) (grammar, rule string) {
	at := strings.LastIndexByte(arg, '#')
	if at < 0 || !nameStart.MatchString(arg[at+1:]) {
		return arg, ""
	}
	if _, bundled := build.FindBundled(arg[:at]); !bundled {
		if _, err := os.Stat(arg); err == nil {
			return arg, ""
		}
	}
	return arg[:at], arg[at+1:]
}

// unknown returns the error for a GRAMMAR that is neither bundled nor a file. If the name contains
// a "#", it is probably a rule where a grammar is expected.
func unknown(name string) error {
	if grammar, rule := Split(name); rule != "" {
		return fmt.Errorf("%s is not a file; select a rule with -r: %s -r %s", name, grammar, rule)
	}
	return fmt.Errorf("%s is neither a bundled grammar (%s) nor a file", name, strings.Join(Bundled(), ", "))
}

// Provider returns the import that defines a name and the rule's name in that import. It returns
// nil if there is no such import.
func (d *Document) Provider(name string) (from *Document, rule string) {
	for _, i := range d.Imports {
		if i.name != "" && d.Dialect.FoldName(i.name) != d.Dialect.FoldName(name) {
			continue
		}
		rule = name
		if i.rule != "" {
			rule = i.rule
		}
		g, _ := i.Read()
		for _, r := range g.Rules {
			if g.Dialect.FoldName(r.Name) == g.Dialect.FoldName(rule) {
				return i.Document, r.Name
			}
		}
	}
	return nil, ""
}
