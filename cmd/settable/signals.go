package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilStopped returns a context that ends on Ctrl-C, SIGTERM or SIGHUP. A second Ctrl-C or SIGTERM ends the program
// immediately. A second SIGHUP has no effect, because both the kernel and the shell send one when a terminal closes.
func untilStopped() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	hungUp := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores SIGHUP
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

// outliveReaders keeps the program running after whatever reads its output has exited, such as tee in `settable run |
// tee`. Later output is lost. By default, Go ends a program that writes to a closed standard output or standard error.
func outliveReaders() { signal.Ignore(syscall.SIGPIPE) }
