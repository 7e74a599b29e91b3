package bot

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/store"
	"settable/store/ids"
)

// shortest contains the options that make each game short.
var shortest = map[string]map[string]string{
	twenty.Game.Name(): {"length": "hand"}, poker.Game.Name(): {"stack": "4", "ante": "1", "deals": "1"},
}

// Each game can be played to its end with moves typed in each language, and is described in that language.
// SETTABLE_TRANSCRIPTS names a folder for transcripts that reviewers can read.
func TestEachGameInEachLanguage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	kinds := every.Game
	usual := virtualGames
	defer func() { virtualGames = usual }()
	virtualGames = kinds
	for i, locale := range []string{"de", "en", "es", "fr", "ja"} {
		for j, k := range kinds {
			if os.Getenv("SETTABLE_LONG") == "1" || (i+j)%5 == 0 {
				t.Run(locale+" "+k.Name(), func(t *testing.T) {
					runVirtual(t, func(q *virtualBot) { q.playIn(locale, k) })
				})
			}
		}
	}
}

// playIn plays a game in the given language. House players choose the moves, and users type them.
func (q *virtualBot) playIn(locale string, k games.Kind) {
	q.settle()
	require.NoError(q.t, q.bot.lobby.Settings.Change(q.t.Context(), farHome,
		func(s *store.GuildSettings) { s.Language = locale }))
	l, luck := q.bot.lobby.Words.In(locale), rand.New(rand.NewPCG(1, 2))
	people := []struct {
		seat games.Seat
		say  func(move string)
	}{
		{1, func(move string) { q.say(q.ann, l.Typing(k.Name(), move)) }},
		{2, func(move string) { q.say(q.bob, l.Typing(k.Name(), move)) }},
	}
	var read []string // all texts in the channel
	q.changeDiscord(func(f *faultyDiscord) {
		f.public = func(_ ids.Channel, p *botPost) { read = append(read, p.Content) }
	})
	q.slash(q.ann, "play", k.Name(), shortest[k.Name()])
	if k.Name() == solitaire.Game.Name() {
		people = people[:1]
	} else {
		people[1].say("join")
	}
	people[0].say("start")
	moved := 0
	for range 600 {
		waits := true
		for _, p := range people {
			t := q.table()
			if t == nil {
				break
			}
			if move := k.Player(t.Game.Session().Course.Game.View(p.seat), games.Sharp, luck); move != "" {
				before := len(q.words())
				p.say(move)
				if len(q.words()) > before {
					moved, waits = moved+1, false
				}
			}
		}
		if q.table() == nil {
			break
		}
		if waits {
			time.Sleep(5 * time.Second) // only the clock can act now
			q.settle()
		}
	}
	require.Nil(q.t, q.table(), "the game must have ended")
	told := ""
	q.changeDiscord(func(*faultyDiscord) { told = strings.Join(slices.Compact(read), "\n\n") })
	if folder := os.Getenv("SETTABLE_TRANSCRIPTS"); folder != "" {
		file := filepath.Join(folder, locale+"-"+k.Name()+".txt")
		require.NoError(q.t, os.WriteFile(file, []byte(told), 0o644))
	}
	require.NotZero(q.t, moved)
	if locale == "en" {
		return
	}
	english := `(?i)\b(takes|drops|deals|wins|find a|turn the|sits down|pot is|the pack)\b|\{\{`
	require.NotRegexp(q.t, english, told)
}
