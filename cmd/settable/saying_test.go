package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// runUntilLine implements the program `saying PATTERN PROGRAM ARGS`. It runs a program until a line on its stderr
// matches, tells it to stop, and exits with its status.
func runUntilLine() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: saying PATTERN PROGRAM [ARGS...]")
		os.Exit(2)
	}
	run := exec.Command(os.Args[2], os.Args[3:]...)
	said := &awaitedOutput{what: regexp.MustCompile(os.Args[1]),
		came: func() { _ = run.Process.Signal(syscall.SIGTERM) }}
	run.Stdout, run.Stderr = os.Stdout, io.MultiWriter(os.Stderr, said)
	if err := run.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	time.AfterFunc(patience, func() {
		fmt.Fprintf(os.Stderr, "it never said %s\n", os.Args[1])
		_ = run.Process.Kill()
	})
	_ = run.Wait() // the caller checks the status
	os.Exit(run.ProcessState.ExitCode())
}

// awaitedOutput is a program's output in which a test waits for a line.
type awaitedOutput struct {
	what *regexp.Regexp
	came func()
	once sync.Once
	rest bytes.Buffer
}

func (a *awaitedOutput) Write(p []byte) (int, error) {
	a.rest.Write(p)
	for {
		line, err := a.rest.ReadString('\n')
		if err != nil { // the program continues
			a.rest.WriteString(line)
			return len(p), nil
		}
		if a.what.MatchString(strings.TrimSuffix(line, "\n")) {
			a.once.Do(a.came)
		}
	}
}
