package program

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/similar"
)

// exclusive is the flag annotation that lists the flags that a flag excludes.
const exclusive = "exclusive"

// Exclusive makes it a usage error to combine any two of these flags. It also informs cobra, so
// that completion omits excluded flags.
func Exclusive(cmd *cobra.Command, names ...string) {
	cmd.MarkFlagsMutuallyExclusive(names...)
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		f.Annotations[exclusive] = append(f.Annotations[exclusive], names...)
	}
}

// refused is the flag annotation that contains the reason why a command rejects a flag.
const refused = "refused"

// Refuse makes a command reject a flag with a usage error that states the reason. It hides the flag
// in help.
func Refuse(cmd *cobra.Command, name, reason string) {
	f := cmd.Flags().Lookup(name)
	f.Annotations = map[string][]string{refused: {reason}}
	f.Hidden = true
}

// checkFlags checks the flags of a command line before the command runs.
func checkFlags(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil {
			err = checkFlag(cmd, f)
		}
	})
	return err
}

func checkFlag(cmd *cobra.Command, f *pflag.Flag) error {
	if reason := f.Annotations[refused]; len(reason) > 0 {
		return Usagef(cmd, "%s", reason[0])
	}
	if empty(f.Value) {
		value, _ := pflag.UnquoteUsage(f)
		article := "a"
		if strings.HasPrefix(value, "I") {
			article = "an"
		}
		return Usagef(cmd, "%s has an empty value; it takes %s %s", flagName(f), article, value)
	}
	for _, name := range f.Annotations[exclusive] {
		if other := cmd.Flags().Lookup(name); other != f && other.Changed {
			return Usagef(cmd, "%s and %s cannot be combined", flagName(f), flagName(other))
		}
	}
	return nil
}

// empty reports whether a flag value is empty. No flag accepts an empty value: it may come from an
// unset shell variable, and falling back to the default is not what the user meant.
func empty(value pflag.Value) bool {
	if list, ok := value.(pflag.SliceValue); ok {
		return len(list.GetSlice()) == 0 || slices.Contains(list.GetSlice(), "")
	}
	return value.String() == ""
}

// Flags returns the command-line flags that are not in without. Each is preceded by a space and
// quoted for a shell.
func Flags(cmd *cobra.Command, without ...string) (text string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			switch {
			case slices.Contains(without, f.Name):
			case f.Value.Type() != "bool":
				text += " --" + f.Name + " " + files.Quote(value)
			case value == "true":
				text += " --" + f.Name
			default:
				text += " --" + f.Name + "=" + value
			}
		}
	})
	return text
}

// flagName returns the name of a flag as shown in messages.
func flagName(f *pflag.Flag) string {
	if f.Shorthand == "" {
		return "--" + f.Name
	}
	return "-" + f.Shorthand + ", --" + f.Name
}

// flagError converts a flag parsing error to a usage error.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &invalid):
		return invalidValue(cmd, invalid)
	}
	return Usagef(cmd, "%w", err)
}

// invalidValue returns the error for an invalid flag value. It replaces the error from Go's parser,
// which is written for programmers.
func invalidValue(cmd *cobra.Command, invalid *pflag.InvalidValueError) error {
	f := invalid.GetFlag()
	value, _ := pflag.UnquoteUsage(f)
	takes := "a " + value
	switch kind := f.Value.Type(); {
	case kind == "color":
		takes = strings.Join(terminal.Colors, ", ")
	case kind == "bool":
		takes = "true or false"
	case errors.Is(invalid, strconv.ErrRange):
		takes = "a number with fewer digits"
	case kind == "int":
		takes = "a number"
	case kind == "uint":
		takes = "a non-negative number"
	}
	return Usagef(cmd, "%s takes %s, not %q", flagName(f), takes, invalid.GetValue())
}

// unknownFlag returns the error for an unknown flag. The error ends with the answer to a usual
// guess, or suggests similar flags.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	name, letters := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
	flag := "--" + name
	if letters != "" { // from the unknown one on
		_, n := utf8.DecodeRuneInString(letters)
		flag = "-" + letters[:n]
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := similar.Names(name, names)
	switch answer, ok := AnswerTo(cmd, flag); {
	case ok:
		return Usagef(cmd, "unknown flag %s; %s", flag, answer)
	case letters != "":
		return Usagef(cmd, `unknown flag %s; put "--" before an argument that begins with "-"`, flag)
	case len(near) > 0:
		return Usagef(cmd, "unknown flag %s; similar: --%s", flag, strings.Join(near, ", --"))
	}
	return Usagef(cmd, "unknown flag %s", flag)
}
