// Package re2go has a validator of IRIs in Go. re2c generates it from the bundled grammar, with bit
// vectors (option -b); run it by go run ./c/prepare. Without the build tag re2c the validator is
// missing.
package re2go
