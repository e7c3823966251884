package program

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
)

func manCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages",
		Long: strings.ReplaceAll(`Man writes one page per command and topic: PROGRAM.1, PROGRAM-help.1 and so on. It
creates DIR if necessary, and writes either all pages or none.`, "PROGRAM", program),
		Example: "  " + program + " man man1",
		Args:    Args(1, 1, "takes one DIR"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return Buffered(cmd, func(out *bufio.Writer) error { return writePages(cmd, args[0], out) })
		},
	}
}

// writePages writes all pages or none.
func writePages(cmd *cobra.Command, dir string, out *bufio.Writer) error {
	if dir == "" {
		return Usagef(cmd, "DIR is empty; the working directory is \".\"")
	}
	var pages []files.Output
	for c := range Commands(cmd.Root()) {
		pages = append(pages, files.Output{Name: filepath.Join(dir, manualName(c)+".1"), Text: func(w io.Writer) error {
			_, err := w.Write(ManualPage(c))
			return err
		}})
	}
	if err := files.Write(cmd.Context(), out, pages...); err != nil {
		return err
	}
	for _, page := range pages {
		fmt.Fprintln(out, "wrote", terminal.Visible(page.Name))
	}
	return nil
}
