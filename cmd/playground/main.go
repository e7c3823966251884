// Command playground serves the playground, a page that compiles grammars in the browser.
// Command build writes it as files.
//
//	go run ./cmd/playground [-addr HOST:PORT]
//	go run ./cmd/playground/build -o DIR
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"

	"github.com/irilex/iri/cmd/playground/internal/site"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "serve at `HOST:PORT`; port 0 is any free port")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := serve(ctx, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(2)
	}
}

// serve serves the site until ctx is done.
func serve(ctx context.Context, addr string) error {
	dir, err := os.MkdirTemp("", "playground")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := site.Write(ctx, dir); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	server := &http.Server{Handler: http.FileServer(http.Dir(dir))}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}
