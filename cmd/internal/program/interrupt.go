package program

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context. Ctrl-C, a signal to terminate, or the end of the terminal ends
// it. A second such signal ends the program at once. Ctrl-C stays ignored in a program that a shell
// started in the background of a script, and the end of the terminal under nohup.
func interruptible() (ctx context.Context, stop func()) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 { // Notify with no signals means all signals
		return context.WithCancel(context.Background())
	}
	ctx, stop = signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
