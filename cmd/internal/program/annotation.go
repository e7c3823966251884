package program

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// An Annotation is a diagnostic that other programs display at the lines of a file. Lines and
// columns count from 1, columns in code points. The end is the position after the last character.
type Annotation struct {
	File               string
	Line, Column       int
	EndLine, EndColumn int
	Offset, Length     int    // in bytes
	Severity           string // "error", "warning" or "note"
	Code, Message      string
}

var (
	commandMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes a diagnostic as a workflow command ("Workflow commands for GitHub Actions", Setting
// an error message).
func GitHub(w io.Writer, d Annotation) error {
	level, end := d.Severity, ""
	if level == "note" {
		level = "notice"
	}
	switch { // GitHub's end is the position of the last character
	case d.EndLine > d.Line:
		end = fmt.Sprintf(",endLine=%d", d.EndLine)
	case d.EndColumn > d.Column:
		end = fmt.Sprintf(",endColumn=%d", d.EndColumn-1)
	}
	_, err := fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d%s,title=%s::%s\n", level,
		terminal.Visible(commandProperty.Replace(d.File)), d.Line, d.Column, end,
		commandProperty.Replace(d.Code), terminal.Visible(commandMessage.Replace(d.Message)))
	return err
}

// GitHubNotice writes a message about the entire run as a workflow command.
func GitHubNotice(w io.Writer, message string) error {
	_, err := fmt.Fprintf(w, "::notice::%s\n", commandMessage.Replace(message))
	return err
}
