package program

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the maximum width of the flag list in help, in columns.
const helpWidth = 100

// Topic returns a help topic: a page about several commands, which "help NAME" prints. In cobra a
// topic is a command that cannot be run.
func Topic(name, short, long string) *cobra.Command {
	return &cobra.Command{Use: name, Short: short, Long: long}
}

// topic is the flag annotation that contains the name of a flag's topic.
const topic = "topic"

// About moves flags of a command to a topic. If the program has that topic, the command's help
// lists only the flag names.
func About(cmd *cobra.Command, name string, flags ...string) {
	for _, f := range flags {
		cmd.Flags().SetAnnotation(f, topic, []string{name})
	}
}

// topicOf returns the topic of a flag, or nil.
func topicOf(root *cobra.Command, f *pflag.Flag) *cobra.Command {
	for _, t := range shown(root, true) {
		if slices.Contains(f.Annotations[topic], t.Name()) {
			return t
		}
	}
	return nil
}

// topicFlags returns the flags of a topic, without duplicates.
func topicFlags(t *cobra.Command) *pflag.FlagSet {
	flags := new(pflag.FlagSet)
	for cmd := range Commands(t.Root()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && topicOf(t.Root(), f) == t && flags.Lookup(f.Name) == nil {
				flags.AddFlag(f)
			}
		})
	}
	return flags
}

// setHelp makes root and its commands print [Help], and stores a write error in failed.
func setHelp(root *cobra.Command, failed *error) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, *failed = cmd.OutOrStdout().Write(Help(cmd))
	})
}

// Help returns the help text of a command or topic.
func Help(cmd *cobra.Command) []byte {
	var b bytes.Buffer
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s:\n%s\n", title, strings.TrimRight(text, "\n"))
		}
	}
	fmt.Fprintln(&b, cmd.Short)
	if cmd.IsAdditionalHelpTopicCommand() {
		fmt.Fprintf(&b, "\n%s\n", cmd.Long)
		section("Examples", cmd.Example)
		section("Flags", topicFlags(cmd).FlagUsagesWrapped(helpWidth))
		return b.Bytes()
	}
	section("Usage", "  "+cmd.CommandPath()+synopsis(cmd))
	section("Examples", cmd.Example)
	section("Commands", list(shown(cmd, false)))
	section("Topics", list(shown(cmd, true)))
	own, others := ownFlags(cmd)
	section("Flags", own.FlagUsagesWrapped(helpWidth))
	section("More flags", others)
	fmt.Fprintf(&b, "\n%s\n", cmd.Long)
	return b.Bytes()
}

// list returns a line for each command.
func list(commands []*cobra.Command) string {
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "  %-*s  %s\n", c.NamePadding(), c.Name(), c.Short)
	}
	return b.String()
}

// ownFlags returns the flags of a command that do not belong to a topic, and a list of its other
// flags.
func ownFlags(cmd *cobra.Command) (own *pflag.FlagSet, others string) {
	own = new(pflag.FlagSet)
	names := map[string][]string{} // flag names by topic
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch t := topicOf(cmd.Root(), f); {
		case f.Hidden:
		case t == nil:
			own.AddFlag(f)
		default:
			names[t.Name()] = append(names[t.Name()], "--"+f.Name)
		}
	})
	for _, t := range shown(cmd.Root(), true) {
		if list := names[t.Name()]; list != nil {
			others += wrap(fmt.Sprintf("  %s help %-*s  ", cmd.Root().Name(), t.NamePadding(), t.Name()), list)
		}
	}
	return own, others
}

// wrap returns lines of at most 100 columns: a label, and beside it a list.
func wrap(label string, list []string) string {
	var b strings.Builder
	b.WriteString(label)
	column := len(label)
	for i, item := range list {
		if i < len(list)-1 {
			item += ","
		}
		switch {
		case i == 0:
		case column+1+len(item) > 100:
			b.WriteString("\n" + strings.Repeat(" ", len(label)))
			column = len(label)
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(item)
		column += len(item)
	}
	b.WriteString("\n")
	return b.String()
}

// helpCommand replaces cobra's help command, which accepts an unknown command without an error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Print the help for a command or topic",
		Long:  `Without an argument, help lists the commands and topics.`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for c := range Commands(cmd.Root()) {
				if len(args) == 0 && c.HasParent() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return unknownCommand(cmd.Root(), args)
			}
			if len(rest) > 0 {
				return Usagef(cmd, "unexpected argument %q: help takes one COMMAND or TOPIC", rest[0])
			}
			return about.Help()
		},
	}
}
