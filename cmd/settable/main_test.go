package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// asProgram makes the test binary run as settable, so that tests can start and kill it as a separate process.
const asProgram = "SETTABLE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		addWords(os.Getenv(wordsVariable))
		answerDelay = patience // tests in virtual time cover Discord's limit of three seconds
		main()
	}
	if told := os.Getenv(asBot); told != "" {
		os.Exit(beBot(told))
	}
	testscript.Main(parallelTests{m}, map[string]func(){"settable": main, "saying": runUntilLine})
}

// parallelTests runs the tests and then closes their shared browser. Several tests run in parallel, because many of
// them mostly wait.
type parallelTests struct{ *testing.M }

func (s parallelTests) Run() int {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("4"); err != nil {
			panic(err) // "4" is a valid number
		}
	}
	defer func() { stopChromium() }()
	return s.M.Run()
}

// TestCommandLine runs the scripts in testdata/script.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/data")
			e.Setenv("SETTABLE_TOKEN", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"mkdatabase":   grantStart,
			"holddatabase": hold,
			"letgo":        letGo,
			"opentables":   openTables,
			"unreleased":   writeOldDatabase,
			"busyport":     busyPort,
			"exits":        expectExit,
			"proxy":        proxy,
			"freeport":     freePort,
			"lives":        waitUntilLive,
			"discord":      discordAt,
			"ready":        isReady,
			"until":        until,
			"sentaway":     waitForRemoval,
		},
		Condition: condition,
	})
}

// grantStart grants players their first chips in the database SETTABLE_DATABASE. By default, the only player is 1, a
// member of server 7.
func grantStart(ts *testscript.TestScript, _ bool, players []string) {
	st := openScriptDatabase(ts)
	if len(players) == 0 {
		players = []string{"1"}
	}
	for _, p := range players {
		id, err := strconv.ParseInt(p, 10, 64)
		ts.Check(err)
		_, err = st.Welcome(context.Background(), 7, ids.User(id), store.StartGrant,
			time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
		ts.Check(err)
	}
	ts.Check(st.Close())
}

// hold opens the database as a bot does, until the script ends or runs letGo.
func hold(ts *testscript.TestScript, _ bool, _ []string) {
	st := openScriptDatabase(ts)
	heldDatabases.Store(ts.Getenv("WORK"), st)
	ts.Defer(func() { _ = st.Close() })
}

func letGo(ts *testscript.TestScript, _ bool, _ []string) {
	st, _ := heldDatabases.Load(ts.Getenv("WORK"))
	ts.Check(st.(*sqlite.DB).Close())
}

// busyPort listens on a port until the end of the script and sets BUSY to its address.
func busyPort(ts *testscript.TestScript, _ bool, _ []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { _ = l.Close() })
	ts.Setenv("BUSY", l.Addr().String())
}

// freePort sets FREE to an address that no program is listening on.
func freePort(ts *testscript.TestScript, _ bool, _ []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Check(l.Close())
	ts.Setenv("FREE", l.Addr().String())
}

// waitUntilLive waits until a program answers at FREE. The program's database is open by then.
func waitUntilLive(ts *testscript.TestScript, _ bool, _ []string) { waitForPage(ts, "/livez") }

// isReady waits until the bot has finished starting.
func isReady(ts *testscript.TestScript, _ bool, _ []string) { waitForPage(ts, "/readyz") }

func waitForPage(ts *testscript.TestScript, what string) {
	for late := time.Now().Add(time.Minute); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		if a, err := http.Get("http://" + ts.Getenv("FREE") + what); err == nil {
			ts.Check(a.Body.Close())
			if a.StatusCode == http.StatusOK {
				return
			}
		}
	}
	ts.Fatalf("nobody says ok at %s%s", ts.Getenv("FREE"), what)
}

// condition evaluates conditions in scripts. [long] is true if slow tests run, and [mount] if the user can mount a
// disk.
func condition(name string) (bool, error) {
	switch name {
	case "long":
		return gamestest.Times(0, 1) == 1, nil
	case "mount":
		return mayMount()
	}
	return false, fmt.Errorf("no condition is called %q", name)
}

func mayMount() (bool, error) {
	try, err := os.MkdirTemp("", "settable-mount")
	if err != nil {
		return false, err
	}
	defer os.Remove(try)
	return exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", try).Run() == nil, nil
}

// expectExit implements "exits STATUS PROGRAM". The program must exit with this status.
func expectExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGS...]")
	}
	if status, want := statusOf(ts, args[1:]), args[0]; status != want {
		ts.Fatalf("exit status %s, not %s", status, want)
	}
}

// until implements "until STATUS PROGRAM". It repeats a program until the program exits with this status.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: until STATUS PROGRAM [ARGS...]")
	}
	for late := time.Now().Add(time.Minute); statusOf(ts, args[1:]) != args[0]; {
		if time.Now().After(late) {
			ts.Fatalf("it never ended with status %s", args[0])
		}
	}
}

// statusOf runs a program and returns its exit status.
func statusOf(ts *testscript.TestScript, program []string) string {
	err := ts.Exec(program[0], program[1:]...)
	var ended *exec.ExitError
	switch {
	case err == nil:
		return "0"
	case errors.As(err, &ended):
		return strconv.Itoa(ended.ExitCode())
	}
	ts.Fatalf("%v", err)
	return ""
}

// heldDatabases are the databases that scripts hold open, by folder.
var heldDatabases sync.Map

func openScriptDatabase(ts *testscript.TestScript) *sqlite.DB {
	st, err := sqlite.Open(context.Background(), ts.Getenv("SETTABLE_DATABASE"), sqlite.Options{})
	ts.Check(err)
	return st
}

// writeOldDatabase writes a database in the format of versions before 0.1.0.
func writeOldDatabase(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(storetest.Unreleased(context.Background(), ts.MkAbs(args[0])))
}

// openTables writes a database with an open table of each game. Each table has two players. The classic table was
// opened with an edition of the rules that this program doesn't know.
func openTables(ts *testscript.TestScript, _ bool, _ []string) {
	st, ctx := openScriptDatabase(ts), context.Background()
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	const guild, ann = 1574180154408697856, 1574180154408697858
	for who := range ids.User(2) {
		_, err := st.Welcome(ctx, guild, ann+who, store.StartGrant, at)
		ts.Check(err)
	}
	for i, game := range []string{"classic", "twenty", "solitaire", "poker", "english"} {
		kind, _ := games.Find(kinds, game)
		course, err := games.Begin(kind, nil)
		ts.Check(err)
		rules := course.Rules.String()
		if game == "classic" {
			rules = "rules 1"
		}
		table, err := st.OpenTable(ctx, store.Table{Guild: guild, Channel: ids.Channel(guild + 10 + i), Game: game,
			Opener: ann, Opened: at}, store.Source(fmt.Sprintf("i%d", i+1)),
			store.Line{At: at, Seat: games.Dealer, Words: rules})
		ts.Check(err)
		e := store.Entry{Table: table.ID, After: 1}
		for seat := games.Seat(1); seat <= 2; seat++ {
			var step games.Step
			course, step, err = course.Play(kind, 1+int(seat), games.Line{At: at, Seat: seat, Words: "join"})
			ts.Check(err)
			line := store.Line{At: at, Seat: seat, Player: ann + ids.User(seat) - 1, Words: "join"}
			e.Played = append(e.Played, store.Played{Line: line, Tallies: step.Tallies, Transfers: step.Transfers})
		}
		ts.Check(st.Append(ctx, e))
	}
	ts.Check(st.Close())
}
