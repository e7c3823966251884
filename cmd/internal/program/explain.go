package program

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/similar"
)

// explainCommand returns the command that prints code pages. Each program contains the pages of
// both programs, so the user need not know which program reported a code.
func explainCommand(program string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [--json] [CODE]",
		Short: "Explain a diagnostic code",
		Long: `Each diagnostic message ends with a CODE in brackets. Explain describes the mistake, cites the
source of the rule, and shows an example and its correction. Without a CODE, it lists all codes of
iri and abnf. The --json keys are code, family, program, severity, title, text, command, example and
instead.`,
		Example: strings.ReplaceAll(`  PROGRAM explain bad-number
  PROGRAM explain`, "PROGRAM", program),
		Args: Args(0, 1, "takes one CODE"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
			for _, p := range Codes() {
				if len(args) == 0 {
					list = append(list, cobra.CompletionWithDesc(p.Code, p.Title))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			pages := Codes()
			if len(args) == 1 {
				page, ok := FindCode(strings.Trim(args[0], "[]"))
				if !ok {
					return unknownCode(cmd, args[0])
				}
				pages = []CodePage{page}
			}
			return Buffered(cmd, func(out *bufio.Writer) error {
				switch {
				case asJSON:
					return encodePages(out, pages)
				case len(args) == 1:
					pages[0].Write(out)
				default:
					listCodes(out, pages)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print an object per code")
	return cmd
}

// unknownCode returns the error for a code without a page. The error suggests similar codes.
func unknownCode(cmd *cobra.Command, code string) error {
	var names []string
	for _, p := range Codes() {
		names = append(names, p.Code)
	}
	if near := similar.Names(code, names); len(near) > 0 {
		return Usagef(cmd, "unknown code %q; similar: %s", code, strings.Join(near, ", "))
	}
	return Usagef(cmd, "unknown code %q; %q lists all codes", code, cmd.CommandPath())
}

func listCodes(out *bufio.Writer, pages []CodePage) {
	longest := slices.MaxFunc(pages, func(a, b CodePage) int { return len(a.Code) - len(b.Code) })
	for i, p := range pages {
		if i == 0 || pages[i-1].Family != p.Family {
			if i > 0 {
				fmt.Fprintln(out)
			}
			fmt.Fprintf(out, "%s (%s)\n", p.Family.Title, p.Family.Program)
		}
		fmt.Fprintf(out, "  %-*s  %s\n", len(longest.Code), p.Code, p.Title)
	}
}

func encodePages(out *bufio.Writer, pages []CodePage) error {
	for _, p := range pages {
		err := terminal.EncodeJSON(out, struct {
			Code     string `json:"code"`
			Family   string `json:"family"`
			Program  string `json:"program"`
			Severity string `json:"severity"`
			Title    string `json:"title"`
			Text     string `json:"text"`
			Command  string `json:"command"`
			Example  string `json:"example"`
			Instead  string `json:"instead"`
		}{p.Code, p.Family.Name, p.Family.Program, p.Severity, p.Title, p.Text, p.Command, p.Example, p.Instead})
		if err != nil {
			return err
		}
	}
	return nil
}
