package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/page"
)

// has reports whether a message has a button of this kind.
func (m seen) has(kind string) bool {
	for _, row := range m.Components {
		for _, b := range row.Components {
			if strings.HasPrefix(b.CustomID, kind+":") {
				return true
			}
		}
	}
	return false
}

// A single visitor can watch a whole game of each kind. Simulated people open a table, join, start the game and play
// to its end.
func TestShowPlaysAGameToItsEnd(t *testing.T) {
	t.Parallel()
	shown := kinds[:1]
	if os.Getenv("SETTABLE_LONG") == "1" {
		shown = kinds
	}
	for _, k := range shown {
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			p := startSandbox(t, filepath.Join(t.TempDir(), "data"))
			ann, channel, _ := p.look()
			p.act(map[string]any{"as": ann, "do": "watch", "channel": channel, "name": k.Name(),
				"n": page.MostSpeed})
			var all []seen
			require.Eventually(t, func() bool {
				_, _, all = p.look()
				return slices.ContainsFunc(all, func(m seen) bool { return m.has("again") })
			}, 4*time.Minute, 200*time.Millisecond, "it does not come to its end")
			waitUntil(t, func() bool { return len(p.runningShows()) == 0 }, "nothing is shown any more")
			for _, m := range all {
				require.NotContains(t, m.Content, "Ann", "the spectator must not play")
			}
		})
	}
}

// The first page of a new sandbox shows a table with dealt cards, two house players and three lines of advice. It
// appears only once.
func TestSandboxOpensWithATable(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	p := startSandbox(t, data, "--deal")
	p.look()
	m := p.tableThat("is dealt", func(m seen) bool { // the players join one by one before the game begins
		return len(readAloud.FindAllString(m.Attachments[0].Description, -1)) >= 12
	})
	for _, player := range []string{"Ann", "House: Ada", "House: Emmy"} {
		require.Contains(t, m.Content, player, "the player has a seat")
	}
	coach := strings.Replace(inEnglish().Plain(kinds[0].Manual().Coach()), "1. ", "1. You're **R**. ", 1)
	waitUntil(t, func() bool {
		_, _, all := p.look()
		return slices.ContainsFunc(all, func(m seen) bool { return strings.Contains(m.Content, coach) })
	}, "the advice is there")
	p.kill()

	p = startSandbox(t, data, "--deal")
	p.table("Back after")
	h := p.open()
	for _, m := range h.Messages[h.Channels[1].ID] {
		require.Fail(t, "no other table must be opened", m.Content)
	}
}

// If the page can't show a game of simulated people, one sentence says why. A running show isn't started twice.
func TestImpossibleShowIsRefused(t *testing.T) {
	t.Parallel()
	p := startSandbox(t, filepath.Join(t.TempDir(), "data"))
	h := p.open()
	ann, channel := h.Me.ID, h.Channels[0].ID
	p.act(map[string]any{"as": ann, "do": "watch", "channel": channel, "name": "classic", "n": 1})
	for _, c := range []struct {
		wish map[string]any
		says string
	}{
		{map[string]any{"do": "watch", "channel": channel, "name": "classic", "n": 1}, "The simulated players are already playing here"},
		{map[string]any{"do": "watch", "channel": h.Channels[1].ID, "name": "whist", "n": 1}, "whist"},
		{map[string]any{"do": "watch", "channel": h.Channels[1].ID, "name": "classic", "n": 31}, "from 1 to 30"},
		{map[string]any{"do": "pace", "channel": channel, "n": -1}, "from 1 to 30"},
		{map[string]any{"do": "pace", "channel": h.Channels[1].ID, "n": 2}, "No game is being simulated in that channel"},
	} {
		c.wish["as"] = ann
		require.Contains(t, p.mustRefuse(c.wish), c.says)
	}
	require.Len(t, p.runningShows(), 1)
	p.act(map[string]any{"as": ann, "do": "pace", "channel": channel, "n": 2})
	require.Equal(t, 2, p.runningShows()[0].Speed)
	p.act(map[string]any{"as": ann, "do": "pace", "channel": channel, "n": 0})
	waitUntil(t, func() bool { return len(p.runningShows()) == 0 }, "nothing is shown any more")
}
