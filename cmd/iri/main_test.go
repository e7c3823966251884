package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/irilex/iri/cmd/internal/scripttest"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"iri": main}) }

func TestScripts(t *testing.T) { scripttest.Run(t) }
