module github.com/irilex/iri
