package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A check holds the flags of "iri check".
type check struct {
	selection selection
	source    source
	verdicts  bool
	quiet     bool
	as        string // one of styles
	json      bool
	explain   bool
	maxErrors int
	lint      lintFlags
	schemes   schemes
	work      grammar.Work
	reporting fault.ReportFlag
	baseline  baseline
	buffer    int  // size of the batch buffer
	usual     bool // whether no flag names a rule
}

const checkHelp = `A line is valid if the rule matches all of it. The default rule is IRI of rfc3987. "iri help
diagnostics" describes the messages for invalid lines. Totals are printed on stderr.`

func checkCommand() *cobra.Command { return new(check).command() }

func (c *check) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:        "check [-g GRAMMAR] [-r RULE] [--lint] [FILE...]",
		Short:      "Validate every line against a rule",
		SuggestFor: []string{"validate", "valid", "verify", "test"},
		Long:       checkHelp,
		Example: `  iri check urls.txt
  iri check -r IRI-reference --json < links.txt
  iri check --lint --deny browser-ipv4 --report report.html -q urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.flags(cmd)
	c.workFlag(cmd)
	c.source.recordFlags(cmd)
	c.source.ignoreFlags(cmd)
	cmd.Flags().BoolVar(&c.verdicts, "verdicts", false, "print 1 (valid) or 0 for each line")
	c.styleFlags(cmd)
	cmd.Flags().BoolVar(&c.explain, "explain", false, "print the reason and a repair for each diagnostic")
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print no diagnostics")
	cmd.Flags().IntVar(&c.maxErrors, "max-errors", 0, "print at most `N` diagnostics; 0 means no limit")
	c.lint.flags(cmd)
	c.schemes.flags(cmd)
	c.reporting.Add(cmd)
	c.baseline.flags(cmd)
	cmd.RegisterFlagCompletionFunc("max-errors", cobra.NoFileCompletions)
	program.Exclusive(cmd, "verdicts", "as", "json", "quiet", "explain")
	program.Exclusive(cmd, "verdicts", "max-errors")
	program.Exclusive(cmd, "verdicts", "lint")
	program.Exclusive(cmd, "verdicts", "skip-blank") // output line N must correspond to input line N
	program.Exclusive(cmd, "verdicts", "comment")
	program.Exclusive(cmd, "verdicts", "exclude-url")
	program.Exclusive(cmd, "verdicts", "missing")
	return withOutput(cmd)
}

func (c *check) run(cmd *cobra.Command, names []string) error {
	if c.maxErrors < 0 {
		return program.Usagef(cmd, "--max-errors cannot be negative: %d", c.maxErrors)
	}
	if err := c.style(cmd); err != nil {
		return err
	}
	rule, err := c.rule(cmd)
	if err != nil {
		return err
	}
	linter, err := c.lint.linter(cmd, rule)
	if err != nil {
		return err
	}
	p, err := c.source.pass(cmd, names)
	if err != nil {
		return err
	}
	if c.usual {
		p.readsTexts()
	}
	if err := cmp.Or(c.baseline.checkOutput(p, c.selection.files()), c.baseline.load(p)); err != nil {
		return err
	}
	return c.count(p, rule, linter, nil)
}

// rule returns the rule selected by the flags, or the main rule of a bundled grammar. It does not
// apply --schemes, but checks that flag.
func (c *check) rule(cmd *cobra.Command) (tables.Rule, error) {
	if g, ok := findShipped(c.selection.grammar); ok && c.selection.rule == "" && g.Name != shelf {
		c.selection.rule, c.usual = g.Main, true
	}
	rule, _, err := c.selection.find(cmd)
	if err == nil {
		err = c.schemes.compile(cmd, rule)
	}
	return rule, err
}

// count checks the files of a pass. linter is nil without --lint. to is nil except in iri filter.
func (c *check) count(p *pass, rule tables.Rule, linter *linter, to *sinks) error {
	inputs := p.Inputs
	inputs.Names = append(c.selection.files(), p.Names...)
	all, err := c.reporting.Start(p.cmd, rule, &inputs, !c.quiet || to != nil)
	if err != nil {
		return err
	}
	p.byLine = c.verdicts || to != nil
	p.options.Prose = validProse(c.selection.format)
	if c.selection.parser != nil {
		p.options.Prose, p.grows = c.selection.parser.Valid, true
	}
	p.serial = c.maxErrors > 0 // the number of diagnostics shown depends on earlier files
	sarif := program.NewSARIF(p.stdout)
	if c.as == asSARIF {
		p.stdout = sarif
	}
	var total *tally
	_, err = each(p, func(p *pass) *tally {
		t := c.tally(rule, p)
		t.linter = linter.fresh()
		switch {
		case total == nil:
			total = t
		case c.maxErrors > 0:
			t.maxShown, t.maxFindings = max(0, total.maxShown-total.invalid), max(0, total.maxShown-total.linter.show())
		}
		if to != nil {
			t.sieve = &sieve{pass: p, sinks: to}
			p.atTurn(to.begin)
		}
		if all != nil {
			t.report = fault.NewReport()
			p.report = t.report
			t.names = namesOf(rule, t.report)
		}
		return t
	})
	if err != nil {
		return err
	}
	switch c.as {
	case asJSON:
		total.summarize()
	case asSARIF:
		sarif.Close(total.run()) // p.Out keeps the error
	}
	if err := c.reporting.Write(p.cmd, total.report, p.interrupted); err != nil {
		return err
	}
	if err := c.baseline.save(total); err != nil {
		return err
	}
	invalid := total.invalid
	if linter != nil {
		invalid += total.linter.count[lint.SeverityError]
	}
	return p.status(invalid)
}

// A tally counts lines and prints diagnostics for invalid lines.
type tally struct {
	check          *check
	pass           *pass
	base           tables.Rule     // selected by the flags and the format
	rule           tables.Rule     // base without the schemes that are not allowed
	batch          *tables.Batch   // uses the rule, or "" if lines are escaped
	checker        *tables.Checker // checks pieces of escaped lines
	baseChecker    *tables.Checker // finds the errors in pieces if base is not the rule, or nil
	examiner       *fault.Examiner
	long           fault.Long // examines lines in pieces
	printer        *terminal.Printer
	heading        heading
	absence        absence
	linter         *linter         // nil without --lint
	sieve          *sieve          // only in iri filter
	report         *fault.Report   // nil without --report
	names          func([]byte)    // counts the scheme and the host of a valid value, or nil
	codes          map[string]bool // the codes reported, for SARIF
	maxShown       int             // maximum number of invalid lines to print
	maxFindings    int             // maximum number of findings to print
	found          []string        // lines for --write-baseline
	valid, invalid int
	known          int // number of diagnostics in the baseline
}

func (c *check) tally(rule tables.Rule, p *pass) *tally {
	t := &tally{
		check: c, pass: p,
		printer: program.NewPrinter(p.cmd, p.Out, p.cmd.OutOrStdout()), maxShown: cmp.Or(c.maxErrors, math.MaxInt),
		codes: map[string]bool{},
	}
	t.use(rule)
	t.batch, t.checker = tables.NewBatch(t.rule), tables.NewChecker(t.rule)
	if c.schemes.list != nil {
		t.baseChecker = tables.NewChecker(t.base)
	}
	if p.Escaped {
		t.batch = tables.NewBatch("")
	}
	if t.batch.Buffer = c.buffer; c.quiet || c.verdicts {
		t.maxShown = 0
	}
	t.maxFindings = t.maxShown
	return t
}

// file checks a file and adds it to the report.
func (t *tally) file(file *files.File) error { return t.pass.reported(file, t.lines) }

// use sets the base rule for records.
func (t *tally) use(base tables.Rule) {
	t.base, t.rule = base, t.check.schemes.of(base)
	t.examiner = fault.NewExaminer(base, t.check.selection.siblings)
	t.examiner.Wide, t.examiner.Scheme, t.examiner.Schemes = wide(base), rfc3987.Scheme, t.check.schemes.list
	t.examiner.Prose = proseOf(t.check.selection.format)
	if parser := t.check.selection.parser; parser != nil {
		t.examiner.Prose = parser.Fault
	}
}

// accept counts n valid lines.
func (t *tally) accept(n int) error {
	if t.absence.seen != nil && n > 0 {
		t.settle()
		t.absence.seen = nil
	}
	t.valid += n
	t.report.Valid(n)
	t.pass.Bar.Count(n, 0)
	return t.verdict("1\n", n)
}

// reject counts an invalid line without a diagnostic.
func (t *tally) reject() error {
	t.refuse()
	return t.verdict("0\n", 1)
}

// refuse counts an invalid line.
func (t *tally) refuse() {
	t.invalid++
	t.pass.Bar.Count(0, 1)
}

// verdict prints the same verdict for n lines if --verdicts is set.
func (t *tally) verdict(text string, n int) (err error) {
	for ; t.check.verdicts && n > 0 && err == nil; n-- {
		_, err = t.pass.Out.WriteString(text)
	}
	return err
}

// skips reports whether the next invalid line is only counted.
func (t *tally) skips() bool {
	return t.invalid >= t.maxShown && t.report == nil && !t.check.baseline.active()
}

// lines checks the lines of a file.
func (t *tally) lines(file *files.File) error {
	if rule := linkRule(t.pass.format(file), t.base); rule != t.base && t.check.usual {
		t.use(rule)
	}
	r := t.pass.reader(file, t.rule)
	recommend(t.examiner, r.Format)
	if r.Format == records.PlainLines {
		t.pass.hint(file, t.base)
	}
	if r.Format != records.PlainLines || t.sieve != nil {
		return t.records(file, r)
	}
	if t.pass.Edits() || t.pass.options.Exclude != nil || t.linter != nil || t.pass.options.Prose != nil {
		return t.edited(file)
	}
	for l, err := range file.Verdicts(t.batch, file) {
		if l.Valid {
			n := 1
			if t.names == nil {
				n += l.SkipValid()
			} else if l.First {
				t.names(l.Text())
			} else { // the end of a long line
				t.report.Value("", "")
			}
			err = t.accept(n)
		} else {
			err = t.line(file, l, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// edited checks the lines of a file one by one.
func (t *tally) edited(file *files.File) error {
	for l, err := range file.Lines() {
		if err != nil {
			return t.pass.unread(err)
		}
		if t.pass.ignores(l) {
			continue
		}
		if err := t.whole(l); err != nil {
			return err
		}
	}
	return nil
}

// whole checks a complete line.
func (t *tally) whole(l *files.Line) error {
	valid := records.Rule{Table: t.rule, Prose: t.pass.options.Prose}.Valid(l.Text)
	if !valid && t.check.selection.parser.Err() != nil {
		return fmt.Errorf("%s:%d: %w", l.File, l.Number, t.check.selection.parser.Err())
	}
	switch {
	case valid:
		if t.linter != nil {
			if err := t.findings(l); err != nil {
				return err
			}
		}
		if t.names != nil {
			t.names(l.Text)
		}
		return t.accept(1)
	case t.skips():
		return t.reject()
	}
	return t.show(l, t.examiner.Examine(l))
}

// line checks a line or piece that may be invalid, or handles a read error.
func (t *tally) line(file *files.File, raw *tables.Line, err error) error {
	whole, skipped := raw.First && raw.Last, t.skips()
	if whole && skipped && !t.pass.Escaped {
		return t.reject() // its text is not needed
	}
	l, err := file.Line(raw, err)
	switch {
	case err != nil:
		return t.pass.unread(err)
	case !whole:
		return t.piece(l, skipped)
	}
	return t.whole(l)
}

// piece checks a piece of a line.
func (t *tally) piece(l *files.Line, skipped bool) error {
	err := l.Err()
	if l.Escapes != nil {
		err = checkPiece(t.checker, l)
	}
	reason := err
	if t.baseChecker != nil {
		reason = checkPiece(t.baseChecker, l)
	}
	t.long.Add(l, reason)
	switch {
	case !l.Last:
		return nil
	case err == nil:
		return t.accept(1)
	case skipped:
		return t.reject()
	}
	return t.show(l, t.long.Fault(t.examiner, l))
}

// workFlag adds the flag for rules without a table.
func (c *check) workFlag(cmd *cobra.Command) {
	c.selection.work = &c.work
	c.work.Flag(cmd)
	program.About(cmd, grammarsTopic, "max-work")
}

// undecided returns an error if the parser could not decide a value of a file.
func (t *tally) undecided(file string) error {
	if err := t.check.selection.parser.Err(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// checkPiece returns the error in a line up to the end of the piece l.
func checkPiece(checker *tables.Checker, l *files.Line) error {
	if l.First {
		checker.Reset()
	}
	if _, err := checker.Write(l.Text); err != nil || !l.Last {
		return err
	}
	return checker.Close()
}

// show counts an invalid line and prints its diagnostic unless the limit is reached.
func (t *tally) show(l *files.Line, f fault.Fault) error {
	t.release()
	return t.showOn(t.pass.Out, t.printer, l, f)
}

// showOn is like show, but prints the diagnostic on a writer, with the writer's printer.
func (t *tally) showOn(w io.Writer, printer *terminal.Printer, l *files.Line, f fault.Fault) error {
	if t.isKnown(l, &f) {
		return nil
	}
	if t.report != nil {
		note(t.report, l, &f, "")
	}
	if t.invalid >= t.maxShown {
		return t.reject()
	}
	t.refuse()
	switch t.check.as {
	case asJSON:
		return t.object(l, f)
	case asGitHub, asSARIF:
		return t.annotate(l, &f, "error")
	}
	err := printer.Print(f.Diagnostic(l))
	if t.check.explain && err == nil {
		_, err = io.WriteString(w, f.More())
	}
	return err
}

// object prints the JSON object for a diagnostic.
func (t *tally) object(l *files.Line, f fault.Fault) error {
	b := t.heading.append(t.pass.Out.AvailableBuffer(), l)
	b = append(f.AppendJSON(append(b, ',')), ',')
	if f.Whole {
		b = terminal.AppendField(b, "input", files.View(f.Input))
	} else {
		b = append(b, `"input":null`...)
	}
	_, err := t.pass.Out.Write(append(b, "}\n"...))
	return err
}

// summarize prints the summary, which is the last object of the --json output. Out keeps a write
// error.
func (t *tally) summarize() {
	p := t.pass
	var counts struct {
		Valid          int  `json:"valid"`
		Invalid        int  `json:"invalid"`
		Hidden         int  `json:"hidden"`
		Denied         int  `json:"denied"`
		Warnings       int  `json:"warnings"`
		Notes          int  `json:"notes"`
		HiddenFindings int  `json:"hidden_findings"`
		Blank          int  `json:"blank"`
		Comments       int  `json:"comments"`
		Missing        int  `json:"missing"`
		Ignored        int  `json:"ignored"`
		Known          int  `json:"known"`
		Without        int  `json:"without_iri"`
		Unread         int  `json:"unread"`
		Interrupted    bool `json:"interrupted"`
	}
	counts.Valid, counts.Invalid, counts.Hidden = t.valid, t.invalid, max(0, t.invalid-t.maxShown)
	counts.Blank, counts.Comments, counts.Missing, counts.Without = p.Blank, p.Comments, p.missing, p.without
	counts.Ignored, counts.Known = p.ignored, t.known
	if t.linter != nil {
		n := t.linter.count
		counts.Denied, counts.Warnings, counts.Notes = n[lint.SeverityError], n[lint.SeverityWarning], n[lint.SeverityNote]
	}
	counts.HiddenFindings = t.linter.hidden()
	counts.Unread, counts.Interrupted = p.unreadable, p.interrupted
	terminal.EncodeJSON(p.Out, map[string]any{"summary": counts})
}

// add adds the counts of another tally.
func (t *tally) add(other *tally) {
	t.valid, t.invalid, t.known = t.valid+other.valid, t.invalid+other.invalid, t.known+other.known
	t.found = append(t.found, other.found...)
	t.linter.add(other.linter)
	t.report.Merge(other.report)
	maps.Copy(t.codes, other.codes)
}

// over returns lines about the diagnostics that --max-errors hides.
func (t *tally) over() (text string) {
	if hidden := t.invalid - t.maxShown; t.maxShown > 0 && hidden > 0 {
		text = fmt.Sprintf("%d more invalid, not shown (--max-errors %d)\n", hidden, t.maxShown)
	}
	if hidden := t.linter.hidden(); t.maxShown > 0 && hidden > 0 {
		text += fmt.Sprintf("%d more %s, not shown (--max-errors %d)\n", hidden, plural(hidden, "finding"), t.maxShown)
	}
	return text
}

// counts returns the counts as text for the summary.
func (t *tally) counts() string {
	text := t.over() + t.pass.total(t.valid+t.invalid) + fmt.Sprintf("%d valid, %d invalid", t.valid, t.invalid)
	return text + t.linter.counts() + t.check.baseline.counts(t.known)
}
