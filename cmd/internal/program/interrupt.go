package program

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context. Ctrl-C, or a signal to terminate, ends it. A second such signal
// ends the program at once. A signal ignored at the start of the program stays ignored, as in
// programs that shells start in the background of a script.
func interruptible() (ctx context.Context, stop func()) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
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
