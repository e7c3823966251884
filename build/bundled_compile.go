package build

import (
	"context"
	"fmt"
)

// Compile compiles the document. A bundled grammar that has an error is a bug; a
// recursive rule is none.
func (b Bundled) Compile(ctx context.Context) (*Grammar, error) {
	g, err := Compile(ctx, b.Source(), Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits()})
	if err != nil {
		return nil, fmt.Errorf("the bundled grammar %s: %w", b.Name, err)
	}
	return g, nil
}
