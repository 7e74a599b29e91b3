package bot

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
)

// Who asks for a game writes as people write in their language.
func TestPunctuationOfAllLanguages(t *testing.T) {
	all := LoadCatalogues(Config{Games: stormRules, Log: slog.New(slog.DiscardHandler)}).Languages()
	for _, said := range []string{"game?", " Spiel ?", "¿Jugamos?", "jugamos?", "jeu ?", "ゲーム？", "ゲームする？"} {
		require.True(t, callsForAGame(said, all...), said)
	}
	for _, said := range []string{"game", "¿Jugamos", "ゲーム", "?", "¿?"} {
		require.False(t, callsForAGame(said, all...), said)
	}
	for said, word := range map[string]string{"poker？": "poker", "¿Jugar?": "jugar", "¡hola!": "hola",
		"「ヘルプ」。": "ヘルプ", "«jeu»": "jeu", "„Spiel“": "spiel", "_set_": "set"} {
		require.Equal(t, word, bareWord(said))
	}
}

// A table that has left memory because nobody is there is the table of its channel all
// the same: "game?" names it, and offers no other.
func TestASleepingTableAnswersWhoAsksForAGame(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		q.slash(q.ann, "play", "poker", nil)
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		q.slash(q.ann, "away", "", nil)
		q.slash(q.bob, "away", "", nil)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Nil(t, q.table(), "it sleeps")
		q.say(q.bob, "game?")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		require.Contains(t, strings.Join(q.stands(), "\n"), "You're **Q** in **SET Poker**.")
		require.NotContains(t, strings.Join(q.stands(), "\n"), "What shall we play")
	})
}

// A table that sleeps hears the words that it hears awake: those of its language, too.
func TestASleepingTableHearsTheLanguageOfATable(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		require.NoError(q.t, q.bot.lobby.Settings.Change(q.t.Context(), farHome,
			func(s *store.GuildSettings) { s.Language = "de" }))
		q.slash(q.ann, "play", "poker", nil)
		q.say(q.bob, "bin dabei")
		q.say(q.ann, "start")
		for _, c := range []struct {
			words string
			wakes bool
		}{{"back", true}, {"bin wieder zu Hause", false}, {"bin da", true}, {"Weiter!", true}} {
			q.slash(q.ann, "away", "", nil)
			q.slash(q.bob, "away", "", nil)
			time.Sleep(5 * time.Minute)
			synctest.Wait()
			require.Nil(q.t, q.table(), "it sleeps")
			q.say(q.bob, c.words)
			time.Sleep(5 * time.Second)
			synctest.Wait()
			require.Equal(q.t, c.wakes, q.table() != nil, c.words)
		}
	})
}

// An evening of moves and talk leaves one post of the table in the channel, and nothing
// that says where another was.
func TestAnEveningLeavesNoLitter(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "0", "pause": "0"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		for hand := range 30 {
			for range 3 {
				q.say(q.bob, "what a week it was")
				q.say(q.ann, "tell me download it")
			}
			who := q.ann
			if q.table().Game.Session().View().Turn == 2 {
				who = q.bob
			}
			q.say(who, "drop")
			q.say(q.ann, "next")
			require.Len(t, q.stands(), 1, "hand %d", hand)
			time.Sleep(time.Minute)
		}
		require.Greater(t, len(q.words()), 60, "they have played")
	})
}

// stands returns all that the bot has said in the channel and that stands there.
func (q *quiet) stands() (said []string) {
	q.room(func(r *room) {
		for _, p := range r.posts {
			if p.Bot && !p.Gone {
				said = append(said, p.Content)
			}
		}
	})
	return said
}
