module github.com/irilex/iri

go 1.24.0

require (
	github.com/BurntSushi/rure-go v0.0.0-20231211185014-8a0f52724b91
	github.com/stretchr/testify v1.10.0
	golang.org/x/text v0.30.0
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
