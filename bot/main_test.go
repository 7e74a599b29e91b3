package bot_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"settable/bot"
	"settable/games"
	"settable/store"
)

// TestMain runs more tests in parallel, because they spend most of their time waiting.
func TestMain(m *testing.M) {
	flag.Parse()
	store.Unset.Rules = games.ByBook // tests of house rules choose them explicitly
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		nights := "16"
		if bot.Racing {
			nights = "3"
		}
		if err := f.Value.Set(nights); err != nil {
			panic(err)
		}
	}
	debug.SetGCPercent(300) // trades memory for time
	os.Exit(m.Run())
}
