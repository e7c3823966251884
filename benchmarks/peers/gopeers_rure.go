//go:build rure && cgo

package peers

import "github.com/BurntSushi/rure-go"

func init() {
	rureCompile = func(expression string) (func(string) bool, error) {
		re, err := rure.Compile(expression)
		if err != nil {
			return nil, err
		}
		return re.IsMatch, nil
	}
}
