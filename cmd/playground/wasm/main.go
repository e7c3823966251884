//go:build js

// Command wasm is the compiler for the playground. In a worker it defines the function answer,
// which takes and returns JSON (see [play.Session.Answer]), and then calls the function ready.
package main

import (
	"syscall/js"

	"github.com/irilex/iri/cmd/playground/internal/play"
)

func main() {
	var session play.Session
	js.Global().Set("answer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return session.Answer(args[0].String())
	}))
	js.Global().Call("ready")
	select {}
}
