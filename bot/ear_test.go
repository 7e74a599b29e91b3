package bot

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
	"settable/games/gamestest"
	"settable/games/solitaire"
	"settable/render"
	"settable/store"
	"settable/store/ids"
)

const (
	mostBeforeStart = 300 // characters that are read before the first move can be made, apart from the cards
	mostNews        = 120 // characters of the news of a move
)

// silent matches what a screen reader doesn't read: the marks for bold text, small print, quotes and code.
var silent = regexp.MustCompile("\\*\\*|`|(?m)^(-#|>|1\\.|[0-9]\\.) ")

// read returns how many characters of a text a screen reader reads.
func read(texts ...string) int {
	return render.Size(silent.ReplaceAllString(strings.Join(texts, " "), ""))
}

// A screen reader has little to read before the first move and about each later one. Card descriptions are counted
// separately, because nobody can play without them. The player in this test has chosen to get news of the table in
// private messages.
func TestLittleIsReadAloud(t *testing.T) {
	gamestest.SkipUnderRace(t)
	kinds := every.Game
	usual := virtualGames
	defer func() { virtualGames = usual }()
	virtualGames = kinds
	for i, locale := range []string{"de", "en", "es", "fr", "ja"} {
		for j, k := range kinds {
			if os.Getenv("SETTABLE_LONG") == "1" || (i+j)%5 == 1 {
				t.Run(locale+" "+k.Name(), func(t *testing.T) {
					runVirtual(t, func(q *virtualBot) { q.listenIn(locale, k) })
				})
			}
		}
	}
}

// listenIn measures how much a screen reader reads during a game in the given language.
func (q *virtualBot) listenIn(locale string, k games.Kind) {
	q.settle()
	require.NoError(q.t, q.bot.lobby.Settings.Change(q.t.Context(), farHome,
		func(s *store.GuildSettings) { s.Language, s.Rules = locale, games.House }))
	l, luck := q.bot.lobby.Words.In(locale), rand.New(rand.NewPCG(1, 2))
	var newest string
	var news []string
	q.changeDiscord(func(f *faultyDiscord) {
		f.public = func(_ ids.Channel, p *botPost) { newest = p.Content }
	})
	shown := func() (message string) {
		q.wait(3 * time.Second)
		q.changeDiscord(func(*faultyDiscord) { message = newest })
		return message
	}
	view := func() games.View { return q.table().Game.Session().View() }

	q.slash(q.ann, "play", k.Name(), nil)
	lobby := read(shown(), render.Alt(view(), l))
	people := map[games.Seat]func(string){
		1: func(move string) { q.say(q.ann, l.Typing(k.Name(), move)) },
		2: func(move string) { q.say(q.bob, l.Typing(k.Name(), move)) },
	}
	people[1]("join")
	if k.Name() == solitaire.Game.Name() {
		delete(people, 2)
	} else {
		people[2]("join")
	}
	people[1]("start")
	table := shown()
	v := view()
	all := read(table, render.Alt(v, l))
	v.Areas = nil
	apart := read(table, render.Alt(v, l))

	longest := ""
	choice := q.slashEvent(q.ann, "settings", "mine", map[string]string{"news": store.NewsByMessage})
	choice.Locale = locale
	q.wire.send(choice)
	q.settle()
	q.changeDiscord(func(f *faultyDiscord) {
		f.private = func(who ids.User, _ ids.Channel, text string) {
			ends := q.table() == nil || view().Recap // of a hand or the game
			if who == q.ann.ID && text != "" && !ends {
				news = append(news, text)
			}
		}
	})
	moved := 0
	for range 600 {
		waits := true
		for seat, say := range people {
			if q.table() == nil {
				break
			}
			if move := k.Player(q.table().Game.Session().Course.Game.View(seat), games.Sharp, luck); move != "" {
				before := q.table().Game.Session().Line
				say(move)
				q.wait(3 * time.Second)
				if q.table() == nil || q.table().Game.Session().Line > before {
					moved, waits = moved+1, false
				}
			}
		}
		if q.table() == nil || moved > 60 && os.Getenv("SETTABLE_LONG") != "1" {
			break
		}
		if waits {
			q.wait(5 * time.Second) // it is the clock's turn
		}
	}
	count, sum := 0, 0
	q.changeDiscord(func(*faultyDiscord) {
		for _, text := range news {
			if n := read(text); n > read(longest) {
				longest = text
			}
			count, sum = count+1, sum+read(text)
		}
	})
	require.NotZero(q.t, count)
	q.t.Logf("%s %s: %d in the lobby, %d at the table and %d with its cards; news: %d on average, at most %d:\n%s\n=== %s",
		locale, k.Name(), lobby, apart, all, sum/count, read(longest), longest, table)
	require.LessOrEqual(q.t, lobby, mostBeforeStart)
	require.LessOrEqual(q.t, apart, mostBeforeStart)
	require.LessOrEqual(q.t, read(longest), mostNews)
}
