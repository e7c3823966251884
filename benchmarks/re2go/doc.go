// Package re2go is a validator of IRIs which re2c generates in Go from our grammar, with bit
// vectors (-b). It needs the build tag re2c; go run ./c/prepare generates it.
package re2go
