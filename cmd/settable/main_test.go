package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asProgram makes the test binary be settable itself, so that tests can start
// it, and kill it, as a process of its own.
const asProgram = "SETTABLE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		main()
	}
	testscript.Main(m, map[string]func(){"settable": main})
}

// TestCommandLine plays what people type into a terminal.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/data")
			e.Setenv("SETTABLE_TOKEN", "")
			return nil
		},
	})
}
