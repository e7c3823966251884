package build

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// A counting context is done after a fixed number of calls. It does not use a clock.
type counting struct {
	context.Context
	asked, until int
}

var errEnough = errors.New("enough")

func (c *counting) Err() error {
	if c.asked++; c.asked < c.until {
		return nil
	}
	return errEnough
}

// stepsUntil compiles until the given call to the context. It returns the number of steps taken,
// the number of rules left without a table, and whether the compilation finished before that call.
// The errors must name the cause once or twice if a rule is left without a table.
func stepsUntil(t *testing.T, tt hostile, until int) (steps int64, missing int, over bool) {
	t.Helper()
	ctx := &counting{context.Background(), 0, until}
	g, list := compileSource(ctx, syntax.NewSource("hostile.abnf", tt.text),
		Options{Name: "hostile", Dialect: tt.dialect(), Places: true})
	if ctx.asked > until+4 {
		t.Errorf("%s: given up after %d questions, it asked %d times more", tt.name, until, ctx.asked-until)
	}
	said := 0
	for _, r := range g.Rules {
		if r.Table == "" && r.Err == nil && r.Kind == Regular && !r.Core {
			missing++
		}
	}
	for _, d := range list.Items {
		if strings.Contains(d.Message, errEnough.Error()) {
			said++
		}
	}
	if said > 2 || missing > 0 && said == 0 {
		t.Errorf("%s: given up at question %d, %d rules have no table, and %d errors say so", tt.name, until, missing, said)
	}
	return g.automata.Meter.Steps() + g.tuning.Steps(), missing, ctx.asked < until
}

// TestCancelled checks that a cancelled compilation reports every missing rule, wherever the meter
// finds the context done. Each grammar in a sample is cancelled at one of the first 24 checks of
// the context, or with -full-budget at 12 of the first 37.
func TestCancelled(t *testing.T) {
	testkit.SkipSlow(t)
	tried, withMissing := 0, 0
	for i, tt := range hostiles() {
		at := []int{1 + i*7%24}
		switch {
		case *fullBudget:
			at = []int{1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 25, 33 + i%5}
		case !testkit.Sparse(3, i) || !testkit.OneIn(3, i/3):
			continue
		}
		tried++
		for _, until := range at {
			_, missing, over := stepsUntil(t, tt, until)
			if over {
				break
			}
			if missing > 0 {
				withMissing++
			}
		}
	}
	if withMissing < tried/4 {
		t.Errorf("only %d cancelled compilations of %d grammars left rules without a table", withMissing, tried)
	}
}

// Compile checks its context often enough to stop promptly at any point. It stops at the first
// check that finds the context done, and it takes the same steps every time, so the number of steps
// between two checks is the difference between the step counts of compilations stopped at each.
func TestCancelledAnywhere(t *testing.T) {
	testkit.SkipSlow(t)
	const most = 1_000_000 // steps, about 5 ms
	worst, where, pairs := int64(0), "", 0
	for i, tt := range hostiles() {
		if (i%8 != 1 || !testkit.OneIn(3, i/8)) && !*fullBudget {
			continue
		}
		for _, until := range []int{2, 4 + i%7, 30 + i%13} {
			first, _, over := stepsUntil(t, tt, until)
			if over {
				break
			}
			next, _, _ := stepsUntil(t, tt, until+1)
			pairs++
			if next-first > worst {
				worst, where = next-first, tt.name
			}
			if next-first > most {
				t.Errorf("%s: %d steps between questions %d and %d", tt.name, next-first, until, until+1)
			}
		}
	}
	t.Logf("at most %d steps between two questions of %d pairs: %s", worst, pairs, where)
	if least := map[bool]int{true: 25, false: 8}[testkit.OneIn(2, 1)]; pairs < least {
		t.Errorf("only %d pairs of questions are compared, not %d", pairs, least)
	}
}
