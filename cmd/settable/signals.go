package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilStopped returns a context that ends when the program is asked to stop, by Ctrl-C, SIGTERM or SIGHUP.
// A second Ctrl-C or SIGTERM ends the program at once. A second SIGHUP doesn't: when a terminal closes, both
// the kernel and the shell send one.
func untilStopped() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	hungUp := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(hungUp, syscall.SIGHUP)
	}
	go func() {
		select {
		case <-asked:
		case <-hungUp:
		case <-ctx.Done():
		}
		signal.Stop(asked)
		cancel()
	}()
	return ctx, cancel
}

// outliveReaders lets the program outlive the reader of its output, for example the tee of `settable run | tee`. Output
// written after that is lost. By default, Go ends a program that writes to a closed standard output or standard error.
func outliveReaders() { signal.Ignore(syscall.SIGPIPE) }
