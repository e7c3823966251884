package program

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ExitStatus is the name of the topic about the exit status, which is also a section in the manual
// page of every command.
const ExitStatus = "exit-status"

// Commands yields root, its commands and its topics.
func Commands(root *cobra.Command) iter.Seq[*cobra.Command] {
	all := append([]*cobra.Command{root}, shown(root, false)...)
	return slices.Values(append(all, shown(root, true)...))
}

// shown returns the commands or the topics of cmd in the order in which help lists them.
func shown(cmd *cobra.Command, topics bool) (list []*cobra.Command) {
	for _, c := range cmd.Commands() {
		if !c.Hidden && c.IsAdditionalHelpTopicCommand() == topics {
			list = append(list, c)
		}
	}
	return list
}

// manualName returns the name of a command's page, such as "iri-check".
func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// ManualPage returns the manual page of a command, written with the man(7) macros. The page does
// not contain a date, so that builds are reproducible.
//
// Rejected: cobra's package doc. It parses the help as Markdown: <U+202E> vanishes, ** becomes
// bold, and table lines run together. Flags lose the names of their values, and topics get no
// pages. It requires two more modules.
func ManualPage(cmd *cobra.Command) []byte {
	var p manualPage
	p.line(".TH %s 1 \"\" %s", roffQuote(strings.ToUpper(manualName(cmd))), roffQuote(cmd.Root().Name()))
	p.section("NAME")
	p.line("%s \\- %s", roffEscape(manualName(cmd)), roffEscape(strings.ToLower(cmd.Short[:1])+cmd.Short[1:]))
	isTopic := cmd.IsAdditionalHelpTopicCommand()
	if !isTopic {
		p.section("SYNOPSIS")
		p.line("\\fB%s\\fR%s", roffEscape(cmd.CommandPath()), roffEscape(synopsis(cmd)))
	}
	p.section("DESCRIPTION")
	p.text(cmd.Long)
	p.list("COMMANDS", shown(cmd, false))
	p.list("TOPICS", shown(cmd, true))
	flags := cmd.LocalFlags()
	if isTopic {
		flags = topicFlags(cmd)
	}
	if flags.HasAvailableFlags() {
		p.section("OPTIONS")
		flags.VisitAll(p.flag)
	}
	if cmd.Example != "" {
		p.section("EXAMPLES")
		p.verbatim(cmd.Example)
	}
	if status, _, err := cmd.Root().Find([]string{ExitStatus}); err == nil && !isTopic {
		p.section("EXIT STATUS")
		p.text(status.Long)
	}
	if cmd.HasParent() {
		p.section("SEE ALSO")
		p.line(`\fB%s\fR(1)`, roffEscape(cmd.Root().Name()))
	}
	return p.Bytes()
}

// synopsis returns the part of the usage line that follows the command name.
func synopsis(cmd *cobra.Command) string {
	if cmd.HasSubCommands() {
		return " COMMAND [ARGUMENT...]"
	}
	_, rest, _ := strings.Cut(cmd.Use, " ")
	return strings.TrimRight(" "+rest, " ")
}

// A manualPage builds the text of a page.
type manualPage struct{ bytes.Buffer }

// line adds a line of roff source.
func (p *manualPage) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *manualPage) section(name string) { p.line(".SH %s", roffQuote(name)) }

// text adds paragraphs. A paragraph that contains an indented line is not filled.
func (p *manualPage) text(text string) {
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			p.line(".PP")
		}
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") {
			p.verbatim(paragraph)
		} else {
			p.lines(paragraph)
		}
	}
}

// verbatim adds lines without filling.
func (p *manualPage) verbatim(text string) {
	p.line(".nf")
	p.lines(text)
	p.line(".fi")
}

func (p *manualPage) lines(text string) {
	for line := range strings.Lines(text) {
		p.line("%s", roffEscape(strings.TrimSuffix(line, "\n")))
	}
}

// item adds a list entry.
func (p *manualPage) item(term, text string) {
	p.line(".TP\n%s", term)
	p.lines(text)
}

// list adds a section that lists commands.
func (p *manualPage) list(section string, commands []*cobra.Command) {
	if len(commands) > 0 {
		p.section(section)
	}
	for _, c := range commands {
		p.item("\\fB"+roffEscape(c.Name())+"\\fR", c.Short)
	}
}

func (p *manualPage) flag(f *pflag.Flag) {
	if f.Hidden {
		return
	}
	term := "\\fB" + roffEscape("--"+f.Name) + "\\fR"
	if f.Shorthand != "" {
		term = "\\fB" + roffEscape("-"+f.Shorthand) + "\\fR, " + term
	}
	value, usage := pflag.UnquoteUsage(f)
	switch {
	case value == "":
	case f.NoOptDefVal != "":
		term += "[=\\fI" + roffEscape(value) + "\\fR]"
	default:
		term += " \\fI" + roffEscape(value) + "\\fR"
	}
	switch f.DefValue {
	case "", "false", "0", "[]":
	default:
		usage += " (default: " + f.DefValue + ")"
	}
	p.item(term, usage)
}

// roff escapes roff's special characters, and characters that some formatters replace with
// lookalikes, which would not work on a command line.
var roff = strings.NewReplacer(
	`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`,
)

// roffEscape converts a line of text to a line of ASCII roff source.
func roffEscape(line string) string {
	var b strings.Builder
	for _, c := range roff.Replace(line) {
		if c < 0x80 {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, c)
		}
	}
	if line = b.String(); strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}

// roffQuote quotes text as a macro argument.
func roffQuote(text string) string { return `"` + roffEscape(text) + `"` }
