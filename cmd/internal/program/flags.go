package program

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/cmd/internal/similar"
)

// checkFlags looks for mistakes in the flags that a command line has, before the command runs.
func checkFlags(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && empty(f.Value) {
			value, _ := pflag.UnquoteUsage(f)
			err = Usagef(cmd, "%s has an empty value; it takes a %s", flagName(f), value)
		}
	})
	return err
}

// empty reports whether a flag was given an empty value. No flag has a use for one: it is what
// a shell makes of a variable that is not set, and to take it for the default would be a
// verdict on something that nobody asked for.
func empty(value pflag.Value) bool {
	if list, ok := value.(pflag.SliceValue); ok {
		return len(list.GetSlice()) == 0 || slices.Contains(list.GetSlice(), "")
	}
	return value.String() == ""
}

// flagName is what a flag is called in messages.
func flagName(f *pflag.Flag) string {
	if f.Shorthand == "" {
		return "--" + f.Name
	}
	return "-" + f.Shorthand + ", --" + f.Name
}

// flagError is the error for a wrong flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		return unknownFlag(cmd, unknown)
	}
	return Usagef(cmd, "%w", err)
}

// unknownFlag is the error for a flag that is none, with those that may have been meant.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := similar.Names(unknown.GetSpecifiedName(), names)
	if len(near) == 0 {
		return Usagef(cmd, "%w", unknown)
	}
	return Usagef(cmd, "%w; similar: --%s", unknown, strings.Join(near, ", --"))
}
