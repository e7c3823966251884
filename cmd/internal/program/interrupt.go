package program

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that SIGINT (Ctrl-C), SIGTERM or SIGHUP (a closed terminal)
// cancels. A second signal terminates the program immediately. A signal that was already ignored
// when the program started remains ignored, such as SIGINT in a background job of a script or
// SIGHUP under nohup.
func interruptible() (ctx context.Context, stop func()) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 { // without arguments Notify relays all signals
		return context.WithCancel(context.Background())
	}
	ctx, stop = signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
