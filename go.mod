module github.com/irilex/iri

go 1.26.0

require (
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/text v0.43.0 // indirect
)
