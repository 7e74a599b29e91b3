//go:build unix

package main

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/store"
	"settable/store/sqlite"
)

func init() {
	pauseSignal, resumeSignal = syscall.SIGSTOP, syscall.SIGCONT
}

// waitingTables is the number of tables that are waiting for a called set to be named while the process is paused.
const waitingTables = 12

// TestPausedProcessExpiresNoCall pauses the bot for seven seconds, as when a laptop is closed or a host is busy. At
// each of twelve tables, a player has called a set and has four seconds to name it. The players name their sets in
// time, and after the pause each of them gets the set.
func TestPausedProcessExpiresNoCall(t *testing.T) {
	t.Parallel()
	v := newEvening(t, 1, newTally())
	var rooms []string
	for i := range waitingTables {
		name := fmt.Sprint("call", i)
		v.sb.AddChannel(name)
		rooms = append(rooms, v.sb.Channel(name))
	}
	l := v.start(plan{})
	require.True(t, v.waitUntilConnected(l))
	waitUntil(t, func() bool { return len(v.sb.Commands()) > 0 }, "there are commands")
	for _, room := range rooms {
		_, err := v.sb.Slash("Ann", room, "play", world.Sub("classic", world.Opt("call", 4)))
		require.NoError(t, err)
		v.waitForTable(room, "Ann")
		v.saysIn(room, "start")
		v.waitForTable(room, "cards left")
	}
	sets := v.setsOf(rooms)
	for _, room := range rooms {
		v.saysIn(room, "set")
	}
	for _, room := range rooms {
		v.waitForTable(room, "calls")
	}
	require.NoError(t, l.cmd.Process.Signal(syscall.SIGSTOP))
	for i, room := range rooms {
		v.saysIn(room, sets[i])
	}
	time.Sleep(7 * time.Second)
	require.NoError(t, l.cmd.Process.Signal(syscall.SIGCONT))
	for _, room := range rooms {
		v.waitForTable(room, "Ann takes")
	}
	waitUntil(t, func() bool { // a line records the time during which the bot couldn't hear anyone
		for _, lines := range v.journals(rooms) {
			if !strings.Contains(lines, "away ") {
				return false
			}
		}
		return true
	}, "each journal has a line of it")
	l.kill()
	<-l.done
	require.NotContains(t, l.errs.String(), "level=ERROR")
	for _, lines := range v.journals(rooms) {
		require.NotContains(t, lines, "clock \n", "no call must expire")
	}
}

func (v *evening) saysIn(room, words string) {
	_, err := v.sb.Say("Ann", room, words)
	require.NoError(v.t, err)
}

// waitForTable waits until the table in a room shows a text.
func (v *evening) waitForTable(room, words string) {
	v.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	require.True(v.t, v.listener.until(ctx, func() bool {
		s, ok := v.listener.at(room)
		return ok && strings.Contains(s.words, words)
	}), "%q in %s", words, room)
}

// openTables returns the open tables in the rooms and their lines.
func (v *evening) openTables(rooms []string) (tables []store.Table, lines [][]store.Line) {
	v.t.Helper()
	st, err := sqlite.Open(context.Background(), v.database, sqlite.Options{ReadOnly: true})
	require.NoError(v.t, err)
	defer st.Close()
	open, err := st.OpenTables(context.Background())
	require.NoError(v.t, err)
	for _, room := range rooms {
		for _, row := range open {
			if fmt.Sprint(int64(row.Channel)) == room {
				all, err := st.Lines(context.Background(), row.ID)
				require.NoError(v.t, err)
				tables, lines = append(tables, row), append(lines, all)
			}
		}
	}
	require.Len(v.t, tables, len(rooms))
	return tables, lines
}

// journals returns the lines of each room as text.
func (v *evening) journals(rooms []string) (texts []string) {
	_, all := v.openTables(rooms)
	for _, lines := range all {
		var text strings.Builder
		for _, l := range lines {
			fmt.Fprintf(&text, "%s %s\n", l.Seat, l.Words)
		}
		texts = append(texts, text.String())
	}
	return texts
}

// setsOf returns a correct claim for each room's table.
func (v *evening) setsOf(rooms []string) (claims []string) {
	tables, all := v.openTables(rooms)
	for i, row := range tables {
		said := make([]games.Line, len(all[i]))
		for n, l := range all[i] {
			said[n] = games.Line{At: l.At, Seat: l.Seat, Words: l.Words}
		}
		for _, k := range kinds {
			if k.Name() != row.Game {
				continue
			}
			course, err := games.ReplayLines(k.Rules, row.Options, said)
			require.NoError(v.t, err)
			view := course.Game.View(games.Watcher)
			var faces []cards.Card
			var labels []string
			for _, c := range view.Areas[0].Cells {
				faces, labels = append(faces, c.Card), append(labels, strings.ToLower(c.Label))
			}
			found := cards.Sets(faces)
			require.NotEmpty(v.t, found)
			claim := "set"
			for _, c := range found[0] {
				for j, f := range faces {
					if f == c {
						claim += " " + labels[j]
					}
				}
			}
			claims = append(claims, claim)
		}
	}
	return claims
}
