module github.com/irilex/iri/benchmarks

go 1.26.0

require github.com/irilex/iri v0.0.0

require golang.org/x/text v0.43.0 // indirect

replace github.com/irilex/iri => ../
