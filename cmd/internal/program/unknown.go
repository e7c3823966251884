package program

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/similar"
)

// unknownCommand returns the error for the first argument that is neither a flag nor its value. The
// error suggests the command that the user may have meant.
func unknownCommand(root *cobra.Command, args []string) error {
	word := ""
	for i, arg := range args {
		if !strings.HasPrefix(arg, "-") && (i == 0 || args[i-1] != "--color") {
			word = arg
			break
		}
	}
	if strings.Contains(word, "://") {
		return Usagef(root, "%q is not a command; to check an IRI: echo %s | iri check", word, files.Quote(word))
	}
	if _, err := os.Stat(word); err == nil || strings.ContainsAny(word, "./") {
		return Usagef(root, "%q is not a command; to check a file: %s check %s", word, root.Name(), files.Quote(word))
	}
	if answer, ok := AnswerTo(root, word); ok {
		return Usagef(root, "unknown command %q; %s", word, answer)
	}
	if meant := meantCommands(root, word); len(meant) > 0 {
		return Usagef(root, "unknown command %q; did you mean \"%s\"?", word, strings.Join(meant, `" or "`))
	}
	return Usagef(root, "unknown command %q", word)
}

// meantCommands returns the commands that list word as a synonym, or if there are none, the
// commands and topics whose names are similar.
func meantCommands(root *cobra.Command, word string) (meant []string) {
	names := map[string]string{} // maps a name to the text to suggest
	for _, t := range shown(root, true) {
		names[t.Name()] = root.Name() + " help " + t.Name()
	}
	for _, c := range shown(root, false) {
		names[c.Name()] = c.CommandPath()
		if slices.Contains(c.SuggestFor, strings.ToLower(word)) {
			meant = append(meant, names[c.Name()])
		}
	}
	if meant != nil {
		return meant
	}
	for _, name := range similar.Names(word, slices.Sorted(maps.Keys(names))) {
		meant = append(meant, names[name])
	}
	return meant
}
