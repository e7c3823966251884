package program

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that is done after Ctrl-C or a signal to terminate. A second
// such signal ends the program at once. A signal that the program was started to ignore, as shells
// start programs in the background of a script, stays ignored.
func interruptible() (ctx context.Context, stop func()) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 { // to notify of no signal is to notify of all
		return context.WithCancel(context.Background())
	}
	ctx, stop = signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
